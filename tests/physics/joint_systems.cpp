// Systems of joints beside their motion in minimal coordinates, integrated by fine RK4: the error falls as h².
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <cstdio>

#include "tests/physics/physics_run.h"

namespace spook::joint_systems {
namespace {

using namespace build;
using State = Eigen::Vector4d;  // angles from hanging, rates

// two bars of 1 kg and 1 m, hinged at their ends
State slope(const State& s) {
  const double apart = s[0] - s[1];
  Eigen::Matrix2d mass;
  mass << 4.0 / 3.0, 0.5 * std::cos(apart), 0.5 * std::cos(apart), 1.0 / 3.0;
  const Vec2 force(-0.5 * std::sin(apart) * s[3] * s[3] - 1.5 * 9.81 * std::sin(s[0]),
                   0.5 * std::sin(apart) * s[2] * s[2] - 0.5 * 9.81 * std::sin(s[1]));
  const Vec2 rates = mass.ldlt().solve(force);
  return {s[2], s[3], rates[0], rates[1]};
}

State integrate(State s, double time) {
  const int steps = static_cast<int>(std::ceil(std::abs(time) / 1e-4));
  const double dt = time / steps;
  for (int i = 0; i < steps; ++i) {
    const State a = slope(s), b = slope(s + 0.5 * dt * a), c = slope(s + 0.5 * dt * b), d = slope(s + dt * c);
    s += dt / 6.0 * (a + 2.0 * b + 2.0 * c + d);
  }
  return s;
}

Vec3 along(double angle) {
  return {std::sin(angle), 0, -std::cos(angle)};
}

// Velocities stand half a step before the poses (numerics §2), so they are given so.
double double_pendulum_error(JointType type, double h) {
  const State start(1.2, 0.7, 0.0, 0.0), before = integrate(start, -0.5 * h);
  Scene scene;
  scene.name = "double_pendulum";
  scene.parameters.time_step = h;
  for (int i = 0; i < 2; ++i) {
    Vec3 end = Vec3::Zero(), velocity = Vec3::Zero();
    for (int j = 0; j < i; ++j)
      end += along(start[j]), velocity += before[2 + j] * Vec3::UnitY().cross(-along(before[j]));
    const std::string name = "bar_" + std::to_string(i);
    BodyDesc& bar = body(scene, name, {sphere(0.05)}, end + 0.5 * along(start[i]), turn({0, 1, 0}, -start[i]));
    bar.mass = 1.0, bar.inertia = Vec3(1.0 / 12.0, 1.0 / 12.0, 1e-3);
    bar.angular_velocity = {0, -before[2 + i], 0};
    bar.velocity = velocity + 0.5 * before[2 + i] * Vec3::UnitY().cross(-along(before[i]));
    joint(scene, type, "pin_" + std::to_string(i), name, i == 0 ? "" : "bar_0", end, Vec3::UnitY());
  }
  Watched run(scene);
  double worst = 0.0;
  State now = start;
  const int steps = static_cast<int>(std::lround(2.0 / h));
  for (int i = 0; i < steps; ++i) {
    run.step();
    now = integrate(now, h);
    const Vec3 tip = along(now[0]) + 0.5 * along(now[1]);
    worst = std::max(worst, (run.world.pose(run.body("bar_1")).position - tip).norm());
  }
  return worst;
}

TEST(JointSystem, ADoublePendulumFollowsRungeKuttaToSecondOrder) {
  for (const JointType type : {JointType::hinge, JointType::ball}) {
    const double coarse = double_pendulum_error(type, 1.0 / 60.0), middle = double_pendulum_error(type, 1.0 / 120.0),
                 fine = double_pendulum_error(type, 1.0 / 240.0);
    std::printf("double pendulum, 2 s: %.3g, %.3g, %.3g mm at 60, 120, 240 Hz\n", 1e3 * coarse, 1e3 * middle,
                1e3 * fine);
    EXPECT_LE(coarse, 3e-3);
    EXPECT_NEAR(coarse / middle, 4.0, 0.8);
    EXPECT_NEAR(middle / fine, 4.0, 0.5);
  }
}

// ---- what acts on the free coordinate, on types that have it beside hinge and slider
Scene one_body(JointType type) {
  Scene scene;
  scene.name = "one_body";
  scene.parameters.gravity.setZero();
  BodyDesc& thing = body(scene, "thing", {sphere(0.1)}, {0, 0, 0});
  thing.mass = 2.0, thing.inertia = Vec3::Constant(0.1);
  joint(scene, type, "joint", "thing", "", {0, 0, 0}, Vec3::UnitX());
  return scene;
}
double turned(const Watched& run) {
  const Quat q = run.world.pose(*run.world.find_body("thing")).orientation;
  return 2.0 * std::atan2(q.x(), q.w());
}
double rate(const Watched& run) {
  return run.world.angular_velocity(*run.world.find_body("thing")).x();
}

TEST(Lock, OfAHingeHoldsUpToItsEffortAndGivesByItsCompliance) {
  for (const double torque : {4.0, 6.0}) {
    Scene scene = one_body(JointType::hinge);
    scene.joints[0].lock = LockDesc{0.3, 5.0};
    scene.joints[0].compliance = 1e-6;
    ForceDrive drive;
    drive.body = "thing", drive.from = 2.0, drive.body_frame = true;
    drive.point = {0, 1, 0}, drive.force = {0, 0, torque};
    scene.drives.emplace_back(drive);
    Watched run(scene);
    run.seconds(2);
    EXPECT_NEAR(turned(run), 0.3, 1e-6);
    run.seconds(1.5);
    if (torque < 5.0)
      EXPECT_NEAR((turned(run) - 0.3) / (1e-6 * torque), 1.0, 0.01);
    else
      EXPECT_NEAR(rate(run), 1.5 * (torque - 5.0) / 0.1, 0.3);
  }
}

TEST(Motor, OfACylindricalJointDrivesItAlongAndItsLimitStopsIt) {
  Scene scene = one_body(JointType::cylindrical);
  scene.joints[0].motor = MotorDesc{1.0, 4.0};
  scene.joints[0].limits = {{-0.2, 0.5}};
  scene.bodies[0].angular_velocity = {2, 0, 0};
  Watched run(scene);
  run.seconds(0.25);
  EXPECT_NEAR(run.world.velocity(run.body("thing")).x(), 0.5, 1e-6);
  run.seconds(3);
  EXPECT_NEAR(run.world.pose(run.body("thing")).position.x(), 0.5, 1e-6);
  EXPECT_NEAR(rate(run), 2.0, 1e-9) << "turning about the axis stays free";
}

}  // namespace
}  // namespace spook::joint_systems
