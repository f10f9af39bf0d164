// A doubly locked hinge, six equations more than it needs, and joints whose solve is cut off: violations stay what the
// compliance and the curvature of the motion allow.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "tests/physics/physics_run.h"

namespace spook::joint_violations_test {
namespace {

using namespace build;

// a door of 30 kg, 1 m wide, on two hinges 1.2 m apart; its weight is shared, its tilt is held by the pair
Scene door(double compliance, double swing) {
  Scene scene;
  scene.name = "door";
  body(scene, "door", {box({0.5, 0.02, 0.8})}, {0.5, 0, 1}).mass = 30.0;
  scene.bodies[0].angular_velocity = {0, 0, swing};
  scene.bodies[0].velocity = {0, 0.5 * swing, 0};
  for (const double height : {0.4, 1.6})
    joint(scene, JointType::hinge, height < 1 ? "lower" : "upper", "door", "", {0, 0, height}).compliance = compliance;
  return scene;
}

// Both hinges give by ε f of their own share, and turn by ε times their torque: two springs beside each other.
// The weight: ε W / 2 each. The tilt: W l of moment, held by the pair of forces at ± d and the two torques:
// θ = ε W l / (2 d² + 2), so the anchors move by θ d to either side.
TEST(DoublyLockedHinge, GivesByWhatItsCompliancePredictsAtRest) {
  const double weight = 30.0 * 9.81, d = 0.6, l = 0.5;
  for (const double compliance : {1e-6, 1e-8}) {
    Watched run(door(compliance, 0.0));
    run.seconds(4);
    const Pose pose = run.world.pose(run.body("door"));
    const double tilt = compliance * weight * l / (2.0 * d * d + 2.0), sag = 0.5 * compliance * weight;
    for (const double side : {-1.0, 1.0}) {
      const Vec3 off = pose.to_parent({-0.5, 0, side * d}) - Vec3(0, 0, 1.0 + side * d);
      EXPECT_NEAR(off.z() / -sag, 1.0, 0.01) << compliance;
      EXPECT_NEAR(off.x() / (side * tilt * d), 1.0, 0.01) << compliance;
    }
    EXPECT_EQ(run.failed, 0);
  }
}

// While it swings, m ω² l more pulls at the hinges: at most as much again as ε f of both, and no jump ever.
TEST(DoublyLockedHinge, GivesByWhatItsCompliancePredictsWhileItSwings) {
  const double weight = 30.0 * 9.81, d = 0.6, l = 0.5, compliance = 1e-7, swing = 3.0;
  Watched run(door(compliance, swing));
  run.seconds(2);
  const double pull = 30.0 * swing * swing * l, turning = run.world.angular_velocity(run.body("door")).z();
  double worst = 0.0;
  for (int i = 0; i < 120; ++i) {
    run.step();
    worst = std::max(worst, run.world.report().joint_max_m);
  }
  const double tilt = compliance * weight * l / (2.0 * d * d + 2.0);
  const double predicted = std::max(0.5 * compliance * weight, tilt * d + 0.5 * compliance * pull);
  std::printf("door swinging at 3 rad/s: violation %.3g m, predicted %.3g m\n", worst, predicted);
  EXPECT_LE(worst, 1.1 * predicted);
  EXPECT_GE(worst, 0.9 * predicted);
  EXPECT_NEAR(run.world.angular_velocity(run.body("door")).z() / turning, 1.0, 1e-4);
  EXPECT_EQ(run.failed, 0);
}

// Whatever the budget (0 is none) gaps are what ε and the curvature of the motion give, h²κ/4 where bodies whip
// (a ragdoll's limbs as it lands: 0.9 mm), no solve of a small group is cut off, and nothing explodes.
TEST(JointBudget, NeverOpensAJoint) {
  struct Case {
    const char* scene;
    double seconds, gap;
  };
  for (const Case& one : {Case{"chain", 1.5, 2e-4}, Case{"hinge_ring", 1.2, 2e-3}, Case{"ragdoll", 0.8, 2e-3},
                          Case{"rope_bridge", 0.7, 2e-3}, Case{"double_hinge", 1.0, 1e-4}})
    for (const int budget : {0, 1, 2, 5, 40}) {
      Scene scene = scenario(one.scene);
      scene.parameters.effort = budget * ms_a_factorisation;
      Watched run(scene);
      const double start = std::abs(run.world.report().energy.total());
      run.seconds(one.seconds);
      EXPECT_LE(run.joint_gap, one.gap) << one.scene << " budget " << budget;
      EXPECT_EQ(run.failed, 0) << one.scene << " budget " << budget;
      EXPECT_LE(run.world.report().energy.total(), 1.05 * start) << one.scene << " budget " << budget;
    }
}

}  // namespace
}  // namespace spook::joint_violations_test
