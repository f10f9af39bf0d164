// What the guard must leave alone.
#include <gtest/gtest.h>

#include "tests/physics/energy_judge.h"
#include "tests/physics/physics_run.h"
#include "tests/physics/seeded_scenes.h"

namespace spook {
namespace {

// A blow is solved between synchronised velocities; half a step of gravity taken back from them is no motion that
// joints then stop and make energy of.
TEST(Guard, LetsAPendulumBounceOffItsWall) {
  Watched run(scenario("double_pendulum_wall"));
  const BodyId upper = run.body("upper");
  double before = 0.0, after = 0.0;
  for (int k = 0; k < 180; ++k) {
    const double was = run.world.velocity(upper).x();
    run.step();
    // its last blow is that of the upper bob alone
    if (was < -0.5 && run.world.velocity(upper).x() > -0.5) before = was, after = run.world.velocity(upper).x();
    EXPECT_EQ(run.world.report().rounds.guarded, 0) << "step " << k;
  }
  EXPECT_NEAR(after, -0.1 * before, 0.01) << "its restitution is 0.1";
}

// spheres that roll over one another by radians within a step gain what no row can tell, solved or not
TEST(Guard, LeavesASolvedHeapAlone) {
  Watched run(scenario("spheres_216"));
  bool cut_off = false;
  for (int k = 0; k < 40; ++k) {
    run.step();
    cut_off = cut_off || run.world.report().solve.failed > 0;
    EXPECT_EQ(run.world.report().rounds.guarded, 0) << "step " << k;
  }
  EXPECT_TRUE(cut_off) << "else nothing was asked";
}

// Arms of a metre on bodies of millimetres turn by radians in a step, and their lock ends elsewhere than its row says:
// what it holds is told by where it ends. By the row it had wound up for nothing, and gave a thousand times the motion.
TEST(Guard, LocksGiveBackWhatTheyTook) {
  for (const unsigned seed : {466u, 629u}) {
    const test::EnergyVerdict verdict = test::judge_energy(test::seeded_scene(test::SeedFamily::wild, seed), 1.0);
    EXPECT_LE(verdict.share, 0.05) << "wild seed " << seed;
    EXPECT_TRUE(verdict.fault.empty()) << verdict.fault;
  }
}

}  // namespace
}  // namespace spook
