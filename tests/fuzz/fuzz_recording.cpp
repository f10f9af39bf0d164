// The reader of recordings, commands and all: a recording or one line with its place; what was read is written and read
// again to the same bytes, and its first steps run.
#include "engine/scene/scene_io.h"
#include "engine/world/recording.h"
#include "tests/fuzz/driver.h"

namespace spook::fuzz {
namespace {

BodyDesc sphere(const char* name, double height) {
  BodyDesc body;
  body.name = name;
  body.pose.position.z() = height;
  body.shapes.emplace_back();
  return body;
}

// one of every command
std::string seed() {
  Scene scene;
  scene.name = "seed";
  scene.bodies = {sphere("a", 1), sphere("b", 3)};
  JointDesc hinge;
  hinge.name = "hinge", hinge.type = JointType::hinge, hinge.a = "a", hinge.b = "b";
  scene.joints = {hinge};
  JointDesc ball = hinge;
  ball.name = "ball", ball.type = JointType::ball;
  Recording recording{recordable(scene), {}};
  World world(recording.scene, {false, false});
  const BodyId a = *world.find_body("a"), b = *world.find_body("b");
  const JointId joint = *world.find_joint("hinge");
  Grip grip;
  grip.body = a, grip.target = {0, 0, 2};
  const std::vector<Command> all{SetParameters{scene.parameters},
                                 AddBody{sphere("c", 5)},
                                 EditBody{b, sphere("b", 4)},
                                 SetPose{a, {{0, 0, 2}, Quat::Identity()}},
                                 SetVelocity{a, {1, 0, 0}, {0, 1, 0}},
                                 ApplyImpulse{a, {1, 0, 0}, {0, 0, 1}},
                                 SetMaterialTable{scene.materials, {}},
                                 AddJoint{ball},
                                 EditJoint{joint, hinge},
                                 SetMotor{joint, 1.0, 5.0},
                                 SetLock{joint, 0.5, 5.0, true},
                                 grip,
                                 MoveGrip{0, {1, 0, 2}, Quat::Identity()},
                                 ReleaseGrip{0},
                                 SetWind{{3, 1, 0}},
                                 Explode{{0, 0, 1}, 100.0, 5.0},
                                 RemoveJoint{joint},
                                 RemoveBody{a}};
  for (const Command& command : all) {
    world.queue(command);
    world.step();
    record_step(world, recording);
  }
  return write_recording(recording);
}

bool affordable(const Recording& recording) {
  std::size_t points = 0;
  for (const BodyDesc& body : recording.scene.bodies)
    for (const ShapeDesc& shape : body.shapes) points += shape.points.size() + shape.heights.size();
  const Parameters& p = recording.scene.parameters;
  return recording.scene.bodies.size() < 20 && points < 1000 && p.substeps <= 4 && p.sweeps <= 100;
}

bool try_text(const std::string& text) {
  Recording recording;
  try {
    recording = parse_recording(text, "fuzz");
  } catch (const SceneError& error) {
    if (std::string(error.what()).rfind("fuzz:", 0) != 0) broken("an error without its place", error.what());
    return false;
  }
  const std::string once = write_recording(recording);
  if (write_recording(parse_recording(once, "again")) != once) broken("saved, loaded, saved: other bytes", once);
  if (!affordable(recording)) return true;
  recording.steps.resize(std::min<std::size_t>(recording.steps.size(), 20));
  for (RecordedStep& step : recording.steps)
    std::erase_if(step.commands, [](const Command& c) { return std::holds_alternative<SetParameters>(c); });
  const ReplayResult first = replay(recording, false);
  if (replay(recording, false).hash != first.hash) broken("replayed twice, another hash", once);
  return true;
}

}  // namespace

Target target() {
  return {"fuzz_recording",
          {seed()},
          {"null",
           "true",
           "-0.0",
           "1e308",
           "1e-308",
           "-1",
           "0",
           "1e999",
           "[]",
           "{}",
           "\"\"",
           "\"a\"",
           "[0,0,0]",
           "[1,0,0,0]",
           "4294967295",
           "\"grip\"",
           "\"add_body\"",
           "\"do\"",
           "\"commands\"",
           "\"set_lock\"",
           "\"hash\"",
           "\n",
           ",",
           ":",
           "[",
           "]",
           "{",
           "}"},
          try_text};
}

}  // namespace spook::fuzz
