// Every lesson from its first button to its end, in the real window with a real mouse.
#include "viewer/app/lessons.h"

#include <gtest/gtest.h>

#include "driver.h"
#include "scenarios/registry.h"

namespace spook::test {
namespace {

TEST(LessonTable, HasTenLessonsThatOpenKnownScenesAndSayWhatTheyDo) {
  ASSERT_EQ(lessons().size(), 10u);
  for (const Lesson& lesson : lessons()) {
    ASSERT_GE(lesson.stages.size(), 2u) << lesson.id;
    EXPECT_TRUE(lesson.stages.front().action.scene) << lesson.id << ": begins with a scene of its own";
    for (const LessonStage& stage : lesson.stages) {
      EXPECT_TRUE(*stage.text && *stage.seen && *stage.waits && *stage.action.label) << lesson.id;
      if (!stage.action.scene) continue;
      const Scenario* scenario = find_scenario(stage.action.scene);
      ASSERT_TRUE(scenario) << lesson.id;
      ScenarioValues values;
      for (const auto& [name, value] : stage.action.values) values[name] = value;
      Scene scene = build_scenario(*scenario, values);
      for (const auto& [name, value] : stage.action.set)
        EXPECT_EQ(set_parameter(scene.parameters, name, value), "") << lesson.id << ": " << name;
    }
  }
}

class LessonInTheWindow : public ::testing::TestWithParam<int> {};

TEST_P(LessonInTheWindow, GoesThroughToItsEnd) {
  const Lesson& lesson = lessons()[std::size_t(GetParam())];
  Sandbox sandbox({"pendulum"}, R"({"hints_seen": true})");
  sandbox.until([](const json& s) { return s["frames"] >= 5; });
  sandbox.click_widget("bar.look_closer");
  sandbox.until([](const json& s) { return s["widgets"].contains("menu.lessons"); });
  sandbox.click_widget("menu.lessons");
  const std::string entry = "lesson." + std::string(lesson.id);
  sandbox.until([&](const json& s) { return s["widgets"].contains(entry); });
  sandbox.click_widget(entry);
  for (int stage = 0; stage < int(lesson.stages.size()); ++stage) {
    const json begun = sandbox.until(
        [&](const json& s) { return s["insight"]["lesson"]["stage"] == stage && s["widgets"].contains("lesson.do"); });
    ASSERT_EQ(begun["insight"]["lesson"]["stage"], stage);
    sandbox.click_widget("lesson.do");
    const json done = sandbox.until([](const json& s) { return bool(s["insight"]["lesson"]["done"]); }, 60.0);
    ASSERT_TRUE(bool(done["insight"]["lesson"]["done"])) << lesson.id << ", stage " << stage + 1;
    sandbox.until([](const json& s) { return s["widgets"].contains("lesson.next"); });
    sandbox.click_widget("lesson.next");
  }
  const json end = sandbox.until([](const json& s) { return bool(s["insight"]["lesson"]["finished"]); });
  EXPECT_TRUE(bool(end["insight"]["lesson"]["finished"]));
  EXPECT_EQ(end["insight"]["lesson"]["ticked"], json::array({lesson.id}));
  EXPECT_EQ(sandbox.quit(), 0);
}

INSTANTIATE_TEST_SUITE_P(AllTen, LessonInTheWindow, ::testing::Range(0, 10),
                         [](const auto& lesson) { return std::string(lessons()[std::size_t(lesson.param)].id); });

}  // namespace
}  // namespace spook::test
