// Small systems of the papers on time stepping, as bodies in space. Data: scenarios/papers, numerics §8.
#include <cmath>

#include "scenarios/build.h"
#include "scenarios/families.h"

namespace spook::families {

using namespace build;

namespace {

// two point masses on rods of 1 m, in the plane y = 0, and a wall they may touch but not pass
Scene double_pendulum_wall(const ScenarioValues& values) {
  Scene scene;
  Material& smooth = scene.materials["default"];
  smooth.friction = 0.0;
  smooth.restitution = values.at("restitution");
  const double radius = 0.05, top = 2.4;
  const double a = values.at("upper") * degrees, b = values.at("lower") * degrees;
  const Vec3 pivot(0, 0, top), along_a(std::sin(a), 0, -std::cos(a)), along_b(std::sin(b), 0, -std::cos(b));
  ground(scene);
  fixture(scene, "wall", {box({0.1, 0.6, 1.3})}, {-radius - 0.1, 0, 1.3}, upright(), "concrete");
  const auto bob = [&](const std::string& name, const std::string& above, const Vec3& hinge, const Vec3& along) {
    BodyDesc& mass = body(scene, name, {sphere(radius), capsule(0.02, 0.43, Vec3::UnitZ(), {0, 0, 0.5})}, hinge + along,
                          axes(Vec3::UnitY().cross(-along), -along), name == "upper" ? "orange" : "blue");
    mass.mass = 1.0;
    mass.inertia = Vec3::Constant(1e-4);  // nearly the points of the paper
    joint(scene, JointType::hinge, name + "_hinge", name, above, hinge, Vec3::UnitY());
  };
  bob("upper", "", pivot, along_a);
  bob("lower", "upper", pivot + along_a, along_b);
  scene.no_collide.push_back({"upper", "lower"});
  camera(scene, {2.2, -3.7, 1.8}, {0.45, 0, 1.3}, 0.75);
  return scene;
}

// a block of 1 kg under 8 cos t, μ = 0.8: slips a little, then sticks, four times in ten seconds
Scene stick_slip_block(const ScenarioValues& values) {
  Scene scene;
  scene.materials["default"].friction = values.at("friction");
  ground(scene);
  body(scene, "block", {box({0.25, 0.2, 0.15})}, {3, 0, 0.15}, upright(), "wood").mass = 1.0;
  // the force of each step is that of its middle
  const double h = scene.parameters.time_step, amplitude = values.at("amplitude");
  for (int k = 0; k < 600; ++k)
    push(scene, "block", {amplitude * std::cos((k + 0.5) * h), 0, 0}, (k - 0.5) * h, (k + 0.5) * h);
  camera(scene, {4.0, -1.9, 1.0}, {3, 0, 0.1}, 0.7);
  return scene;
}

// two carts joined by a damper, the first on a spring and before a stopper, dry friction below
Scene two_carts(const ScenarioValues& values) {
  Scene scene;
  const double half = 0.25, start = 0.1, apart = 5.0;
  material(scene, "cart", 0.05);
  material(scene, "floor", 0.05);
  material(scene, "stopper", 0.0, 0.3);
  scene.material_pairs.push_back({"cart", "stopper", 0.0, 0.3, {}, {}});
  ground(scene, "floor");
  fixture(scene, "stopper", {with_material(box({0.1, 0.3, 0.2}), "stopper")}, {-half - 0.1, 0, 0.2}, upright(),
          "metal");
  const auto cart = [&](const std::string& name, double x) {
    BodyDesc& added = body(scene, name, {with_material(box({half, 0.15, half}), "cart")}, {x, 0, half}, upright(),
                           name == "first" ? "orange" : "blue");
    added.mass = 1.0;
    added.velocity = {-values.at("speed"), 0, 0};
  };
  cart("first", start);
  cart("second", start + apart);
  // the spring rests where the first cart stands at 0.2; its far end is a post beyond the second
  const double post = 8.0, damping = values.at("damping");
  fixture(scene, "post", {box({0.05, 0.3, 0.2})}, {post + 0.05, 0, 0.2}, upright(), "metal");
  JointDesc& coil =
      spring(scene, "spring", "first", "", {start, 0, half}, {post, 0, half}, values.at("stiffness"), 0.0);
  coil.rest_length = post - 0.2;
  spring(scene, "damper", "first", "second", {start, 0, half}, {start + apart, 0, half}, 1e-6 * damping, damping);
  camera(scene, {3.9, -7.2, 2.6}, {3.7, 0, 0.0}, 0.8);
  return scene;
}

// three balls above one another fall on the floor: every ball meets its neighbours again and again
Scene three_balls(const ScenarioValues& values) {
  Scene scene;
  scene.materials["default"].restitution = values.at("restitution");
  scene.parameters.impact_law = ImpactLaw::sequential;
  // a ball thrown back up meets the next at 8 m/s: in steps shorter than the space between them
  scene.parameters.substeps = 4;
  ground(scene);
  for (int i = 0; i < whole(values, "balls"); ++i)
    body(scene, "ball_" + std::to_string(i), {sphere(0.1)}, {0, 0, 1.0 + 0.25 * i}, upright(), "plastic").mass = 1.0;
  camera(scene, {1.2, -3.4, 1.4}, {0, 0, 0.75}, 0.7);
  return scene;
}

// Painlevé's rod: pushed along the floor leaning forward, the friction that should stop it presses it down instead
Scene painleve_rod(const ScenarioValues& values) {
  Scene scene;
  scene.materials["default"].friction = values.at("friction");
  ground(scene);
  const double half = 0.5, radius = 0.01, tilt = values.at("tilt") * degrees;
  BodyDesc& rod_body = body(scene, "rod", {capsule(radius, half)}, {0, 0, half * std::cos(tilt) + radius},
                            turn(Vec3::UnitY(), -tilt), "orange");
  rod_body.mass = 1.0;
  rod_body.velocity = {values.at("speed"), 0, 0};
  camera(scene, {1.2, -2.3, 0.95}, {0.65, 0, 0.3}, 0.75);
  return scene;
}

}  // namespace

std::vector<Scenario> papers() {
  return {
      {"double_pendulum_wall",
       "Papers",
       "A double pendulum swings against a wall and loses a little at every blow.",
       {number("upper", 60, 10, 85, "deg", "of the upper rod from hanging"),
        number("lower", 36, 0, 85, "deg", "of the lower rod"), number("restitution", 0.1, 0, 0.9, "", "of the wall")},
       double_pendulum_wall},
      {"stick_slip_block",
       "Papers",
       "A block under 8 cos t slips a few millimetres, sticks, and slips back.",
       {number("friction", 0.8, 0.75, 0.9, "", "μ"), number("amplitude", 8, 7.9, 8.6, "N", "of the force")},
       stick_slip_block},
      {"two_carts",
       "Papers",
       "Two carts with a stiff damper between them run against a spring and a stopper, and come to rest.",
       {number("damping", 100, 100, 1e6, "N s/m", "between the carts"),
        number("stiffness", 100, 100, 1e6, "N/m", "of the spring"),
        number("speed", 2, 0, 3, "m/s", "toward the stopper")},
       two_carts},
      {"three_balls",
       "Papers",
       "Three balls in a column bounce on the floor and on each other until they lie on one another.",
       {count("balls", 3, 2, 6, "balls"), number("restitution", 0.9, 0, 0.95, "", "of every contact")},
       three_balls},
      {"painleve_rod",
       "Papers",
       "Painlevé's rod slides leaning forward, jams, and tips over: no force is infinite.",
       {number("friction", 2, 0.5, 2.5, "", "μ"), number("tilt", 30, 10, 60, "deg", "backward from the vertical"),
        number("speed", 5, 1, 6, "m/s", "along the floor")},
       painleve_rod},
  };
}

}  // namespace spook::families
