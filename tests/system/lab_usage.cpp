// What spook-lab says about itself and about mistakes.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/scene/files.h"
#include "tests/system/lab.h"

using namespace spook;
using namespace spook::test;

namespace {

const char* const commands[] = {"scenes", "run",    "export",     "import", "materials", "check", "bench", "solve",
                                "matrix", "ledger", "compliance", "replay", "sweep",     "merge", "paper"};

void expect_refused(const std::vector<std::string>& arguments, const std::string& word) {
  const Outcome outcome = lab(arguments);
  EXPECT_EQ(outcome.exit_code, 2) << word;
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  EXPECT_NE(outcome.err.find(word), std::string::npos) << "expected '" << word << "' in: " << outcome.err;
}

}  // namespace

TEST(LabUsage, VersionIsOneLine) {
  const Outcome outcome = lab({"--version"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.out.rfind("spook-lab ", 0), 0u);
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 1);
}

TEST(LabUsage, EveryHelpFitsAScreenAndHasAnExample) {
  std::vector<std::vector<std::string>> all{{"--help"}};
  for (const char* command : commands) all.push_back({command, "--help"});
  for (const auto& arguments : all) {
    const Outcome outcome = lab(arguments);
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_NE(outcome.out.find("Example: spook-lab"), std::string::npos) << arguments[0];
    EXPECT_LE(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 32) << outcome.out;
  }
}

TEST(LabUsage, MistakesAreOneLineAndExitTwo) {
  const TemporaryFolder folder;
  const std::string scene = folder / "small.json";
  write_file(scene, small_scene);
  expect_refused({}, "subcommand");
  expect_refused({"jump"}, "jump");
  expect_refused({"run"}, "scene");
  expect_refused({"run", "no_such_scene"}, "no_such_scene");
  expect_refused({"run", scene, "--frobnicate"}, "--frobnicate");
  expect_refused({"run", scene, "--steps", "many"}, "--steps");
  expect_refused({"run", scene, "--steps", "-1"}, "--steps");
  expect_refused({"run", scene, "--steps", "5", "--seconds", "1"}, "--s");
  expect_refused({"run", scene, "--solver", "magic"}, "direct-iterative");
  expect_refused({"run", scene, "--sweep-kind", "magic"}, "block-tangents");
  expect_refused({"run", scene, "--sweeps", "-3"}, "sweeps");
  expect_refused({"run", scene, "--set", "speed=1"}, "unknown parameter 'speed'");
  expect_refused({"run", scene, "--set", "sweeps"}, "NAME=VALUE");
  expect_refused({"run", scene, "--set", "sweeps=x"}, "expected a whole number");
  expect_refused({"run", scene, "--param", "bricks=3"}, "is a file");
  expect_refused({"run", scene, "--threads", "0"}, "--threads");
  expect_refused({"run", scene, "--steps", "3", "--track", "nobody"}, "there is no body named 'nobody'");
  expect_refused({"run", scene, "--steps", "3", "--dump-problem", "4", folder / "p"}, "from 1 to 3");
  expect_refused({"run", scene, "--metrics", folder / "no/such/m.json"}, "there is no folder");
  expect_refused({"run", folder / "missing.json"}, "missing.json");
  expect_refused({"check", folder / "missing.json"}, "missing.json");
  expect_refused({"solve", folder / "missing.problem"}, "missing.problem");
  expect_refused({"replay", folder / "missing.rec"}, "missing.rec");
  expect_refused({"replay", scene}, "recording");
  expect_refused({"sweep", scene, "--vary", "sweeps=1:2", "--seconds", "1", "--out", folder / "s.csv"}, "lo:hi:n");
  expect_refused({"sweep", scene, "--vary", "friction=0:1:log:5", "--seconds", "1", "--out", folder / "s.csv"}, "log");
  expect_refused({"sweep", scene, "--vary", "gravity=1,2", "--seconds", "1", "--out", folder / "s.csv"}, "vector");
  EXPECT_EQ(folder.file_count(), 1u);
}

TEST(LabUsage, AMisspeltSceneIsGuessed) {
  const auto scenes = nlohmann::json::parse(lab({"scenes", "--json"}).out);
  const std::string name = scenes.at(0).at("name");
  expect_refused({"run", name + "x"}, "did you mean " + name);
}

TEST(LabUsage, CheckPrintsCountsOrTheFirstErrorWithItsPlace) {
  const TemporaryFolder folder;
  const std::string file = folder / "scene.json";
  write_file(file, small_scene);
  const Outcome good = lab({"check", file});
  EXPECT_EQ(good.exit_code, 0);
  EXPECT_NE(good.out.find("4 bodies (3 dynamic), 4 shapes, 1 joint"), std::string::npos) << good.out;

  std::string text = small_scene;
  text.replace(text.find("\"radius\": 0.2"), 13, "\"radius\": -1");
  write_file(file, text);
  expect_refused({"check", file}, "scene.json:6: /bodies/3/shapes/0/radius: expected a positive radius, found -1");
  expect_refused({"run", file}, "scene.json:6: /bodies/3/shapes/0/radius");
}

TEST(LabUsage, ScenesAreListedForPeopleAndPrograms) {
  const Outcome table = lab({"scenes"}), json = lab({"scenes", "--json"});
  EXPECT_EQ(table.exit_code, 0);
  EXPECT_EQ(table.err, "");
  const auto scenes = nlohmann::json::parse(json.out);
  ASSERT_GT(scenes.size(), 5u);
  EXPECT_EQ(std::size_t(std::count(table.out.begin(), table.out.end(), '\n')), scenes.size() + 1);
  for (const auto& scene : scenes) {
    EXPECT_NE(table.out.find(scene.at("name").get<std::string>()), std::string::npos);
    EXPECT_GT(scene.at("bodies").get<int>(), 0) << scene.at("name");
    EXPECT_FALSE(scene.at("description").get<std::string>().empty()) << scene.at("name");
    for (const auto& parameter : scene.at("parameters")) {
      EXPECT_LE(parameter.at("minimum").get<double>(), parameter.at("default").get<double>());
      EXPECT_GE(parameter.at("maximum").get<double>(), parameter.at("default").get<double>());
    }
  }
}
