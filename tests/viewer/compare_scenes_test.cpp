// A/B of two scenes: one clock, a hand in each half, and either is kept.
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "driver.h"
#include "engine/world/commands.h"
#include "simulations.h"
#include "viewer/app/simulation.h"

namespace spook::test {
namespace {

SceneSource scene_of_library(const char* name, ScenarioValues values) {
  SceneSource source;
  source.scenario = find_scenario(name), source.values = std::move(values);
  return source;
}

const BodyView& body_of(const Snapshot& snapshot, const std::string& name) {
  for (const BodyView& view : snapshot.bodies)
    if (view.look->name == name) return view;
  throw std::runtime_error("no body " + name);
}

double fastest(const Snapshot& snapshot) {
  double speed = 0.0;
  for (const BodyView& view : snapshot.bodies)
    if (view.look->motion == Motion::dynamic) speed = std::max(speed, view.velocity.norm());
  return speed;
}

TEST(TwoScenes, BeginTogetherKeepOneTimeAndScrubTogether) {
  Simulation simulation;
  open_small_wall(simulation);
  const Frame alone = after_steps(simulation, 7);
  simulation.open_beside(scene_of_library("chain", {}));
  const Frame begun = frame_when(simulation, [](const SimFrame& f) { return f.second && f.second_opened; });
  ASSERT_TRUE(begun->second_opened);
  EXPECT_EQ(begun->second_opened->scene.name, "chain");
  EXPECT_EQ(begun->opened->scene.name, "brick_wall");
  EXPECT_EQ(begun->current->step, 0u);
  EXPECT_EQ(begun->second->step, 0u);
  const Frame end = after_steps(simulation, 30);
  EXPECT_EQ(end->second->step, 30u);
  EXPECT_GT(fastest(*end->second), 0.1) << "the chain swings";
  simulation.seek(12);
  const Frame back = frame_when(simulation, [](const SimFrame& f) { return f.current->step == 12; });
  EXPECT_EQ(back->second->step, 12u);
  const Frame again = after_steps(simulation, 18);
  EXPECT_EQ(again->current->report.hash, end->current->report.hash);
  EXPECT_EQ(again->second->report.hash, end->second->report.hash);
  EXPECT_EQ(again->branches, 0);
  // each is what it is alone
  Simulation lone;
  lone.keep_pace(false);
  open_scene(lone, "chain", {});
  EXPECT_EQ(after_steps(lone, 30)->current->report.hash, end->second->report.hash);
  // started again, both are; and undo goes back to before there were two, past the start
  simulation.reset();
  const Frame reset = frame_when(simulation, [&](const SimFrame& f) { return f.world > again->world; });
  ASSERT_TRUE(reset->second_opened);
  EXPECT_EQ(reset->second->step, 0u);
  simulation.undo();
  const Frame undone = frame_when(simulation, [&](const SimFrame& f) { return f.world > reset->world; });
  ASSERT_TRUE(undone->second_opened);
  EXPECT_EQ(undone->second->step, 30u);
  EXPECT_EQ(undone->second->report.hash, end->second->report.hash);
  simulation.undo();
  const Frame single = frame_when(simulation, [](const SimFrame& f) { return !f.second; });
  EXPECT_EQ(single->current->step, alone->current->step);
  EXPECT_EQ(single->opened->scene.name, "brick_wall");
}

TEST(TwoScenes, AHandActsOnTheSideItIsInAndAnEditIsTakenBack) {
  Simulation simulation;
  open_small_wall(simulation);
  simulation.open_beside(scene_of_library("brick_wall", {{"bricks", 3}, {"courses", 2}}));
  const Frame begun = frame_when(simulation, [](const SimFrame& f) { return f.second && f.second_opened; });
  const std::size_t of_a = begun->current->bodies.size(), of_b = begun->second->bodies.size();
  ASSERT_NE(of_a, of_b);
  const BodyId brick = body_of(*begun->second, "brick_1_1").id;
  simulation.edit({RemoveBody{brick}}, "delete brick_1_1", Side::b);
  const Frame edited = frame_when(simulation, [&](const SimFrame& f) { return f.second->bodies.size() < of_b; });
  EXPECT_EQ(edited->second->bodies.size(), of_b - 1);
  EXPECT_EQ(edited->current->bodies.size(), of_a);
  EXPECT_EQ(edited->undo_label, "delete brick_1_1");
  // the same after the sides changed places: the edit was B's, which is A now
  simulation.exchange_sides();
  const Frame swapped = frame_when(simulation, [&](const SimFrame& f) { return f.channel != begun->channel; });
  EXPECT_EQ(swapped->current->bodies.size(), of_b - 1);
  EXPECT_EQ(swapped->opened->source.values.at("bricks"), 3);
  simulation.undo();
  const Frame undone = frame_when(simulation, [&](const SimFrame& f) { return f.current->bodies.size() == of_b; });
  EXPECT_EQ(undone->current->bodies.size(), of_b);
  EXPECT_EQ(undone->second->bodies.size(), of_a);
}

TEST(TwoScenes, WhatIsKeptIsThatSceneWithItsPast) {
  Simulation simulation;
  open_small_wall(simulation);
  simulation.open_beside(scene_of_library("chain", {}));
  frame_when(simulation, [](const SimFrame& f) { return f.second && f.second_opened; });
  const Frame two = after_steps(simulation, 20);
  simulation.join(Side::b);
  const Frame kept = frame_when(simulation, [](const SimFrame& f) { return !f.second; });
  EXPECT_EQ(kept->opened->scene.name, "chain");
  EXPECT_FALSE(kept->second_opened);
  EXPECT_EQ(kept->current->report.hash, two->second->report.hash);
  simulation.seek(8);
  EXPECT_EQ(frame_when(simulation, [](const SimFrame& f) { return f.current->step == 8; })->current->step, 8u);
  const Frame on = after_steps(simulation, 12);
  EXPECT_EQ(on->current->report.hash, two->second->report.hash);
  // two settings of it go on as ever
  simulation.split();
  const Frame split = frame_when(simulation, [](const SimFrame& f) { return f.second != nullptr; });
  EXPECT_FALSE(split->second_opened);
  EXPECT_EQ(split->second->report.hash, split->current->report.hash);
}

TEST(TwoScenes, AnotherLengthOfStepAndAnEditInTheMiddleAreTakenBackOnBothSides) {
  Simulation simulation;
  open_small_wall(simulation);
  SceneSource fine = scene_of_library("chain", {});
  fine.overrides = {{"time_step", "0.00416666666667"}};
  simulation.open_beside(fine);
  frame_when(simulation, [](const SimFrame& f) { return f.second && f.second_opened; });
  const Frame two = after_steps(simulation, 10);
  EXPECT_NEAR(two->second->time, two->current->time, 0.51 / 240);
  EXPECT_NEAR(double(two->second->step), 40.0, 1.0);
  const BodyId link = two->second->bodies.back().id;
  simulation.edit({RemoveBody{link}}, "delete a link", Side::b);
  after_steps(simulation, 5);
  simulation.exchange_sides();
  simulation.undo();
  const Frame undone =
      frame_when(simulation, [&](const SimFrame& f) { return f.current->bodies.size() == two->second->bodies.size(); });
  EXPECT_EQ(undone->current->step, two->second->step);
  EXPECT_EQ(undone->second->step, two->current->step);
  EXPECT_EQ(undone->current->report.hash, two->second->report.hash);
}

TEST(TwoScenes, AFileThatCannotBeReadLeavesAllAsItWas) {
  Simulation simulation;
  open_small_wall(simulation);
  after_steps(simulation, 4);
  SceneSource none;
  none.file = "no_such_scene.json";
  simulation.open_beside(none);
  std::vector<SimMessage> said;
  frame_when(simulation, [&](const SimFrame&) { return !(said = simulation.take_messages()).empty(); });
  ASSERT_FALSE(said.empty());
  EXPECT_EQ(said[0].title, "Cannot open no_such_scene.json");
  EXPECT_EQ(simulation.frame()->current->step, 4u);
  EXPECT_FALSE(simulation.frame()->second);
}

// Two scenes by the panel's button and the gallery; a brick is pulled in A, another in B, and B is kept.
TEST(Compare, AnotherSceneOpensBesideAndTheHandPullsInBoth) {
  Sandbox sandbox({"brick_wall", "--param", "bricks=6", "--param", "courses=5"}, R"({"hints_seen": true})");
  sandbox.until([](const json& s) { return s["step"] >= 5 && s["frames"] >= 5; });
  sandbox.key("shift+x");
  sandbox.click_widget("compare.scene");
  sandbox.until([](const json& s) { return bool(s["gallery_open"]); });
  sandbox.after_frames(3);
  sandbox.type("square pyr");
  sandbox.after_frames(5);
  sandbox.key("Return");
  const json two = sandbox.until([](const json& s) { return s.contains("second") && s["step"] >= 10; });
  ASSERT_TRUE(two.contains("second"));
  EXPECT_EQ(two["scene"], "brick_wall");
  EXPECT_EQ(two["second"]["scene"], "pyramid_square");
  EXPECT_TRUE(bool(two["second"]["two_scenes"]));
  EXPECT_LE(std::abs(double(two["second"]["time"]) - double(two["time"])), 1.0 / 60);
  sandbox.after_frames(25);  // the camera comes to rest
  // in A
  const json calm = sandbox.status();
  const json brick = body(calm, "brick_4_3");
  ASSERT_FALSE(brick.is_null());
  sandbox.drag(brick["pixel"][0], brick["pixel"][1], brick["pixel"][0], double(brick["pixel"][1]) - 60);
  const json in_a = sandbox.until([](const json& s) { return s.contains("grips"); });
  EXPECT_TRUE(in_a.contains("grips"));
  EXPECT_FALSE(in_a["second"].contains("grips")) << "another scene's bodies are not this one's";
  sandbox.release();
  sandbox.until([](const json& s) { return !s.contains("grips"); });
  // in B: the cube on top
  const json second = sandbox.status()["second"];
  json top;
  for (const json& one : second["bodies"])
    if (top.is_null() || double(one["position"][2]) > double(top["position"][2])) top = one;
  const double x = top["pixel"][0], y = top["pixel"][1];
  EXPECT_GT(x, double(second["middle"]));
  sandbox.drag(x, y, x, y - 60);
  const json in_b = sandbox.until([](const json& s) { return s["second"].contains("grips"); });
  EXPECT_TRUE(in_b["second"].contains("grips"));
  EXPECT_FALSE(in_b.contains("grips"));
  sandbox.release();
  sandbox.until([](const json& s) { return !s["second"].contains("grips"); });
  // a click in B selects there, and Delete is of it
  const json settled = sandbox.until([](const json& s) { return bool(s["playing"]); });
  const std::size_t of_b = settled["second"]["bodies"].size(), of_a = settled["bodies"].size();
  sandbox.key("space");
  sandbox.until([](const json& s) { return !bool(s["playing"]); });
  sandbox.after_frames(3);
  const json paused = sandbox.status();
  json low;  // at the foot, in front
  for (const json& one : paused["second"]["bodies"])
    if (low.is_null() || double(one["pixel"][1]) > double(low["pixel"][1])) low = one;
  sandbox.click(low["pixel"][0], low["pixel"][1]);
  EXPECT_EQ(sandbox.until([](const json& s) { return s["second"]["selected"] == 1; })["second"]["selected"], 1);
  sandbox.key("Delete");
  const json deleted = sandbox.until([&](const json& s) { return s["second"]["bodies"].size() < of_b; });
  EXPECT_EQ(deleted["second"]["bodies"].size(), of_b - 1);
  EXPECT_EQ(deleted["bodies"].size(), of_a);
  // scrubbed together; what is kept is that scene
  sandbox.click_widget("time.scrubber", 0.4);
  const json past = sandbox.until([&](const json& s) { return s["step"] < deleted["step"]; });
  EXPECT_EQ(past["second"]["step"], past["step"]);
  sandbox.click_widget("compare.keep_b");
  const json kept = sandbox.until([](const json& s) { return !s.contains("second"); });
  EXPECT_EQ(kept["scene"], "pyramid_square");
  EXPECT_EQ(kept["step"], past["step"]);
  EXPECT_EQ(sandbox.quit(), 0);
}

TEST(Compare, KeysDriveTheMachinesOfTwoScenes) {
  Sandbox sandbox({"rover"}, R"({"hints_seen": true})");
  sandbox.until([](const json& s) { return s["step"] >= 5 && s["frames"] >= 5; });
  sandbox.key("ctrl+o");
  sandbox.until([](const json& s) { return bool(s["gallery_open"]); });
  sandbox.after_frames(3);
  sandbox.type("rover");
  sandbox.after_frames(5);
  sandbox.key("shift+Return");
  const json two = sandbox.until([](const json& s) { return s.contains("second") && s["second"]["step"] >= 5; });
  ASSERT_TRUE(two.contains("second"));
  ASSERT_TRUE(bool(two["second"]["two_scenes"]));
  const auto joint = [](const json& of, const std::string& name) {
    for (const json& one : of["joints"])
      if (one["name"] == name) return double(one["speed"]);
    return 0.0;
  };
  const std::string wheel = "wheel_front_l_axle";
  sandbox.key_down("s");
  const auto both_back = [&](const json& s) { return joint(s, wheel) < -0.3 && joint(s["second"], wheel) < -0.3; };
  const json back = sandbox.until(both_back);
  EXPECT_TRUE(both_back(back)) << joint(back, wheel) << " " << joint(back["second"], wheel);
  EXPECT_EQ(back["driver"], "you");
  sandbox.key_up("s");
  const auto both_stand = [&](const json& s) {
    return std::abs(joint(s, wheel)) < 0.1 && std::abs(joint(s["second"], wheel)) < 0.1;
  };
  EXPECT_TRUE(both_stand(sandbox.until(both_stand)));
  EXPECT_EQ(sandbox.quit(), 0);
}

}  // namespace
}  // namespace spook::test
