// The wheel loader of the SPOOK paper. The machine stands along x, its articulation at x = 0, on the plane z = 0;
// lengths and masses are those of a 20 t loader with a Z-bar linkage.
#include "scenarios/wheel_loader.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "scenarios/build.h"
#include "scenarios/courses.h"
#include "scenarios/families.h"

namespace spook::families {

using namespace build;

namespace {

constexpr double wheel_radius = 0.8, axle_x = 1.6, gauge = 1.05;

// the linkage, in the plane of x and z
const Vec2 boom_pin{1.25, 2.0}, bucket_pin{3.40, 0.35}, crank_pin{2.75, 1.29}, crank_top{2.65, 1.95},
    crank_foot{2.80, 0.85}, coupler_pin{3.42, 0.90}, tilt_foot{1.35, 1.75}, lift_foot{1.45, 0.85},
    lift_head{2.22, 1.26};

Vec3 in_plane(const Vec2& point, double y) {
  return {point.x(), y, point.y()};
}

BodyDesc& part(Scene& scene, const std::string& name, std::vector<ShapeDesc> shapes, const Vec3& position, double mass,
               const std::string& look) {
  for (ShapeDesc& shape : shapes)
    if (shape.material == "default") shape.material = "steel";
  BodyDesc& added = body(scene, name, std::move(shapes), position, upright(), look);
  added.mass = mass;
  return added;
}

// a box by its corners, about a centre
ShapeDesc block(const Vec3& low, const Vec3& high, const Vec3& centre) {
  return box(0.5 * (high - low), 0.5 * (low + high) - centre);
}

// a beam of square section from one point of the plane to another
ShapeDesc beam(const Vec2& from, const Vec2& to, double y, double half_width, double half_height, const Vec3& centre) {
  const Vec2 along = to - from;
  return box({along.norm() / 2 + half_height, half_width, half_height}, in_plane(0.5 * (from + to), y) - centre,
             turn(Vec3::UnitY(), -std::atan2(along.y(), along.x())));
}

// A hydraulic cylinder: a barrel pinned to one body, a rod held in a ball at another, and between them a slider whose
// bounded motor is the pump, and a closed valve at speed 0; its stroke ends at both ends. A follower has no motor and
// may turn in its barrel.
struct Hydraulic {
  std::string name, from, to;
  Vec3 foot, head;
  double radius = 0.08, effort = 0.0;
  Vec3 pin = Vec3::UnitY();
  std::array<double, 2> stroke{-0.35, 0.35};  // m, from where it is built
};

void add_hydraulic(Scene& scene, const Hydraulic& h) {
  const Vec3 along = (h.head - h.foot).normalized();
  const double half = 0.3 * (h.head - h.foot).norm();
  const Quat lie = z_along(along);
  const auto tube = [&](const std::string& end, double radius, const Vec3& centre, double mass) {
    body(scene, h.name + end,
         {with_material(cylinder(radius, half), "steel"), with_material(sphere(1.1 * radius, {0, 0, -half}), "steel")},
         centre, lie, "metal")
        .mass = mass;
  };
  tube("_barrel", h.radius, h.foot + half * along, 60);
  tube("_rod", 0.6 * h.radius, h.head - half * along, 40);
  joint(scene, JointType::hinge, h.name + "_foot", h.name + "_barrel", h.from, h.foot, h.pin);
  joint(scene, JointType::ball, h.name + "_head", h.name + "_rod", h.to, h.head);
  const bool driven = h.effort > 0;
  JointDesc& piston = joint(scene, driven ? JointType::slider : JointType::cylindrical, h.name, h.name + "_rod",
                            h.name + "_barrel", 0.5 * (h.foot + h.head), along);
  if (!driven) return;
  piston.motor = MotorDesc{0.0, h.effort};
  piston.limits = h.stroke;
}

void add_frames(Scene& scene) {
  const Vec3 rear(-1.7, 0, 1.2), front(1.2, 0, 1.2);
  part(scene, "rear_frame",
       {block({-3.0, -0.55, 0.8}, {-0.25, 0.55, 1.35}, rear), block({-3.1, -0.75, 1.3}, {-1.45, 0.75, 2.0}, rear),
        block({-3.35, -0.9, 0.65}, {-3.0, 0.9, 1.5}, rear), block({-2.9, -0.6, 2.0}, {-1.7, 0.6, 2.15}, rear),
        block({-0.3, -0.2, 0.75}, {-0.05, 0.2, 0.85}, rear), block({-0.3, -0.2, 1.25}, {-0.05, 0.2, 1.35}, rear),
        cylinder(0.07, 0.35, Vec3::UnitZ(), Vec3(-2.6, 0.35, 2.4) - rear),
        block({-1.4, 0.6, 0.7}, {-0.4, 0.95, 0.8}, rear), block({-1.4, -0.95, 0.7}, {-0.4, -0.6, 0.8}, rear)},
       rear, 8500, "yellow");
  part(scene, "front_frame",
       {block({0.05, -0.3, 0.85}, {0.6, 0.3, 1.25}, front), block({0.5, -0.55, 0.7}, {2.1, 0.55, 1.0}, front),
        block({0.95, 0.56, 0.9}, {1.55, 0.64, 2.1}, front), block({0.95, -0.64, 0.9}, {1.55, -0.56, 2.1}, front),
        block({0.95, -0.56, 1.0}, {1.1, 0.56, 1.7}, front), block({1.2, -0.12, 1.6}, {1.45, -0.05, 1.85}, front),
        block({1.2, 0.05, 1.6}, {1.45, 0.12, 1.85}, front)},
       front, 4500, "yellow");
  joint(scene, JointType::hinge, "articulation", "front_frame", "rear_frame", {0, 0, 1.05}, Vec3::UnitZ()).limits = {
      {-0.7, 0.7}};
  const Vec3 cab(-0.75, 0, 2.35);
  part(scene, "cab",
       {block({-1.4, -0.7, 1.5}, {-0.1, 0.7, 2.0}, cab), block({-1.45, -0.75, 3.1}, {-0.05, 0.75, 3.2}, cab),
        block({-1.4, -0.7, 2.0}, {-1.32, -0.62, 3.1}, cab), block({-1.4, 0.62, 2.0}, {-1.32, 0.7, 3.1}, cab),
        block({-0.18, -0.7, 2.0}, {-0.1, -0.62, 3.1}, cab), block({-0.18, 0.62, 2.0}, {-0.1, 0.7, 3.1}, cab)},
       cab, 700, "yellow");
  // the cab rides on four rubber mounts
  for (double x : {-1.3, -0.2})
    for (double y : {-0.6, 0.6}) {
      JointDesc& mount =
          joint(scene, JointType::ball, std::string("mount_") + (x < -1 ? "back" : "front") + (y < 0 ? "_r" : "_l"),
                "cab", "rear_frame", {x, y, 1.5});
      mount.compliance = 1e-8;
    }
  for (int side : {-1, 1}) {
    Hydraulic steer{side < 0 ? "steer_right" : "steer_left",
                    "rear_frame",
                    "front_frame",
                    {-0.55, side * 0.42, 1.1},
                    {0.5, side * 0.42, 1.1},
                    0.06,
                    side > 0 ? 3e5 : 0.0,
                    Vec3::UnitZ()};
    add_hydraulic(scene, steer);
  }
}

// a hub slides on its spring, the wheel turns on the hub; the springs are preloaded later, when all masses are known
void add_wheel(Scene& scene, const std::string& corner, const std::string& frame, double x, double side) {
  const Vec3 centre(x, side * gauge, wheel_radius), inner(x, side * (gauge - 0.35), wheel_radius);
  part(scene, "hub_" + corner, {box({0.18, 0.06, 0.2}), cylinder(0.1, 0.12, Vec3::UnitY(), {0, side * 0.1, 0})}, inner,
       250, "metal");
  JointDesc& strut = joint(scene, JointType::slider, "strut_" + corner, "hub_" + corner, frame, inner, Vec3::UnitZ());
  strut.limits = {{-0.15, 0.15}};
  spring(scene, "spring_" + corner, "hub_" + corner, frame, inner, inner + Vec3(0, 0, 0.4), 2.5e6, 1.2e5);
  part(scene, "wheel_" + corner,
       {with_material(cylinder(wheel_radius, 0.27, Vec3::UnitY()), "tyre"),
        cylinder(0.4, 0.05, Vec3::UnitY(), {0, side * 0.25, 0}),
        cylinder(0.15, 0.06, Vec3::UnitY(), {0, side * 0.28, 0})},
       centre, 650, "rubber");
  joint(scene, JointType::hinge, "axle_" + corner, "wheel_" + corner, "hub_" + corner, centre, Vec3::UnitY()).motor =
      MotorDesc{0.0, 2.6e4};
}

void add_running_gear(Scene& scene) {
  part(scene, "rear_axle", {box({0.12, 0.6, 0.12}), sphere(0.22)}, {-axle_x, 0, wheel_radius}, 700, "metal");
  JointDesc& swing = joint(scene, JointType::hinge, "rear_swing", "rear_axle", "rear_frame", {-axle_x, 0, wheel_radius},
                           Vec3::UnitX());
  swing.limits = {{-0.22, 0.22}};
  swing.friction_effort = 500;
  for (double side : {-1.0, 1.0}) {
    const std::string s = side < 0 ? "right" : "left";
    add_wheel(scene, "front_" + s, "front_frame", axle_x, side);
    add_wheel(scene, "rear_" + s, "rear_axle", -axle_x, side);
  }
}

// each spring stands at rest under its share of the weight
void preload_springs(Scene& scene) {
  double mass = 0.0, moment = 0.0;
  for (const BodyDesc& carried : scene.bodies)
    if (carried.motion == Motion::dynamic && carried.name.rfind("wheel_", 0) && carried.name.rfind("hub_", 0)) {
      mass += *carried.mass;
      moment += *carried.mass * carried.pose.position.x();
    }
  const double centre = moment / mass, front = 0.5 * mass * gravity * (centre + axle_x) / (2 * axle_x);
  for (JointDesc& strut : scene.joints)
    if (strut.type == JointType::spring)
      strut.rest_length +=
          (strut.name.find("front") != std::string::npos ? front : 0.5 * mass * gravity - front) / strut.stiffness;
}

void add_boom(Scene& scene) {
  const Vec3 centre = in_plane(0.5 * (boom_pin + bucket_pin), 0);
  const Vec2 bracket = boom_pin + 0.6 * (bucket_pin - boom_pin);
  std::vector<ShapeDesc> arms;
  for (double y : {-0.45, 0.45}) {
    arms.push_back(beam(boom_pin, bucket_pin, y, 0.05, 0.13, centre));
    arms.push_back(cylinder(0.16, 0.06, Vec3::UnitY(), in_plane(boom_pin, y) - centre));
    arms.push_back(cylinder(0.14, 0.06, Vec3::UnitY(), in_plane(bucket_pin, y) - centre));
  }
  arms.push_back(cylinder(0.12, 0.45, Vec3::UnitY(), in_plane(bracket, 0) - centre));
  for (double y : {-0.12, 0.12}) arms.push_back(beam(bracket, crank_pin, y, 0.03, 0.1, centre));
  part(scene, "boom", std::move(arms), centre, 1300, "yellow");
  // a pin on either side: more equations than a hinge needs, as it is in steel
  for (double y : {-0.45, 0.45})
    joint(scene, JointType::hinge, y < 0 ? "boom_pin_right" : "boom_pin_left", "boom", "front_frame",
          in_plane(boom_pin, y), Vec3::UnitY());
  for (double y : {-0.3, 0.3})
    add_hydraulic(scene, {y < 0 ? "lift_right" : "lift_left",
                          "front_frame",
                          "boom",
                          in_plane(lift_foot, y),
                          in_plane(lift_head, y),
                          0.1,
                          4e5,
                          Vec3::UnitY(),
                          {-0.1, 0.72}});
}

void add_tilt_linkage(Scene& scene) {
  const Vec3 crank = in_plane(crank_pin, 0);
  part(scene, "bellcrank",
       {beam(crank_pin, crank_top, 0, 0.07, 0.09, crank), beam(crank_pin, crank_foot, 0, 0.07, 0.09, crank),
        cylinder(0.13, 0.08, Vec3::UnitY())},
       crank, 260, "yellow");
  joint(scene, JointType::hinge, "crank_pin", "bellcrank", "boom", crank, Vec3::UnitY());
  const Vec3 middle = in_plane(0.5 * (crank_foot + coupler_pin), 0);
  part(scene, "tilt_link", {beam(crank_foot, coupler_pin, 0, 0.05, 0.07, middle)}, middle, 90, "metal");
  joint(scene, JointType::hinge, "link_back", "tilt_link", "bellcrank", in_plane(crank_foot, 0), Vec3::UnitY());
  joint(scene, JointType::ball, "link_front", "tilt_link", "coupler", in_plane(coupler_pin, 0));
  add_hydraulic(scene, {"tilt",
                        "front_frame",
                        "bellcrank",
                        in_plane(tilt_foot, 0),
                        in_plane(crank_top, 0),
                        0.1,
                        4e5,
                        Vec3::UnitY(),
                        {-0.35, 0.62}});
}

void add_bucket(Scene& scene) {
  const Vec3 plate(3.41, 0, 0.62), centre(4.0, 0, 0.45);
  part(scene, "coupler",
       {box({0.03, 0.5, 0.33}), box({0.05, 0.52, 0.05}, {0, 0, -0.27}), box({0.05, 0.3, 0.05}, {0, 0, 0.28})}, plate,
       300, "metal");
  for (double y : {-0.45, 0.45})
    joint(scene, JointType::hinge, y < 0 ? "bucket_pin_right" : "bucket_pin_left", "coupler", "boom",
          in_plane(bucket_pin, y), Vec3::UnitY());
  // floor and back: plates along a profile; sides; teeth
  const std::vector<Vec2> profile{{4.75, 0.05}, {3.70, 0.05}, {3.55, 0.17}, {3.49, 0.42},
                                  {3.52, 0.78}, {3.66, 1.12}, {3.86, 1.24}};
  const double half = 1.4, thin = 0.02;
  std::vector<ShapeDesc> shapes;
  for (std::size_t i = 0; i + 1 < profile.size(); ++i)
    shapes.push_back(beam(profile[i], profile[i + 1], 0, half, thin, centre));
  for (double y : {-half, half}) {
    std::vector<Vec2> outline;
    for (const Vec2& p : {Vec2(4.62, 0.04), Vec2(4.45, 0.42), Vec2(3.80, 1.2), Vec2(3.66, 1.12), Vec2(3.50, 0.6),
                          Vec2(3.55, 0.17), Vec2(3.7, 0.04)})
      outline.push_back(p - Vec2(centre.x(), centre.z()));
    ShapeDesc side = prism(outline, 0.025);
    side.pose.position.y() = y;
    shapes.push_back(std::move(side));
  }
  for (int i = 0; i < 8; ++i)
    shapes.push_back(hull({{0.7, -0.05, -0.42},
                           {0.7, 0.05, -0.42},
                           {0.7, -0.05, -0.36},
                           {0.7, 0.05, -0.36},
                           {0.92, -0.03, -0.42},
                           {0.92, 0.03, -0.42}},
                          {0, (i - 3.5) * 0.38, 0}));
  for (ShapeDesc& shape : shapes) shape.material = "bucket";
  part(scene, "bucket", std::move(shapes), centre, 1500, "metal");
  // the quick coupler: a hinge at the lower hooks, locked by its upper bolt
  joint(scene, JointType::hinge, "quick_coupler", "bucket", "coupler", {3.46, 0, 0.32}, Vec3::UnitY()).lock =
      LockDesc{0.0, 2e6};
}

Scene wheel_loader(const ScenarioValues& values) {
  Scene scene;
  scene.parameters.friction_compliance = 1e-6;  // numerics §1: loose piles, here of heavy stones
  material(scene, "tyre", 0.9).compliance = 1e-7;
  material(scene, "floor", 0.9);
  material(scene, "steel", 0.3);
  material(scene, "bucket", 0.35);
  material(scene, "rock", values.at("friction"), 0.0, 2600.0).compliance = 1e-8;
  pair(scene, "tyre", "floor", 0.9);
  pair(scene, "tyre", "rock", 0.8);
  ground(scene, "floor");
  add_wheel_loader(scene);
  add_rocks(scene, {values.at("distance"), 0, 0}, whole(values, "rocks"), std::uint64_t(whole(values, "seed")));
  if (on(values, "script") && !on(values, "course")) add_loader_script(scene);
  if (on(values, "course"))
    for (const int side : {-1, 1}) {
      const Course& course = *find_course("wheel_loader");
      fixture(scene, side < 0 ? "post_right" : "post_left", {cylinder(0.08, 0.6)},
              {course.line_x, side * course.line_half, 0.6}, upright(), side < 0 ? "red" : "orange");
    }
  camera(scene, {6.8, -12.4, 4.2}, {5.2, 0, 1.2}, 0.74);
  return scene;
}

std::vector<ScenarioControl> loader_controls() {
  ScenarioControl throttle{"throttle", 'W', 'S', {}};
  for (const char* corner : {"front_left", "front_right", "rear_left", "rear_right"})
    throttle.targets.push_back({std::string("axle_") + corner, 2.5 / wheel_radius});
  return {throttle,
          {"steer", 'A', 'D', {{"steer_left", -0.2}}},
          {"lift", 'R', 'F', {{"lift_left", 0.25}, {"lift_right", 0.25}}},
          {"tilt", 'T', 'G', {{"tilt", 0.3}}}};
}

}  // namespace

void add_wheel_loader(Scene& scene) {
  const std::size_t first = scene.bodies.size();
  add_frames(scene);
  add_running_gear(scene);
  add_boom(scene);
  add_bucket(scene);
  add_tilt_linkage(scene);
  preload_springs(scene);
  // the machine's own parts pass beside each other
  for (std::size_t i = first; i < scene.bodies.size(); ++i)
    for (std::size_t j = i + 1; j < scene.bodies.size(); ++j)
      scene.no_collide.push_back({scene.bodies[i].name, scene.bodies[j].name});
}

void add_loader_script(Scene& scene) {
  const double forward = 1.6 / wheel_radius, dig = 0.7 / wheel_radius, on_top = 1.3 / wheel_radius;
  for (const char* corner : {"front_left", "front_right", "rear_left", "rear_right"})
    drive(scene, std::string("axle_") + corner,
          {{0, 0},
           {0.3, 0},
           {1.0, forward},
           {2.6, forward},
           {3.0, dig},
           {3.9, dig},
           {4.5, 0},
           {6.2, 0},
           {6.8, on_top},
           {10, on_top},
           {10.5, 0}});
  drive(scene, "tilt", {{0, 0}, {3.0, 0}, {3.3, 0.35}, {4.7, 0.35}, {5.0, 0}});
  for (const char* side : {"lift_left", "lift_right"})
    drive(scene, side, {{0, 0}, {3.4, 0}, {3.8, 0.12}, {4.5, 0.12}, {4.9, 0.25}, {6.6, 0.25}, {7.2, 0}});
}

std::vector<Scenario> wheel_loaders() {
  return {
      {"wheel_loader",
       "SPOOK paper",
       "A wheel loader drives to a pile of rocks, scoops a shovelful, lifts it and drives over the pile.",
       {count("rocks", 137, 20, 250, "rocks in the pile"), number("distance", 9, 8, 12, "m", "of the pile"),
        number("friction", 0.7, 0.4, 0.9, "", "of rock on rock"), toggle("script", true, "off: by keyboard"),
        toggle("course", false, "a task against the clock: by keyboard"), count("seed", 1, 1, 100, "of the rocks")},
       wheel_loader,
       loader_controls()},
  };
}

}  // namespace spook::families
