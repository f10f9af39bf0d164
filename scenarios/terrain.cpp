// Bodies on curved ground: heightfields.
#include <cmath>

#include "scenarios/build.h"
#include "scenarios/courses.h"
#include "scenarios/families.h"

namespace spook::families {

using namespace build;

namespace {

// a strip of ground, straight across y, whose height along x is given; x runs from `from` on
template <typename Height>
void strip(Scene& scene, double from, double to, double spacing, Height height) {
  ShapeDesc field;
  field.type = ShapeType::heightfield;
  field.columns = int(std::lround((to - from) / spacing)) + 1;
  field.rows = 2 * int(std::lround(0.3 / spacing)) + 1;
  field.spacing = spacing;
  for (int row = 0; row < field.rows; ++row)
    for (int column = 0; column < field.columns; ++column) field.heights.push_back(height(from + column * spacing));
  fixture(scene, "track", {field}, {0.5 * (from + to), 0, 0}, upright(), "wood");
}

Scene parabola_edge(const ScenarioValues& values) {
  Scene scene;
  Material& smooth = scene.materials["default"];
  smooth.friction = 0.0;
  const double radius = 0.12, spacing = 0.02;
  scene.parameters.substeps = 8;  // on each the ball's way turns by a hundredth of a radian, and no facet throws it
  const bool convex = on(values, "convex");
  Vec2 start(2, 2), speed(-1, -2);  // of the point below the ball
  if (convex) {
    // from a plane on to a falling parabola: the ball keeps to it, then flies off where the track ends
    start = {2, 0}, speed = {-values.at("speed"), 0};
    strip(scene, -2.6, 3.0, spacing, [](double x) { return 4.0 + (x >= 0 ? 0.0 : -0.5 * x * x); });
    start.y() = 4.0;
    ground(scene);
  } else {
    // down a parabola on to a plane, and up another at its far end, clear of the ground
    ground(scene).shapes.front().offset = -0.6;
    strip(scene, -7.4, 2.4, spacing, [](double x) {
      const double far = -5.0 - x;
      return x >= 0 ? 0.5 * x * x : far > 0 ? 0.5 * far * far : 0.0;
    });
    speed *= values.at("speed") / 2;
  }
  const double slope = convex ? 0.0 : start.x();
  const Vec2 normal = Vec2(-slope, 1).normalized();
  BodyDesc& ball = body(scene, "ball", {sphere(radius)},
                        {start.x() + radius * normal.x(), 0, start.y() + radius * normal.y()}, upright(), "red");
  ball.velocity = {speed.x(), 0, speed.y()};
  camera(scene, {-1.5, convex ? -8.0 : -9.5, convex ? 4.5 : 4.0}, {convex ? -0.5 : -2.5, 0, convex ? 2.2 : 1.2}, 0.8);
  return scene;
}

double hills(double x, double y) {
  return 0.22 * std::sin(0.9 * x) * std::cos(0.7 * y) + 0.1 * std::sin(2.3 * x + 1.1 * y) +
         0.05 * std::cos(4.1 * x - 3.3 * y);
}

// six-wheeled rovers have rockers; this one of four wheels has one a side, joined by a gear through the body
Scene rover(const ScenarioValues& values) {
  Scene scene;
  scene.materials["default"].friction = 0.9;
  // a course is smoother, and driven with more
  const bool course = on(values, "course");
  const double rough = (course ? 0.5 : 1.0) * values.at("roughness"), spacing = 0.2, start = -8.0;
  ShapeDesc field;
  field.type = ShapeType::heightfield;
  field.columns = 121, field.rows = 61, field.spacing = spacing;
  // level where the rover starts, rough beyond
  const auto ground_at = [&](double x, double y) {
    const double fade = std::min(1.0, std::max(0.0, (x - start - 1.4) / 2.0));
    return rough * fade * fade * (3 - 2 * fade) * hills(x, y);
  };
  for (int row = 0; row < field.rows; ++row)
    for (int column = 0; column < field.columns; ++column)
      field.heights.push_back(ground_at((column - 60) * spacing, (row - 30) * spacing));
  fixture(scene, "terrain", {field}, Vec3::Zero(), upright(), "soil");

  const double wheel = 0.25, base = 0.5, gauge = 0.55, deck = wheel + 0.35;
  const auto at = [&](double x, double y, double z) { return Vec3(start + x, y, z); };
  body(scene, "chassis", {box({0.5, 0.32, 0.12}), box({0.2, 0.15, 0.06}, {-0.2, 0, 0.18})}, at(0, 0, deck), upright(),
       "metal")
      .mass = 60;
  for (int side : {-1, 1}) {
    const std::string s = side < 0 ? "_r" : "_l";
    const double y = side * 0.4;
    // the rocker is a beam over both wheels, turning on the chassis
    body(scene, "rocker" + s,
         {box({base, 0.03, 0.04}), box({0.04, 0.03, 0.13}, {base, 0, -0.12}),
          box({0.04, 0.03, 0.13}, {-base, 0, -0.12})},
         at(0, y, wheel + 0.25), upright(), "metal")
        .mass = 8;
    JointDesc& pivot = joint(scene, JointType::hinge, "rocker_pivot" + s, "rocker" + s, "chassis",
                             at(0, y, wheel + 0.25), Vec3::UnitY());
    pivot.limits = {{-0.7, 0.7}};
    pivot.friction_effort = 1;
    for (int end : {-1, 1}) {
      const std::string name = std::string("wheel") + (end < 0 ? "_back" : "_front") + s;
      body(scene, name, {cylinder(wheel, 0.08, Vec3::UnitY())}, at(end * base, side * gauge, wheel), upright(),
           "rubber")
          .mass = 5;
      joint(scene, JointType::hinge, name + "_axle", name, "rocker" + s, at(end * base, side * gauge, wheel),
            Vec3::UnitY())
          .motor = MotorDesc{course ? 0.0 : values.at("speed") / wheel, course ? 90.0 : 60.0};
      scene.no_collide.push_back({name, "chassis"});
    }
  }
  // the chassis takes the mean of the two rockers' pitch
  gear(scene, "differential", "rocker_pivot_l", "rocker_pivot_r", -1.0);
  // an arm of two links and a hand, held by its motors
  const Vec3 shoulder = at(0.4, 0, deck + 0.12), elbow = shoulder + Vec3(0.25, 0, 0.45),
             wrist = elbow + Vec3(0.5, 0, -0.1);
  const auto link = [&](const std::string& name, const std::string& to, const Vec3& from, const Vec3& tip,
                        double mass) {
    const Vec3 along = tip - from;
    body(scene, name, {capsule(0.03, along.norm() / 2 - 0.03, Vec3::UnitZ())}, 0.5 * (from + tip),
         z_along(along.normalized()), "metal")
        .mass = mass;
    JointDesc& servo = joint(scene, JointType::hinge, name + "_servo", name, to, from, Vec3::UnitY());
    if (values.at("arm") > 0)
      servo.motor = MotorDesc{0.0, 300};
    else
      servo.lock = LockDesc{0.0, 300};
  };
  link("upper_arm", "chassis", shoulder, elbow, 4);
  link("forearm", "upper_arm", elbow, wrist, 3);
  body(scene, "hand", {box({0.07, 0.06, 0.04})}, wrist + Vec3(0.07, 0, 0), upright(), "rubber").mass = 1;
  joint(scene, JointType::fixed, "grasp", "hand", "forearm", wrist);
  if (const double pace = values.at("arm"); pace > 0) {  // up and down, again and again, the elbow against it
    std::vector<std::array<double, 2>> up;
    for (int swing = 0; swing < 40; ++swing) up.push_back({0.25 + swing, swing % 2 ? pace : -pace});
    drive(scene, "upper_arm_servo", up);
    for (auto& [time, speed] : up) speed *= -1.0;
    drive(scene, "forearm_servo", up);
  }
  camera(scene, at(4.5, -6.5, 4.0), at(2.8, 0, 0.3), 0.75);
  if (!course) return scene;
  int number = 0;
  for (const CourseGate& gate : find_course("rover")->gates)
    for (const int side : {-1, 1}) {
      const Vec2 post = gate.post(side);
      fixture(scene, "post_" + std::to_string(number++), {cylinder(0.05, 0.7)},
              {post.x(), post.y(), ground_at(post.x(), post.y()) + 0.55}, upright(), side < 0 ? "red" : "orange");
    }
  return scene;
}

std::vector<ScenarioControl> rover_controls() {
  ScenarioControl throttle{"throttle", 'W', 'S', {}}, steer{"steer", 'A', 'D', {}};
  for (const char* side : {"_l", "_r"})
    for (const char* end : {"_front", "_back"}) {
      const std::string axle = std::string("wheel") + end + side + "_axle";
      throttle.targets.push_back({axle, 5.0});
      steer.targets.push_back({axle, side[1] == 'l' ? -4.0 : 4.0});
    }
  return {throttle,
          steer,
          {"shoulder", 'R', 'F', {{"upper_arm_servo", -0.6}}},
          {"elbow", 'T', 'G', {{"forearm_servo", -0.6}}}};
}

// The same 2.3 mm long, its bars with round ends, and so the hole: curves of flat pieces, lengths those of the large
// one in metres. Masses, forces, compliances and the step are scaled so that it moves as that one does.
struct SmallPawl {
  static constexpr double arm = 0.3, half = 0.1, length = 0.3, depth = 0.15, plate = 0.6, floor = 0.5;
  static constexpr double size = 2.3e-3 / (2 * length);
  static constexpr int arc = 4;  // flat pieces of a round end

