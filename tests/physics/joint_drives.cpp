// What couples, drives and bounds joints, against closed forms: gears, the universal shaft, damped springs, ropes,
// limits with restitution, motors and locks of bounded effort, compliance and relaxation of their own.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "tests/physics/physics_run.h"

namespace spook::joint_drives {
namespace {

using namespace build;

constexpr double h = 1.0 / 60.0;

Scene empty(const char* name, const Vec3& gravity = Vec3::Zero()) {
  Scene scene;
  scene.name = name;
  scene.parameters.gravity = gravity;
  return scene;
}

void wheel(Scene& scene, const std::string& name, const Vec3& at, double inertia, const Vec3& axis = Vec3::UnitX()) {
  BodyDesc& disc = body(scene, name, {sphere(0.05)}, at);
  disc.mass = 1.0, disc.inertia = Vec3::Constant(inertia);
  joint(scene, JointType::hinge, "axle_" + name, name, "", at, axis);
}

void twist(Scene& scene, const std::string& name, double torque) {
  for (const double side : {-1.0, 1.0}) {
    ForceDrive drive;
    drive.body = name, drive.body_frame = true;
    drive.point = {0, side, 0}, drive.force = {0, 0, 0.5 * side * torque};
    scene.drives.emplace_back(drive);
  }
}

double rate(const Watched& run, const std::string& name) {
  return run.world.angular_velocity(run.body(name)).x();
}

// q_a = r q_b: a torque on a turns both as an inertia I_a + I_b / r², and b is driven by the reaction
TEST(Gear, TurnsBothByItsRatioAndPassesTheReactionOn) {
  for (const double ratio : {2.0, -3.0, 0.5}) {
    Scene scene = empty("gears");
    wheel(scene, "a", {0, 0, 0}, 0.1), wheel(scene, "b", {0, 1, 0}, 0.4);
    gear(scene, "gear", "axle_a", "axle_b", ratio);
    twist(scene, "a", 2.0);
    Watched run(scene);
    run.seconds(1);
    const double expected = 2.0 / (0.1 + 0.4 / (ratio * ratio));
    EXPECT_NEAR(rate(run, "a") / expected, 1.0, 1e-5) << ratio;
    EXPECT_NEAR(rate(run, "b") / (expected / ratio), 1.0, 1e-5) << ratio;
    // the torque that b gets from a, read from its row: I_b α_b = r λ / h up to sign
    double impulse = 0.0;
    const StepProblem& problem = run.world.last_problem();
    for (const JointBlock& block : problem.joints)
      if (block.row_count == 1) impulse = run.world.last_solution().joint_impulse[block.first_row];
    EXPECT_NEAR(std::abs(impulse / h * ratio) / (0.4 * expected / std::abs(ratio)), 1.0, 1e-4) << ratio;
  }
}

TEST(Gear, BalancesTorquesInItsRatio) {
  Scene scene = empty("balance");
  wheel(scene, "a", {0, 0, 0}, 0.1), wheel(scene, "b", {0, 1, 0}, 0.4);
  gear(scene, "gear", "axle_a", "axle_b", 4.0);  // τ_a q_a + τ_b q_b = 0: τ_b = −4 τ_a
  twist(scene, "a", 1.0), twist(scene, "b", -4.0);
  Watched run(scene);
  run.seconds(3);
  EXPECT_NEAR(rate(run, "a"), 0.0, 1e-8);
  EXPECT_NEAR(rate(run, "b"), 0.0, 1e-8);
}

// A shaft bent by β at a universal joint, its driving arm at the start across the plane of both shafts or in it:
// tan(out) = tan(in) cos β, and tan(out) = tan(in) / cos β.
TEST(UniversalShaft, TurnsInTheRatioOfItsAngles) {
  for (const double bend : {0.3, 0.6})
    for (const bool across : {true, false}) {
      Scene scene = empty("shaft");
      const Vec3 in = Vec3::UnitX(), out(std::cos(bend), std::sin(bend), 0);
      BodyDesc& driving = body(scene, "in", {sphere(0.05)}, -0.5 * in);
      driving.mass = 1.0, driving.inertia = Vec3::Constant(10.0);
      BodyDesc& driven = body(scene, "out", {sphere(0.05)}, 0.5 * out);
      driven.mass = 1.0, driven.inertia = Vec3::Constant(1e-3);
      joint(scene, JointType::hinge, "bearing_in", "in", "", -0.5 * in, in).motor = MotorDesc{2.0, 1e6};
      joint(scene, JointType::hinge, "bearing_out", "out", "", 0.5 * out, out);
      // the arms of the cross: one on the driving shaft, one on the driven
      const Vec3 in_plane = across ? Vec3(-std::sin(bend), std::cos(bend), 0) : Vec3(0, 1, 0);
      JointDesc& cross =
          joint(scene, JointType::universal, "cross", "in", "out", {0, 0, 0}, across ? Vec3(Vec3::UnitZ()) : in_plane);
      cross.axis2 = across ? in_plane : Vec3(Vec3::UnitZ());
      scene.no_collide.push_back({"in", "out"});
      Watched run(scene);
      const auto angle = [&](const char* name, const Vec3& axis) {
        const Quat q = run.world.pose(run.body(name)).orientation;
        return 2.0 * std::atan2(q.vec().dot(axis), q.w());
      };
      for (int step = 0; step < 240; ++step) {
        run.step();
        const double turned = angle("in", in), seen = angle("out", out);
        const double expected = across ? std::atan2(std::sin(turned) * std::cos(bend), std::cos(turned))
                                       : std::atan2(std::sin(turned), std::cos(turned) * std::cos(bend));
        ASSERT_LE(std::abs(std::remainder(seen - expected, 2.0 * pi)), 5e-5) << bend << " at " << turned;
      }
      EXPECT_EQ(run.failed, 0);
      EXPECT_LE(run.joint_gap, 1e-6);
    }
}

// m ẍ + c ẋ + k x = 0 from 0.1 m at rest (velocities half a step before). By numerics §1 damping acts at v⁺, half a
// step late: the error is h c / m.
TEST(Spring, WithDampingFollowsItsClosedForm) {
  for (const double ratio : {0.05, 0.3, 1.0, 2.0}) {
    const double omega = 4.0, mass = 2.0;
    const auto exact = [&](double t) {
      if (ratio < 1.0) {
        const double w = omega * std::sqrt(1.0 - ratio * ratio);
        return 0.1 * std::exp(-ratio * omega * t) * (std::cos(w * t) + ratio * omega / w * std::sin(w * t));
      }
      if (ratio == 1.0) return 0.1 * std::exp(-omega * t) * (1.0 + omega * t);
      const double root = std::sqrt(ratio * ratio - 1.0), a = omega * (ratio - root), b = omega * (ratio + root);
      return 0.1 * (b * std::exp(-a * t) - a * std::exp(-b * t)) / (b - a);
    };
    double error[2];
    for (int fine = 0; fine < 2; ++fine) {
      Scene scene = empty("damped");
      scene.parameters.time_step = fine ? 0.5 * h : h;
      const double step = scene.parameters.time_step;
      BodyDesc& thing = body(scene, "mass", {sphere(0.05)}, {1.1, 0, 0});
      thing.mass = mass;
      thing.velocity = {(exact(0.0) - exact(-step)) / step, 0, 0};
      spring(scene, "spring", "mass", "", {1.1, 0, 0}, {0, 0, 0}, mass * omega * omega, 2.0 * ratio * omega * mass)
          .rest_length = 1.0;
      Watched run(scene);
      error[fine] = 0.0;
      for (int i = 1; i * step < 2.0; ++i) {
        run.step();
        const double x = run.world.pose(run.body("mass")).position.x() - 1.0;
        error[fine] = std::max(error[fine], std::abs(x - exact(i * step)));
      }
    }
    std::printf("spring, damping ratio %g: error %.3g, %.3g of the amplitude at 60, 120 Hz\n", ratio, 10 * error[0],
                10 * error[1]);
    EXPECT_LE(error[0], 0.1 * 1.5e-2) << ratio;
    EXPECT_LE(error[1], 0.6 * error[0]) << ratio;
  }
}

// thrown up on a rope: flies free while slack, hangs by its length once taut, never beyond
TEST(Rope, GoesSlackAndTautAgain) {
  Scene scene = empty("rope", {0, 0, -9.81});
  BodyDesc& weight = body(scene, "weight", {sphere(0.05)}, {0, 0, -1});
  weight.mass = 2.0, weight.velocity = {0, 0, 3.0};
  JointDesc& line = rope(scene, "rope", "weight", "", {0, 0, -1}, {0, 0, 0});
  line.length = 1.0, line.compliance = 1e-8;
  Watched run(scene);
  double x = -1.0, v = 3.0, longest = 0.0;
  for (int i = 0; i < 35; ++i) {  // back at its length in the next step
    run.step();
    v -= 9.81 * h, x += h * v;
    EXPECT_NEAR(run.world.pose(run.body("weight")).position.z(), x, 1e-9) << i;
  }
  run.seconds(3);
  for (int i = 0; i < 60; ++i) {
    run.step();
    longest = std::max(longest, -run.world.pose(run.body("weight")).position.z());
  }
  EXPECT_NEAR(longest, 1.0 + 1e-8 * 2.0 * 9.81, 1e-9);
}

// motors and locks on every type that has an axis
TEST(Motor, OfEveryAxisPullsByItsEffortAndThenHoldsItsSpeed) {
  for (const JointType type : {JointType::hinge, JointType::slider, JointType::cylindrical}) {
    Scene scene = empty("motor");
    BodyDesc& thing = body(scene, "thing", {sphere(0.1)}, {0, 0, 0});
    thing.mass = 2.0, thing.inertia = Vec3::Constant(2.0);
    joint(scene, type, "joint", "thing", "", {0, 0, 0}, Vec3::UnitX()).motor = MotorDesc{-1.5, 4.0};
    Watched run(scene);
    const auto speed = [&] {
      const BodyId id = run.body("thing");
      return type == JointType::hinge ? run.world.angular_velocity(id).x() : run.world.velocity(id).x();
    };
    run.seconds(0.5);
    EXPECT_NEAR(speed(), -1.0, 1e-6) << static_cast<int>(type);
    run.seconds(1);
    EXPECT_NEAR(speed(), -1.5, 1e-6) << static_cast<int>(type);
  }
}

TEST(Lock, OfEveryAxisHoldsUpToItsEffort) {
  for (const JointType type : {JointType::hinge, JointType::slider, JointType::cylindrical})
    for (const double load : {0.9, 1.5}) {
      Scene scene = empty("lock");
      BodyDesc& thing = body(scene, "thing", {sphere(0.1)}, {0, 0, 0});
      thing.mass = 2.0, thing.inertia = Vec3::Constant(2.0);
      JointDesc& held = joint(scene, type, "joint", "thing", "", {0, 0, 0}, Vec3::UnitX());
      held.lock = LockDesc{0.0, 4.0}, held.compliance = 1e-6;
      if (type == JointType::hinge)
        twist(scene, "thing", 4.0 * load);
      else
        push(scene, "thing", {4.0 * load, 0, 0}, 0.0, 1e300);
      Watched run(scene);
      run.seconds(1);
      const BodyId id = run.body("thing");
      const bool turns = type == JointType::hinge;
      const double speed = turns ? run.world.angular_velocity(id).x() : run.world.velocity(id).x();
      const double place =
          turns ? 2.0 * std::asin(run.world.pose(id).orientation.x()) : run.world.pose(id).position.x();
      if (load < 1.0)
        EXPECT_NEAR(place / (1e-6 * 4.0 * load), 1.0, 0.01) << static_cast<int>(type);
      else
        EXPECT_NEAR(speed, 4.0 * (load - 1.0) / 2.0, 1e-4) << static_cast<int>(type);
    }
}

// Limits have no restitution. What comes in at v moves on at φ v for a step (numerics §1: φ G v, φ = 1/9) and is pushed
// out by the critical recursion, at 2 φ² of v or less.
TEST(Limit, StopsWhatComesAndLetsItReboundByNoMoreThanItsRecursion) {
  for (const JointType type : {JointType::hinge, JointType::slider, JointType::cylindrical}) {
    Scene scene = empty("limit");
    BodyDesc& thing = body(scene, "thing", {sphere(0.1)}, {0, 0, 0});
    thing.mass = 1.0, thing.inertia = Vec3::Constant(1.0);
    (type == JointType::hinge ? thing.angular_velocity : thing.velocity) = {1.3, 0, 0};
    joint(scene, type, "joint", "thing", "", {0, 0, 0}, Vec3::UnitX()).limits = {{-0.2, 0.4}};
    Watched run(scene);
    run.seconds(2);
    const BodyId id = run.body("thing");
    const double speed = type == JointType::hinge ? run.world.angular_velocity(id).x() : run.world.velocity(id).x();
    const double place = type == JointType::hinge ? 2.0 * std::asin(run.world.pose(id).orientation.x())
                                                  : run.world.pose(id).position.x();
    EXPECT_LE(std::abs(speed), 1.3 * 2.0 / 81.0) << static_cast<int>(type);
    EXPECT_NEAR(place, 0.4, 0.05) << static_cast<int>(type);
    EXPECT_LE(run.worst_gain, 1e-9);
  }
}

// ε of its own is what a joint gives by; τ of its own is how fast: numerics §1's recursion, on ball joints side by side
TEST(Joint, ItsOwnComplianceAndRelaxationSayHowFarAndHowFast) {
  for (const double tau : {0.5, 2.0, 6.0}) {
    Scene scene = empty("own");
    BodyDesc& thing = body(scene, "thing", {sphere(0.1)}, {0, 0, 0});
    thing.mass = 1.0;
    JointDesc& held = rod(scene, "held", "thing", "", {0, 0, 0}, {0, 0, 1});
    held.length = 0.999, held.compliance = 1e-4, held.relaxation_steps = tau;  // softer than any default
    Watched run(scene);
    const double phi = 1.0 / (1.0 + 4.0 * tau), T = 4.0 * 1e-4 * phi / (h * h), s = 1.0 / (1.0 + T);
    double x = 1e-3, y = 0.0;
    for (int i = 0; i < 30; ++i) {
      // (a + T) λ = −(4φ/h) g − (1 − φ) G v, a = 1
      const double next = y - s * (4.0 * phi * x + (1.0 - phi) * y);
      y = next, x += y;
      run.step();
      EXPECT_NEAR(1.0 - run.world.pose(run.body("thing")).position.z() - 0.999, x, 1e-9) << tau << " step " << i;
    }
  }
}

}  // namespace
}  // namespace spook::joint_drives
