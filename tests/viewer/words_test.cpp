// Words on the screen: names where files have keys, and keys in tooltips alone.
#include <gtest/gtest.h>

#include <cctype>
#include <set>

#include "driver.h"
#include "engine/parameters.h"
#include "scenarios/papers/method_words.h"
#include "scenarios/registry.h"
#include "viewer/interact/hand.h"
#include "viewer/panels/setting_words.h"

namespace spook::test {
namespace {

bool is_label(const std::string& text) {
  return !text.empty() && text.find('_') == std::string::npos && !std::islower(static_cast<unsigned char>(text[0]));
}

TEST(SettingWords, EveryChoiceHasItsOwnWordsAndItsKeyInTheTooltip) {
  for (const ParameterInfo& info : parameter_table()) {
    EXPECT_TRUE(is_label(setting_label(info.name)) || setting_label(info.name).starts_with("ε") ||
                setting_label(info.name).starts_with("τ") || setting_label(info.name).starts_with("δ"))
        << setting_label(info.name);
    std::set<std::string> words;
    for (const std::string_view key : info.names) {
      const std::string label = choice_label(info.name, key), help = choice_help(info.name, key);
      EXPECT_TRUE(is_label(label)) << label;
      EXPECT_EQ(label.find('-'), std::string::npos) << label << ": a key";
      EXPECT_TRUE(words.insert(label).second) << label << " twice in " << info.name;
      EXPECT_NE(help.find("(" + std::string(key) + ")"), std::string::npos) << help;
      EXPECT_GT(help.size(), key.size() + 8) << "what " << key << " is";
    }
  }
}

TEST(SettingWords, ScenesAndTheirParametersHaveLabelsThatFit) {
  constexpr std::size_t room = 26;  // letters of a card in the gallery
  for (const Scenario& scenario : scenarios()) {
    EXPECT_LE(scenario.title.size(), room) << scenario.title;
    for (const ScenarioParameter& parameter : scenario.parameters)
      EXPECT_TRUE(is_label(scene_parameter_label(parameter.name))) << scene_parameter_label(parameter.name);
  }
  EXPECT_EQ(scene_parameter_label("script"), "Autopilot");
  EXPECT_EQ(scene_parameter_label("brick_mass"), "Brick mass");
}

TEST(MethodWords, AKeyIsReplacedWhereItIsAWholeWord) {
  using papers::method_in_words;
  EXPECT_EQ(method_in_words("moreau-jean, h = 1/64"), "Moreau–Jean, h = 1/64");
  EXPECT_EQ(method_in_words("moreau-jean-projected"), "Moreau–Jean, projected");
  EXPECT_EQ(method_in_words("edge, spook"), "edge, SPOOK");
  EXPECT_EQ(method_in_words("alpha-index3"), "generalised-α, index 3");
  EXPECT_EQ(method_in_words("spooky ball, e = 0.5"), "spooky ball, e = 0.5");
}

TEST(HandSettings, WhatWasNotTurnedGoesAlongWithTheScene) {
  HandSettings before, usual, hand;
  usual.ball_speed = 20.0f, usual.ball_radius = 0.1f;
  hand.ball_radius = 0.7f;  // turned
  const HandSettings now = with_usual(hand, before, usual);
  EXPECT_EQ(now.ball_speed, 20.0f);
  EXPECT_EQ(now.ball_radius, 0.7f);
}

TEST(Words, AChoiceShowsWordsAndWhatTheyAreBeside) {
  Sandbox sandbox({"brick_wall", "--paused"},
                  json{{"open_panels", {"solver"}}, {"right_tab", "solver"}, {"hints_seen", true}}.dump());
  const auto has = [](const json& s, const std::string& id) { return s["widgets"].contains(id); };
  sandbox.until([&](const json& s) { return s["frames"] >= 8 && has(s, "solver.solver"); });
  sandbox.click_widget("solver.solver");
  const json open = sandbox.until([&](const json& s) { return has(s, "solver.solver.Sweeps alone"); });
  ASSERT_TRUE(has(open, "solver.solver.Sweeps alone"));
  EXPECT_FALSE(has(open, "solver.solver.direct-iterative")) << "a key";
  const json row = sandbox.place_of("solver.solver.Sweeps alone");
  sandbox.move(double(row[0]) + 20, 0.5 * (double(row[1]) + double(row[3])));
  const json told = sandbox.until([&](const json& s) { return has(s, "tooltip"); });
  ASSERT_TRUE(has(told, "tooltip"));
  const json tip = told["widgets"]["tooltip"];
  EXPECT_GE(double(tip[0]), 0.0);
  EXPECT_LE(double(tip[2]), double(row[0])) << "beside the list, over nothing of it";
  EXPECT_LE(double(tip[3]), 720.0);
  sandbox.click_widget("solver.solver.Sweeps alone");
  const auto swept = [](const json& s) { return s["parameters"]["solver"] == "sweeps"; };
  EXPECT_TRUE(swept(sandbox.until(swept)));
}

TEST(Words, AClickPastAnOpenMenuOpensTheOther) {
  Sandbox sandbox({"brick_wall", "--paused"}, R"({"hints_seen": true})");
  const auto has = [](const json& s, const std::string& id) { return s["widgets"].contains(id); };
  sandbox.until([&](const json& s) { return s["frames"] >= 8 && has(s, "bar.tools"); });
  sandbox.click_widget("bar.tools");
  ASSERT_TRUE(has(sandbox.until([&](const json& s) { return has(s, "tool.cut"); }), "tool.cut"));
  sandbox.click_widget("bar.edit");
  const auto other = [&](const json& s) { return has(s, "edit.undo") && !has(s, "tool.cut"); };
  EXPECT_TRUE(other(sandbox.until(other)));
  sandbox.click_widget("bar.edit");
  const auto closed = [&](const json& s) { return !has(s, "edit.undo"); };
  EXPECT_TRUE(closed(sandbox.until(closed))) << "its own title closes it";
}

}  // namespace
}  // namespace spook::test
