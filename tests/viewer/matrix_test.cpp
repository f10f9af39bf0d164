// The Matrix panel: a worker studies what `spook-lab matrix` tells.
#include <gtest/gtest.h>

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
