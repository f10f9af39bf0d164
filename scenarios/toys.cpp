// Wooden toys: dominoes, Jenga, Kapla.
#include <cmath>

#include "scenarios/build.h"
#include "scenarios/families.h"

namespace spook::families {

using namespace build;

namespace {

Scene domino_spiral(const ScenarioValues& values) {
  Scene scene;
  ground(scene);
  scene.materials["default"].density = 700;
  const int dominoes = whole(values, "dominoes");
  const double height = 0.24, width = 0.12, thickness = 0.03, spacing = values.at("spacing") * height, arm = 0.28;
  // an Archimedean spiral r = r0 + arm φ/2π, walked outward from within by equal chords
  double angle = 0.0, first = 0.0;
  Vec3 place = Vec3::Zero(), start = Vec3::Zero(), heading = Vec3::Zero();
  const auto point = [&](double phi) {
    const double r = 0.45 + arm * phi / (2 * pi);
    return Vec3(r * std::cos(phi), r * std::sin(phi), 0);
  };
  place = point(angle);
  for (int i = 0; i < dominoes; ++i) {
    double next = angle + spacing / place.norm();
    for (int k = 0; k < 20; ++k) next += (spacing - (point(next) - place).norm()) / place.norm();
    const Vec3 ahead = (point(next) - place).normalized();
    if (i == 0) start = place, heading = ahead, first = ahead.norm();
    body(scene, "domino_" + std::to_string(i), {box({thickness / 2, width / 2, height / 2})},
         place + Vec3(0, 0, height / 2), turn(Vec3::UnitZ(), std::atan2(ahead.y(), ahead.x())), "wood");
    angle = next;
    place = point(next);
  }
  // a ball rolls into the first
  BodyDesc& ball =
      body(scene, "ball", {sphere(0.08)}, start - heading * (0.3 * first) + Vec3(0, 0, 0.16), upright(), "metal");
  ball.velocity = values.at("speed") * heading;
  const double size = place.norm();
  camera(scene, {0.3 * size, -1.9 * size, 1.6 * size}, {0, -0.1 * size, 0}, 0.7);
  return scene;
}

// A finger draws a block out of its layer along its length, at a walking ant's pace, by a rope that is slack at first.
void pull_block(Scene& scene, int layer, bool outer) {
  const std::string prefix = "block_" + std::to_string(layer) + "_";
  const BodyDesc* block = nullptr;
  for (const BodyDesc& candidate : scene.bodies)
    if (candidate.name == prefix + (outer ? "2" : "1") || (!block && candidate.name == prefix + "2"))
      block = &candidate;
  if (!block) return;
  const double half = 0.225, slack = 0.15, pace = 0.15;
  // toward the viewer: −y, or +x for the layers across
  const Vec3 out = layer % 2 ? Vec3(0, -1, 0) : Vec3(1, 0, 0), end = block->pose.position + half * out;
  const std::string name = block->name;
  BodyDesc& finger = carrier(scene, "finger", {sphere(0.03)}, end + (slack + 0.05) * out, upright(), "red");
  finger.velocity = pace * out;
  JointDesc& string = rope(scene, "string", name, "finger", end, end + (slack + 0.05) * out);
  string.length = 2 * slack + 0.05;
}

Scene jenga(const ScenarioValues& values) {
  Scene scene;
  ground(scene);
  scene.materials["default"].density = 600;
  const int layers = whole(values, "layers"), missing = whole(values, "missing");
  const double length = 0.45, width = 0.148, pitch = 0.15, thick = 0.09;
  for (int layer = 0; layer < layers; ++layer) {
    // the middle block is out of every other layer, from below, as long as there are any to take
    const bool hollow = layer % 2 == 1 && layer / 2 < missing && layer + 1 < layers;
    for (int i = 0; i < 3; ++i) {
      if (hollow && i == 1) continue;
      const double across = (i - 1) * pitch, z = (layer + 0.5) * thick;
      const bool along = layer % 2 == 0;
      body(scene, "block_" + std::to_string(layer) + "_" + std::to_string(i), {box({length / 2, width / 2, thick / 2})},
           along ? Vec3(0, across, z) : Vec3(across, 0, z), along ? upright() : turn(Vec3::UnitZ(), pi / 2), "wood");
    }
  }
  pull_block(scene, whole(values, "pull"), on(values, "outer"));
  const double height = layers * thick;
  camera(scene, {0.9 * height, -1.2 * height - 0.4, 0.9 * height}, {0, 0, 0.48 * height}, 0.7);
  return scene;
}

Scene kapla_tower(const ScenarioValues& values) {
  Scene scene;
  ground(scene);
  scene.materials["default"].density = 600;
  const int rings = whole(values, "rings"), planks = whole(values, "planks");
  const double length = 0.3, width = 0.1, thick = 0.06, space = 0.25;
  // a ring of planks laid flat; the next one bridges the spaces
  const double radius = (1 + space) * length / (2 * std::tan(pi / planks)) + width / 2;
  for (int ring = 0; ring < rings; ++ring)
    for (int i = 0; i < planks; ++i) {
      const double angle = 2 * pi * (i + 0.5 * (ring % 2)) / planks;
      body(scene, "plank_" + std::to_string(ring) + "_" + std::to_string(i), {box({width / 2, length / 2, thick / 2})},
           {radius * std::cos(angle), radius * std::sin(angle), (ring + 0.5) * thick}, turn(Vec3::UnitZ(), angle),
           "wood");
    }
  if (values.at("ball_speed") > 0) {
    BodyDesc& ball =
        body(scene, "ball", {sphere(0.15)}, {-radius - 1.5, 0.0, 0.6 * rings * thick + 0.2}, upright(), "metal");
    ball.velocity = {values.at("ball_speed"), 0, 1.0};
    ball.mass = 20;
  }
  const double height = std::max(rings * thick, 1.6 * radius);
  camera(scene, {1.1 * height + 0.3, -1.5 * height - 0.4, 1.2 * height}, {0, 0, 0.42 * rings * thick}, 0.75);
  return scene;
}

}  // namespace

std::vector<Scenario> toys() {
  return {
      {"domino_spiral",
       "Field",
       "A ball tips the first domino of a spiral; the wave runs to the last.",
       {count("dominoes", 90, 10, 200, "dominoes"), number("spacing", 0.42, 0.3, 0.6, "heights", "between dominoes"),
        number("speed", 1.5, 1, 4, "m/s", "of the ball")},
       domino_spiral},
      {"jenga",
       "Field",
       "A Jenga tower with blocks missing stands while one more is drawn out of it.",
       {count("layers", 18, 3, 24, "layers of three"), count("missing", 5, 0, 11, "middle blocks taken out from below"),
        count("pull", 12, 0, 24, "layer a block is drawn out of; none where there is no such layer"),
        toggle("outer", false, "draw out an outer block instead of the middle one")},
       jenga},
      {"kapla_tower",
       "Field",
       "A round tower of loose planks stands on friction and balance.",
       {count("rings", 20, 2, 40, "rings"), count("planks", 12, 8, 20, "planks a ring"),
        number("ball_speed", 0, 0, 15, "m/s", "of a ball thrown at it; 0: none")},
       kapla_tower},
  };
}

}  // namespace spook::families
