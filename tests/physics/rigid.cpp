// A compliance of nought is what a user writes who wants things rigid: they are, as far as numbers go.
#include <gtest/gtest.h>

#include "tests/physics/physics_run.h"

namespace spook {
namespace {

TEST(Rigid, AChainOfNoComplianceSwingsATonneWhole) {
  Scene scene = scenario("chain", {{"angle", 90}});
  scene.parameters.joint_compliance = 0.0;
  Watched run(scene);
  run.seconds(5);
  EXPECT_EQ(run.failed, 0);
  EXPECT_LE(run.joint_gap, 5e-4);
  EXPECT_LE(run.worst_gain, 1e-6 * std::abs(run.energy));
}

// welded twice over, a door on two hinges, a table on four legs: redundant rows of no compliance at all
TEST(Rigid, RedundantJointsOfNoComplianceAreSolved) {
  for (const char* name : {"double_hinge", "table"}) {
    Scene scene = scenario(name);
    scene.parameters.joint_compliance = 0.0;
    Watched run(scene);
    run.seconds(3);
    EXPECT_EQ(run.failed, 0) << name;
    EXPECT_LE(run.joint_gap, 1e-4) << name;
  }
}

TEST(Rigid, StackAndWallOfNoComplianceStand) {
  for (const char* name : {"stack", "brick_wall", "arch"}) {
    Scene scene = scenario(name);
    scene.parameters.compliance = 0.0;
    scene.parameters.friction_compliance = 0.0;
    Watched run(scene);
    run.seconds(3);
    EXPECT_EQ(run.failed, 0) << name;
    EXPECT_LE(run.deepest, 1e-8) << name;
    EXPECT_LE(run.drift(), 2e-5) << name;
  }
}

TEST(Rigid, ViscousFrictionOfNoViscosityHoldsAnArch) {
  Scene scene = scenario("arch");
  scene.parameters.friction_law = FrictionLaw::viscous;
  scene.parameters.friction_viscosity = 0.0;
  Watched run(scene);
  run.seconds(3);
  EXPECT_EQ(run.failed, 0);
  EXPECT_LE(run.drift(), 4e-4);
}

}  // namespace
}  // namespace spook
