// The papers' gallery: an experiment runs beside the window, tells its verdicts, and puts its motion on the stage.
#include <gtest/gtest.h>

#include "driver.h"

namespace spook::test {
namespace {

const std::string papers_open =
    json{{"open_panels", {"papers"}}, {"right_tab", "papers"}, {"right_width", 30}, {"hints_seen", true}}.dump();

TEST(Papers, ChoosingAnExperimentRunsItAndShowsItsVerdictsAndItsMotion) {
  Sandbox sandbox({"pendulum"}, papers_open);
  sandbox.until([](const json& s) { return s["step"] >= 3 && s["frames"] >= 5; });
  sandbox.click_widget("papers.orders_slider_crank");
  const json done = sandbox.until(
      [](const json& s) { return s["papers"].contains("verdicts") && bool(s["papers"]["stage"]["shown"]); }, 60.0);
  ASSERT_TRUE(done["papers"].contains("verdicts")) << done["papers"].dump();
  EXPECT_EQ(done["papers"]["experiment"], "orders_slider_crank");
  EXPECT_FALSE(bool(done["papers"]["running"]));
  EXPECT_EQ(int(done["papers"]["verdicts"]["fail"]), 0);
  EXPECT_GE(int(done["papers"]["verdicts"]["pass"]), 10);
  EXPECT_TRUE(done["widgets"].contains("bar.help")) << "a long title leaves room for what stands beside it";
  EXPECT_GE(done["papers"]["stage"]["lanes"].size(), 3u) << "the motion as several integrators saw it";
  EXPECT_GE(int(done["papers"]["figures"]), 1);
  EXPECT_FALSE(bool(sandbox.until([](const json& s) { return !bool(s["playing"]); })["playing"]))
      << "the scene waits while something else is on the stage";

  // Space and the scrubber belong to the stage now
  sandbox.key("space");
  sandbox.until([](const json& s) { return !bool(s["papers"]["stage"]["playing"]); });
  sandbox.click_widget("papers.scrubber", 0.5);
  const json there = sandbox.until([](const json& s) {
    const double time = s["papers"]["stage"]["time"], end = s["papers"]["stage"]["duration"];
    return std::abs(time / end - 0.5) < 0.1;
  });
  EXPECT_NEAR(double(there["papers"]["stage"]["time"]) / double(there["papers"]["stage"]["duration"]), 0.5, 0.1);

  // back in the list the scene plays again, and a second look needs no second run
  sandbox.click_widget("papers.back");
  EXPECT_TRUE(bool(sandbox.until([](const json& s) { return bool(s["playing"]); })["playing"]));
  sandbox.click_widget("papers.orders_slider_crank");
  const json again = sandbox.until([](const json& s) { return s["papers"].contains("verdicts"); }, 5.0);
  EXPECT_TRUE(again["papers"].contains("verdicts"));
}

TEST(Papers, ARunShowsItsProgressLeavesTheWindowAliveAndCanBeCancelled) {
  Sandbox sandbox({"pendulum"}, papers_open);
  sandbox.until([](const json& s) { return s["step"] >= 3 && s["frames"] >= 5; });
  sandbox.click_widget("papers.thesis_table_3_3");
  const json running = sandbox.until([](const json& s) { return bool(s["papers"]["running"]); });
  ASSERT_TRUE(bool(running["papers"]["running"]));
  const int frames = running["frames"];
  const double fraction = running["papers"]["fraction"];
  const json later = sandbox.until([&](const json& s) {
    return s["frames"] >= frames + 10 && double(s["papers"]["fraction"]) > fraction && bool(s["papers"]["running"]);
  });
  EXPECT_GE(int(later["frames"]), frames + 10) << "the window draws while the experiment runs";
  EXPECT_TRUE(later["widgets"].contains("papers.progress"));
  sandbox.click_widget("papers.cancel");
  const json cancelled = sandbox.until([](const json& s) { return bool(s["papers"]["cancelled"]); });
  EXPECT_TRUE(bool(cancelled["papers"]["cancelled"]));
  EXPECT_FALSE(bool(cancelled["papers"]["running"]));
  EXPECT_FALSE(cancelled["papers"].contains("verdicts"));
  EXPECT_EQ(sandbox.quit(), 0);
}

}  // namespace
}  // namespace spook::test
