// Closed loops: slider-cranks, the four-bar, rings and tables, where constraints are degenerate or redundant.
#include <cmath>

#include "scenarios/build.h"
#include "scenarios/families.h"

namespace spook::families {

using namespace build;

namespace {

// a bar in the plane y = `layer` from one point to another, turning at `rate` about the axis −y (anticlockwise from −y)
struct Bar {
  Vec2 from, to;
  double rate = 0.0;
  Vec2 velocity = Vec2::Zero();  // of `from`
  Vec2 end_velocity() const { return velocity + rate * Vec2(from.y() - to.y(), to.x() - from.x()); }
};

BodyDesc& add_bar(Scene& scene, const std::string& name, const Bar& bar, double layer, double mass,
                  const std::string& look, double thick = 0.02) {
  const Vec2 middle = 0.5 * (bar.from + bar.to), along = bar.to - bar.from;
  const double length = along.norm();
  BodyDesc& added = body(scene, name, {box({length / 2, thick / 2, thick})}, {middle.x(), layer, middle.y()},
                         turn(Vec3::UnitY(), -std::atan2(along.y(), along.x())), look);
  const Vec2 speed = 0.5 * (bar.velocity + bar.end_velocity());
  added.mass = mass;
  added.inertia = Vec3(mass * length * length * 1e-3, mass * length * length / 12, mass * length * length / 12);
  added.velocity = {speed.x(), 0, speed.y()};
  added.angular_velocity = {0, -bar.rate, 0};
  return added;
}

JointDesc& pin(Scene& scene, const std::string& name, const std::string& a, const std::string& b, const Vec2& at,
               double layer = 0.0) {
  return joint(scene, JointType::hinge, name, a, b, {at.x(), layer, at.y()}, -Vec3::UnitY());
}

// bars of a mechanism move in layers beside each other and never touch
void keep_apart(Scene& scene, const std::vector<std::string>& names) {
  for (std::size_t i = 0; i < names.size(); ++i)
    for (std::size_t j = i + 1; j < names.size(); ++j) scene.no_collide.push_back({names[i], names[j]});
}

Scene slider_crank(const ScenarioValues& values) {
  Scene scene;
  scene.parameters.gravity = {0, 0, -values.at("gravity")};
  scene.parameters.substeps = whole(values, "substeps");
  const double crank = 1.0, rod_length = values.at("ratio") * crank, height = 1.6, rate = values.at("rate");
  const double angle = 60 * degrees;
  const Vec2 pivot(0, height), elbow = pivot + crank * Vec2(std::cos(angle), std::sin(angle));
  const double fall = -std::asin(crank * std::sin(angle) / rod_length);
  const Vec2 end = elbow + rod_length * Vec2(std::cos(fall), std::sin(fall));
  // the slider stays on its line: the rod turns so that its far end has no vertical speed
  const double rod_rate = -crank * std::cos(angle) * rate / (rod_length * std::cos(fall));
  const Bar first{pivot, elbow, rate, Vec2::Zero()}, second{elbow, end, rod_rate, first.end_velocity()};
  ground(scene);
  fixture(scene, "bearing", {cylinder(0.08, 0.05, Vec3::UnitY()), box({0.05, 0.05, height / 2}, {0, 0.1, -height / 2})},
          {0, 0.1, height}, upright(), "metal");
  fixture(scene, "rail",
          {box({(crank + rod_length) / 2 + 0.6, 0.03, 0.02}),
           box({0.05, 0.05, height / 2}, {(crank + rod_length) / 2 + 0.5, 0.02, -height / 2})},
          {0.5 * (crank + rod_length), 0.1, height}, upright(), "metal");
  add_bar(scene, "crank", first, 0.0, 1.0, "orange", 0.04);
  add_bar(scene, "rod", second, -0.05, 1.0, "blue", 0.04);
  BodyDesc& slider = body(scene, "slider", {box({0.15, 0.06, 0.1})}, {end.x(), 0, height}, upright(), "metal");
  slider.mass = 1.0;
  slider.velocity = {second.end_velocity().x(), 0, 0};
  pin(scene, "main", "crank", "", pivot);
  pin(scene, "elbow", "rod", "crank", elbow);
  pin(scene, "wrist", "slider", "rod", end);
  joint(scene, JointType::slider, "guide", "slider", "", {end.x(), 0, height}, Vec3::UnitX());
  keep_apart(scene, {"bearing", "rail", "crank", "rod", "slider"});
  camera(scene, {1.6, -4.0, 2.4}, {0.5, 0, height - 0.1}, 0.75);
  return scene;
}

// Flores' benchmark, slowed ten times and so without gravity: the slider has 1 mm of play between its guides
Scene slider_crank_clearance(const ScenarioValues& values) {
  Scene scene;
  const double l1 = 0.153, l2 = 0.306, a = 0.05, b = 0.025, c = values.at("clearance") * 1e-3, lift = 0.3;
  const double rate = values.at("rate");
  Material& metal = scene.materials["default"];
  metal.friction = 0.01;
  metal.restitution = 0.4;
  scene.parameters.gravity = Vec3::Zero();
  scene.parameters.substeps = whole(values, "substeps");
  const Bar crank{{0, lift}, {l1, lift}, rate, Vec2::Zero()};
  const Bar second{{l1, lift}, {l1 + l2, lift}, -0.5 * rate, crank.end_velocity()};
  ground(scene);
  add_bar(scene, "crank", crank, 0.0, 0.038, "orange", 0.01).inertia = Vec3(7.4e-6, 7.4e-5, 7.4e-5);
  add_bar(scene, "rod", second, -0.015, 0.038, "blue", 0.01).inertia = Vec3(5.9e-5, 5.9e-4, 5.9e-4);
  BodyDesc& slider = body(scene, "slider", {box({a, 0.02, b})}, {l1 + l2, 0, lift}, upright(), "metal");
  slider.mass = 0.076;
  slider.inertia = Vec3::Constant(2.7e-6);
  slider.velocity = {second.end_velocity().x(), 0, second.end_velocity().y()};
  for (int side : {-1, 1})
    fixture(scene, side < 0 ? "guide_below" : "guide_above", {box({0.3, 0.04, 0.01})},
            {l1 + 0.2, 0, lift + side * (b + c + 0.01)}, upright(), "wood");
  pin(scene, "main", "crank", "", crank.from);
  pin(scene, "elbow", "rod", "crank", crank.to);
  pin(scene, "wrist", "slider", "rod", second.to);
  keep_apart(scene, {"crank", "rod", "guide_below", "guide_above"});
  scene.no_collide.push_back({"crank", "slider"});
  camera(scene, {0.35, -0.95, 0.55}, {0.22, 0, lift}, 0.7);
  return scene;
}

Scene four_bar(const ScenarioValues& values) {
  Scene scene;
  const double l1 = 0.3, l2 = std::sqrt(0.13), l3 = 0.4, d = 0.7, lift = 0.6, torque = values.at("torque");
  const double p1 = pi / 3, p2 = std::asin(0.05 * std::sqrt(3.0) / l2), p3 = 2 * pi / 3;
  const auto ray = [](double length, double angle) { return Vec2(length * std::cos(angle), length * std::sin(angle)); };
  const Vec2 left(0, lift), right(d, lift), first = left + ray(l1, p1), second = first + ray(l2, p2);
  ground(scene);
  fixture(scene, "frame",
          {box({0.5 * d + 0.1, 0.02, 0.02}), box({0.02, 0.02, lift / 2}, {0.5 * d, 0, -lift / 2}),
           box({0.02, 0.02, lift / 2}, {-0.5 * d, 0, -lift / 2})},
          {0.5 * d, 0.06, lift}, upright(), "metal");
  add_bar(scene, "crank", {left, first, 0, Vec2::Zero()}, 0.0, 1.0, "orange");
  add_bar(scene, "coupler", {first, second, 0, Vec2::Zero()}, -0.03, 1.0, "blue");
  add_bar(scene, "rocker", {right, right + ray(l3, p3), 0, Vec2::Zero()}, 0.0, 1.0, "green");
  pin(scene, "crank_pin", "crank", "", left);
  pin(scene, "knee", "coupler", "crank", first);
  pin(scene, "shoulder", "rocker", "coupler", second);
  pin(scene, "rocker_pin", "rocker", "", right);
  keep_apart(scene, {"frame", "crank", "coupler", "rocker"});
  // the constant torque on the crank, as a force across it at its middle
  ForceDrive drive;
  drive.body = "crank";
  drive.force = {0, 0, torque / (l1 / 2)};
  drive.body_frame = true;
  scene.drives.emplace_back(drive);
  camera(scene, {0.75, -1.55, 1.0}, {0.35, 0, 0.55}, 0.75);
  return scene;
}

// more equations than freedoms: a ring of hinges whose axes are all parallel, hung from one link
Scene hinge_ring(const ScenarioValues& values) {
  Scene scene;
  ground(scene);
  const int links = whole(values, "links");
  const double length = 0.2, radius = 0.5 * length / std::sin(pi / links), top = 2 * radius + 0.3;
  const auto corner = [&](int i) {
    const double angle = pi / 2 + pi / links + 2 * pi * i / links;
    return Vec2(radius * std::cos(angle), top - radius + radius * std::sin(angle));
  };
  const auto name = [&](int i) { return "link_" + std::to_string((i + links) % links); };
  for (int i = 0; i < links; ++i)
    add_bar(scene, name(i), {corner(i), corner(i + 1), 0, Vec2::Zero()}, 0.0, 0.5, i % 2 ? "orange" : "metal", 0.03);
  for (int i = 0; i < links; ++i) pin(scene, "hinge_" + std::to_string(i), name(i), name(i - 1), corner(i));
  // it hangs by the middle of its highest link
  const Vec2 hook = 0.5 * (corner(links - 1) + corner(links));
  pin(scene, "hook", name(links - 1), "", hook);
  // from an arm of a post behind it
  fixture(scene, "gallows",
          {cylinder(0.03, 0.3, Vec3::UnitY(), {0, -0.32, 0}),
           box({0.05, 0.05, (top + 0.1) / 2}, {0, 0.03, 0.1 - (top + 0.1) / 2})},
          {hook.x(), 0.65, hook.y()}, upright(), "wood");
  scene.no_collide.push_back({"gallows", name(links - 1)});
  camera(scene, {1.4 * radius, -3.5 * radius - 0.4, 1.2 * top}, {0, 0, 0.53 * top}, 0.7);
  return scene;
}

Scene double_hinge(const ScenarioValues& values) {
  Scene scene;
  ground(scene);
  const int hinges = whole(values, "hinges");
  // a door on more hinges than it needs, the locked one held twice over
  fixture(scene, "frame", {box({0.05, 0.05, 1.0})}, {-0.06, 0, 1.05}, upright(), "wood");
  body(scene, "door", {box({0.45, 0.025, 0.95})}, {0.45, 0, 1.05}, upright(), "wood").angular_velocity = {
      0, 0, values.at("rate")};
  scene.bodies.back().mass = 25;
  scene.bodies.back().velocity = {0, 0.45 * values.at("rate"), 0};
  for (int i = 0; i < hinges; ++i) {
    JointDesc& hinge = joint(scene, JointType::hinge, "hinge_" + std::to_string(i), "door", "frame",
                             {0, 0, 0.25 + 1.6 * (hinges == 1 ? 0.5 : double(i) / (hinges - 1))}, Vec3::UnitZ());
    hinge.limits = {{-1.9, 1.9}};
  }
  // a beam welded to the post at both ends of the same face
  body(scene, "shelf", {box({0.3, 0.15, 0.02})}, {-0.41, 0, 1.2}, upright(), "wood").mass = 4;
  joint(scene, JointType::fixed, "weld_0", "shelf", "frame", {-0.11, -0.1, 1.2});
  joint(scene, JointType::fixed, "weld_1", "shelf", "frame", {-0.11, 0.1, 1.2});
  camera(scene, {1.8, -3.4, 2.2}, {0.1, 0, 1.0}, 0.75);
  return scene;
}

Scene table(const ScenarioValues& values) {
  Scene scene;
  scene.materials["default"].friction = values.at("friction");
  ground(scene);
  // four legs, each welded to the top: six more equations than the table needs, on a rough floor
  body(scene, "top", {box({0.7, 0.4, 0.02})}, {0, 0, 0.72}, upright(), "wood").mass = 15;
  for (int x : {-1, 1})
    for (int y : {-1, 1}) {
      const std::string name = std::string("leg_") + (x < 0 ? "w" : "e") + (y < 0 ? "s" : "n");
      const Vec3 foot(x * 0.62, y * 0.33, 0);
      body(scene, name, {box({0.03, 0.03, 0.35})}, foot + Vec3(0, 0, 0.35), upright(), "wood").mass = 2;
      joint(scene, JointType::fixed, name + "_weld", name, "top", foot + Vec3(0, 0, 0.7));
    }
  body(scene, "vase", {cylinder(0.08, 0.15)}, {0.2, 0.1, 0.89}, upright(), "rock").mass = values.at("load");
  push(scene, "top", {values.at("push"), 0, 0}, 1.0, 1e300);
  camera(scene, {1.5, -2.4, 1.5}, {0, 0, 0.45}, 0.75);
  return scene;
}

}  // namespace

std::vector<Scenario> linkages() {
  return {
      {"slider_crank",
       "SPOOK paper",
       "Crank and rod of one length turn through the positions where the mechanism is singular.",
       {number("rate", 2, 0.5, 8, "rad/s", "of the crank at the start"), number("ratio", 1, 1, 2, "", "rod over crank"),
        number("gravity", 0, 0, 9.81, "m/s²", "downward"), count("substeps", 4, 1, 8, "a frame")},
       slider_crank},
      {"slider_crank_clearance",
       "Papers",
       "A slider with a millimetre of play rattles between its guides.",
       {number("rate", 15, 5, 30, "rad/s", "of the crank at the start"), number("clearance", 1, 0.5, 3, "mm", "a side"),
        count("substeps", 8, 2, 16, "a frame")},
       slider_crank_clearance},
      {"four_bar",
       "Papers",
       "A four-bar linkage under a constant torque on its crank.",
       {number("torque", 6, 0, 8, "N m", "on the crank")},
       four_bar},
      {"hinge_ring",
       "Basics",
       "A closed ring of parallel hinges, three times over-determined, sags and swings and stays closed.",
       {count("links", 20, 5, 40, "links")},
       hinge_ring},
      {"double_hinge",
       "Basics",
       "A door on two hinges where one would do, and a shelf welded twice: redundant, and quiet.",
       {count("hinges", 2, 1, 5, "hinges of the door"), number("rate", 1, 0, 3, "rad/s", "of the door")},
       double_hinge},
      {"table",
       "Basics",
       "A table with four welded legs stands on a rough floor, pushed sideways, and does not creep.",
       {number("friction", 0.8, 0.6, 1, "", "of the floor"), number("load", 3, 0.5, 30, "kg", "on the table"),
        number("push", 50, 0, 80, "N", "sideways")},
       table},
  };
}

}  // namespace spook::families
