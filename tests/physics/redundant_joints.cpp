// Redundant, degenerate and inconsistent joints: no explosion, no failed solve, bounded violations.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <string>

#include "tests/physics/physics_run.h"

namespace spook {
namespace {

// gap: while it moves, which is h² of its accelerations; end: at rest again, or 10 s on
void expect_held(const std::string& name, double gap, double end, const ScenarioValues& values = {}) {
  Watched run(scenario(name, values));
  const double start = std::abs(run.world.report().energy.total());
  for (int i = 0; i < 600; ++i) {
    run.step();
    ASSERT_LE(run.world.report().energy.total(), 1.05 * start) << name << " step " << i;
  }
  EXPECT_EQ(run.failed, 0) << name;
  EXPECT_LE(run.joint_gap, gap) << name;
  EXPECT_LE(run.world.report().joint_max_m, end) << name;
}

TEST(Redundant, SliderCrankPassesItsSingularPositions) {
  expect_held("slider_crank", 1e-5, 1e-5);
}
TEST(Redundant, SliderCrankPassesThemAtOneStepAFrame) {
  expect_held("slider_crank", 1e-4, 1e-5, {{"substeps", 1}});
}
TEST(Redundant, TableStandsOnFourLegs) {
  expect_held("table", 1e-6, 1e-7);
}
// six equations more than it needs: at rest each gives by ε times its force, no more
TEST(Redundant, TableGivesByWhatItsCompliancePredicts) {
  Watched run(scenario("table", {{"push", 0}}));
  run.seconds(10);
  double most = 0.0;
  for (const double impulse : run.world.last_solution().joint_impulse) most = std::max(most, std::abs(impulse));
  const double predicted = run.world.parameters().joint_compliance * most / run.world.parameters().time_step;
  EXPECT_LE(run.world.report().joint_max_m, 1.05 * predicted + 1e-13);
  EXPECT_GE(run.world.report().joint_max_m, 0.1 * predicted);
  std::printf("table: violation %.3g m, predicted %.3g m\n", run.world.report().joint_max_m, predicted);
}
TEST(Redundant, DoublyLockedHingeHolds) {
  expect_held("double_hinge", 1e-4, 1e-7);
}
TEST(Redundant, ClosedLoopOfTwentyHingesHolds) {
  // 2 µm, but for the one step in which the ring strikes the ground and its rounds do not come to an end
  expect_held("hinge_ring", 2e-3, 1e-6);
}

// two ball joints pull one body to two places: it settles between them, each gap what its compliance allows
TEST(Redundant, InconsistentJointsShareTheGapByTheirCompliances) {
  Scene scene;
  scene.name = "torn";
  scene.parameters.gravity.setZero();
  build::body(scene, "body", {build::sphere(0.1)}, {0, 0, 0}).mass = 1.0;
  JointDesc& a = build::rod(scene, "a", "body", "", {0, 0, 0}, {1, 0, 0});
  a.length = 0.99, a.compliance = 1e-6;
  JointDesc& b = build::rod(scene, "b", "body", "", {0, 0, 0}, {-1, 0, 0});
  b.length = 0.98, b.compliance = 3e-6;
  Watched run(scene);
  run.seconds(5);
  // both rods pull: forces g/ε are equal, gaps add to 0.03
  const double x = run.world.pose(run.body("body")).position.x();
  EXPECT_NEAR((1.0 - x) - 0.99, 0.03 * 0.25, 1e-6);
  EXPECT_NEAR((1.0 + x) - 0.98, 0.03 * 0.75, 1e-6);
}

}  // namespace
}  // namespace spook
