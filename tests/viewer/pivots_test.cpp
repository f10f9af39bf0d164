// Contact states of a step as a table and in the window, and the one contact that is picked.
#include <gtest/gtest.h>

#include "driver.h"
#include "engine/world/world.h"
#include "scenarios/registry.h"
#include "viewer/app/pivot_table.h"

namespace spook::test {
namespace {

TEST(PivotTable, HasALineAContactAndCountsTheChangesThatTheStepCounted) {
  World world(build_scenario(*find_scenario("brick_wall"), {{"bricks", 6}, {"courses", 5}}));
  for (int i = 0; i < 3; ++i) world.step();
  const auto inside = look_inside(world);
  PivotTable table = pivot_table(*inside);
  ASSERT_EQ(table.rows.size(), inside->parts.back().contacts.size());
  ASSERT_EQ(table.moments, int(inside->moments.size()));
  int flips = 0, counted = 0;
  for (const PivotRow& row : table.rows) {
    flips += row.flips;
    ASSERT_EQ(int(row.states.size()), table.moments);
    EXPECT_EQ(row.states.back(), inside->moments.back().states[std::size_t(row.contact)]);
  }
  for (const InsideMoment& moment : inside->moments) counted += moment.changes;
  EXPECT_EQ(flips, counted);
  sort_rows(table, PivotOrder::flips);
  for (std::size_t i = 1; i < table.rows.size(); ++i) EXPECT_GE(table.rows[i - 1].flips, table.rows[i].flips);
  sort_rows(table, PivotOrder::height);
  for (std::size_t i = 1; i < table.rows.size(); ++i) EXPECT_GE(table.rows[i - 1].point.z(), table.rows[i].point.z());
  sort_rows(table, PivotOrder::solver);
  for (std::size_t i = 0; i < table.rows.size(); ++i) EXPECT_EQ(table.rows[i].contact, int(i));
}

TEST(PivotTable, WorksOnEveryLibraryScene) {
  for (const Scenario& scenario : scenarios()) {
    World world(build_scenario(scenario, {}));
    for (int i = 0; i < 4; ++i) world.step();
    const auto inside = look_inside(world);
    const PivotTable table = pivot_table(*inside);
    for (const PivotRow& row : table.rows) ASSERT_EQ(int(row.states.size()), table.moments) << scenario.name;
    if (inside->parts.empty()) continue;
    ASSERT_EQ(table.rows.size(), inside->parts.back().contacts.size()) << scenario.name;
  }
}

TEST(Pivots, TwoClicksOpenThemALineIsPickedAndTheOtherWayRound) {
  Sandbox sandbox({"brick_wall", "--param", "bricks=6", "--param", "courses=5"}, R"({"hints_seen": true})");
  sandbox.until([](const json& s) { return s["step"] >= 5 && s["frames"] >= 5; });
  sandbox.click_widget("bar.look_closer");
  sandbox.until([](const json& s) { return s["widgets"].contains("menu.pivots"); });
  sandbox.click_widget("menu.pivots");
  sandbox.until([](const json& s) { return s["widgets"].contains("pivots.open"); });
  sandbox.click_widget("pivots.open");
  const json open = sandbox.until([](const json& s) { return s["insight"].contains("pivots"); });
  ASSERT_TRUE(open["insight"].contains("pivots"));
  EXPECT_GT(int(open["insight"]["pivots"]["rows"]), 50);
  EXPECT_EQ(open["insight"]["pivots"]["moments"], open["inside"]["moments"]);
  sandbox.click_widget("pivots.by.height");
  const json sorted =
      sandbox.until([](const json& s) { return double(s["insight"]["pivots"]["first"]["height"]) > 0.3; });
  EXPECT_GT(double(sorted["insight"]["pivots"]["first"]["height"]), 0.3);
  EXPECT_FALSE(bool(sorted["insight"]["picked"]));
  sandbox.click_widget("pivots.strip", 0.6);
  const json picked = sandbox.until([](const json& s) { return bool(s["insight"]["picked"]); });
  EXPECT_TRUE(bool(picked["insight"]["picked"]));
  EXPECT_GT(int(picked["inside"]["moment"]), 0) << "and the iteration under the cursor is shown";
  // and from the picture, another one
  sandbox.click_widget("pivots.pick");
  sandbox.until([](const json& s) { return bool(s["insight"]["picking"]); });
  const json wall = body(picked, "brick_2_2");
  ASSERT_FALSE(wall.is_null());
  sandbox.click(double(wall["pixel"][0]), double(wall["pixel"][1]));
  const json again = sandbox.until([](const json& s) { return !bool(s["insight"]["picking"]); });
  EXPECT_TRUE(bool(again["insight"]["picked"]));
  // the nearest may be of the bricks above it, which end in its middle
  EXPECT_NE(again["insight"]["picked_names"], picked["insight"]["picked_names"]) << again["insight"];
  EXPECT_FALSE(again.contains("grips")) << "that click was not the hand's";
  EXPECT_FALSE(bool(again["playing"])) << "and the step is still open";
  EXPECT_EQ(sandbox.quit(), 0);
}

}  // namespace
}  // namespace spook::test
