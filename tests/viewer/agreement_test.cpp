// Predicted and measured: the table of `spook-lab compliance`, live.
#include <gtest/gtest.h>

#include "driver.h"
#include "engine/world/world.h"
#include "scenarios/compliance.h"
#include "scenarios/registry.h"

namespace spook::test {
namespace {

TEST(Agreement, WorksOnEveryLibraryScene) {
  for (const Scenario& scenario : scenarios()) {
    const Scene scene = build_scenario(scenario, {});
    World world(scene);
    for (int i = 0; i < 5; ++i) world.step();
    for (const LoadedRow& row : loaded_rows(*world.snapshot(), scene, world.parameters()))
      ASSERT_TRUE(std::isfinite(row.off()) && row.force > 0.0 && row.predicted > 0.0) << scenario.name << row.name;
  }
}

TEST(Agreement, BallsOnContactsRestWhereComplianceSaysAndTheWindowTellsIt) {
  Sandbox sandbox({"resting_weights"}, R"({"hints_seen": true})");
  sandbox.until([](const json& s) { return s["step"] >= 120; });
  sandbox.click_widget("bar.look_closer");
  sandbox.until([](const json& s) { return s["widgets"].contains("menu.agreement"); });
  sandbox.click_widget("menu.agreement");
  const json told = sandbox.until([](const json& s) {
    return s["insight"].contains("agreement") && int(s["insight"]["agreement"]["rows"]) == 8 &&
           s["insight"]["agreement"]["within"] == 8;
  });
  ASSERT_TRUE(told["insight"].contains("agreement"));
  EXPECT_EQ(told["insight"]["agreement"]["rows"], 8);
  EXPECT_EQ(told["insight"]["agreement"]["within"], 8);
  const json before = told["camera"]["target"];
  sandbox.click_widget("agreement.first", 0.1);
  EXPECT_NE(sandbox.until([&](const json& s) { return s["camera"]["target"] != before; })["camera"]["target"], before);
  sandbox.key("p");
  EXPECT_FALSE(sandbox.until([](const json& s) { return !s["insight"].contains("agreement"); })["insight"].contains(
      "agreement"));
  EXPECT_EQ(sandbox.quit(), 0);
}

}  // namespace
}  // namespace spook::test
