// Panels and time: sliders, the gallery, the past.
#include <gtest/gtest.h>

#include <fstream>

#include "driver.h"

namespace spook::test {
namespace {

TEST(Controls, ASliderChangesTheSolverAndADoubleClickResetsIt) {
  Sandbox sandbox({"brick_wall"});
  const json start = sandbox.until([](const json& s) { return s["step"] >= 3 && s["frames"] >= 5; });
  const std::string usual = start["parameters"]["sweeps"];
  sandbox.key("F2");
  sandbox.click_widget("solver.sweeps", 0.9);
  const json turned = sandbox.until([&](const json& s) { return s["parameters"]["sweeps"] != usual; });
  EXPECT_GT(std::stoi(std::string(turned["parameters"]["sweeps"])), 100);
  const json r = turned["widgets"]["solver.sweeps"];
  sandbox.move(0.5 * (double(r[0]) + double(r[2])), 0.5 * (double(r[1]) + double(r[3])));
  for (int i = 0; i < 4 && sandbox.status()["parameters"]["sweeps"] != usual; ++i) {
    sandbox.double_click();
    sandbox.after_frames(8);
  }
  EXPECT_EQ(sandbox.until([&](const json& s) { return s["parameters"]["sweeps"] == usual; })["parameters"]["sweeps"],
            usual);
}

TEST(Controls, ScrubbingGoesBackAndTouchingAnythingBranches) {
  Sandbox sandbox({"brick_wall"});
  sandbox.until([](const json& s) { return s["step"] >= 60; });
  sandbox.key("space");
  const json paused = sandbox.until([](const json& s) { return !bool(s["playing"]); });
  const int last = paused["step"];
  sandbox.click_widget("time.scrubber", 0.3);
  const json back = sandbox.until([&](const json& s) { return s["step"] < last / 2; });
  EXPECT_LT(int(back["step"]), last / 2);
  EXPECT_EQ(int(back["history"]["last_step"]), last) << "looking back must not forget what came after";
  // a shot changes the past
  sandbox.key_down("shift");
  sandbox.click(640, 330);
  sandbox.key_up("shift");
  sandbox.until([](const json& s) { return !body(s, "shot_1").is_null(); });
  sandbox.key("space");
  const json branched = sandbox.until([](const json& s) { return s["branches"] >= 1; });
  EXPECT_GE(int(branched["branches"]), 1);
}

TEST(Controls, StepsForwardAndBackGiveTheSameHash) {
  Sandbox sandbox({"brick_wall", "--paused"});
  sandbox.until([](const json& s) { return s["frames"] >= 5; });
  for (int i = 1; i <= 3; ++i) {
    sandbox.key("period");
    sandbox.until([&](const json& s) { return s["step"] == i; });
  }
  const json third = sandbox.status();
  sandbox.key("comma");
  sandbox.until([](const json& s) { return s["step"] == 2; });
  sandbox.key("period");
  const json again = sandbox.until([](const json& s) { return s["step"] == 3; });
  EXPECT_EQ(again["step"], 3);
  EXPECT_EQ(again["hash"], third["hash"]);
  EXPECT_EQ(again["branches"], 0);
}

TEST(Controls, CtrlOFindsASceneByAFewLetters) {
  Sandbox sandbox({"brick_wall", "--paused"});
  sandbox.until([](const json& s) { return s["frames"] >= 5; });
  sandbox.key("ctrl+o");
  sandbox.until([](const json& s) { return bool(s["gallery_open"]); });
  sandbox.after_frames(3);
  sandbox.type("cradle");
  sandbox.after_frames(3);
  sandbox.key("Return");
  const json opened = sandbox.until([](const json& s) { return s["world"] == 2; });
  EXPECT_NE(std::string(opened["scene"]).find("cradle"), std::string::npos) << opened["scene"];
  EXPECT_FALSE(bool(opened["gallery_open"]));
}

TEST(Controls, ABrokenSceneFileIsNamedAndTheRunningSceneStays) {
  const std::string broken = testing::TempDir() + "spook_broken_scene.json";
  std::ofstream(broken)
      << R"({ "format": "spook-scene", "version": 1, "name": "broken", "bodies": [ { "name": "a", "mass": -1 } ] })";
  Sandbox sandbox(
      {"brick_wall"},
      json{{"open_panels", {"scene"}}, {"left_tab", "scene"}, {"recent_files", {broken}}, {"hints_seen", true}}.dump());
  sandbox.until([](const json& s) { return s["step"] >= 3; });
  sandbox.click_widget("section.Hand", 0.3);  // fold it away: the list of files comes into view
  sandbox.click_widget("section.Files", 0.3);
  sandbox.click_widget("file.0", 0.2);
  const json told = sandbox.until([](const json& s) { return !std::string(s["error"]).empty(); });
  EXPECT_NE(std::string(told["error"]).find("/bodies/0"), std::string::npos) << told["error"];
  EXPECT_EQ(told["scene"], "brick_wall");
  const int step = told["step"];
  EXPECT_GT(int(sandbox.until([&](const json& s) { return s["step"] > step; })["step"]), step);
  sandbox.click_widget("error.close");
  EXPECT_EQ(sandbox.until([](const json& s) { return std::string(s["error"]).empty(); })["error"], "");
}

}  // namespace
}  // namespace spook::test
