// Walls in running bond: at rest, and hit by a ball of 500 kg at 10 m/s. The longest ones are commands:
//   spook-lab run brick_wall --param bricks=40 --param courses=25 --seconds 10 --metrics -
//   spook-lab run wall_ball --param bricks=20 --param courses=25 --param aspect=2 --seconds 6 --metrics -
//   spook-lab run wall_ball --param bricks=40 --param courses=25 --param aspect=2 --seconds 6 --metrics -
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/physics/physics_run.h"

namespace spook {
namespace {

// bars in metres; creep 1e-6 mm/s
void expect_wall_stands(const ScenarioValues& wall, double drift, double overlap) {
  Watched run(scenario("brick_wall", wall));
  run.seconds(10);
  EXPECT_LE(run.drift(), drift);
  EXPECT_LE(run.deepest, overlap);
  EXPECT_LE(run.speed(), 1e-9);
  EXPECT_LE(run.worst_gain, 1e-6 * std::abs(run.energy));
}

TEST(Wall, OfTenCoursesOfCubicBricksStands) {
  expect_wall_stands({{"bricks", 10}, {"courses", 10}, {"aspect", 1}}, 2e-5, 1e-5);
}
TEST(Wall, OfTenCoursesOfFlatBricksStands) {
  expect_wall_stands({{"bricks", 10}, {"courses", 10}, {"aspect", 4}}, 2e-5, 1e-5);
}
TEST(Wall, OfFiveHundredBricksStands) {
  expect_wall_stands({{"bricks", 20}, {"courses", 25}, {"aspect", 2}}, 5e-5, 1e-5);
}

TEST(Wall, HitByABallOfHalfATonneOverlapsByLessThanFiftyMillimetresAndRecovers) {
  Watched run(scenario("wall_ball", {{"bricks", 10}, {"courses", 10}, {"aspect", 2}}));
  run.seconds(5.3);
  EXPECT_LE(run.deepest, 0.05);
  EXPECT_LE(run.world.report().penetration_max, 1e-3);
  EXPECT_LE(run.worst_gain, 1e-3 * 0.5 * 500 * 100);
}

// the fall of the large wall; to the end by the command above
TEST(Wall, OfAThousandBricksHitByABallOverlapsByLessThanFiftyMillimetres) {
  Watched run(scenario("wall_ball", {{"bricks", 40}, {"courses", 25}, {"aspect", 2}}));
  run.seconds(1.5);
  EXPECT_LE(run.deepest, 0.05);
  // what is left undone pushes out of overlaps by more: 51 … 71 J of 25 kJ; solved to the end 20 J
  EXPECT_LE(run.worst_gain, 3e-3 * 0.5 * 500 * 100);
}

TEST(Wall, APyramidOfTwentyStands) {
  Watched run(scenario("pyramid", {{"rows", 20}}));
  run.seconds(10);
  EXPECT_LE(run.drift(), 3e-4);
  EXPECT_LE(run.speed(), 1e-9);
}

// However little a wall moves that a hand pulls at, it is not about to rest: solved to its end, each step took twice
// what there is, and the hand was in slow motion.
TEST(Wall, ABrickThatIsPulledOutKeepsWithinTheEffort) {
  World world(scenario("brick_wall"), {false, false});
  for (int i = 0; i < 60; ++i) world.step();
  const BodyId brick = world.find_body("brick_5_5").value();
  const Vec3 from = world.pose(brick).position;
  world.queue(Grip{1, brick, Vec3::Zero(), from});
  std::vector<double> spent;
  for (int i = 0; i < 300; ++i) {
    world.queue(MoveGrip{1, from + Vec3(0, -std::min(0.01 * i, 1.5), 0), std::nullopt});
    world.step();
    spent.push_back(world.report().effort_spent);
    EXPECT_EQ(world.report().effort, *Parameters().effort);
  }
  EXPECT_LT(world.pose(brick).position.y(), from.y() - 0.5) << "and it came out";
  std::sort(spent.begin(), spent.end());
  // looks have a little each, whatever was spent
  EXPECT_LE(spent[spent.size() * 99 / 100], 1.5 * *Parameters().effort);
}

}  // namespace
}  // namespace spook
