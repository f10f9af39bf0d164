// What joints do beyond holding: compliance of their own, limits, motors and locks of bounded effort, dry friction,
// ropes. One body each, no gravity unless it is what pulls, default settings.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "tests/physics/physics_run.h"

namespace spook {
namespace {

using namespace build;

// 2 kg, 0.1 kg m², its centre of mass at the joint's anchor
Scene one_body(JointType type, const Vec3& gravity = Vec3::Zero()) {
  Scene scene;
  scene.name = "one_body";
  scene.parameters.gravity = gravity;
  BodyDesc& thing = body(scene, "thing", {sphere(0.1)}, {0, 0, 0});
  thing.mass = 2.0, thing.inertia = Vec3::Constant(0.1);
  joint(scene, type, "joint", "thing", "", {0, 0, 0}, Vec3::UnitX());
  return scene;
}

double along(const Watched& run) {
  return run.world.pose(*run.world.find_body("thing")).position.x();
}
double turned(const Watched& run) {
  const Quat q = run.world.pose(*run.world.find_body("thing")).orientation;
  return 2.0 * std::atan2(q.x(), q.w());
}
double speed(const Watched& run) {
  return run.world.velocity(*run.world.find_body("thing")).x();
}
double rate(const Watched& run) {
  return run.world.angular_velocity(*run.world.find_body("thing")).x();
}

TEST(Joint, OfEveryTypeGivesByItsOwnComplianceUnderAWeight) {
  for (const JointType type : {JointType::ball, JointType::hinge, JointType::slider, JointType::cylindrical,
                               JointType::universal, JointType::fixed}) {
    Scene scene = one_body(type, {0, 0, -9.81});
    scene.joints[0].compliance = 1e-6;
    Watched run(scene);
    run.seconds(3);
    const double sag = -run.world.pose(run.body("thing")).position.z();
    EXPECT_NEAR(sag / (1e-6 * 2.0 * 9.81), 1.0, 0.01) << static_cast<int>(type);
    // what its spring holds is ½ ε W²
    EXPECT_NEAR(run.world.report().energy.elastic / (0.5e-6 * std::pow(2.0 * 9.81, 2)), 1.0, 0.02)
        << static_cast<int>(type);
  }
}

TEST(Joint, ARodAndASpringGiveByTheirsAlongTheirLength) {
  Scene scene;
  scene.name = "hung";
  body(scene, "on_rod", {sphere(0.1)}, {0, 0, -1}).mass = 2.0;
  body(scene, "on_spring", {sphere(0.1)}, {1, 0, -1}).mass = 2.0;
  rod(scene, "rod", "on_rod", "", {0, 0, -1}, {0, 0, 0}).compliance = 1e-5;
  spring(scene, "spring", "on_spring", "", {1, 0, -1}, {1, 0, 0}, 1e4, 200).rest_length = 1.0;
  Watched run(scene);
  run.seconds(5);
  EXPECT_NEAR((-1.0 - run.world.pose(run.body("on_rod")).position.z()) / (1e-5 * 2 * 9.81), 1.0, 0.01);
  EXPECT_NEAR((-1.0 - run.world.pose(run.body("on_spring")).position.z()) / (1e-4 * 2 * 9.81), 1.0, 0.01);
}

TEST(Motor, OfAHingeOrSliderPullsByItsEffortUntilItHasItsSpeed) {
  Scene turning = one_body(JointType::hinge), sliding = one_body(JointType::slider);
  turning.joints[0].motor = MotorDesc{2.0, 0.05};
  sliding.joints[0].motor = MotorDesc{3.0, 4.0};
  Watched turn(turning), slide(sliding);
  turn.seconds(1), slide.seconds(1);
  EXPECT_NEAR(rate(turn), 0.5, 1e-6);
  EXPECT_NEAR(speed(slide), 2.0, 1e-6);
  turn.seconds(5), slide.seconds(5);
  EXPECT_NEAR(rate(turn), 2.0, 1e-6);
  EXPECT_NEAR(speed(slide), 3.0, 1e-6);
}

TEST(Lock, HoldsItsPositionUpToItsEffort) {
  for (const double force : {40.0, 60.0}) {
    Scene scene = one_body(JointType::slider);
    scene.joints[0].lock = LockDesc{0.2, 50.0};
    push(scene, "thing", {force, 0, 0}, 2.0, 1e300);
    Watched run(scene);
    run.seconds(2);
    EXPECT_NEAR(along(run), 0.2, 1e-6);
    run.seconds(0.5);
    if (force < 50.0)
      EXPECT_NEAR(along(run), 0.2, 1e-6);
    else
      EXPECT_NEAR(speed(run), 0.5 * (force - 50.0) / 2.0, 0.1);  // a step to and fro of its start
  }
}

TEST(DryFriction, StopsASliderAHingeAndABallJointAfterTheTimeItsEffortTakes) {
  Scene sliding = one_body(JointType::slider);
  sliding.bodies[0].velocity = {1, 0, 0};
  sliding.joints[0].friction_effort = 4.0;  // 2 m/s²
  Watched slide(sliding);
  slide.seconds(0.25);
  EXPECT_NEAR(speed(slide), 0.5, 1e-6);
  slide.seconds(0.5);
  EXPECT_NEAR(speed(slide), 0.0, 1e-9);
  EXPECT_NEAR(along(slide), 0.25, 0.01);
  for (const JointType type : {JointType::hinge, JointType::ball}) {
    Scene turning = one_body(type);
    turning.bodies[0].angular_velocity = {1, 0, 0};
    turning.joints[0].friction_effort = 0.05;  // 0.5 rad/s²
    Watched turn(turning);
    turn.seconds(1);
    EXPECT_NEAR(rate(turn), 0.5, 1e-6);
    turn.seconds(2);
    EXPECT_NEAR(rate(turn), 0.0, 1e-9);
    EXPECT_NEAR(turned(turn), 1.0, 0.02);
  }
}

TEST(Limit, StopsAHingeAndASliderAndGivesByItsCompliance) {
  for (const bool turns : {true, false}) {
    Scene scene = one_body(turns ? JointType::hinge : JointType::slider);
    scene.joints[0].limits = {{-0.3, 0.5}};
    scene.joints[0].compliance = 1e-6;
    scene.bodies[0].velocity = {turns ? 0.0 : 1.0, 0, 0};
    scene.bodies[0].angular_velocity = {turns ? 1.0 : 0.0, 0, 0};
    if (!turns) push(scene, "thing", {100, 0, 0}, 1.0, 1e300);
    Watched run(scene);
    double furthest = 0.0;
    for (int i = 0; i < 240; ++i) {
      run.step();
      furthest = std::max(furthest, turns ? turned(run) : along(run));
    }
    EXPECT_GE(furthest, 0.5 - 1e-3);
    EXPECT_LE(furthest, 0.5 + 3e-3);  // v √(m ε)
    if (!turns) {
      EXPECT_NEAR((along(run) - 0.5) / (1e-6 * 100.0), 1.0, 0.01);
    }
  }
}

TEST(Rope, IsSlackBelowItsLengthAndHoldsAtIt) {
  Scene scene;
  scene.name = "rope";
  body(scene, "weight", {sphere(0.1)}, {0, 0, -0.5}).mass = 2.0;
  JointDesc& rope = rod(scene, "rope", "weight", "", {0, 0, -0.5}, {0, 0, 0});
  rope.max_only = true, rope.length = 1.0, rope.compliance = 1e-5;
  Watched run(scene);
  run.seconds(0.25);
  EXPECT_NEAR(run.world.velocity(run.body("weight")).z(), -9.81 * 0.25, 1e-9) << "it falls freely";
  run.seconds(5);
  EXPECT_NEAR((-1.0 - run.world.pose(run.body("weight")).position.z()) / (1e-5 * 2 * 9.81), 1.0, 0.01);
}

}  // namespace
}  // namespace spook
