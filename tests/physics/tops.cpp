// Fast tops: bodies of revolution that nod by radians between two steps, held at their foot or standing on it.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/physics/physics_run.h"

namespace spook::tops {
namespace {

using namespace build;

struct TopShape {
  std::string name;
  double mass, length, across, along;  // foot to centre of mass; I₁, I₃
};

enum class Foot { jointed, smooth, rough };

TopShape disc(const std::string& name, double mass, double radius, double length) {
  return {name, mass, length, 0.25 * mass * radius * radius, 0.5 * mass * radius * radius};
}
TopShape rod(double radius, double height) {
  return {"rod", 1.0, 0.5 * height, (3 * radius * radius + height * height) / 12, 0.5 * radius * radius};
}
TopShape cone(double radius, double height) {  // on its point
  return {"cone", 1.0, 0.75 * height, 0.15 * radius * radius + 0.0375 * height * height, 0.3 * radius * radius};
}

// the slow root of (I₁ + m l² − I₃) cos θ Ω² − I₃ ψ' Ω + m g l = 0; on a smooth floor the foot slides, not the centre
double steady_precession(const TopShape& top, double spin, double tilt, Foot foot) {
  const double swung = foot == Foot::smooth ? 0.0 : top.mass * top.length * top.length;
  const double a = (top.across + swung - top.along) * std::cos(tilt), b = top.along * spin;
  const double c = top.mass * 9.81 * top.length;
  return 2 * c / (b + std::sqrt(b * b - 4 * a * c));
}

struct Precession {
  double rate = 0.0, least_energy = 1e300, most_energy = -1e300, start_energy = 0.0, gap = 0.0;
  double least_height = 1.0, most_height = -1.0;  // of the axis: its cosine with the vertical
};

constexpr double tilt = 0.5, tip = 1e-4;

Scene top_scene(const TopShape& shape, double spin, Foot foot) {
  Scene scene;
  scene.name = "top";
  const double lift = foot == Foot::jointed ? 0.0 : tip;
  if (foot != Foot::jointed) {
    ground(scene);
    scene.materials["default"].friction = foot == Foot::smooth ? 0.0 : 1.0;
  }
  const Vec3 axis(std::sin(tilt), 0, std::cos(tilt)), at(0, 0, lift);
  BodyDesc& top = body(scene, "top", {sphere(foot == Foot::jointed ? 0.01 : tip, {0, 0, -shape.length})},
                       at + shape.length * axis, turn({0, 1, 0}, tilt));
  top.mass = shape.mass, top.inertia = Vec3(shape.across, shape.across, shape.along);
  top.angular_velocity = spin * axis + Vec3(0, 0, steady_precession(shape, spin, tilt, foot));
  if (foot != Foot::smooth) top.velocity = top.angular_velocity.cross(shape.length * axis);
  if (foot == Foot::jointed) joint(scene, JointType::ball, "foot", "top", "", at);
  return scene;
}

Precession watch(const TopShape& shape, double spin, Foot foot, double seconds) {
  Watched run(top_scene(shape, spin, foot));
  Precession seen;
  double turned = 0.0, before = 0.0;
  const int steps = static_cast<int>(60 * seconds);
  for (int i = 0; i < steps; ++i) {
    run.step();
    if (i == 0) seen.start_energy = run.energy;
    seen.least_energy = std::min(seen.least_energy, run.energy);
    seen.most_energy = std::max(seen.most_energy, run.energy);
    const Vec3 axis = run.world.pose(run.body("top")).orientation * Vec3::UnitZ();
    const double angle = std::atan2(axis.y(), axis.x());
    turned += std::remainder(angle - before, 2 * pi);
    before = angle;
    seen.least_height = std::min(seen.least_height, axis.z());
    seen.most_height = std::max(seen.most_height, axis.z());
  }
  seen.rate = turned / seconds, seen.gap = run.joint_gap;
  return seen;
}

// up to five radians a step, and ten of nodding: the formula m g l/(I₃ ω₃), where a top is fast, and the exact root of
// the steady precession where it is not
TEST(Top, OnABallJointPrecessesByTheFormulaAtAnySpin) {
  for (const TopShape& shape :
       {disc("disc", 1.0, 0.3, 0.1), disc("small disc", 0.3, 0.09, 0.07), disc("disc on a stick", 1.0, 0.2, 0.5),
        cone(0.1, 0.2), rod(0.05, 0.2), TopShape{"ball", 1.0, 0.1, 0.02, 0.02}})
    for (const double spin : {80.0, 150.0, 300.0, 600.0}) {
      const double torque = shape.mass * 9.81 * shape.length, momentum = shape.along * spin;
      const double swung = shape.across + shape.mass * shape.length * shape.length;
      const double slowness = swung * torque / (momentum * momentum);  // to first order what the formula lacks
      if (slowness > 0.2) continue;                                    // it falls, or nearly
      const Precession seen = watch(shape, spin, Foot::jointed, 10.0);
      const std::string which = shape.name + " at " + std::to_string(spin);
      EXPECT_NEAR(seen.rate / steady_precession(shape, spin, tilt, Foot::jointed), 1.0, 2e-3) << which;
      if (slowness < 5e-3) {
        EXPECT_NEAR(seen.rate / (torque / momentum), 1.0, 0.01) << which;
      }
      EXPECT_LE(seen.most_energy - seen.least_energy, 1e-4 * seen.start_energy) << which;
      EXPECT_NEAR(seen.least_height, std::cos(tilt), 5e-3) << which;
      EXPECT_NEAR(seen.most_height, std::cos(tilt), 5e-3) << which;
      EXPECT_LE(seen.gap, 3e-4) << which;
    }
}

TEST(Top, StandingOnASmoothOrRoughFloorPrecessesByTheFormula) {
  for (const TopShape& shape : {disc("disc", 1.0, 0.3, 0.1), disc("small disc", 0.3, 0.09, 0.07), rod(0.05, 0.2)})
    for (const Foot foot : {Foot::smooth, Foot::rough})
      for (const double spin : {150.0, 300.0}) {
        if (shape.name == "rod" && spin < 200.0) continue;  // falls
        const Precession seen = watch(shape, spin, foot, 10.0);
        const std::string which =
            shape.name + (foot == Foot::smooth ? ", smooth, " : ", rough, ") + std::to_string(spin);
        EXPECT_NEAR(seen.rate / steady_precession(shape, spin, tilt, foot), 1.0, 0.01) << which;
        EXPECT_LE(seen.most_energy - seen.start_energy, 1e-4 * seen.start_energy) << which;
        EXPECT_NEAR(seen.least_height, std::cos(tilt), 0.02) << which;
      }
}

}  // namespace
}  // namespace spook::tops
