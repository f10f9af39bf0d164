// The world from outside: commands in from any thread, snapshots out to any thread, what touches what, time a stage.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "engine/scene/scene_io.h"
#include "engine/world/world.h"

namespace spook {
namespace {

// two boxes overlapping by half; what stands between them is inserted
Scene overlapping(const std::string& more) {
  return parse_scene(R"({"format": "spook-scene", "version": 1, "name": "two", "gravity": [0, 0, 0], "bodies": [
    {"name": "a", "motion": "dynamic", "shapes": [{"type": "box", "half_extents": [1, 1, 1]}]},
    {"name": "b", "motion": "dynamic", "position": [1, 0, 0],
     "shapes": [{"type": "box", "half_extents": [1, 1, 1]}]}])" +
                         more + "}",
                     "two.json", {});
}

int contacts_after_a_step(const Scene& scene) {
  World world(scene);
  world.step();
  return world.report().contacts;
}

TEST(CollisionFilters, ComeFromPairsAndFromJoints) {
  const std::string hinge =
      R"(, "joints": [{"name": "j", "type": "hinge", "a": "a", "b": "b", "anchor": [0.5, 0, 0], "axis": [0, 1, 0])";
  EXPECT_GT(contacts_after_a_step(overlapping("")), 0);
  EXPECT_EQ(contacts_after_a_step(overlapping(R"(, "no_collide": [["b", "a"]])")), 0);
  EXPECT_EQ(contacts_after_a_step(overlapping(hinge + "}]")), 0);
  EXPECT_GT(contacts_after_a_step(overlapping(hinge + R"(, "collide": true}])")), 0);
}

Scene falling_boxes() {
  std::string bodies;
  for (int i = 0; i < 12; ++i)
    bodies += std::string(i ? "," : "") + R"({"name": "b)" + std::to_string(i) +
              R"(", "motion": "dynamic", "position": [0, 0, )" + std::to_string(0.6 + 1.05 * i) +
              R"(], "shapes": [{"type": "box", "half_extents": [0.5, 0.5, 0.5]}]})";
  return parse_scene(R"({"format": "spook-scene", "version": 1, "name": "column", "bodies": [
    {"name": "ground", "motion": "static", "shapes": [{"type": "plane", "normal": [0, 0, 1], "offset": 0}]},)" +
                         bodies + "]}",
                     "column.json", {});
}

TEST(Commands, TakeEffectAtTheNextStepInTheirOrder) {
  World world(falling_boxes());
  const BodyId id = *world.find_body("b3");
  const Pose aside{{5, 0, 2}, Quat::Identity()}, farther{{9, 0, 2}, Quat::Identity()};
  world.queue(SetPose{id, aside});
  world.queue(SetPose{id, farther});
  EXPECT_EQ(world.pose(id).position.x(), 0.0);
  world.step();
  EXPECT_EQ(world.pose(id).position.x(), 9.0);
  EXPECT_EQ(world.applied_commands().size(), 2u);
  world.step();
  EXPECT_EQ(world.applied_commands().size(), 0u);
}

TEST(Commands, OfWhatIsGoneAreIgnored) {
  World world(falling_boxes());
  const BodyId id = *world.find_body("b3");
  world.queue(RemoveBody{id});
  world.queue(SetVelocity{id, Vec3(1, 0, 0), Vec3::Zero()});
  world.step();
  EXPECT_FALSE(world.find_body("b3"));
  // its place is taken by another: the old id does not mean the new body
  world.queue(AddBody{falling_boxes().bodies[5]});
  world.step();
  world.queue(SetVelocity{id, Vec3(100, 0, 0), Vec3::Zero()});
  world.step();
  for (const BodyId other : world.body_ids()) EXPECT_LT(world.velocity(other).norm(), 50.0);
}

// each snapshot is of one moment, whatever the stepping thread does meanwhile
void read_until(const World& world, const std::atomic<bool>& done, std::atomic<int>& wrong, std::atomic<int>& seen) {
  std::uint64_t last = 0;
  while (!done) {
    const auto snapshot = world.snapshot();
    if (snapshot->step != last) ++seen;
    if (snapshot->step < last || snapshot->report.step != snapshot->step) ++wrong;
    last = snapshot->step;
    double height = 0.0;
    for (const BodyView& body : snapshot->bodies) height += body.pose.position.z();
    if (!(height > 0.0) || snapshot->bodies.size() != 13) ++wrong;
  }
}

TEST(Snapshots, AreReadAndCommandsQueuedFromOtherThreadsWhileItSteps) {
  World world(falling_boxes());
  std::atomic<bool> done{false};
  std::atomic<int> wrong{0}, seen{0};
  std::thread reader([&] { read_until(world, done, wrong, seen); });
  const BodyId pushed = *world.find_body("b11");
  std::thread hand([&] {
    for (int i = 0; i < 200; ++i) {
      world.queue(ApplyImpulse{pushed, {i % 2 ? 10.0 : -10.0, 0, 0}, {0, 0, 10}});
      std::this_thread::yield();
    }
  });
  std::size_t applied = 0;
  for (int i = 0; i < 60; ++i) {
    world.step();
    applied += world.applied_commands().size();
  }
  hand.join();
  world.step();
  applied += world.applied_commands().size();
  while (seen == 0) std::this_thread::yield();
  done = true;
  reader.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(applied, 200u);
}

TEST(StageTimes, AddUpToTheStep) {
  World world(falling_boxes());
  for (int i = 0; i < 60; ++i) world.step();
  const StageTimes& ms = world.report().ms;
  const double sum = ms.commands + ms.collide + ms.match + ms.impact + ms.islands + ms.assemble + ms.solve +
                     ms.measure + ms.integrate + ms.publish;
  for (const double stage : {ms.commands, ms.match, ms.impact, ms.islands, ms.measure}) EXPECT_GE(stage, 0.0);
  for (const double stage : {ms.collide, ms.assemble, ms.solve, ms.integrate, ms.publish}) EXPECT_GT(stage, 0.0);
  EXPECT_LE(sum, ms.total * 1.001);
  EXPECT_GE(sum, ms.total * 0.8);
  EXPECT_LE(ms.direct + ms.sweeps, ms.solve + ms.impact + 1e-9);
}

}  // namespace
}  // namespace spook
