// A rope that a motor winds, wind, and blasts, against what can be worked out by hand.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/scene/scene_io.h"
#include "engine/world/air.h"
#include "engine/world/recording.h"
#include "tests/physics/physics_run.h"

namespace spook {
namespace {

using namespace build;

constexpr double hoisted = 200.0;

// a weight 3 m below the world's hook
Scene hoist_scene(double speed, double effort) {
  Scene scene;
  scene.name = "hoist";
  body(scene, "load", {box({0.3, 0.3, 0.3})}, {0, 0, 2}).mass = hoisted;
  JointDesc& cable = rope(scene, "cable", "load", "", {0, 0, 2.3}, {0, 0, 5.3});
  cable.motor = MotorDesc{speed, effort};
  cable.limits = {{0.5, 6.0}};
  return scene;
}

TEST(Hoist, LiftsByTheSpeedOfItsMotorAndStopsAtItsLimit) {
  const double speed = 0.5;
  Watched run(hoist_scene(-speed, 5 * hoisted * gravity));
  run.seconds(2.0);
  const Vec3 at = run.world.pose(run.body("load")).position;
  EXPECT_NEAR(at.z(), 2.0 + speed * 2.0, 2e-3);
  EXPECT_NEAR(run.world.velocity(run.body("load")).z(), speed, 1e-3);
  EXPECT_NEAR(run.world.describe().joints[0].length.value(), 3.0 - speed * 2.0, 1e-9);
  EXPECT_LT(run.joint_gap, 2e-3);
  EXPECT_EQ(run.world.report().rounds.guarded, 0);
  run.seconds(5.0);
  EXPECT_NEAR(run.world.describe().joints[0].length.value(), 0.5, 1e-9) << "its limit";
  EXPECT_NEAR(run.world.pose(run.body("load")).position.z(), 4.5, 2e-3);
  EXPECT_LT(run.speed(), 1e-3);
}

TEST(Hoist, LowersAndLeavesTheRopeSlackOnTheGround) {
  Scene scene = hoist_scene(0.6, 5 * hoisted * gravity);
  ground(scene);
  Watched run(scene);
  run.seconds(4.0);
  EXPECT_NEAR(run.world.pose(run.body("load")).position.z(), 0.3, 1e-3);
  EXPECT_NEAR(run.world.describe().joints[0].length.value(), 3.0 + 0.6 * 4.0, 1e-9);
  EXPECT_LT(run.speed(), 1e-3);
}

TEST(Hoist, PullsWithNoMoreThanItsMotorHasAndPaysOutBeyond) {
  // a weight it cannot hold sinks by what is missing: m a = m g − effort
  const double effort = 0.75 * hoisted * gravity;
  Watched weak(hoist_scene(0.0, effort));
  weak.seconds(0.5);
  EXPECT_NEAR(weak.world.velocity(weak.body("load")).z(), -0.25 * gravity * 0.5, 0.02);
  // a lift that begins at once is pulled up by what is left of the effort
  Watched strong(hoist_scene(-2.0, 1.5 * hoisted * gravity));
  strong.seconds(0.2);
  EXPECT_NEAR(strong.world.velocity(strong.body("load")).z(), 0.5 * gravity * 0.2, 0.05);
  strong.seconds(0.8);
  EXPECT_NEAR(strong.world.velocity(strong.body("load")).z(), 2.0, 0.01);
}

TEST(Hoist, GoesOnFromAMomentAndReplays) {
  Recording recording;
  recording.scene = recordable(hoist_scene(0.0, 3 * hoisted * gravity));
  World world(recording.scene, {false, false});
  const auto steps = [&](int count) {
    for (int i = 0; i < count; ++i) world.step(), record_step(world, recording);
  };
  steps(10);
  world.queue(SetMotor{*world.find_joint("cable"), -0.7, std::nullopt});
  steps(50);
  const auto moment = world.save();
  steps(50);
  const std::uint64_t end = world.hash();
  world.restore(*moment);
  for (int i = 0; i < 50; ++i) world.step();
  EXPECT_EQ(world.hash(), end);
  EXPECT_FALSE(replay(recording, true).first_difference);
}

TEST(Hoist, AMotorOnARopeIsOneAndTravelsThroughTheFile) {
  const Scene read = parse_scene(write_scene(hoist_scene(-0.5, 100.0)), "test");
  ASSERT_TRUE(read.joints[0].motor);
  EXPECT_EQ(read.joints[0].motor->speed, -0.5);
  EXPECT_EQ((*read.joints[0].limits)[1], 6.0);
}

// v in a wind w without gravity: m dv/dt = k (w − v)², k = ½ ρ A, so that w − v = w/(1 + k w t/m)
TEST(Wind, CarriesABoxAlongAsItsDragSays) {
  const Vec3 half(0.5, 0.4, 0.3);
  Scene scene;
  scene.parameters.gravity.setZero();
  scene.wind = {12, 0, 0};
  body(scene, "box", {box(half)}, {0, 0, 0}).mass = 2.0;
  Watched run(scene);
  const double area = 4 * half.y() * half.z(), k = 0.5 * 1.2 * area;
  run.seconds(3.0);
  const double expected = 12.0 - 12.0 / (1.0 + k * 12.0 * 3.0 / 2.0);
  EXPECT_NEAR(run.world.velocity(run.body("box")).x(), expected, 0.01 * expected);
  run.world.queue(SetWind{Vec3::Zero()});
  run.step();
  const double speed = run.world.velocity(run.body("box")).x();
  run.seconds(1.0);
  EXPECT_NEAR(run.world.velocity(run.body("box")).x(), speed, 1e-9) << "calm again";
  EXPECT_TRUE(run.world.describe().wind.isZero());
}

TEST(Wind, NeverBlowsAFeatherFasterThanItself) {
  Scene scene;
  scene.parameters.gravity.setZero();
  scene.wind = {0, 80, 0};
  body(scene, "feather", {box({0.5, 0.5, 0.5})}, {0, 0, 0}).mass = 1e-3;
  Watched run(scene);
  for (int i = 0; i < 60; ++i) {
    run.step();
    ASSERT_LE(run.speed(), 80.0 + 1e-9);
  }
}

TEST(Blast, PushesByTheAreaShownAndTheDistance) {
  Scene scene;
  scene.parameters.gravity.setZero();
  const Vec3 half(0.1, 0.2, 0.3);
  body(scene, "near", {box(half)}, {2, 0, 0}).mass = 5.0;
  body(scene, "far", {box(half)}, {0, 9, 0}).mass = 5.0;
  World world(scene, {false, false});
  world.queue(Explode{{0, 0, 0}, 1000.0, 8.0});
  world.step();
  const double area = 4 * half.y() * half.z();
  EXPECT_NEAR(world.velocity(*world.find_body("near")).x(), 1000.0 * area * (1 - 2.0 / 8) / 4.0 / 5.0, 1e-6);
  EXPECT_EQ(world.velocity(*world.find_body("far")).norm(), 0.0);
  for (const Explode& wrong : {Explode{{0, 0, 0}, -1.0, 8.0}, Explode{{0, 0, 0}, 1.0, 0.0}}) {
    world.queue(wrong);
    world.step();
    ASSERT_FALSE(world.report().flags.empty());
    EXPECT_TRUE(world.report().flags[0].starts_with("refused"));
  }
}

TEST(Recording, KeepsWindAndBlasts) {
  Recording recording;
  recording.scene = recordable(scenario("stack"));
  World world(recording.scene, {false, false});
  for (int i = 0; i < 90; ++i) {
    if (i == 10) world.queue(SetWind{{8, 3, 0}});
    if (i == 40) world.queue(Explode{{0.5, 0.5, 0.2}, 500.0, 6.0});
    if (i == 60) world.queue(SetWind{});
    world.step();
    record_step(world, recording);
  }
  const Recording read = parse_recording(write_recording(recording), "test");
  const ReplayResult result = replay(read, true);
  EXPECT_FALSE(result.first_difference);
  EXPECT_EQ(result.hash, world.hash());
  const auto moment = world.save();
  world.queue(SetWind{{30, 0, 0}});
  for (int i = 0; i < 30; ++i) world.step();
  world.restore(*moment);
  EXPECT_TRUE(world.describe().wind.isZero()) << "a moment brings its wind back";
}

}  // namespace
}  // namespace spook
