// Machines whose moving parts are kinematic: they carry others and nothing stops them.
#include <cmath>

#include "scenarios/build.h"
#include "scenarios/families.h"

namespace spook::families {

using namespace build;

namespace {

// a towel: plates in a row, every seam a hinge, laid along `direction` with `out` its normal
void add_towel(Scene& scene, const std::string& name, const Vec3& centre, const Vec3& direction, const Vec3& out,
               const std::string& look) {
  const int plates = 4;
  const double pitch = 0.15;
  const Vec3 seam = out.cross(direction);
  const auto plate = [&](int i) { return name + "_" + std::to_string(i); };
  for (int i = 0; i < plates; ++i) {
    const Vec3 along = ((i - 0.5 * (plates - 1)) * pitch) * direction;
    body(scene, plate(i), {box({pitch / 2 - 0.01, 0.1, 0.012})}, centre + along, axes(direction, out), look).mass = 0.2;
    if (i == 0) continue;
    JointDesc& fold = joint(scene, JointType::hinge, name + "_fold_" + std::to_string(i), plate(i), plate(i - 1),
                            centre + along - (0.5 * pitch) * direction, seam);
    fold.limits = {{-2.5, 2.5}};
    fold.compliance = 1e-6;
  }
}

// a drum of plates with paddles, tilted back so that it keeps what it holds
Scene washing_machine(const ScenarioValues& values) {
  Scene scene;
  // soft things all: a newton presses them together by a hundredth of a millimetre, and shears them by a tenth
  scene.materials["default"].compliance = 1e-5;
  scene.parameters.friction_compliance = 1e-4;
  ground(scene);
  const int plates = 20, paddles = 4, items = whole(values, "items");
  const double radius = 1.0, half_depth = 0.6, thick = 0.05, tilt = 25 * degrees;
  // the drum's axis is its own z, which points out of its mouth
  const Quat lean = turn(Vec3::UnitX(), pi / 2 - tilt);
  const Vec3 centre(0, 0, 1.5), axis = lean * Vec3::UnitZ();
  std::vector<ShapeDesc> parts{cylinder(radius + 2 * thick, thick, Vec3::UnitZ(), {0, 0, -half_depth - thick})};
  const double side = (radius + 2 * thick) * std::tan(pi / plates);
  for (int i = 0; i < plates; ++i) {
    const double angle = 2 * pi * i / plates;
    const Quat around = turn(Vec3::UnitZ(), angle);
    parts.push_back(box({thick, side, half_depth}, around * Vec3(radius + thick, 0, 0), around));
    parts.push_back(box({0.12, side, thick / 2}, around * Vec3(radius - 0.07, 0, half_depth + thick / 2), around));
  }
  for (int i = 0; i < paddles; ++i) {
    const Quat around = turn(Vec3::UnitZ(), 2 * pi * (i + 0.5) / paddles);
    parts.push_back(box({0.12, 0.04, half_depth}, around * Vec3(radius - 0.12, 0, 0), around));
  }
  carrier(scene, "drum", std::move(parts), centre, lean, "metal").angular_velocity = values.at("speed") * axis;
  Dice dice(3);
  static constexpr const char* colours[] = {"white", "blue", "red", "yellow", "green", "orange"};
  const double pitch = 0.27;
  for (int i = 0; i < items; ++i) {
    const int layer = i / 12, row = i % 12 / 4, column = i % 4;
    const Vec3 spot((column - 1.5) * pitch, (layer - 1.5) * pitch * 0.9, (row - 1.0) * pitch);
    const double size = dice.uniform(0.08, 0.1);
    ShapeDesc shape = i % 3 == 0   ? sphere(size)
                      : i % 3 == 1 ? box({size, 0.8 * size, 0.6 * size})
                                   : capsule(0.6 * size, 0.6 * size);
    const char* colour = colours[dice.index(6)];
    body(scene, "item_" + std::to_string(i), {shape}, centre + lean * spot, dice.orientation(), colour).mass = 0.5;
  }
  // towels between the paddles, flat against the drum
  const int towels = whole(values, "towels");
  for (int i = 0; i < towels; ++i) {
    const Vec3 out = lean * (turn(Vec3::UnitZ(), 2 * pi * (i + 0.1) / towels) * Vec3::UnitX());
    add_towel(scene, "towel_" + std::to_string(i), centre + 0.71 * out, axis, out, colours[i % 6]);
  }
  camera(scene, {0.7, -4.1, 2.9}, {0, 0, 1.4}, 0.7);
  return scene;
}

Scene conveyor(const ScenarioValues& values) {
  Scene scene;
  scene.materials["default"].friction = values.at("friction");
  ground(scene);
  const int rollers = 24, boxes = whole(values, "boxes");
  const double radius = 0.1, pitch = 0.25, height = 1.0, speed = values.at("speed"), half = 0.5;
  for (int i = 0; i < rollers; ++i)
    carrier(scene, "roller_" + std::to_string(i), {cylinder(radius, half, Vec3::UnitY())},
            {(i - 0.5 * (rollers - 1)) * pitch, 0, height}, upright(), "metal")
        .angular_velocity = {0, speed / radius, 0};
  const double length = rollers * pitch;
  for (int side : {-1, 1})
    fixture(scene, side < 0 ? "rail_s" : "rail_n", {box({length / 2, 0.03, 0.15})},
            {0, side * (half + 0.05), height + 0.05}, upright(), "metal");
  for (double x : {-0.8, 0.0, 0.8})
    for (int side : {-1, 1})
      fixture(scene, "leg_" + std::to_string(int(std::lround(5 * x))) + (side < 0 ? "_s" : "_n"),
              {box({0.04, 0.03, (height - 0.1) / 2})}, {x * length / 2, side * (half + 0.05), (height - 0.1) / 2},
              upright(), "metal");
  // a crate at the end of the line
  const double bin = length / 2 + 0.75;
  fixture(scene, "bin",
          {box({0.6, 0.7, 0.05}, {0, 0, 0.05}), box({0.05, 0.7, 0.35}, {-0.55, 0, 0.45}),
           box({0.05, 0.7, 0.35}, {0.55, 0, 0.45}), box({0.5, 0.05, 0.35}, {0, -0.65, 0.45}),
           box({0.5, 0.05, 0.35}, {0, 0.65, 0.45})},
          {bin + 0.1, 0, 0}, upright(), "wood");
  static constexpr const char* colours[] = {"orange", "blue", "yellow", "green"};
  for (int i = 0; i < boxes; ++i)
    body(scene, "box_" + std::to_string(i), {box({0.22, 0.2, 0.12})},
         {-length / 2 + 0.5 + 0.55 * i, 0.1 * ((i % 3) - 1), height + radius + 0.12}, upright(), colours[i % 4])
        .mass = 3;
  camera(scene, {2.6, -6.4, 4.0}, {0.75, 0, 0.55}, 0.78);
  return scene;
}

// meshing wheels: the teeth are drawn, the gear joints turn them
Scene gears(const ScenarioValues& values) {
  Scene scene;
  ground(scene);
  const int wheels = whole(values, "wheels");
  const double module = 0.04, depth = 0.06, height = 1.3;
  static constexpr int teeth_of[] = {20, 30, 14, 40, 18, 26};
  double x = 0.0, phase = 0.0;
  std::vector<std::string> names;
  double left = 0.0;
  for (int k = 0; k < wheels; ++k) {
    const int teeth = teeth_of[k % 6];
    const double radius = 0.5 * module * teeth;
    if (k == 0) left = -radius;
    if (k > 0) {
      const int before = teeth_of[(k - 1) % 6];
      x += 0.5 * module * (before + teeth);
      // the last wheel's tooth nearest to the line of centres stands this far above it; ours half a pitch further
      const double above = std::remainder(phase, 2 * pi / before) * 0.5 * module * before;
      phase = pi - (above + 0.5 * pi * module) / radius;
    }
    const std::string name = "wheel_" + std::to_string(k);
    std::vector<ShapeDesc> parts{cylinder(radius - 1.1 * module, depth, Vec3::UnitY())};
    for (int i = 0; i < teeth; ++i) {
      const Quat around = turn(-Vec3::UnitY(), 2 * pi * i / teeth);
      parts.push_back(
          box({1.05 * module, 0.8 * depth, 0.36 * module}, around * Vec3(radius - 0.1 * module, 0, 0), around));
    }
    body(scene, name, std::move(parts), {x, 0, height}, turn(-Vec3::UnitY(), phase), "metal").mass =
        20 * radius * radius / 0.16;
    JointDesc& axle =
        joint(scene, JointType::hinge, "axle_" + std::to_string(k), name, "", {x, 0, height}, -Vec3::UnitY());
    axle.friction_effort = 0.2;
    if (k == 0) axle.motor = MotorDesc{values.at("speed"), 500};
    if (k > 0)
      gear(scene, "mesh_" + std::to_string(k), "axle_" + std::to_string(k - 1), "axle_" + std::to_string(k),
           -double(teeth) / teeth_of[(k - 1) % 6]);
    for (const std::string& other : names) scene.no_collide.push_back({other, name});
    names.push_back(name);
    // its axle on a post behind it
    fixture(
        scene, "post_" + std::to_string(k),
        {cylinder(0.05, 0.11, Vec3::UnitY(), {0, 0.17 - 0.24, 0}), box({0.05, 0.04, height / 2}, {0, 0, -height / 2})},
        {x, 0.24, height}, upright(), "wood");
    scene.no_collide.push_back({"post_" + std::to_string(k), name});
  }
  const double right = x + 0.5 * module * teeth_of[(wheels - 1) % 6], middle = 0.5 * (left + right),
               size = right - left;
  camera(scene, {middle + 0.35 * size, -1.15 * size - 0.8, height + 0.4 * size}, {middle, 0, height}, 0.75);
  return scene;
}

// a bent drive shaft: universal joints carry the turning round the corner
Scene universal_shaft(const ScenarioValues& values) {
  Scene scene;
  ground(scene);
  const double bend = values.at("bend") * degrees, half = 0.5, height = 1.0;
  const Vec3 corner(0, 0, height), second = corner + 2 * half * Vec3(std::cos(bend), 0, std::sin(bend));
  const Vec3 first(-2 * half, 0, height), third = second + Vec3(2 * half, 0, 0);
  const auto shaft = [&](const std::string& name, const Vec3& from, const Vec3& to) {
    const Vec3 along = (to - from).normalized();
    const Vec3 side = Vec3::UnitY();
    body(scene, name, {cylinder(0.05, half - 0.08), box({0.11, 0.02, 0.02}), box({0.02, 0.11, 0.02})},
         0.5 * (from + to), axes(side, along), "metal")
        .mass = 5;
  };
  shaft("input", first, corner), shaft("middle", corner, second), shaft("output", second, third);
  joint(scene, JointType::hinge, "drive", "input", "", 0.5 * (first + corner), Vec3::UnitX()).motor =
      MotorDesc{values.at("speed"), 200};
  // yokes in phase, so that what the first joint adds of unevenness the second takes away
  JointDesc& yoke = joint(scene, JointType::universal, "yoke_0", "input", "middle", corner, Vec3::UnitY());
  yoke.axis2 = Vec3(-std::sin(bend), 0, std::cos(bend));
  JointDesc& last = joint(scene, JointType::universal, "yoke_1", "output", "middle", second, Vec3::UnitY());
  last.axis2 = Vec3(-std::sin(bend), 0, std::cos(bend));
  joint(scene, JointType::hinge, "bearing", "output", "", 0.5 * (second + third), Vec3::UnitX()).friction_effort = 0.5;
  scene.no_collide.push_back({"input", "output"});
  for (int side : {-1, 1})
    for (double along : {-0.3, 0.3}) {
      // bearings below the outer shafts, one at each end
      const Vec3 bearing = 0.5 * (side < 0 ? first + corner : second + third) + Vec3(along, 0, -0.055);
      fixture(scene, std::string(side < 0 ? "stand_w" : "stand_e") + (along < 0 ? "_0" : "_1"),
              {box({0.05, 0.12, bearing.z() / 2})}, {bearing.x(), 0, bearing.z() / 2}, upright(), "wood");
    }
  camera(scene, {1.5, -3.9, 2.1}, {0.45, 0, 0.85}, 0.7);
  return scene;
}

}  // namespace

std::vector<Scenario> plant() {
  return {
      {"washing_machine",
       "Field",
       "A drum with paddles turns over a load of towels and toys, and keeps it.",
       {count("items", 36, 5, 48, "toys in the drum"), count("towels", 6, 0, 8, "towels of four hinged plates"),
        number("speed", 1.5, 0.5, 3.5, "rad/s", "of the drum")},
       washing_machine},
      {"conveyor",
       "Field",
       "Driven rollers carry boxes along and drop them into a bin.",
       {count("boxes", 6, 1, 8, "boxes"), number("speed", 1, 0.2, 1.5, "m/s", "of the rollers' surface"),
        number("friction", 0.6, 0.3, 1, "", "of box on roller")},
       conveyor},
      {"gears",
       "Field",
       "A train of gears: each turns by the ratio of the teeth, the other way round.",
       {count("wheels", 4, 2, 6, "wheels"), number("speed", 2, -5, 5, "rad/s", "of the first")},
       gears},
      {"universal_shaft",
       "Field",
       "A shaft bent twice turns at both ends alike through two universal joints.",
       {number("speed", 6, 1, 15, "rad/s", "of the input"), number("bend", 25, 0, 40, "deg", "at each joint")},
       universal_shaft},
  };
}

}  // namespace spook::families
