// Tools for the hand, with a real mouse: cutter, glue, rope, blast, wind, bricks; and joints that break.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "driver.h"
#include "engine/scene/scene_io.h"
#include "engine/world/recording.h"
#include "viewer/app/event_log.h"
#include "viewer/app/tools_geometry.h"

namespace spook::test {
namespace {

constexpr const char* no_hints = R"({"hints_seen": true})";

json scene_ready(const Sandbox& sandbox) {
  return sandbox.until([](const json& s) { return s["step"] >= 5 && s["frames"] >= 5; });
}

json joint_named(const json& list, const std::string& name) {
  for (const json& one : list)
    if (one["name"] == name) return one;
  return {};
}

std::size_t joint_count(const json& s) {
  return s.value("joints", json::array()).size();
}

void choose_tool(const Sandbox& sandbox, const std::string& key, const std::string& tool) {
  sandbox.move(640, 200);
  sandbox.key(key);
  EXPECT_EQ(sandbox.until([&](const json& s) { return s["tool"]["name"] == tool; })["tool"]["name"], tool);
}

TEST(ToolGeometry, TellsHowNearTwoSegmentsAre) {
  EXPECT_EQ(distance_of_segments({0, 0}, {10, 10}, {0, 10}, {10, 0}), 0.0f);
  EXPECT_NEAR(distance_of_segments({0, 0}, {10, 0}, {0, 3}, {10, 3}), 3.0f, 1e-5);
  EXPECT_NEAR(distance_of_segments({0, 0}, {0, 0}, {3, 4}, {3, 4}), 5.0f, 1e-5);
}

TEST(EventLog, TellsWhatBrokeAndForgetsWhatIsUndone) {
  EventLog log;
  StepReport report;
  report.step = 7, report.time = 0.1;
  report.broken.push_back({{}, "x", JointType::hinge, 512.4, 3.0, false});
  report.broken.push_back({{}, "y", JointType::ball, 1.0, 2340.0, true});
  const auto aloud = log.take(report);
  ASSERT_EQ(aloud.size(), 2u);
  EXPECT_EQ(aloud[0], "Hinge 'x' broke at 512 N");
  EXPECT_EQ(aloud[1], "Ball joint 'y' broke at 2.34 kN m");
  report.broken.resize(1);
  report.step = 8;
  log.take(report);
  EXPECT_EQ(log.events.size(), 3u);
  log.forget_after(7);
  EXPECT_EQ(log.events.size(), 2u);
}

TEST(Breaking, TheWindowNamesTheJointsThatBreak) {
  Sandbox sandbox({"brittle_bridge"}, no_hints);
  const json start = scene_ready(sandbox);
  const std::size_t before = joint_count(start);
  const json broken = sandbox.until([&](const json& s) { return joint_count(s) < before && !s["log"].empty(); });
  ASSERT_FALSE(broken["log"].empty());
  EXPECT_NE(std::string(broken["log"][0]).find("broke at"), std::string::npos);
}

TEST(Breaking, TheInspectorGivesAJointAStrengthAndShowsHowNearItIs) {
  Sandbox sandbox({"pendulum", "--paused"}, R"({"hints_seen": true, "open_panels": ["inspector"]})");
  const json start = sandbox.until([](const json& s) { return s["frames"] >= 5 && s.contains("joints"); });
  ASSERT_TRUE(start.contains("joints"));
  const std::string name = start["joints"][0]["name"], id = "joint." + name;
  EXPECT_FALSE(start["joints"][0].contains("break_force"));
  sandbox.until([&](const json& s) { return s["widgets"].contains(id); });
  sandbox.click_widget(id, 0.05);
  sandbox.until([&](const json& s) { return s["widgets"].contains(id + ".breakable_force"); });
  sandbox.click_widget(id + ".breakable_force");
  const json strong = sandbox.until([&](const json& s) { return s["joints"][0].contains("break_force"); });
  ASSERT_TRUE(strong["joints"][0].contains("break_force"));
  EXPECT_GE(double(strong["joints"][0]["break_force"]), 10.0);
  const json shown = sandbox.until([&](const json& s) { return s["widgets"].contains(id + ".force_share"); });
  EXPECT_TRUE(shown["widgets"].contains(id + ".force_share"));
}

TEST(Cutter, ADragAcrossTheBridgeCutsItsKnotsAndUndoTiesThemAgain) {
  Sandbox sandbox({"rope_bridge"}, no_hints);
  const json start = scene_ready(sandbox);
  const std::size_t before = joint_count(start);
  choose_tool(sandbox, "shift+k", "cut");
  const json knot = joint_named(start["joints"], "knot_5_s"), other = joint_named(start["joints"], "knot_5_n");
  const double x0 = knot["pixel"][0], y0 = knot["pixel"][1], x1 = other["pixel"][0], y1 = other["pixel"][1];
  sandbox.drag(x0 - 0.4 * (x1 - x0), y0 - 0.4 * (y1 - y0), x1 + 0.4 * (x1 - x0), y1 + 0.4 * (y1 - y0));
  sandbox.release();
  const json cut = sandbox.until([&](const json& s) { return joint_count(s) < before; });
  EXPECT_TRUE(joint_named(cut["joints"], "knot_5_s").is_null());
  EXPECT_TRUE(joint_named(cut["joints"], "knot_5_n").is_null());
  EXPECT_LE(before - joint_count(cut), 8u) << "what it crosses, and no more";
  EXPECT_NE(std::string(cut["undo_label"]).find("cut"), std::string::npos);
  sandbox.key("ctrl+z");
  EXPECT_EQ(joint_count(sandbox.until([&](const json& s) { return joint_count(s) == before; })), before);
  sandbox.key("Escape");
  EXPECT_EQ(sandbox.until([](const json& s) { return s["tool"]["name"] == "hand"; })["tool"]["name"], "hand");
}

TEST(Glue, TwoClicksHoldTwoCubesTogether) {
  Sandbox sandbox({"stack", "--param", "cubes=3"}, no_hints);
  const json start = scene_ready(sandbox);
  std::vector<std::string> names;
  for (const json& one : start["bodies"]) names.push_back(one["name"]);
  ASSERT_GE(names.size(), 3u);
  choose_tool(sandbox, "shift+g", "glue");
  for (const std::string& name : {names[0], names[1]})
    sandbox.click(body(start, name)["pixel"][0], body(start, name)["pixel"][1]), sandbox.after_frames(4);
  const json glued = sandbox.until([](const json& s) { return joint_count(s) == 1; });
  ASSERT_EQ(joint_count(glued), 1u);
  EXPECT_EQ(glued["joints"][0]["type"], "fixed");
  // two that do not touch are not glued
  for (const std::string& name : {names[0], names[2]})
    sandbox.click(body(start, name)["pixel"][0], body(start, name)["pixel"][1]), sandbox.after_frames(4);
  const json said =
      sandbox.until([](const json& s) { return s["window"]["said"].dump().find("touch") != std::string::npos; });
  EXPECT_NE(said["window"]["said"].dump().find("touch"), std::string::npos);
  EXPECT_EQ(joint_count(said), 1u);
}

TEST(Rope, ADragTiesACubeToTheGroundAndTheSavedSceneHasIt) {
  Sandbox sandbox({"stack", "--param", "cubes=3"}, no_hints);
  const json start = scene_ready(sandbox);
  choose_tool(sandbox, "shift+l", "rope");
  const json cube = body(start, start["bodies"][2]["name"]);
  sandbox.drag(cube["pixel"][0], cube["pixel"][1], double(cube["pixel"][0]) + 260, double(cube["pixel"][1]) + 190);
  sandbox.release();
  const json tied = sandbox.until([](const json& s) { return joint_count(s) == 1; });
  ASSERT_EQ(joint_count(tied), 1u);
  EXPECT_EQ(tied["joints"][0]["type"], "distance");
  sandbox.key("ctrl+s");
  sandbox.until([](const json& s) { return s["widgets"].contains("save.name"); });
  sandbox.after_frames(3);
  const std::string file = sandbox.folder() + "/tied.json";
  sandbox.type(file);
  sandbox.key("Return");
  sandbox.until([&](const json&) { return std::filesystem::exists(file); });
  ASSERT_TRUE(std::filesystem::exists(file));
  const Scene saved = load_scene(file);
  ASSERT_EQ(saved.joints.size(), 1u);
  EXPECT_TRUE(saved.joints[0].max_only);
}

TEST(Blast, AClickThrowsTheStackAndTheWheelSetsItsStrength) {
  Sandbox sandbox({"stack", "--param", "cubes=4"}, no_hints);
  const json start = scene_ready(sandbox);
  choose_tool(sandbox, "shift+b", "blast");
  const json foot = body(start, start["bodies"][0]["name"]);
  const double x = foot["pixel"][0], y = foot["pixel"][1];
  sandbox.move(x, y);
  for (int i = 0; i < 4; ++i) sandbox.press(4), sandbox.release(4);
  const json stronger = sandbox.until([](const json& s) { return double(s["tool"]["blast_strength"]) > 2000.0; });
  EXPECT_GT(double(stronger["tool"]["blast_strength"]), 2000.0);
  sandbox.click(x, y);
  const json thrown = sandbox.until([&](const json& s) {
    for (const json& one : s["bodies"])
      if (std::abs(double(one["velocity"][0])) + std::abs(double(one["velocity"][1])) > 0.3) return true;
    return false;
  });
  EXPECT_EQ(thrown["undo_label"], "blast");
}

TEST(Wind, ADragSetsItAClickCalmsItAndARecordingReplaysIt) {
  Sandbox sandbox({"stack", "--param", "cubes=3"}, no_hints);
  scene_ready(sandbox);
  choose_tool(sandbox, "shift+o", "wind");
  sandbox.drag(500, 300, 720, 300);
  sandbox.release();
  const auto speed = [](const json& s) {
    return std::hypot(double(s["wind"][0]), double(s["wind"][1]), double(s["wind"][2]));
  };
  const json windy = sandbox.until([&](const json& s) { return speed(s) > 10.0; });
  EXPECT_NEAR(speed(windy), 22.0, 2.5) << "a tenth of a metre a second per pixel";
  EXPECT_NEAR(double(windy["wind"][2]), 0.0, 1e-9);
  sandbox.move(600, 250);
  sandbox.press(5), sandbox.release(5);
  EXPECT_LT(speed(sandbox.until([&](const json& s) { return speed(s) < speed(windy) - 0.5; })), speed(windy) - 0.5);
  sandbox.click(600, 300);
  EXPECT_EQ(speed(sandbox.until([&](const json& s) { return speed(s) == 0.0; })), 0.0);
  sandbox.key("ctrl+s");
  sandbox.until([](const json& s) { return s["widgets"].contains("save.name"); });
  sandbox.after_frames(3);
  const std::string file = sandbox.folder() + "/windy.rec";
  sandbox.type(file);
  sandbox.click_widget("save.recording");
  sandbox.until([&](const json&) { return std::filesystem::exists(file) && std::filesystem::file_size(file) > 0; });
  ASSERT_TRUE(std::filesystem::exists(file));
  sandbox.after_frames(20);
  EXPECT_FALSE(replay(load_recording(file), true).first_difference);
}

TEST(Bricks, ADragLaysARowThatStandsAsOneEdit) {
  Sandbox sandbox({"stack", "--param", "cubes=1"}, no_hints);
  const json start = scene_ready(sandbox);
  const std::size_t before = start["bodies"].size();
  choose_tool(sandbox, "shift+p", "bricks");
  sandbox.drag(760, 600, 1240, 560, 20);
  for (int x = 1220; x >= 760; x -= 20) sandbox.move(x, 560 + (1240 - x) / 12);  // and back: a second row
  sandbox.release();
  const json laid = sandbox.until([&](const json& s) { return s["bodies"].size() > before + 1; });
  const std::size_t bricks = laid["bodies"].size() - before;
  EXPECT_GE(bricks, 2u);
  EXPECT_EQ(laid["undo_label"], "lay " + std::to_string(bricks) + " bricks");
  sandbox.after_frames(40);
  for (const json& one : sandbox.status()["bodies"])
    if (std::string(one["name"]).starts_with("brick_")) {
      EXPECT_LT(std::abs(double(one["velocity"][2])), 0.05);
    }
  sandbox.key("ctrl+z");
  EXPECT_EQ(sandbox.until([&](const json& s) { return s["bodies"].size() == before; })["bodies"].size(), before);
}

TEST(Tools, HaveAMenuLineEach) {
  Sandbox sandbox({"stack"}, no_hints);
  scene_ready(sandbox);
  sandbox.click_widget("bar.tools");
  const json open = sandbox.until([](const json& s) { return s["widgets"].contains("tool.logs"); });
  for (const char* tool : {"hand", "cut", "glue", "rope", "blast", "wind", "bricks", "logs"})
    EXPECT_TRUE(open["widgets"].contains(std::string("tool.") + tool)) << tool;
  sandbox.click_widget("tool.logs");
  EXPECT_EQ(sandbox.until([](const json& s) { return s["tool"]["name"] == "logs"; })["tool"]["name"], "logs");
}

}  // namespace
}  // namespace spook::test
