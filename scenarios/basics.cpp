// The smallest scenes: one law of mechanics each.
#include <cmath>

#include "scenarios/build.h"
#include "scenarios/families.h"

namespace spook::families {

using namespace build;

namespace {

Scene bouncing_ball(const ScenarioValues& values) {
  Scene scene;
  const double radius = values.at("radius");
  scene.materials["default"].restitution = values.at("restitution");
  ground(scene);
  body(scene, "ball", {sphere(radius)}, {0, 0, values.at("height") + radius}, upright(), "red");
  const double size = values.at("height") + 2 * radius;
  camera(scene, {0.6 * size, -2.0 * size, 0.8 * size}, {0, 0, 0.5 * size}, 0.7);
  return scene;
}

// a body resting on the plane tan θ = `tangent` through the origin, falling toward +x, turned by `yaw` about its normal
Pose on_slope(double tangent, double x, double y, double height, double yaw) {
  const double theta = std::atan(tangent);
  const Quat tilt = turn(Vec3::UnitY(), theta);
  return {tilt * Vec3(x, y, height), tilt * turn(Vec3::UnitZ(), yaw)};
}

void inclined_plane(Scene& scene, double tangent, const std::string& name) {
  ShapeDesc plane;
  plane.type = ShapeType::plane;
  plane.normal = Vec3(tangent, 0, 1).normalized();
  plane.material = name;
  fixture(scene, "ground", {plane}, Vec3::Zero());
}

Scene slope(const ScenarioValues& values) {
  Scene scene;
  const double tangent = values.at("tangent");
  scene.materials["default"].friction = values.at("friction");
  inclined_plane(scene, tangent, "default");
  const Pose place = on_slope(tangent, 0, 0, 0.125, values.at("yaw") * degrees);
  body(scene, "box", {box({0.25, 0.25, 0.125})}, place.position, place.orientation, "wood").mass = 10;
  camera(scene, {0.7, -2.9, 0.55}, {0.12, 0, 0.1}, 0.7);
  return scene;
}

Scene rolling_sphere(const ScenarioValues& values) {
  Scene scene;
  const double tangent = std::tan(values.at("slope") * degrees), radius = 0.25;
  inclined_plane(scene, tangent, "default");
  const Pose place = on_slope(tangent, 0, 0, radius, 0);
  body(scene, "ball", {sphere(radius)}, place.position, place.orientation, "orange");
  camera(scene, {2.6, -6.0, 0.5}, {1.9, 0, 0.1}, 0.75);
  return scene;
}

Scene friction_ramp(const ScenarioValues& values) {
  Scene scene;
  const double slope = values.at("slope") * degrees, length = 8.0, run = length * std::cos(slope);
  const double rise = length * std::sin(slope);
  const int boxes = 7;
  material(scene, "ramp", 0.5);
  ground(scene);
  // a wedge that falls toward +x and ends at x = 0
  fixture(scene, "ramp", {with_material(prism({{-run, 0}, {0, 0}, {-run, rise}}, 3.0), "ramp")}, Vec3::Zero(),
          upright(), "concrete");
  for (int i = 0; i < boxes; ++i) {
    const double friction = 0.2 + 0.1 * i;
    const std::string name = "box_" + std::to_string(i), skin = "skin_" + std::to_string(i);
    material(scene, skin, 0.5), pair(scene, "ramp", skin, friction);
    const Pose place = on_slope(std::tan(slope), 0.6 - length, (i - (boxes - 1) / 2.0) * 0.8, 0.15, 0);
    body(scene, name, {with_material(box({0.3, 0.2, 0.15}), skin)}, place.position, place.orientation, "wood").mass =
        20;
  }
  camera(scene, {4.4, -9.6, 5.2}, {-2.4, 0, 1.0}, 0.75);
  return scene;
}

Scene resting_weights(const ScenarioValues& values) {
  Scene scene;
  material(scene, "floor", 0.5).compliance = 1e-12;
  ground(scene, "floor");
  // the softer of two materials decides: every ball brings its own compliance
  const int balls = 8;
  const double radius = 0.4;  // let go, the softest goes down twice as far as it comes to rest: 0.39 m under 20 kg
  for (int i = 0; i < balls; ++i) {
    const std::string skin = "soft_" + std::to_string(i);
    material(scene, skin, 0.5).compliance = std::pow(10.0, i - 10);
    body(scene, "ball_" + std::to_string(i), {with_material(sphere(radius), skin)},
         {(i - (balls - 1) / 2.0) * 1.0, 0, radius}, upright(), "blue")
        .mass = values.at("mass");
  }
  camera(scene, {1.4, -7.0, 2.5}, {0, 0, 0.25}, 0.75);
  return scene;
}

Scene overlap_recovery(const ScenarioValues& values) {
  Scene scene;
  ground(scene);
  // sunk into one another at the start: they must part without a bang, so the overlap is taken back gently
  scene.materials["default"].relaxation_steps = values.at("relaxation_steps");
  const int boxes = whole(values, "boxes");
  const double edge = 0.5, depth = values.at("overlap");
  for (int i = 0; i < boxes; ++i)
    body(scene, "cube_" + std::to_string(i), {box(Vec3::Constant(edge / 2))},
         {0, 0, edge * (0.5 - depth) + i * edge * (1 - depth)}, upright(), "wood");
  const double height = boxes * edge;
  camera(scene, {1.0 * height + 0.6, -1.5 * height - 0.8, 0.9 * height + 0.5}, {0, 0, 0.45 * height}, 0.7);
  return scene;
}

Scene oscillator(const ScenarioValues& values) {
  Scene scene;
  scene.parameters.gravity = Vec3::Zero();
  ground(scene);
  // masses on springs from one beam; ω h is what decides how well 60 Hz follows, up to springs far stiffer than it can
  const int springs = whole(values, "springs");
  const double h = scene.parameters.time_step, first = values.at("omega_h"), mass = 1.0;
  const double reach = 0.6 * springs / 2.0 + 0.3;
  fixture(scene, "beam",
          {box({reach, 0.1, 0.05}), box({0.05, 0.1, 1.0}, {-reach + 0.05, 0, -1.05}),
           box({0.05, 0.1, 1.0}, {reach - 0.05, 0, -1.05})},
          {0, 0, 2.05}, upright(), "wood");
  double omega_h = first;
  for (int i = 0; i < springs; ++i, omega_h *= values.at("factor")) {
    const double x = (i - (springs - 1) / 2.0) * 0.6, stiffness = mass * omega_h * omega_h / (h * h);
    const std::string name = "mass_" + std::to_string(i);
    body(scene, name, {sphere(0.12)}, {x, 0, 1.0 - values.at("amplitude")}, upright(), "plastic").mass = mass;
    JointDesc& coil = spring(scene, "spring_" + std::to_string(i), name, "", {x, 0, 1.0 - values.at("amplitude")},
                             {x, 0, 2.0}, stiffness, 0.0);
    coil.rest_length = 1.0;
  }
  camera(scene, {0.35 + 0.5 * reach, -1.5 - 1.6 * reach, 1.7}, {0, 0, 1.02}, 0.75);
  return scene;
}

}  // namespace

std::vector<Scenario> basics() {
  return {
      {"oscillator",
       "SPOOK paper",
       "Masses on undamped springs, each stiffer than the last, keep swinging at their own frequency.",
       {count("springs", 4, 1, 6, "springs"),
        number("omega_h", 0.05, 0.01, 0.5, "rad",
               "ω h of the first; one beyond π is too stiff for the step and calms down"),
        number("factor", 2, 1, 3, "", "from one spring to the next, in ω"),
        number("amplitude", 0.3, 0.01, 0.5, "m", "at the start")},
       oscillator},
      {"bouncing_ball",
       "SPOOK paper",
       "A ball with restitution 1 returns to the height it fell from.",
       {number("restitution", 1, 0, 1, "", "of the ball"), number("height", 1, 0.2, 5, "m", "of its lowest point"),
        number("radius", 0.1, 0.02, 0.5, "m", "of the ball")},
       bouncing_ball},
      {"slope",
       "Basics",
       "A box on a slope holds where tan θ < μ and slides at the textbook's acceleration beyond.",
       {number("tangent", 0.49, 0, 1, "", "tan θ of the slope"), number("friction", 0.5, 0, 1, "", "μ"),
        number("yaw", 0, 0, 45, "deg", "of the box about the normal")},
       slope},
      {"friction_ramp",
       "Field",
       "Seven boxes with friction 0.2 to 0.8 on one ramp: the slippery ones leave, the rough ones stay.",
       {number("slope", 25, 15, 35, "deg", "of the ramp")},
       friction_ramp},
      {"rolling_sphere",
       "Basics",
       "A ball rolling down a slope accelerates at 5/7 g sin θ.",
       {number("slope", 10, 1, 30, "deg", "of the slope")},
       rolling_sphere},
      {"resting_weights",
       "Basics",
       "Balls on contacts from 1e-10 to 1e-3 m/N sink by their weight times that, and no further.",
       {number("mass", 10, 1, 20, "kg", "of a ball")},
       resting_weights},
      {"overlap_recovery",
       "Field",
       "Cubes that start inside one another part without a bang and come to rest as a stack.",
       {count("boxes", 5, 2, 10, "cubes"), number("overlap", 0.1, 0.01, 0.3, "edges", "at the start"),
        number("relaxation_steps", 20, 2, 100, "", "τ/h of the contacts")},
       overlap_recovery},
  };
}

}  // namespace spook::families
