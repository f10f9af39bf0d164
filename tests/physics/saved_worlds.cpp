// What is saved always opens, what is recorded always replays: after any command, edits while paused and moments
// gone back to.
#include <gtest/gtest.h>

#include "engine/scene/scene_io.h"
#include "engine/world/recording.h"
#include "tests/physics/physics_run.h"

namespace spook {
namespace {

using namespace build;

constexpr JointType joint_types[] = {JointType::ball,        JointType::hinge,     JointType::slider,
                                     JointType::cylindrical, JointType::universal, JointType::fixed,
                                     JointType::distance,    JointType::spring};

// two boxes on each kind of joint, and a gear between the hinge and the slider
Scene one_of_every_joint() {
  Scene scene;
  scene.name = "joints";
  double x = 0.0;
  for (const JointType type : joint_types) {
    const std::string number = std::to_string(scene.bodies.size());
    body(scene, "a" + number, {box({0.2, 0.2, 0.2})}, {x, 0, 1});
    body(scene, "b" + number, {box({0.2, 0.2, 0.2})}, {x, 0, 2});
    JointDesc& made = scene.joints.emplace_back();
    made.name = "joint_" + std::to_string(int(type)), made.type = type;
    made.a = "a" + number, made.b = "b" + number;
    made.anchor = {x, 0, 1.5}, made.anchor_a = {x, 0, 1}, made.anchor_b = {x, 0, 2};
    made.stiffness = 100.0, made.rest_length = 1.0;
    x += 2.0;
  }
  JointDesc& gear = scene.joints.emplace_back();
  gear.name = "gear", gear.type = JointType::gear;
  gear.joint_a = scene.joints[1].name, gear.joint_b = scene.joints[2].name;
  return scene;
}

std::string error_of_saved(const World& world) {
  try {
    parse_scene(write_scene(world.describe()), "saved");
  } catch (const SceneError& error) {
    return error.what();
  }
  return "";
}

bool refused(const World& world) {
  for (const std::string& flag : world.report().flags)
    if (flag.starts_with("refused: ")) return true;
  return false;
}

TEST(SavedScene, OpensAfterMotorAndLockCommandsOnAnyJoint) {
  World world(one_of_every_joint(), {false, false});
  int taken = 0;
  for (const JointType type : joint_types) {
    const JointId id = world.find_joint("joint_" + std::to_string(int(type))).value();
    for (const Command& command : {Command{SetMotor{id, 1.0, 5.0}}, Command{SetLock{id, 0.1, 5.0, true}}}) {
      world.queue(command);
      world.apply_commands();
      taken += !refused(world);
      EXPECT_EQ(error_of_saved(world), "");
    }
  }
  EXPECT_EQ(taken, 7) << "hinge, slider and cylindrical joint have motors and locks, a rope a motor, no other has";
}

// found by fuzz_world
TEST(SavedScene, OpensAfterBodiesAreRenamed) {
  World world(one_of_every_joint(), {false, false});
  const Scene before = world.describe();
  for (BodyDesc renamed : before.bodies) {
    const BodyId id = world.find_body(renamed.name).value();
    renamed.name = "another_" + renamed.name;
    world.queue(EditBody{id, renamed});
  }
  world.apply_commands();
  EXPECT_EQ(error_of_saved(world), "");
  EXPECT_EQ(world.describe().joints.size(), before.joints.size());
}

TEST(SavedScene, OpensWithATornUniversalJoint) {
  World world(one_of_every_joint(), {false, false});
  for (const BodyId id : world.body_ids())
    if (world.look(id).name.starts_with("b")) {
      Pose pose = world.pose(id);
      pose.orientation = Quat(Eigen::AngleAxisd(1.0, Vec3(1, 1, 0).normalized()));
      world.queue(SetPose{id, pose});
    }
  world.apply_commands();
  EXPECT_EQ(error_of_saved(world), "");
}

TEST(SavedScene, OpensWhereADriveHasLostItsMotor) {
  Scene scene = one_of_every_joint();
  scene.joints[1].motor = MotorDesc{0.0, 10.0};
  scene.drives.push_back(SpeedDrive{scene.joints[1].name, {{0, 0}, {1, 1}}});
  World world(scene, {false, false});
  JointDesc plain = scene.joints[1];
  plain.motor.reset();
  world.queue(EditJoint{*world.find_joint(plain.name), plain});
  world.apply_commands();
  EXPECT_EQ(error_of_saved(world), "");
}

TEST(SavedScene, DescriptionsThatNoFileMayHoldAreRefused) {
  World world(one_of_every_joint(), {false, false});
  BodyDesc bad;
  bad.name = "bad";
  bad.shapes.emplace_back().radius = -1.0;
  JointDesc crooked = one_of_every_joint().joints[1];
  crooked.axis = {0, 0, 2};
  const BodyId some = world.body_ids().front();
  Parameters wild = world.parameters();
  wild.time_step = -1.0;
  BodyDesc named = bad;
  named.shapes[0].radius = 1.0, named.shapes[0].material = "unheard of";
  for (const Command& command : {Command{AddBody{bad}}, Command{EditBody{some, bad}}, Command{AddJoint{crooked}},
                                 Command{SetParameters{wild}}, Command{AddBody{named}}}) {
    world.queue(command);
    world.apply_commands();
    EXPECT_TRUE(refused(world)) << command.index();
    EXPECT_TRUE(world.applied_commands().empty()) << command.index();
    EXPECT_EQ(error_of_saved(world), "");
  }
}

// edits while paused, and moments gone back to between them, as the window's undo and scrubbing do
TEST(Recording, OfASessionWithUndoWhilePausedReplaysBitByBit) {
  Recording recording;
  Scene scene = one_of_every_joint();
  ground(scene);
  recording.scene = recordable(scene);
  World world(recording.scene, {false, false});
  const auto steps = [&](int count) {
    for (int i = 0; i < count; ++i) {
      world.step();
      recording.steps.resize(world.step_count() - 1);
      record_step(world, recording);
      (void)world.save();
    }
  };
  const auto push = [&](const char* name, double speed) {
    world.queue(SetVelocity{*world.find_body(name), {speed, 0, 0}, {0, 0, 0}});
    world.apply_commands();
  };
  steps(10);
  const auto early = world.save();
  steps(5);
  push("a0", 3.0);
  const auto between = world.save();
  push("b0", -3.0);
  world.restore(*between);  // undoes the second edit alone
  steps(5);
  EXPECT_FALSE(replay(recording, true).first_difference);
  push("a2", 5.0);
  world.restore(*early);  // and an edit that no step ever saw
  steps(10);
  EXPECT_EQ(recording.steps.size(), 20u);
  EXPECT_FALSE(replay(recording, true).first_difference);
}

}  // namespace
}  // namespace spook