  static void add(std::vector<ShapeDesc>& parts, std::vector<Vec3> points) {
    for (Vec3& point : points) point *= size;
    parts.push_back(hull(std::move(points)));
  }

  // of a bar along x, `inset` within its sides; `around` puts the flat pieces about the curve, not into it
  static std::vector<Vec2> outline(double inset, bool around) {
    std::vector<Vec2> points;
    const double width = half - inset, radius = around ? width / std::cos(0.5 * pi / arc) : width;
    for (const int side : {1, -1})
      for (int k = 0; k <= arc; ++k) {
        const double angle = pi * k / arc - 0.5 * pi;
        points.emplace_back(side * (arm - half + radius * std::cos(angle)), side * radius * std::sin(angle));
      }
    return points;
  }

  static std::vector<ShapeDesc> peg() {
    const double taper = 0.08, bevel = 0.03;
    const int rings = 2;  // of the round tip
    std::vector<ShapeDesc> parts;
    for (const bool turned : {false, true}) {
      std::vector<Vec3> points;
      const auto ring = [&](double inset, double z) {
        for (const Vec2& at : outline(inset, false))
          points.emplace_back(turned ? -at.y() : at.x(), turned ? at.x() : at.y(), z);
      };
      ring(0.0, length);
      for (int k = 0; k <= rings; ++k) {
        const double angle = 0.5 * pi * k / rings;
        ring(bevel * (1.0 - std::cos(angle)), -length + taper * (1.0 - std::sin(angle)));
      }
      add(parts, std::move(points));
    }
    parts.push_back(cylinder(0.06 * size, 0.15 * size, Vec3::UnitZ(), {0, 0, (length + 0.15) * size}));
    return parts;
  }

