// The same bits: across runs, threads, moments, recordings; and a steady state that allocates nothing.
#include <gtest/gtest.h>

#include <filesystem>

#include "engine/scene/scene_io.h"
#include "engine/thread_pool.h"
#include "engine/world/recording.h"
#include "tests/count_allocations.h"
#include "tests/physics/physics_run.h"

namespace spook {
namespace {

using namespace build;

// boxes thrown on a heap, a hinge, a chain and a motor: contacts that come and go
Scene tumble() {
  Scene scene;
  scene.name = "tumble";
  ground(scene);
  Dice dice(3);
  for (int i = 0; i < 12; ++i)
    body(scene, "box_" + std::to_string(i), {box({0.2, 0.15, 0.1})},
         {dice.uniform(-0.3, 0.3), dice.uniform(-0.3, 0.3), 0.4 + 0.35 * i}, dice.orientation());
  body(scene, "arm", {capsule(0.05, 0.4, Vec3::UnitX())}, {0.9, 0, 0.3});
  joint(scene, JointType::hinge, "axle", "arm", "", {0.5, 0, 0.3}, {0, 0, 1}).motor = MotorDesc{3.0, 200.0};
  scene.materials["default"].restitution = 0.3;
  return scene;
}

std::uint64_t hash_after(World& world, int steps) {
  for (int i = 0; i < steps; ++i) world.step();
  return world.hash();
}

TEST(Determinism, TheSameSceneGivesTheSameHash) {
  World one(tumble(), {false, false}), two(tumble(), {true, true});
  EXPECT_EQ(hash_after(one, 150), hash_after(two, 150));
}

TEST(Determinism, AnyNumberOfThreadsGivesTheSameHash) {
  std::uint64_t first = 0;
  for (const int threads : {1, 2, 4}) {
    Scene scene = tumble();
    scene.parameters.threads = threads;
    World world(scene, {false, false});
    const std::uint64_t hash = hash_after(world, 150);
    if (threads == 1) first = hash;
    EXPECT_EQ(hash, first) << threads;
  }
}

// One island that the threads work inside of: sweeps by colours, fronts and sums in parts, contacts in chunks.
struct Together {
  const char* scene;
  ScenarioValues values;
  int budget, steps;
};

std::uint64_t hash_of(const Together& one, int threads) {
  Scene scene = scenario(one.scene, one.values);
  scene.parameters.threads = threads, scene.parameters.effort = one.budget * ms_a_factorisation;
  World world(scene, {false, false});
  const std::uint64_t hash = hash_after(world, one.steps);
  EXPECT_GT(world.report().contacts, 600) << one.scene << ": too few for threads to share";
  return hash;
}

TEST(Determinism, AnyNumberOfThreadsTearsDownTheSameWallBitByBit) {
  const Together cases[] = {{"wall_ball", {{"courses", 12}, {"bricks", 20}}, 1, 45},  // bounded: the safe way out
                            {"wall_ball", {{"courses", 8}, {"bricks", 16}}, 40, 30},  // solved to the end
                            {"log_pile", {{"logs", 100}}, 2, 75},       // falling, and come to rest on one another
                            {"mixed_rain", {{"shapes", 2000}}, 2, 80},  // differed from step 64 on once
                            {"wrecking_ball", {}, 2, 120},  // boxes beside lines: a stale share of stiffness once
                            {"brick_wall", {{"courses", 14}, {"bricks", 20}}, 40, 20}};  // at rest
  for (const Together& one : cases) {
    const std::uint64_t alone = hash_of(one, 1);
    for (const int threads : {2, 4})
      EXPECT_EQ(hash_of(one, threads), alone)
          << one.scene << " at budget " << one.budget << " with " << threads << " threads";
    // tasks in random order, each with a random worker's scratch: real threads vary that but rarely
    for (const int seed : {1, 2}) {
      ThreadPool::shuffle(seed);
      EXPECT_EQ(hash_of(one, 3), alone) << one.scene << " at budget " << one.budget << ", shuffled by " << seed;
      ThreadPool::shuffle(0);
    }
  }
}

TEST(Determinism, ARestoredMomentGoesOnBitByBit) {
  World world(tumble(), {false, false});
  hash_after(world, 80);
  const auto moment = world.save();
  const std::uint64_t expected = hash_after(world, 60);
  world.restore(*moment);
  EXPECT_EQ(hash_after(world, 60), expected);
  // and in a world that never lived those steps
  World other(tumble(), {false, false});
  other.restore(*moment);
  EXPECT_EQ(hash_after(other, 60), expected);
}

// saving changes nothing: the replay saves none
TEST(Recording, ARunWithMomentsTakenReplaysBitByBit) {
  Recording recording;
  recording.scene = recordable(tumble());
  World world(recording.scene, {false, false});
  for (int i = 0; i < 60; ++i) {
    world.step();
    record_step(world, recording);
    if (i % 7 == 0) (void)world.save();
  }
  EXPECT_FALSE(replay(recording, true).first_difference);
}

TEST(Determinism, AMomentBringsBackRemovedBodiesAndTheirJoints) {
  World world(tumble(), {false, false});
  hash_after(world, 10);
  const auto moment = world.save();
  const std::uint64_t expected = hash_after(world, 20);
  const BodyId arm = world.find_body("arm").value();
  world.queue(RemoveBody{arm});
  world.step();
  EXPECT_FALSE(world.find_body("arm"));
  EXPECT_FALSE(world.find_joint("axle"));
  world.restore(*moment);
  EXPECT_EQ(world.find_body("arm"), arm);
  EXPECT_TRUE(world.find_joint("axle"));
  EXPECT_EQ(hash_after(world, 20), expected);
}

TEST(Recording, ReplaysBitByBitFromItsFile) {
  Recording recording;
  recording.scene = recordable(tumble());
  World world(recording.scene, {false, false});
  for (int i = 0; i < 120; ++i) {
    if (i == 20) {
      BodyDesc ball;
      ball.name = "ball", ball.shapes = {sphere(0.1)}, ball.pose.position = {0, 0, 3}, ball.velocity = {0, 0, -9};
      world.queue(AddBody{ball});
    }
    if (i == 40) world.queue(Grip{1, *world.find_body("box_3"), {0.1, 0, 0}, {0, 0, 2}});
    if (i == 60) world.queue(SetMotor{*world.find_joint("axle"), -2.0, std::nullopt});
    if (i == 70) world.queue(MoveGrip{1, {1, 0, 2}, std::nullopt});
    if (i == 80) {
      Parameters parameters = world.parameters();
      parameters.sweeps = 5, parameters.gravity.z() = -5;
      world.queue(SetParameters{parameters});
    }
    if (i == 85) world.queue(SetPace{0.7});
    if (i == 90) world.queue(ReleaseGrip{1});
    if (i == 100) world.queue(RemoveBody{*world.find_body("box_1")});
    world.step();
    record_step(world, recording);
  }
  EXPECT_EQ(world.report().effort, 0.7) << "the lesser of pace and parameter";
  const auto file = std::filesystem::temp_directory_path() / "spook_recording_test.rec";
  save_recording(recording, file);
  Recording read = load_recording(file);
  std::filesystem::remove(file);
  const ReplayResult good = replay(read, true);
  EXPECT_EQ(good.steps, 120u);
  EXPECT_FALSE(good.first_difference);
  read.steps[49].hash ^= 1;
  EXPECT_EQ(replay(read, true).first_difference, 50u);
}

// found by fuzzing: the description that a command carries may be of nothing
TEST(Recording, IsRefusedWhereItAddsABodyAndDescribesNone) {
  Recording recording;
  recording.scene = recordable(tumble());
  World world(recording.scene, {false, false});
  BodyDesc ball;
  ball.name = "ball", ball.shapes = {sphere(0.1)};
  world.queue(AddBody{ball});
  world.step();
  record_step(world, recording);
  std::string text = write_recording(recording);
  ASSERT_NO_THROW(parse_recording(text, "whole"));
  // what it lists between brackets, taken out
  const std::size_t list = text.rfind("\"bodies\":[") + 9;
  std::size_t end = list;
  int depth = 0;
  do {
    depth += (text[end] == '[') - (text[end] == ']');
  } while (++end < text.size() && depth > 0);
  text.replace(list, end - list, "[]");
  try {
    parse_recording(text, "cut");
    FAIL() << "it was taken";
  } catch (const SceneError& error) {
    EXPECT_EQ(std::string(error.what()).rfind("cut:", 0), 0u) << error.what();
    EXPECT_NE(std::string(error.what()).find("describes none"), std::string::npos) << error.what();
  }
}

TEST(SteadyState, AStepOnTwoThreadsAllocatesNothing) {
  if (!allocations_counted()) GTEST_SKIP() << "sanitizers bring their own operator new";
  Scene scene = scenario("brick_wall", {{"courses", 10}, {"bricks", 16}});
  scene.parameters.threads = 2;
  World world(scene, {false, false});
  hash_after(world, 120);
  const long before = allocations();
  hash_after(world, 30);
  EXPECT_EQ(allocations() - before, 0);
}

TEST(SteadyState, AStepAllocatesNothing) {
  if (!allocations_counted()) GTEST_SKIP() << "sanitizers bring their own operator new";
  for (const char* name : {"stack", "brick_wall", "arch", "chain", "table", "slider_crank", "heavy_top"})
    for (const bool publish : {false, true}) {
      World world(scenario(name), {publish, false});
      hash_after(world, 120);
      const long before = allocations();
      hash_after(world, 30);
      EXPECT_EQ(allocations() - before, 0) << name << (publish ? " with snapshots" : " without snapshots");
    }
}

}  // namespace
}  // namespace spook
