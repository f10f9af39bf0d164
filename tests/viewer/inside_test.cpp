// One step from inside: what look_inside() tells, and the window's way through it.
#include <gtest/gtest.h>

#include "driver.h"
#include "scenarios/registry.h"
#include "viewer/app/inside_step.h"

namespace spook::test {
namespace {

Scene opened_wall(int bricks, int courses) {
  return build_scenario(*find_scenario("brick_wall"), {{"bricks", bricks}, {"courses", courses}});
}

TEST(InsideStep, LookingChangesNothingAndTheLastMomentIsTheResult) {
  World watched(opened_wall(6, 5)), quiet(opened_wall(6, 5));
  for (int i = 0; i < 10; ++i) watched.step(), quiet.step();
  const auto inside = look_inside(watched);
  quiet.step();
  EXPECT_EQ(watched.hash(), quiet.hash());
  ASSERT_GE(inside->moments.size(), 2u);
  EXPECT_EQ(inside->moments.front().title, "Start");
  const InsideMoment& result = inside->moments.back();
  EXPECT_EQ(result.title, "Result");
  ASSERT_EQ(result.impulses.size(), quiet.last_solution().contact_impulse.size());
  for (std::size_t c = 0; c < result.impulses.size(); ++c)
    EXPECT_TRUE(result.impulses[c] == quiet.last_solution().contact_impulse[c]) << c;
  // the ground carries the wall: the vertical impulses on its lowest course are its weight times the step
  double up = 0.0, weight = 0.0;
  const InsidePart& part = inside->parts[std::size_t(result.part)];
  for (std::size_t c = 0; c < part.contacts.size(); ++c) {
    const bool on_ground = inside->before->bodies[std::size_t(part.contacts[c].body_b)].look->motion != Motion::dynamic;
    const bool under_ground =
        inside->before->bodies[std::size_t(part.contacts[c].body_a)].look->motion != Motion::dynamic;
    const double z = (part.contacts[c].frame.transpose() * result.impulses[c]).z();
    up += on_ground ? z : under_ground ? -z : 0.0;
  }
  for (const BodyView& body : inside->before->bodies)
    if (body.look->motion == Motion::dynamic) weight += 9.81 * body.look->mass;
  EXPECT_NEAR(up, weight * inside->time_step, 0.02 * weight * inside->time_step);
}

TEST(InsideStep, LookingChangesNothingWhereRoundsFollowTheMotion) {
  for (const char* name : {"rope_bridge", "ragdoll", "four_bar", "crane"}) {
    const Scene scene = build_scenario(*find_scenario(name));
    World watched(scene), quiet(scene);
    std::size_t parts = 0;
    for (int i = 0; i < 20; ++i) {
      quiet.step();
      parts = std::max(parts, look_inside(watched)->parts.size());
      ASSERT_EQ(watched.hash(), quiet.hash()) << name << ", step " << i + 1;
    }
    EXPECT_GT(parts, 1u) << name << ": rounds are seen";
  }
}

TEST(InsideStep, SweepsAloneShowEverySweepAndTheResidualFalls) {
  Scene scene = opened_wall(4, 4);
  scene.parameters.solver = SolverKind::sweeps, scene.parameters.sweeps = 30;
  World world(scene);
  for (int i = 0; i < 3; ++i) world.step();
  const auto inside = look_inside(world);
  int sweeps = 0;
  for (const InsideMoment& moment : inside->moments) sweeps += moment.title.starts_with("Sweep");
  EXPECT_GE(sweeps, 30);
  const auto size = [](const InsideMoment& moment) { return std::hypot(moment.normal, moment.tangent); };
  EXPECT_LT(size(inside->moments[30]), size(inside->moments[1]));
  EXPECT_GE(inside->moments[1].worst_contact, 0);
}

TEST(InsideStep, HasNoMomentsWhereThereIsNothingToSolve) {
  Scene free;
  free.name = "free";
  World nothing(free);
  EXPECT_TRUE(look_inside(nothing)->moments.empty());
}

TEST(Inside, AKeyOpensTheStepKeysAndMouseGoThroughIt) {
  Sandbox sandbox({"brick_wall", "--param", "bricks=6", "--param", "courses=5"}, R"({"hints_seen": true})");
  sandbox.until([](const json& s) { return s["step"] >= 5 && s["frames"] >= 5; });
  sandbox.key("i");
  const json open = sandbox.until([](const json& s) { return s.contains("inside"); });
  ASSERT_TRUE(open.contains("inside"));
  EXPECT_FALSE(bool(open["playing"])) << "the world waits";
  EXPECT_EQ(open["inside"]["step"], open["step"]);
  EXPECT_TRUE(bool(open["inside"]["repeated"])) << "the step came to what it had come to";
  EXPECT_EQ(open["inside"]["title"], "Start");
  sandbox.key("Right");
  const json on = sandbox.until([](const json& s) { return s["inside"]["moment"] == 1; });
  EXPECT_EQ(on["inside"]["moment"], 1);
  sandbox.key("Left");
  EXPECT_EQ(sandbox.until([](const json& s) { return s["inside"]["moment"] == 0; })["inside"]["moment"], 0);
  // as a film, to its end
  const int last = int(open["inside"]["moments"]) - 1;
  sandbox.click_widget("inside.speed", 1.0);
  sandbox.click_widget("inside.play");
  const json end = sandbox.until([&](const json& s) { return s["inside"]["moment"] == last; });
  EXPECT_EQ(end["inside"]["title"], "Result");
  EXPECT_GT(double(end["inside"]["normal_impulse"]), 0.0);
  // by the residual's curve, back to the beginning
  sandbox.click_widget("chart.inside.residual", 0.1);
  const json chosen = sandbox.until([&](const json& s) { return s["inside"]["moment"] < last; });
  EXPECT_LT(int(chosen["inside"]["moment"]), last);
  sandbox.key("i");
  EXPECT_FALSE(sandbox.until([](const json& s) { return !s.contains("inside"); }).contains("inside"));
  EXPECT_EQ(sandbox.quit(), 0);
}

}  // namespace
}  // namespace spook::test
