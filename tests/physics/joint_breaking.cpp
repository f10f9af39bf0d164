// Joints that break: just above what hangs from them they hold, just below they go. And what breaks survives whatever
// a moment or a recording does.
#include <gtest/gtest.h>

#include "engine/scene/scene_io.h"
#include "engine/world/recording.h"
#include "tests/physics/physics_run.h"

namespace spook {
namespace {

using namespace build;

constexpr double bar_mass = 20.0, bar_length = 1.6;

// a bar that sticks out from the world, held at its end
Scene breakable_bar(JointType type) {
  Scene scene;
  body(scene, "bar", {box({bar_length / 2, 0.1, 0.1})}, {bar_length / 2, 0, 2}).mass = bar_mass;
  joint(scene, type, "root", "bar", "", {0, 0, 2}, Vec3::UnitY());
  return scene;
}

// a weight right below what holds it
Scene hanging_weight(JointType type) {
  Scene scene;
  body(scene, "weight", {box({0.2, 0.2, 0.2})}, {0, 0, 2}).mass = bar_mass;
  if (type == JointType::distance) {
    rope(scene, "root", "weight", "", {0, 0, 2.2}, {0, 0, 3});
  } else {
    joint(scene, type, "root", "weight", "", {0, 0, 2.2}, Vec3::UnitX());
  }
  return scene;
}

// the joint that broke within two seconds, if any did
std::optional<BrokenJoint> first_break(const Scene& scene) {
  World world(scene, {true, false});
  for (int i = 0; i < 120; ++i) {
    world.step();
    if (!world.report().broken.empty()) {
      EXPECT_FALSE(world.find_joint("root"));
      EXPECT_TRUE(world.snapshot()->joints.empty());
      return world.report().broken.front();
    }
  }
  EXPECT_TRUE(world.find_joint("root"));
  return std::nullopt;
}

TEST(Breaking, AWeightHangsByAJointThatIsJustStrongEnough) {
  const double weight = bar_mass * gravity;
  for (const JointType type : {JointType::ball, JointType::hinge, JointType::slider, JointType::cylindrical,
                               JointType::universal, JointType::fixed, JointType::distance}) {
    Scene scene = hanging_weight(type);
    if (type == JointType::universal) scene.joints[0].axis2 = Vec3::UnitY();
    scene.joints[0].break_force = 1.002 * weight;
    EXPECT_FALSE(first_break(scene)) << int(type);
    scene.joints[0].break_force = 0.998 * weight;
    const auto broken = first_break(scene);
    ASSERT_TRUE(broken) << int(type);
    EXPECT_EQ(broken->name, "root");
    EXPECT_EQ(broken->type, type);
    EXPECT_FALSE(broken->by_torque);
    EXPECT_NEAR(broken->force, weight, 0.002 * weight) << int(type);
  }
}

TEST(Breaking, ABarBreaksByItsTorqueAtTheRoot) {
  const double torque = bar_mass * gravity * bar_length / 2;
  Scene scene = breakable_bar(JointType::fixed);
  scene.joints[0].break_torque = 1.005 * torque;
  EXPECT_FALSE(first_break(scene));
  scene.joints[0].break_torque = 0.995 * torque;
  const auto broken = first_break(scene);
  ASSERT_TRUE(broken);
  EXPECT_TRUE(broken->by_torque);
  EXPECT_NEAR(broken->torque, torque, 0.005 * torque);
}

TEST(Breaking, WhatALockHoldsCounts) {
  const double torque = bar_mass * gravity * bar_length / 2;
  Scene scene = breakable_bar(JointType::hinge);
  scene.joints[0].lock = LockDesc{0.0, 1e6};
  scene.joints[0].break_torque = 1.01 * torque;
  EXPECT_FALSE(first_break(scene));
  scene.joints[0].break_torque = 0.99 * torque;
  EXPECT_TRUE(first_break(scene));
}

TEST(Breaking, TheSnapshotTellsHowNearAJointIs) {
  Scene scene = breakable_bar(JointType::fixed);
  scene.joints[0].break_force = 1000.0;
  World world(scene);
  for (int i = 0; i < 60; ++i) world.step();
  const JointView& joint = world.snapshot()->joints.front();
  EXPECT_NEAR(joint.force, bar_mass * gravity, 0.01 * bar_mass * gravity);
  EXPECT_NEAR(joint.torque, bar_mass * gravity * bar_length / 2, 0.01 * bar_mass * gravity * bar_length);
  EXPECT_EQ(joint.break_force, 1000.0);
  EXPECT_FALSE(joint.break_torque);
}

TEST(Breaking, AHandNeverTearsAJointThatIsNotBreakable) {
  Scene scene = breakable_bar(JointType::ball);
  World world(scene, {false, false});
  world.queue(Grip{1, *world.find_body("bar"), {0, 0, 0}, {30, 0, 30}, false, Quat::Identity(), 100.0});
  for (int i = 0; i < 120; ++i) {
    world.step();
    ASSERT_TRUE(world.report().broken.empty());
  }
  EXPECT_TRUE(world.find_joint("root"));
}

TEST(Breaking, LimitsTravelThroughTheFile) {
  Scene scene = breakable_bar(JointType::fixed);
  scene.joints[0].break_force = 512.5, scene.joints[0].break_torque = 64.25;
  scene.name = "cantilever", scene.wind = {3, 0, -1};
  const Scene read = parse_scene(write_scene(scene), "test");
  EXPECT_EQ(read.joints[0].break_force, 512.5);
  EXPECT_EQ(read.joints[0].break_torque, 64.25);
  EXPECT_EQ(read.wind, scene.wind);
  scene.joints[0].break_force = -1.0;
  EXPECT_THROW((void)parse_scene(write_scene(scene), "test"), SceneError);
  Scene spring_scene = hanging_weight(JointType::distance);
  spring_scene.name = "rope", spring_scene.joints[0].break_torque = 1.0;
  EXPECT_THROW((void)parse_scene(write_scene(spring_scene), "test"), SceneError) << "a rope carries no torque";
}

int breaks_in(World& world, int steps) {
  int broken = 0;
  for (int i = 0; i < steps; ++i) world.step(), broken += int(world.report().broken.size());
  return broken;
}

TEST(Breaking, TheBridgeGivesWayAlikeOnOneTwoAndFourThreads) {
  std::vector<std::uint64_t> hashes;
  for (const int threads : {1, 2, 4}) {
    Scene scene = scenario("brittle_bridge");
    scene.parameters.threads = threads;
    World world(scene, {false, false});
    EXPECT_GT(breaks_in(world, 150), 1);
    hashes.push_back(world.hash());
  }
  EXPECT_EQ(hashes[0], hashes[1]);
  EXPECT_EQ(hashes[0], hashes[2]);
}

TEST(Breaking, TheBridgeHoldsItselfUntilTheWeightComesAndDoesNotExplode) {
  Watched run(scenario("brittle_bridge"));
  EXPECT_EQ(breaks_in(run.world, 40), 0) << "it carries itself";
  const double fall = run.world.report().energy.total();
  double fastest = 0.0;
  int broken = 0;
  for (int i = 0; i < 300; ++i) {
    run.step();
    broken += int(run.world.report().broken.size());
    fastest = std::max(fastest, run.speed());
  }
  EXPECT_GT(broken, 1);
  EXPECT_LT(fastest, 15.0) << "a fall from 5 m ends at 10 m/s";
  EXPECT_LT(run.world.report().energy.total(), fall);
}

TEST(Breaking, AMomentFromBeforeBringsTheJointsBackAndARecordingReplays) {
  Recording recording;
  recording.scene = recordable(scenario("brittle_bridge"));
  World world(recording.scene, {false, false});
  for (int i = 0; i < 40; ++i) world.step(), record_step(world, recording);
  const auto before = world.save();
  const std::size_t joints = world.describe().joints.size();
  int broken = 0;
  for (int i = 0; i < 100; ++i) {
    world.step(), record_step(world, recording), broken += int(world.report().broken.size());
    if (i % 10 == 0) (void)world.save();
  }
  const std::uint64_t end = world.hash();
  ASSERT_GT(broken, 1);
  EXPECT_EQ(world.describe().joints.size(), joints - std::size_t(broken));
  const auto after = world.save();
  world.restore(*before);
  EXPECT_EQ(world.describe().joints.size(), joints);
  EXPECT_EQ(breaks_in(world, 100), broken);
  EXPECT_EQ(world.hash(), end);
  const int later = breaks_in(world, 30);
  const std::uint64_t further = world.hash();
  world.restore(*after);
  EXPECT_EQ(breaks_in(world, 30), later);
  EXPECT_EQ(world.hash(), further);
  EXPECT_FALSE(replay(recording, true).first_difference);
}

}  // namespace
}  // namespace spook
