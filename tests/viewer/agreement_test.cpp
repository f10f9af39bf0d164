// Predicted and measured: the table of `spook-lab compliance`, live.
#include <gtest/gtest.h>

#include <cmath>

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

TEST(Agreement, AFitFindsDecayPeriodAndRestOfWhatSwings) {
  constexpr double h = 0.01, decay = 0.13, period = 0.31, rest = 2e-3;
  std::vector<double> ways;
  for (int i = 0; i < 60; ++i)
    ways.push_back(rest + 1e-3 * std::exp(-i * h / decay) * std::cos(2 * M_PI * i * h / period));
  const auto swing = fitted_swing(ways, h);
  ASSERT_TRUE(swing);
  EXPECT_NEAR(swing->decay, decay, 1e-6);
  EXPECT_NEAR(swing->period, period, 1e-6);
  EXPECT_NEAR(swing->rest, rest, 1e-9);
  EXPECT_LT(swing->missed, 1e-6);
  for (std::size_t i = 0; i < ways.size(); ++i) ways[i] = rest * (1.0 - std::exp(-double(i) * h / decay));
  const auto creeping = fitted_swing(ways, h);
  ASSERT_TRUE(creeping);
  EXPECT_NEAR(creeping->decay, decay, 1e-6) << "one exponential has but one root";
  EXPECT_EQ(creeping->period, 0.0);
  for (std::size_t i = 0; i < ways.size(); ++i) ways[i] += 1e-3 * std::sin(37.0 * double(i * i));
  EXPECT_GT(fitted_swing(ways, h)->missed, 0.05) << "no one motion";
  EXPECT_FALSE(fitted_swing(std::vector<double>(60, rest), h)) << "nothing moves";
}

// What swings has no speed for one step where it turns round: that is not rest, which lasts.
TEST(Agreement, StandingStillForOneStepIsNotRest) {
  Scene scene = build_scenario(*find_scenario("resting_weights"), {});
  scene.parameters.relaxation_steps = 0.25;
  World world(scene);
  LoadMotions motions;
  LoadFits fits;
  const auto rows_standing_still = [&] {
    world.step();
    motions.add(world, scene);
    fits.take(motions, scene.parameters.time_step);
    Snapshot still = *world.snapshot();
    for (BodyView& body : still.bodies) body.velocity.setZero(), body.angular_velocity.setZero();
    return loaded_rows(still, scene, world.parameters(), &fits);
  };
  int swinging = 0;
  for (int i = 0; i < 40; ++i)
    for (const LoadedRow& row : rows_standing_still()) {
      if (std::abs(row.off()) <= differs) continue;
      ++swinging;
      EXPECT_EQ(row.reason.rfind("not ", 0), 0u) << row.name << ": " << row.reason;
    }
  EXPECT_GT(swinging, 20);
  std::vector<LoadedRow> last;
  for (int i = 0; i < 400; ++i) last = rows_standing_still();
  EXPECT_EQ(last.size(), 8u);
  for (const LoadedRow& row : last) EXPECT_EQ(row.reason, "") << row.name << " " << row.off();
}

// A line of contact is as stiff as its length says, and that is told once.
TEST(Agreement, LogsOnLinesRestWhereComplianceSays) {
  const Scene scene = build_scenario(*find_scenario("log_pile"), {});
  World world(scene);
  for (int i = 0; i < 240; ++i) world.step();
  int lines = 0;
  for (const ContactView& contact : world.snapshot()->contacts) lines += contact.share != 1.0;
  EXPECT_GT(lines, 100);
  for (const LoadedRow& row : loaded_rows(*world.snapshot(), scene, world.parameters()))
    EXPECT_LT(std::abs(row.off()), differs) << row.name;
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
  // a harder push: τ's decay and the period are measured as they swing back
  sandbox.key("r");
  const json swung = sandbox.until([](const json& s) { return s["insight"]["agreement"].value("fitted", 0) >= 3; });
  EXPECT_GE(swung["insight"]["agreement"].value("fitted", 0), 3);
  EXPECT_EQ(swung["insight"]["agreement"]["fitted_within"], swung["insight"]["agreement"]["fitted"]);
  EXPECT_TRUE(swung["widgets"].contains("chart.agreement.way"));
  sandbox.until([](const json& s) { return int(s["insight"]["agreement"]["rows"]) == 8 && s["step"] > 60; });
  const json before = told["camera"]["target"];
  sandbox.key("space");  // lines change places as they come to rest
  sandbox.until([](const json& s) { return !bool(s["playing"]); });
  sandbox.click_widget("agreement.first", 0.1);
  EXPECT_NE(sandbox.until([&](const json& s) { return s["camera"]["target"] != before; })["camera"]["target"], before);
  sandbox.key("p");
  EXPECT_FALSE(sandbox.until([](const json& s) { return !s["insight"].contains("agreement"); })["insight"].contains(
      "agreement"));
  EXPECT_EQ(sandbox.quit(), 0);
}

}  // namespace
}  // namespace spook::test
