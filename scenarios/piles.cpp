// Logs dropped on a slope between posts.
#include <algorithm>
#include <cmath>

#include "scenarios/build.h"
#include "scenarios/families.h"

namespace spook::families {

using namespace build;

namespace {

Scene log_pile(const ScenarioValues& values) {
  Scene scene;
  const int logs = whole(values, "logs");
  const double slope = values.at("slope") * degrees, radius = 0.15, half = values.at("length") / 2;
  scene.materials["default"].density = 700;
  scene.materials["default"].friction = values.at("friction");
  scene.parameters.friction_compliance = 1e-7;  // numerics §1: loose piles

  // the bunk: everything on it is placed in its own tilted frame, x up the slope, z off it
  const double pile = std::sqrt(logs * pi * radius * radius / 0.75);  // edge of the square section they fill
  const double width = std::max(1.3 * pile, 6 * radius), post = 0.12, posts = std::max(1.5 * pile, 8 * radius);
  const Pose bunk{{0, 0, 0.5 * width * std::sin(slope) + 0.3}, turn(Vec3::UnitY(), -slope)};
  const auto on_bunk = [&](const Vec3& point) { return bunk.to_parent(point); };
  ground(scene);
  fixture(scene, "bed", {box({width / 2 + 2 * post, half + 0.2, 0.1})}, on_bunk({0, 0, -0.1}), bunk.orientation,
          "wood");
  for (int side : {-1, 1})
    for (int end : {-1, 1})
      fixture(scene, std::string("post_") + (side < 0 ? "low_" : "high_") + (end < 0 ? "a" : "b"),
              {box({post, post, posts / 2})}, on_bunk({side * (width / 2 + post), end * 0.55 * half, posts / 2}),
              bunk.orientation, "metal");

  // hung in layers over the bed, each log a little askew, by less than the space beside it, and let go
  const double askew = 0.012 / half;
  Dice dice(whole(values, "seed"));
  const double pitch = 2 * radius * 1.12;
  const int row = std::max(2, int((width - 2.2 * radius) / pitch));
  for (int i = 0; i < logs; ++i) {
    const int layer = i / row, place = i % row;
    const double shift = (layer % 2) * 0.4 * pitch - 0.2 * pitch;
    const Vec3 centre(-0.5 * pitch * (row - 1) + place * pitch + shift, dice.uniform(-0.05, 0.05),
                      radius * 1.5 + layer * 2 * radius * 1.25);
    const Quat lie = turn(Vec3::UnitZ(), dice.uniform(-1, 1) * askew) * z_along(Vec3::UnitY());
    body(scene, "log_" + std::to_string(i), {cylinder(radius, half)}, on_bunk(centre), bunk.orientation * lie, "wood");
  }
  const double size = std::max(width, posts) + half;
  camera(scene, {-0.75 * size, -1.25 * size, 0.95 * size}, {0, 0, 0.35 * posts + 0.3}, 0.75);
  return scene;
}

}  // namespace

std::vector<Scenario> piles() {
  return {
      {"log_pile",
       "SPOOK paper",
       "Logs dropped on a slope between posts settle into a quiet pile.",
       {count("logs", 60, 5, 500, "logs"), number("slope", 10, 0, 20, "deg", "of the bed"),
        number("length", 3, 1, 6, "m", "of a log"), number("friction", 0.5, 0.2, 1, "", "of bark"),
        count("seed", 1, 1, 1000, "which small disorder the logs start with")},
       log_pile},
  };
}

}  // namespace spook::families
