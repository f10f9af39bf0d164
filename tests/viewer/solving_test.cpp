// Direct or iterative by click, in the window.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "driver.h"
#include "engine/world/world.h"
#include "scenarios/registry.h"
#include "viewer/app/solving_look.h"
#include "viewer/render/solving_layer.h"

namespace spook::test {
namespace {

TEST(SolvingMarks, OneAKeyAndAutomaticTakesItAway) {
  std::vector<SolvingMark> marks;
  put_mark(marks, {"", "a", {}, SolveBy::direct});
  put_mark(marks, {"", "", {"a", "b"}, SolveBy::iterative});
  put_mark(marks, {"", "", {"b", "a"}, SolveBy::direct});
  ASSERT_EQ(marks.size(), 2u);
  EXPECT_EQ(marks[1].by, SolveBy::direct);
  EXPECT_EQ(mark_in_words(marks[1]), "b on a");
  put_mark(marks, {"", "a", {}, SolveBy::automatic});
  EXPECT_EQ(marks.size(), 1u);
}

TEST(SolvingMarks, TintTheBodiesThatCarryThem) {
  World world(build_scenario(*find_scenario("brick_wall"), {{"bricks", 4}, {"courses", 2}}));
  const auto now = world.snapshot();
  const MarkLookup marks({{"", "brick_0_1", {}, SolveBy::direct}, {"", "brick_1_1", {}, SolveBy::iterative}});
  const std::vector<glm::vec4> tints = solving_tints(*now, marks);
  ASSERT_EQ(tints.size(), now->bodies.size());
  int tinted = 0;
  for (std::size_t i = 0; i < tints.size(); ++i) {
    const std::string& name = now->bodies[i].look->name;
    tinted += tints[i].a > 0.0f;
    const float blue = tints[i].b - tints[i].r;
    EXPECT_EQ(blue > 0.0f, name == "brick_0_1") << name << ": direct is blue";
    EXPECT_EQ(blue < 0.0f, name == "brick_1_1") << name << ": iterative is orange";
  }
  EXPECT_EQ(tinted, 2);
}

TEST(SolvingWindow, BodiesAreMarkedByClickUndoneAndSaved) {
  Sandbox sandbox({"brick_wall", "--param", "bricks=5", "--param", "courses=4"}, R"({"hints_seen": true})");
  const json start = sandbox.until([](const json& s) { return s["step"] >= 70 && s["frames"] >= 5; });
  sandbox.click_widget("bar.look_closer");
  sandbox.until([](const json& s) { return s["widgets"].contains("menu.solving"); });
  sandbox.click_widget("menu.solving");
  sandbox.until([](const json& s) { return s["widgets"].contains("solving.iterative"); });
  sandbox.after_frames(20);
  const json seen = sandbox.status();
  const std::string brick = "brick_2_1";
  sandbox.click(body(seen, brick)["pixel"][0], body(seen, brick)["pixel"][1]);
  sandbox.until([&](const json& s) { return bool(body(s, brick)["selected"]); });
  sandbox.click_widget("solving.iterative");
  const json marked = sandbox.until([](const json& s) { return s.contains("solving"); });
  ASSERT_EQ(marked["solving"].size(), 1u);
  EXPECT_EQ(marked["solving"][0]["of"], brick);
  EXPECT_EQ(marked["solving"][0]["by"], "iterative");
  // the effect is told beside what was
  const json told = sandbox.until([](const json& s) { return s["solving_figures"]["steps"] >= 20; });
  EXPECT_GE(int(told["solving_figures"]["steps"]), 20);
  // a region, all of it direct
  sandbox.click_widget("solving.region");
  sandbox.until([](const json& s) {
    int selected = 0;
    for (const json& one : s["bodies"]) selected += bool(one["selected"]);
    return selected > 3;
  });
  sandbox.click_widget("solving.direct");
  const json many = sandbox.until([](const json& s) { return s.contains("solving") && s["solving"].size() > 3; });
  EXPECT_GT(many["solving"].size(), 3u);
  sandbox.key("ctrl+z");
  EXPECT_EQ(sandbox.until([](const json& s) { return s["solving"].size() == 1; })["solving"].size(), 1u);
  // saved
  const std::string file = sandbox.folder() + "/mine.json";
  sandbox.key("ctrl+s");
  sandbox.until([](const json& s) { return s["widgets"].contains("save.name"); });
  sandbox.after_frames(3);
  sandbox.type(file);  // the name that stands there is selected
  sandbox.key("Return");
  sandbox.until([&](const json&) { return std::filesystem::exists(file); });
  sandbox.after_frames(3);
  std::ifstream in(file);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  EXPECT_NE(text.find("\"solving\""), std::string::npos);
  EXPECT_NE(text.find("\"iterative\""), std::string::npos);
  EXPECT_EQ(sandbox.quit(), 0);
}

}  // namespace
}  // namespace spook::test