  // four corners, and a piece behind every piece of the four curves
  static std::vector<ShapeDesc> hole(double play) {
    std::vector<ShapeDesc> parts;
    const std::vector<Vec2> curve = outline(-play, true);
    const double inner = half + play;
    for (const Vec2& along : {Vec2(1, 0), Vec2(0, 1), Vec2(-1, 0), Vec2(0, -1)}) {
      const auto pillar = [&](std::initializer_list<Vec2> corners) {
        std::vector<Vec3> points;
        for (const Vec2& at : corners)
          for (const double z : {-depth, depth})
            points.emplace_back(at.x() * along.x() - at.y() * along.y(), at.x() * along.y() + at.y() * along.x(), z);
        add(parts, std::move(points));
      };
      pillar({{inner, inner}, {plate, inner}, {inner, plate}, {plate, plate}});
      for (std::size_t k = 0; k < std::size_t(arc); ++k)
        pillar({curve[k], curve[k + 1], {plate, curve[k].y()}, {plate, curve[k + 1].y()}});
    }
    for (int sx : {-1, 1})
      for (int sy : {-1, 1})
        parts.push_back(box(size * Vec3(0.05, 0.05, floor / 2),
                            size * Vec3(sx * (plate - 0.05), sy * (plate - 0.05), -depth - floor / 2)));
    return parts;
  }
};

Scene small_hole(const ScenarioValues& values) {
  constexpr double size = SmallPawl::size, cubed = size * size * size;
  Scene scene;
  scene.parameters.time_step = 1e-3;
  scene.materials["default"].friction = values.at("friction");
  scene.materials["default"].compliance /= size * size;
  ground(scene);
  fixture(scene, "plate", SmallPawl::hole(values.at("clearance") * 1e-3),
          {0, 0, size * (SmallPawl::floor + SmallPawl::depth)}, upright(), "metal");
  const double start = SmallPawl::floor + 2 * SmallPawl::depth + SmallPawl::length + 0.02;
  body(scene, "pawl", SmallPawl::peg(), size * Vec3(values.at("offset") * 1e-3, 0, start),
       turn(Vec3::UnitZ(), values.at("yaw") * degrees), "wood")
      .mass = 20 * cubed;
  push(scene, "pawl", {0, 0, -values.at("push") * cubed}, 0.5 * std::sqrt(size), 1e300);
  camera(scene, size * Vec3(1.5, -2.2, 2.1), size * Vec3(0, 0, 0.6), 0.75);
  return scene;
}

// a cross-shaped peg and the plate with the cross-shaped hole it has to find; both are compounds of hulls
Scene odd_hole(const ScenarioValues& values) {
  if (on(values, "small")) return small_hole(values);
  Scene scene;
  scene.materials["default"].friction = values.at("friction");
  ground(scene);
  const double arm = 0.3, half = 0.1, play = values.at("clearance") * 1e-3, depth = 0.15, plate = 0.6, floor = 0.5;
  // the hole is what four corners and four ends leave open
  const double inner = half + play, outer = arm + play;
  std::vector<ShapeDesc> parts;
  const auto block = [&](double x0, double x1, double y0, double y1) {
    std::vector<Vec3> corners;
    for (double x : {x0, x1})
      for (double y : {y0, y1})
        for (double z : {-depth, depth}) corners.emplace_back(x, y, z);
    parts.push_back(hull(std::move(corners)));
  };
  for (int sx : {-1, 1})
    for (int sy : {-1, 1})
      block(std::min(sx * inner, sx * plate), std::max(sx * inner, sx * plate), std::min(sy * inner, sy * plate),
            std::max(sy * inner, sy * plate));
  for (int s : {-1, 1}) {
    block(std::min(s * outer, s * plate), std::max(s * outer, s * plate), -inner, inner);
    block(-inner, inner, std::min(s * outer, s * plate), std::max(s * outer, s * plate));
  }
  for (int sx : {-1, 1})
    for (int sy : {-1, 1})
      parts.push_back(box({0.05, 0.05, floor / 2}, {sx * (plate - 0.05), sy * (plate - 0.05), -depth - floor / 2}));
  fixture(scene, "plate", std::move(parts), {0, 0, floor + depth}, upright(), "metal");
  // each bar of the peg is a box with its lower end tapered
  const double length = 0.3, taper = 0.08, bevel = 0.03;
  std::vector<ShapeDesc> bars;
  for (int turned = 0; turned < 2; ++turned) {
    std::vector<Vec3> points;
    for (int sx : {-1, 1})
      for (int sy : {-1, 1}) {
        const double x = turned ? half : arm, y = turned ? arm : half;
        points.emplace_back(sx * x, sy * y, length), points.emplace_back(sx * x, sy * y, -length + taper);
        points.emplace_back(sx * (x - bevel), sy * (y - bevel), -length);
      }
    bars.push_back(hull(std::move(points)));
  }
  bars.push_back(cylinder(0.06, 0.15, Vec3::UnitZ(), {0, 0, length + 0.15}));
  const double top = floor + 2 * depth;
  body(scene, "pawl", std::move(bars), {values.at("offset") * 1e-3, 0, top + length + 0.02},
       turn(Vec3::UnitZ(), values.at("yaw") * degrees), "wood")
      .mass = 20;
  push(scene, "pawl", {0, 0, -values.at("push")}, 0.5, 1e300);
  camera(scene, {1.5, -2.2, 2.1}, {0, 0, 0.6}, 0.75);
  return scene;
}

}  // namespace

std::vector<Scenario> terrain() {
  return {
      {"parabola_edge",
       "Papers",
       "A ball slides without friction over the edge between a parabola and a plane, where curvature jumps.",
       {toggle("convex", false, "from a plane on to a falling parabola, instead of the valley"),
        number("speed", 2, 1, 3, "m/s", "at the start")},
       parabola_edge},
      {"rover",
       "Papers",
       "A rover on rockers carries its arm over rough ground, all four wheels on it.",
       {number("speed", 0.8, 0, 1.5, "m/s", "of the wheels"), number("roughness", 1, 0, 1.6, "", "of the terrain"),
        number("arm", 0, 0, 0.8, "rad/s", "at which it swings its arm; 0: held still"),
        toggle("course", false, "gates against the clock: by keyboard")},
       rover,
       rover_controls()},
      {"odd_hole",
       "Papers",
       "A cross-shaped pawl pushed against a cross-shaped hole finds its way in.",
       {number("clearance", 6, 3, 15, "mm", "a side"), number("offset", 8, 0, 15, "mm", "of the pawl at the start"),
        number("yaw", 2, 0, 4, "deg", "of the pawl at the start"), number("push", 100, 0, 500, "N", "downward"),
        number("friction", 0.2, 0, 0.4, "", "of both"),
        toggle("small", false, "2.3 mm long, with round ends; the other lengths and the push in proportion")},
       odd_hole},
  };
}

}  // namespace spook::families
