// What is hit in a step meets, in the same step, what it was not near to and nothing foresaw.
#include <gtest/gtest.h>

#include "tests/physics/physics_run.h"

namespace spook {
namespace {

using namespace build;

// half a tonne at 10 m/s drives a box of 2 kg, at rest, into a block 60 mm beyond: in one step it would be 0.1 m inside
Scene driven_into(const ShapeDesc& block, double turned) {
  Scene scene;
  scene.parameters.gravity = Vec3::Zero();
  BodyDesc& ball = body(scene, "ball", {sphere(0.4)}, {-0.66, 0, 0});
  ball.mass = 500, ball.velocity = {10, 0, 0};
  body(scene, "box", {box({0.25, 0.25, 0.25})}, {0, 0, 0}).mass = 2;
  body(scene, "block", {block}, {0.31 + 0.5, 0.1, 0.1}, turn(Vec3(1, 2, 3).normalized(), turned)).mass = 300;
  return scene;
}

void expect_met(const Scene& scene, double overlap) {
  Watched run(scene);
  const double before = run.energy;
  run.steps(30);
  EXPECT_LE(run.deepest, overlap);
  EXPECT_LE(run.energy, before * (1.0 + 1e-9));
  // the block is driven on: it was met
  EXPECT_GT(run.world.velocity(run.body("block")).x(), 3.0);
  Vec3 momentum = Vec3::Zero();
  for (const BodyId id : run.ids) momentum += run.world.look(id).mass * run.world.velocity(id);
  EXPECT_NEAR(momentum.x(), 5000.0, 1e-6);
  EXPECT_EQ(run.failed, 0);
}

TEST(SuddenContact, ABlockBeyondWhatIsHit) {
  expect_met(driven_into(box({0.5, 0.5, 0.5}), 0.0), 0.004);
}
TEST(SuddenContact, ABlockAskew) {
  expect_met(driven_into(box({0.45, 0.45, 0.45}), 0.2), 0.004);
}
// the box is squeezed out sideways, turning: every look ahead finds another normal
TEST(SuddenContact, ASphereBeyond) {
  expect_met(driven_into(sphere(0.5), 0.0), 0.012);
}

// Two cubes fall side by side, one a little higher; the lower one is stopped by the ground. At the step's end the other
// is so far down that the shortest way out is sideways, where nothing closes in: it is met on the way.
TEST(SuddenContact, WhatHasAllButPassedByTheEndOfTheStep) {
  constexpr double edge = 0.125;
  Scene scene;
  ground(scene);
  const ShapeDesc cube = box(Vec3::Constant(0.5 * edge));
  body(scene, "lower", {cube}, {0, 0, 0.5 * edge + 0.01}).velocity = {0, 0, -7};
  body(scene, "upper", {cube}, {0.85 * edge, 0, 0.5 * edge + 0.175}).velocity = {0, 0, -7};
  Watched run(scene);
  run.step();
  EXPECT_GT(run.world.velocity(run.body("upper")).z(), -5.0);  // on the other's edge, which tips it over
  run.steps(10);
  EXPECT_LE(run.deepest, 0.009);
  EXPECT_EQ(run.failed, 0);
}

// a budget for real time looks ahead once: without it bricks were 46 mm inside one another
TEST(SuddenContact, AWallBeingHitWithinRealTime) {
  Scene scene = scenario("wall_ball", {{"bricks", 16}, {"courses", 12}});
  scene.parameters.effort = 2 * ms_a_factorisation;
  Watched run(scene);
  run.seconds(2.0);
  EXPECT_GT(run.failed, 60);  // it does bite
  EXPECT_LE(run.deepest, 0.03);
  EXPECT_LE(run.worst_gain, 1e-4 * 0.5 * 500 * 100);
}

}  // namespace
}  // namespace spook
