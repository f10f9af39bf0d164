// A body under our stepper beside others that follow a known course. The others are led by motors along trajectories
// worked out here: the exact solution, or what another integrator makes of the same problem at the same step.
#include <array>
#include <cmath>
#include <functional>

#include "scenarios/build.h"
#include "scenarios/families.h"

namespace spook::families {

using namespace build;

namespace {

using Swing = std::array<double, 2>;  // angle and its rate

std::vector<double> swing(double angle, int steps, const std::function<Swing(Swing)>& advance) {
  std::vector<double> course{angle};
  Swing state{angle, 0.0};
  for (int k = 0; k < steps; ++k) {
    state = advance(state);
    course.push_back(state[0]);
  }
  return course;
}

Scene pendulum_beside(const ScenarioValues& values) {
  Scene scene;
  scene.parameters.geometric_stiffness = false;  // as published
  const double length = 1.0, radius = 0.1, top = 1.6, spacing = 0.7, h = scene.parameters.time_step;
  const double angle = values.at("angle") * degrees,
               k = gravity / (length * (1 + 0.4 * radius * radius / (length * length)));
  const int steps = int(std::lround(values.at("seconds") / h));
  ground(scene);
  fixture(scene, "beam",
          {box({0.06, 2 * spacing, 0.04}),
           box({0.06, 0.05, (top + 0.02) / 2}, {0, 2 * spacing - 0.05, -0.04 - (top + 0.02) / 2}),
           box({0.06, 0.05, (top + 0.02) / 2}, {0, 0.05 - 2 * spacing, -0.04 - (top + 0.02) / 2})},
          {0, 0, top + 0.04 + 0.02}, upright(), "wood");
  const auto bob = [&](const std::string& name, double y, const std::string& look) {
    body(scene, name, {sphere(radius), cylinder(0.01, length / 2 - radius / 2, Vec3::UnitZ(), {0, 0, length / 2})},
         {length * std::sin(angle), y, top - length * std::cos(angle)}, turn(Vec3::UnitY(), -angle), look);
    scene.no_collide.push_back({name, "beam"});  // beside which it may start
    BodyDesc& added = scene.bodies.back();
    added.mass = 1.0;
    added.inertia = Vec3::Constant(0.4 * radius * radius);
    return &joint(scene, JointType::hinge, name + "_pivot", name, "", {0, y, top}, -Vec3::UnitY());
  };
  bob("spook", -1.5 * spacing, "metal")->compliance = values.at("compliance");
  // the joint's angle is counted from where the pendulum starts
  const auto led = [&](const std::string& name, double y, const std::string& look,
                       const std::function<Swing(Swing)>& advance) {
    bob(name, y, look)->motor = MotorDesc{0.0, 1e6};
    lead(scene, name + "_pivot", swing(angle, steps, advance));
  };
  const auto pull = [&](double a) { return -k * std::sin(a); };
  // both implicit schemes by fixed point: h² k is 0.003
  led("implicit_euler", -0.5 * spacing, "orange", [&](Swing s) {
    Swing next = s;
    for (int i = 0; i < 30; ++i) next = {s[0] + h * next[1], s[1] + h * pull(next[0])};
    return next;
  });
  led("implicit_midpoint", 0.5 * spacing, "blue", [&](Swing s) {
    Swing next = s;
    for (int i = 0; i < 30; ++i) {
      const double middle = 0.5 * (s[0] + next[0]);
      next = {s[0] + 0.5 * h * (s[1] + next[1]), s[1] + h * pull(middle)};
    }
    return next;
  });
  // free flight of the bob, then back on to its circle, the speed along it kept: what velocity projection does
  led("projection", 1.5 * spacing, "green", [&](Swing s) {
    const Vec2 tangent(std::cos(s[0]), std::sin(s[0])), place(std::sin(s[0]), -std::cos(s[0]));
    const Vec2 speed = s[1] * length * tangent + h * Vec2(0, -k * length), flown = place * length + h * speed;
    const double next = std::atan2(flown.x(), -flown.y());
    return Swing{s[0] + std::remainder(next - s[0], 2 * pi), speed.dot(Vec2(std::cos(next), std::sin(next))) / length};
  });
  camera(scene, {3.9, -1.5, 1.9}, {0, 0, 0.82}, 0.75);
  return scene;
}

// height of a ball of restitution e thrown up again from the floor, t after the start, from the exact bounces
double exact_height(double height, double restitution, double t) {
  double fall = std::sqrt(2 * height / gravity), speed = gravity * fall;
  if (t < fall) return height - 0.5 * gravity * t * t;
  t -= fall;
  for (int bounce = 0; bounce < 10000; ++bounce) {
    speed *= restitution;
    const double flight = 2 * speed / gravity;
    if (flight < 1e-9) return 0.0;
    if (t < flight) return speed * t - 0.5 * gravity * t * t;
    t -= flight;
  }
  return 0.0;
}

Scene bouncing_ball_beside(const ScenarioValues& values) {
  Scene scene;
  const double radius = 0.1, height = values.at("height"), h = scene.parameters.time_step;
  const int steps = int(std::lround(values.at("seconds") / h));
  scene.materials["default"].restitution = values.at("restitution");
  ground(scene);
  body(scene, "spook", {sphere(radius)}, {-0.3, 0, height + radius}, upright(), "red").mass = 1.0;
  body(scene, "exact", {sphere(radius)}, {0.3, 0, height + radius}, upright(), "metal").mass = 1.0;
  scene.no_collide.push_back({"exact", "ground"});
  joint(scene, JointType::slider, "rail", "exact", "", {0.3, 0, height + radius}, Vec3::UnitZ()).motor =
      MotorDesc{0.0, 1e6};
  std::vector<double> course;
  for (int k = 0; k <= steps; ++k) course.push_back(exact_height(height, values.at("restitution"), k * h));
  lead(scene, "rail", course);
  const double size = height + 2 * radius;
  camera(scene, {0.5 * size, -2.0 * size, 0.8 * size}, {0, 0, 0.5 * size}, 0.7);
  return scene;
}

}  // namespace

std::vector<Scenario> beside() {
  return {
      {"pendulum_beside",
       "SPOOK paper",
       "One pendulum, four integrators: SPOOK and the implicit midpoint rule keep swinging, implicit Euler dies.",
       {number("angle", 60, 5, 120, "deg", "from hanging, at release"),
        number("compliance", 1e-10, 1e-12, 1e-6, "m/N", "of our pivot"),
        number("seconds", 60, 5, 60, "s", "the others are led for so long")},
       pendulum_beside},
      {"bouncing_ball_beside",
       "SPOOK paper",
       "A ball bounces beside one that follows the exact solution.",
       {number("restitution", 0.95, 0.1, 1, "", "of the ball"), number("height", 1, 0.2, 3, "m", "of its lowest point"),
        number("seconds", 60, 5, 60, "s", "the other is led for so long")},
       bouncing_ball_beside},
  };
}

}  // namespace spook::families
