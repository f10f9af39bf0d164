// Sweep from here: a grid of runs from the present moment.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "driver.h"
#include "viewer/app/sweep_here.h"

namespace spook::test {
namespace {

TEST(SweepHere, ASoftnessTenTimesAsLargeRestsTenTimesAsDeep) {
  Simulation simulation;
  SceneSource source;
  source.scenario = find_scenario("stack");
  source.values = {{"cubes", 1}};
  simulation.open(source);
  while (!simulation.frame()->current || simulation.frame()->current->step < 5)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  SweepHere sweep;
  sweep.start(simulation, simulation.frame()->opened,
              {{"compliance", 1e-8, 1e-6, 3, true, false}, SweepAxis{"friction", 0.2, 0.8, 2, false, false}, 1.0});
  for (int i = 0; i < 2000 && sweep.running(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  const std::vector<SweepCell> cells = sweep.cells();
  ASSERT_EQ(cells.size(), 6u);
  for (const SweepCell& cell : cells) ASSERT_EQ(cell.state, SweepCell::State::done);
  for (const int row : {0, 3}) {
    const auto depth = [&](int column) { return cells[std::size_t(row + column)].values[0]; };
    EXPECT_NEAR(depth(1) / depth(0), 10.0, 0.2);
    EXPECT_NEAR(depth(2) / depth(1), 10.0, 0.2);
  }
  EXPECT_NEAR(cells[1].parameters.friction.value(), 0.2, 1e-12);
  EXPECT_NEAR(cells[4].parameters.friction.value(), 0.8, 1e-12);
}

TEST(SweepHere, StopsWithinAStep) {
  Simulation simulation;
  SceneSource source;
  source.scenario = find_scenario("brick_wall");
  simulation.open(source);
  while (!simulation.frame()->current) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  SweepHere sweep;
  sweep.start(simulation, simulation.frame()->opened, {{"compliance", 1e-9, 1e-5, 8, true, false}, {}, 100.0});
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const auto start = std::chrono::steady_clock::now();
  sweep.cancel();
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 5.0);
  EXPECT_FALSE(sweep.running());
}

TEST(SweepWindow, TwoClicksOpenItRunsFillInAndOneIsOpened) {
  Sandbox sandbox({"stack", "--param", "cubes=2"}, R"({"hints_seen": true})");
  sandbox.until([](const json& s) { return s["step"] >= 20 && s["frames"] >= 5; });
  sandbox.click_widget("bar.look_closer");
  sandbox.until([](const json& s) { return s["widgets"].contains("menu.sweep"); });
  sandbox.click_widget("menu.sweep");
  sandbox.until([](const json& s) { return s["widgets"].contains("sweep.start"); });
  sandbox.click_widget("sweep.start");
  const json done = sandbox.until(
      [](const json& s) { return s["insight"].contains("sweep") && s["insight"]["sweep"]["done"] == 36; }, 60.0);
  ASSERT_EQ(done["insight"]["sweep"]["done"], 36);
  EXPECT_GT(double(done["insight"]["sweep"]["overlap"][5]), 100.0 * double(done["insight"]["sweep"]["overlap"][0]));
  // figure and table at once
  sandbox.click_widget("sweep.export");
  const auto saved = [&](const char* ending) {
    int count = 0;
    const std::string folder = sandbox.folder() + "/Pictures";
    if (!std::filesystem::exists(folder)) return 0;
    for (const auto& file : std::filesystem::directory_iterator(folder))
      count += file.path().string().ends_with(ending) && file.file_size() > 300;
    return count;
  };
  sandbox.until([&](const json&) { return saved("-sweep.csv") == 1 && saved("-sweep.png") == 1; });
  EXPECT_EQ(saved("-sweep.csv"), 1);
  EXPECT_EQ(saved("-sweep.png"), 1);
  sandbox.click_widget("sweep.map", 0.95);
  const auto softness = [](const json& s) {
    const std::string text = s["parameters"]["compliance"];
    return text == "scene" ? 0.0 : std::stod(text);
  };
  const json opened = sandbox.until([&](const json& s) { return softness(s) > 5e-5; });
  EXPECT_DOUBLE_EQ(softness(opened), 1e-4) << "that run's softness, from where it began";
  EXPECT_EQ(sandbox.quit(), 0);
}

}  // namespace
}  // namespace spook::test
