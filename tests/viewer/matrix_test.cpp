// The Matrix panel: a worker studies what `spook-lab matrix` tells.
#include <gtest/gtest.h>

#include <algorithm>

#include "driver.h"
#include "engine/world/world.h"
#include "scenarios/matrix_study.h"
#include "scenarios/registry.h"
#include "viewer/app/matrix_look.h"

namespace spook::test {
namespace {

TEST(MatrixLook, EverySceneHasAMatrixOrSaysThatThereIsNone) {
  for (const Scenario& scenario : scenarios()) {
    World world(build_scenario(scenario, {}));
    for (int i = 0; i < 3; ++i) world.step();
    const int island = largest_island(world.last_problem());
    if (island < 0) continue;
    const MatrixStudy study =
        study_matrix(world.last_problem(), world.last_solution(), island, MatrixOrder::minimum_degree, 5);
    ASSERT_GE(study.factor_entries, study.entries) << scenario.name;
    ASSERT_EQ(int(study.unknown.size()), study.unknowns) << scenario.name;
    ASSERT_EQ(int(study.joint_of_row.size()), study.joint_rows) << scenario.name;
  }
}

TEST(MatrixLook, NestedDissectionEliminatesEveryUnknownOnceAndFillsLessThanTheNaturalOrder) {
  World world(build_scenario(*find_scenario("brick_wall"), {{"bricks", 12}, {"courses", 8}}));
  for (int i = 0; i < 5; ++i) world.step();
  const int island = largest_island(world.last_problem());
  ASSERT_GE(island, 0);
  const auto study = [&](MatrixOrder order) {
    return study_matrix(world.last_problem(), world.last_solution(), island, order, 5);
  };
  const MatrixStudy nested = study(MatrixOrder::nested_dissection), natural = study(MatrixOrder::natural);
  std::vector<int> unknowns = nested.unknown;
  std::sort(unknowns.begin(), unknowns.end());
  for (int i = 0; i < nested.unknowns; ++i) ASSERT_EQ(unknowns[std::size_t(i)], i);
  EXPECT_EQ(nested.entries, natural.entries);
  EXPECT_GE(nested.factor_entries, nested.entries);
  EXPECT_LT(nested.factor_entries, natural.factor_entries);
}

TEST(MatrixWindow, ABrokenJointTellsWhatItDid) {
  Sandbox sandbox({"rope_bridge"}, R"({"hints_seen": true, "open_panels": ["matrix"], "bottom_tab": "matrix"})");
  const json shown = sandbox.until([](const json& s) { return s["insight"].contains("matrix") && s["frames"] >= 20; });
  ASSERT_TRUE(shown["insight"].contains("matrix"));
  EXPECT_FALSE(shown["widgets"].contains("matrix.joint_effect"));
  const json plank = body(shown, "plank_5");
  ASSERT_FALSE(plank.is_null());
  sandbox.click(double(plank["pixel"][0]), double(plank["pixel"][1]));
  sandbox.until([](const json& s) { return bool(body(s, "plank_5")["selected"]); });
  sandbox.key("Delete");  // its joints go with it
  const json told = sandbox.until([](const json& s) { return s["widgets"].contains("matrix.joint_effect"); });
  EXPECT_TRUE(told["widgets"].contains("matrix.joint_effect"));
  EXPECT_LT(long(told["insight"]["matrix"]["unknowns"]), long(shown["insight"]["matrix"]["unknowns"]));
}

TEST(MatrixWindow, TwoClicksShowItAndAnotherOrderFillsMore) {
  Sandbox sandbox({"brick_wall", "--param", "bricks=8", "--param", "courses=6"}, R"({"hints_seen": true})");
  sandbox.until([](const json& s) { return s["step"] >= 10 && s["frames"] >= 5; });
  sandbox.click_widget("bar.look_closer");
  sandbox.until([](const json& s) { return s["widgets"].contains("menu.matrix"); });
  sandbox.click_widget("menu.matrix");
  const json shown = sandbox.until([](const json& s) { return s["insight"].contains("matrix"); });
  ASSERT_TRUE(shown["insight"].contains("matrix"));
  EXPECT_TRUE(sandbox.after_frames(3)["widgets"].contains("matrix.picture"));
  sandbox.click_widget("matrix.natural");
  const json natural = sandbox.until(
      [](const json& s) { return s["insight"].contains("matrix") && s["insight"]["matrix"]["order"] == 2; });
  EXPECT_EQ(natural["insight"]["matrix"]["unknowns"], shown["insight"]["matrix"]["unknowns"]);
  EXPECT_GT(long(natural["insight"]["matrix"]["factor_entries"]), long(shown["insight"]["matrix"]["factor_entries"]));
  EXPECT_GT(long(natural["step"]), long(shown["step"])) << "steps went on";
  sandbox.key("n");
  EXPECT_FALSE(
      sandbox.until([](const json& s) { return !s["widgets"].contains("matrix.picture"); })["widgets"].contains(
          "matrix.picture"));
  EXPECT_EQ(sandbox.quit(), 0);
}

}  // namespace
}  // namespace spook::test
