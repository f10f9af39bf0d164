// Pendulums and the cradle.
#include <cmath>

#include "scenarios/build.h"
#include "scenarios/families.h"

namespace spook::families {

using namespace build;

namespace {

Scene cradle(const ScenarioValues& values) {
  Scene scene;
  const int balls = whole(values, "balls"), lifted = std::min(whole(values, "lifted"), balls - 1);
  const double radius = 0.1, length = 1.0, angle = values.at("angle") * degrees, beam = length + 0.3;
  Material& steel = scene.materials["default"];
  steel.restitution = values.at("restitution");
  steel.friction = 0.0;
  steel.density = 7800;
  scene.parameters.impact_law = ImpactLaw::sequential;
  scene.parameters.substeps = 2;  // a ball swung far down turns 0.06 rad a frame: half a percent of its energy
  ground(scene);
  const double span = (balls - 1) * radius;
  for (int side : {-1, 1})
    fixture(scene, side < 0 ? "beam_front" : "beam_back",
            {box({span + 0.3, 0.02, 0.02}), box({0.02, 0.02, beam / 2}, {-span - 0.3, 0, -beam / 2}),
             box({0.02, 0.02, beam / 2}, {span + 0.3, 0, -beam / 2})},
            {0, side * 0.3, beam}, upright(), "wood");
  for (int i = 0; i < balls; ++i) {
    const double x = 2 * radius * i - span, tilt = i < lifted ? angle : 0.0;
    const std::string name = "ball_" + std::to_string(i);
    body(scene, name, {sphere(radius)}, {x - length * std::sin(tilt), 0, beam - length * std::cos(tilt)},
         turn(Vec3::UnitY(), tilt), "metal");
    joint(scene, JointType::hinge, "string_" + std::to_string(i), name, "", {x, 0, beam}, Vec3::UnitY());
  }
  camera(scene, {0.8, -2.9, 1.3}, {0, 0, 0.65}, 0.75);
  return scene;
}

Scene pendulum(const ScenarioValues& values) {
  Scene scene;
  scene.parameters.geometric_stiffness = false;  // a pendulum needs none, and it would brake it
  const double length = values.at("length"), angle = values.at("angle") * degrees, radius = 0.1, top = length + 0.4;
  ground(scene);
  fixture(scene, "pivot",
          {cylinder(0.04, 0.2, Vec3::UnitY(), {0, 0, 0}), box({0.2, 0.2, 0.03}, {0, 0, 0.07}),
           box({0.05, 0.05, (top + 0.1) / 2}, {0, 0.25, 0.1 - (top + 0.1) / 2})},
          {0, 0.3, top}, upright(), "metal");
  // a point mass in all but size: its inertia counts 0.4 r²/l²
  BodyDesc& bob =
      body(scene, "bob",
           {sphere(radius), cylinder(0.012, (length - radius) / 2, Vec3::UnitZ(), {0, 0, (length + radius) / 2})},
           {length * std::sin(angle), 0, top - length * std::cos(angle)}, turn(Vec3::UnitY(), -angle), "metal");
  bob.mass = 4.0;
  bob.inertia = Vec3::Constant(0.4 * 4.0 * radius * radius);  // the rod is drawn, and weighs nothing
  JointDesc& pivot = joint(scene, JointType::hinge, "pivot", "bob", "", {0, 0, top}, Vec3::UnitY());
  pivot.compliance = values.at("compliance");
  camera(scene, {0.7 * length, -2.0 * length - 0.7, 0.8 * length}, {0, 0, 0.52 * top}, 0.75);
  return scene;
}

}  // namespace

std::vector<Scenario> swings() {
  return {
      {"cradle",
       "Field",
       "Newton's cradle: as many balls leave on the far side as arrive.",
       {count("balls", 5, 2, 9, "balls"), count("lifted", 1, 1, 8, "balls lifted at the start"),
        number("angle", 40, 5, 70, "deg", "how far they are lifted"),
        number("restitution", 1, 0, 1, "", "of the balls")},
       cradle},
      {"pendulum",
       "SPOOK paper",
       "A planar pendulum keeps its amplitude and its period.",
       {number("length", 1, 0.3, 3, "m", "from the pivot to the bob"),
        number("angle", 45, 5, 150, "deg", "from hanging, at release"),
        number("compliance", 1e-10, 1e-12, 1e-6, "m/N", "of the pivot")},
       pendulum},
  };
}

}  // namespace spook::families
