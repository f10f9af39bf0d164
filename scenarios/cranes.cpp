// Lifting gear: a crane with a load on slings, and a harvester's grapple that moves logs.
#include <cmath>
#include <functional>

#include "scenarios/build.h"
#include "scenarios/families.h"

namespace spook::families {

using namespace build;

namespace {

Scene crane(const ScenarioValues& values) {
  Scene scene;
  ground(scene);
  const double mast = 4.0, boom = 5.0, raised = 25 * degrees;
  const Vec3 heel(0.3, 0, mast + 0.4), along(std::cos(raised), 0, std::sin(raised)), tip = heel + boom * along;
  fixture(scene, "mast", {box({0.3, 0.3, mast / 2}), box({0.9, 0.9, 0.1}, {0, 0, 0.1 - mast / 2})}, {0, 0, mast / 2},
          upright(), "metal");
  body(scene, "turntable", {box({0.5, 0.4, 0.2}), box({0.5, 0.45, 0.35}, {-1.0, 0, 0.15})}, {0, 0, mast + 0.2},
       upright(), "yellow")
      .mass = 2500;
  joint(scene, JointType::hinge, "slew", "turntable", "mast", {0, 0, mast}, Vec3::UnitZ()).motor = MotorDesc{0, 3e5};
  body(scene, "boom", {box({boom / 2, 0.08, 0.12})}, heel + 0.5 * boom * along, turn(Vec3::UnitY(), -raised), "yellow")
      .mass = 300;
  JointDesc& luff = joint(scene, JointType::hinge, "luff", "boom", "turntable", heel, -Vec3::UnitY());
  luff.motor = MotorDesc{0, 3e5};
  // a rope on a winch, down to the hook
  const double lift = 1.7, length = tip.z() - lift;
  const Vec3 eye = tip - Vec3(0, 0, length);
  body(scene, "hook", {sphere(0.12), capsule(0.03, 0.06, Vec3::UnitZ(), {0, 0, 0.12})}, eye - Vec3(0, 0, 0.2),
       upright(), "metal")
      .mass = 40;
  JointDesc& hoist = rope(scene, "hoist", "hook", "boom", eye, tip);
  hoist.motor = MotorDesc{0, 6e4};  // twice the heaviest load
  hoist.limits = {{0.6, tip.z() - 0.5}};
  // the load stands on the floor under the hook, its four slings just taut
  const Vec3 half(0.7, 0.5, 0.3), ring = eye - Vec3(0, 0, 0.3);
  body(scene, "load", {box(half)}, {eye.x(), 0, half.z()}, upright(), "orange").mass = values.at("load");
  for (int x : {-1, 1})
    for (int y : {-1, 1})
      rope(scene, std::string("sling_") + (x < 0 ? "w" : "e") + (y < 0 ? "s" : "n"), "hook", "load", ring,
           {eye.x() + x * half.x(), y * half.y(), 2 * half.z()});
  // up, round, and down again
  if (on(values, "script")) {
    drive(scene, "luff", {{0, 0}, {1, 0.09}, {3.5, 0.09}, {4.2, 0}, {7, 0}, {7.7, -0.07}, {9.2, -0.07}, {9.8, 0}});
    drive(scene, "slew", {{0, 0}, {3.5, 0}, {5, 0.25}, {7, 0.25}, {8.5, 0}});
  }
  camera(scene, {3.5, -12.0, 5.5}, {1.7, 0, 3.35}, 0.8);
  return scene;
}

// a jaw: two curved tines side by side, hung from its pivot; closed, they lie on a circle about `grip`
BodyDesc& add_jaw(Scene& scene, const std::string& name, const Vec3& pivot, const Vec3& grip, double side,
                  double open) {
  const double radius = (pivot - grip).norm(), thick = 0.03;
  const int pieces = 5;
  const double first = std::atan2(pivot.z() - grip.z(), side * (pivot.x() - grip.x())), sweep = 150 * degrees / pieces;
  const Quat opened = turn(Vec3::UnitY(), -side * open);
  // the pieces in the jaw's own frame, which sits at the pivot
  std::vector<ShapeDesc> tines;
  for (double y : {-0.16, 0.16})
    for (int i = 0; i < pieces; ++i) {
      const double angle = first - (i + 0.5) * sweep;
      const Vec3 middle =
          grip + radius * std::cos(sweep / 2) * Vec3(side * std::cos(angle), 0, std::sin(angle)) - pivot;
      tines.push_back(
          box({thick, 0.04, radius * std::sin(sweep / 2)}, middle + Vec3(0, y, 0), turn(Vec3::UnitY(), -side * angle)));
    }
  Vec3 centre = Vec3::Zero();
  for (const ShapeDesc& tine : tines) centre += tine.pose.position / double(tines.size());
  for (ShapeDesc& tine : tines) tine.pose.position -= centre;
  return body(scene, name, std::move(tines), pivot + opened * centre, opened, "metal");
}

struct Arm {
  Vec3 shoulder{0, 0, 2.2};
  double boom = 2.4, stick = 2.0;
  // angles above the horizon of boom and stick that bring the tip to (x, z), elbow up
  std::array<double, 2> reach(double x, double z) const {
    const double dx = x - shoulder.x(), dz = z - shoulder.z(), d = std::hypot(dx, dz);
    const double inside = std::acos((boom * boom + d * d - stick * stick) / (2 * boom * d));
    const double first = std::atan2(dz, dx) + inside;
    return {first, std::atan2(dz - boom * std::sin(first), dx - boom * std::cos(first))};
  }
};

double smooth(double t, double from, double to) {
  const double s = std::min(1.0, std::max(0.0, (t - from) / (to - from)));
  return s * s * (3 - 2 * s);
}

Scene harvester(const ScenarioValues& values) {
  Scene scene;
  scene.materials["default"].density = 700;
  ground(scene);
  const int logs = whole(values, "logs");
  const double radius = 0.13, stand = 0.35, spot = 3.0, half = 1.5, high = 1.95, low = 1.23;
  // the logs, on bearers between stakes
  for (int end : {-1, 1}) {
    fixture(scene, end < 0 ? "bearer_s" : "bearer_n",
            {box({0.7, 0.08, stand / 2}), box({0.05, 0.08, 0.2}, {-3 * radius - 0.05, 0, stand / 2 + 0.2}),
             box({0.05, 0.08, 0.2}, {3 * radius + 0.05, 0, stand / 2 + 0.2})},
            {spot, end * 0.9, stand / 2}, upright(), "wood");
  }
  for (int i = 0; i < logs; ++i) {
    const bool upper = i >= 3;
    const double x = upper ? (i - 3) * 2 * radius - radius : (i - 1) * 2 * radius;
    body(scene, "log_" + std::to_string(i), {cylinder(radius, half, Vec3::UnitY())},
         {spot + x, 0, stand + radius + (upper ? std::sqrt(3.0) * radius : 0.0)}, upright(), "wood");
  }
  // pillar, boom and stick
  const Arm arm;
  const auto angles = arm.reach(spot, high);
  const Vec3 first(std::cos(angles[0]), 0, std::sin(angles[0])), second(std::cos(angles[1]), 0, std::sin(angles[1]));
  const Vec3 elbow = arm.shoulder + arm.boom * first, tip = elbow + arm.stick * second;
  fixture(scene, "base", {box({0.8, 0.8, 0.6}), cylinder(0.3, 0.2, Vec3::UnitZ(), {0, 0, 0.8})}, {0, 0, 0.6}, upright(),
          "green");
  body(scene, "pillar", {cylinder(0.2, 0.5), box({0.25, 0.2, 0.15}, {0, 0, 0.5})}, {0, 0, 1.7}, upright(), "green")
      .mass = 600;
  joint(scene, JointType::hinge, "slew", "pillar", "base", {0, 0, 1.2}, Vec3::UnitZ()).motor = MotorDesc{0, 2e5};
  const auto beam = [&](const std::string& name, const std::string& to, const Vec3& from, const Vec3& end,
                        double mass) {
    const Vec3 along = end - from;
    body(scene, name, {box({along.norm() / 2, 0.07, 0.1})}, 0.5 * (from + end), axes(along, Vec3::UnitZ()), "green")
        .mass = mass;
    joint(scene, JointType::hinge, name + "_hinge", name, to, from, -Vec3::UnitY()).motor = MotorDesc{0, 2e5};
  };
  beam("boom", "pillar", arm.shoulder, elbow, 250);
  beam("stick", "boom", elbow, tip, 150);
  // the grapple hangs free in two directions and turns about its own axis
  const Vec3 neck = tip - Vec3(0, 0, 0.25), head = neck - Vec3(0, 0, 0.15), grip = head - Vec3(0, 0, 0.52);
  body(scene, "link", {box({0.05, 0.05, 0.12})}, 0.5 * (tip + neck), upright(), "metal").mass = 20;
  JointDesc& hang = joint(scene, JointType::universal, "hang", "link", "stick", tip, Vec3::UnitX());
  hang.axis2 = Vec3::UnitY();
  body(scene, "head", {box({0.2, 0.22, 0.08})}, head, upright(), "metal").mass = 80;
  scene.bodies.back().angular_damping = 2.0;  // the swing brakes of the link
  joint(scene, JointType::hinge, "rotator", "head", "link", neck, Vec3::UnitZ()).motor = MotorDesc{0, 2e3};
  const double open = 55 * degrees;
  for (double side : {-1.0, 1.0}) {
    const std::string name = side < 0 ? "jaw_w" : "jaw_e";
    const Vec3 pivot = head + Vec3(side * 0.14, 0, -0.06);
    add_jaw(scene, name, pivot, grip, side, open).mass = 50;
    JointDesc& hinge = joint(scene, JointType::hinge, name + "_hinge", name, "head", pivot, side * Vec3::UnitY());
    hinge.motor = MotorDesc{0, 6e3};
    hinge.limits = {{-0.1, open + 0.15}};  // from open to a little past closed
    for (const char* other : {"link", "stick"}) scene.no_collide.push_back({name, other});
  }
  scene.no_collide.push_back({"jaw_w", "jaw_e"});
  scene.no_collide.push_back({"stick", "head"});
  scene.no_collide.push_back({"stick", "pillar"});
  if (on(values, "script")) {
    // down, grip, up, round, and let go
    std::vector<double> boom, stick;
    for (int k = 0; k <= 600; ++k) {
      const double t = k * scene.parameters.time_step;
      const double z = high + (low - high) * smooth(t, 0.2, 2.0) + (2.6 - low) * smooth(t, 3.6, 5.6);
      const auto now = arm.reach(spot, z);
      boom.push_back(now[0] - angles[0]);
      stick.push_back((now[1] - now[0]) - (angles[1] - angles[0]));
    }
    lead(scene, "boom_hinge", boom);
    lead(scene, "stick_hinge", stick);
    drive(scene, "slew", {{0, 0}, {5.4, 0}, {6.2, 0.5}, {7.6, 0.5}, {8.4, 0}});
    for (const char* jaw : {"jaw_w_hinge", "jaw_e_hinge"})
      drive(scene, jaw, {{0, 0}, {2.0, 0}, {2.2, 1.0}, {8.8, 1.0}, {9.0, -1.0}, {20, -1.0}});
  }
  camera(scene, {4.2, -6.6, 3.2}, {1.6, 0, 1.35}, 0.8);
  return scene;
}

ScenarioControl lever(std::string label, char forward, char backward, std::vector<ScenarioControl::Target> targets) {
  return {std::move(label), forward, backward, std::move(targets)};
}

}  // namespace

std::vector<Scenario> cranes() {
  return {
      {"crane",
       "Field",
       "A crane lifts a load on four slings, swings it round and sets it down; its hoist winds the rope.",
       {number("load", 1000, 50, 3000, "kg", "on the hook"), toggle("script", true, "off: by keyboard")},
       crane,
       {lever("slew", 'A', 'D', {{"slew", 0.25}}), lever("boom", 'W', 'S', {{"luff", 0.1}}),
        lever("hoist", 'R', 'F', {{"hoist", -0.5}})}},
      {"harvester",
       "Field",
       "A harvester's grapple takes logs from their bearers, swings round and drops them.",
       {count("logs", 5, 1, 5, "logs"), toggle("script", true, "off: by keyboard")},
       harvester,
       {lever("slew", 'A', 'D', {{"slew", 0.5}}), lever("boom", 'W', 'S', {{"boom_hinge", 0.35}}),
        lever("stick", 'R', 'F', {{"stick_hinge", 0.4}}), lever("rotate", 'Q', 'E', {{"rotator", 0.8}}),
        lever("grapple", 'C', 'V', {{"jaw_w_hinge", 1.0}, {"jaw_e_hinge", 1.0}})}},
  };
}

}  // namespace spook::families
