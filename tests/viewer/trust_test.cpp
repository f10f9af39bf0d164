// What a slow step, a full disk or a broken settings file may not take from the user; and recordings of what happened.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>

#include "engine/scene/files.h"
#include "engine/world/recording.h"
#include "tests/viewer/driver.h"
#include "viewer/app/settings.h"
#include "viewer/app/simulation.h"

namespace spook::test {
namespace {

using namespace std::chrono_literals;

// waits until it holds, ten seconds at most
template <typename Holds>
bool soon(Holds&& holds) {
  for (int i = 0; i < 2000; ++i) {
    if (holds()) return true;
    std::this_thread::sleep_for(5ms);
  }
  return false;
}

SceneSource wall(const char* sweeps) {
  SceneSource source;
  source.scenario = find_scenario("brick_wall");
  source.values = {{"bricks", 30}, {"courses", 20}};
  source.overrides = {{"sweeps", sweeps}, {"couplings", "1"}, {"warm_start", "false"}, {"solver", "sweeps"}};
  return source;
}

TEST(SlowStep, IsCancelledAtOnceAndTheWorldStandsBeforeIt) {
  Simulation simulation;
  simulation.open(wall("10000"));
  ASSERT_TRUE(soon([&] { return simulation.stepping_for() > 0.15; }));
  const auto before = simulation.frame();
  simulation.cancel_step();
  EXPECT_EQ(simulation.stepping_for(), 0.0);
  ASSERT_TRUE(soon([&] { return !simulation.frame()->playing; }));
  EXPECT_EQ(simulation.frame()->current->step, before->current->step);
  const auto messages = simulation.take_messages();
  ASSERT_FALSE(messages.empty());
  EXPECT_NE(messages.back().text.find("cancelled"), std::string::npos);
  // and goes on from there with cheaper steps
  Parameters cheap = simulation.frame()->opened->scene.parameters;
  cheap.sweeps = 1;
  simulation.command(SetParameters{cheap});
  simulation.step_once();
  EXPECT_TRUE(soon([&] { return simulation.frame()->current->step == before->current->step + 1; }));
}

TEST(SlowStep, DoesNotKeepAnotherSceneFromOpening) {
  Simulation simulation;
  simulation.open(wall("100000"));
  ASSERT_TRUE(soon([&] { return simulation.stepping_for() > 0.6; }));
  SceneSource pendulum;
  pendulum.scenario = find_scenario("pendulum");
  simulation.open(pendulum);
  EXPECT_TRUE(soon([&] { return simulation.frame()->opened->scene.name == "pendulum"; }));
}

TEST(Session, ReportAProblemPacksEverythingIntoOneFile) {
  Sandbox sandbox({"cradle"}, R"({"hints_seen": true})");
  sandbox.until([](const json& s) { return s["step"] >= 20; });
  sandbox.key("ctrl+s");
  sandbox.until([](const json& s) { return s["widgets"].contains("save.report"); });
  sandbox.after_frames(3);
  sandbox.type(sandbox.folder() + "/mine.json");
  sandbox.after_frames(3);
  sandbox.click_widget("save.report");
  const std::filesystem::path file = sandbox.folder() + "/mine-problem.rec";
  sandbox.until([&](const json&) { return std::filesystem::exists(file); });
  ASSERT_TRUE(std::filesystem::exists(file));
  const Recording recording = load_recording(file);
  EXPECT_GE(recording.steps.size(), 20u);
  EXPECT_EQ(replay(recording, true).first_difference.value_or(0), 0u);
  const json report = json::parse(recording.report);
  EXPECT_NE(report["program"].get<std::string>().find("spook-sandbox"), std::string::npos);
  EXPECT_TRUE(report["settings"].contains("dark"));
  EXPECT_TRUE(report.contains("device"));
}

// on the display of another sandbox: exit code and what was said
int run_beside(const Sandbox& other, std::vector<std::string> words, const std::string& config, std::string& errors) {
  words.insert(words.begin(), {sandbox_path(), "pendulum", "--frames", "8", "--exit"});
  return run_and_read(words, {"DISPLAY=" + other.display(), "HOME=" + other.folder(), "XDG_CONFIG_HOME=" + config},
                      errors, 40.0);
}

TEST(LostOutput, OfTheWindowIsOneLineAndExitOne) {
  Sandbox display({"pendulum"}, R"({"hints_seen": true})");
  display.until([](const json& s) { return s["frames"] >= 2; });
  for (const std::string option : {"--screenshot", "--status"}) {
    std::string errors;
    EXPECT_EQ(run_beside(display, {option, "/dev/full"}, display.folder() + "/other", errors), 1) << option;
    EXPECT_EQ(std::count(errors.begin(), errors.end(), '\n'), 1) << errors;
    EXPECT_NE(errors.find("cannot write /dev/full"), std::string::npos) << errors;
  }
}

// the driver's own word cannot be had without a GPU: the file stands for it, what follows is the same
TEST(LostGraphics, LeavesWhatHappenedInAFile) {
  const std::filesystem::path lost =
      std::filesystem::temp_directory_path() / ("spook-context-lost-" + std::to_string(::getpid()));
  Sandbox sandbox({"pyramid"}, R"({"hints_seen": true})", {"SPOOK_CONTEXT_LOST_FILE=" + lost.string()});
  sandbox.until([](const json& s) { return s["frames"] >= 2 && s["step"] >= 20; });
  write_file(lost, "");
  EXPECT_EQ(sandbox.program().wait(20.0), 1);
  std::filesystem::remove(lost);
  std::filesystem::path kept;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(sandbox.folder()))
    if (entry.path().extension() == ".rec") kept = entry.path();
  ASSERT_FALSE(kept.empty());
  const Recording recording = load_recording(kept);
  EXPECT_GE(recording.steps.size(), 20u);
  EXPECT_EQ(replay(recording, true).first_difference.value_or(0), 0u);
  EXPECT_NE(recording.report.find("graphics driver was reset"), std::string::npos);
}

TEST(BrokenSettings, AreNamedAndTheSandboxStarts) {
  Sandbox display({"pendulum"}, R"({"hints_seen": true})");
  display.until([](const json& s) { return s["frames"] >= 2; });
  const std::filesystem::path config = display.folder() + "/broken", file = config / "spook" / "settings.json";
  std::filesystem::create_directories(file);  // a folder of that name
  std::string errors;
  EXPECT_EQ(run_beside(display, {}, config.string(), errors), 0) << errors;
  EXPECT_NE(errors.find("settings not used"), std::string::npos) << errors;
  std::filesystem::remove(file);
  write_file(file, "{ not json");
  EXPECT_EQ(run_beside(display, {}, config.string(), errors), 0) << errors;
  EXPECT_NE(errors.find("settings not used"), std::string::npos) << errors;
}

}  // namespace
}  // namespace spook::test
