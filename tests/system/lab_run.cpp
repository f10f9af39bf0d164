// spook-lab run: every flag.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/scene/files.h"
#include "tests/system/lab.h"

using namespace spook;
using namespace spook::test;
using Json = nlohmann::json;

namespace {

class LabRun : public ::testing::Test {
 protected:
  LabRun() : scene(folder / "small.json") { write_file(scene, small_scene); }

  Outcome run(std::vector<std::string> flags, int steps = 30) {
    flags.insert(flags.begin(), {"run", scene, "--steps", std::to_string(steps)});
    const Outcome outcome = lab(flags);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "") << "talk, or a progress bar, where there is no terminal";
    return outcome;
  }
  Json metrics(std::vector<std::string> flags = {}, int steps = 30) {
    flags.insert(flags.end(), {"--metrics", "-"});
    return Json::parse(run(flags, steps).out);
  }

  TemporaryFolder folder;
  std::string scene;
};

std::vector<std::vector<std::string>> csv_rows(const std::string& text) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    rows.emplace_back();
    std::istringstream fields(line);
    for (std::string field; std::getline(fields, field, ',');) rows.back().push_back(field);
  }
  return rows;
}

}  // namespace

TEST_F(LabRun, MetricsHoldEveryFigureOfThePage) {
  const Json m = metrics();
  for (const char* pointer : {"/scene",
                              "/steps",
                              "/time_step",
                              "/solver",
                              "/settings",
                              "/bodies",
                              "/joints",
                              "/threads",
                              "/contacts/mean",
                              "/contacts/max",
                              "/ms/mean",
                              "/ms/median",
                              "/ms/p95",
                              "/ms/max",
                              "/ms/collide",
                              "/ms/impact",
                              "/ms/assemble",
                              "/ms/direct",
                              "/ms/sweeps",
                              "/ms/other",
                              "/penetration/rms_m",
                              "/penetration/max_m",
                              "/joint_error/rms_m",
                              "/joint_error/max_m",
                              "/joint_error/rms_rad",
                              "/joint_error/max_rad",
                              "/drift/max_m",
                              "/drift/rms_m",
                              "/drift/worst",
                              "/energy/kinetic_end",
                              "/energy/total_start",
                              "/energy/total_end",
                              "/energy/max_gain_in_a_step",
                              "/energy/max_mechanical_gain_in_a_step",
                              "/momentum/linear",
                              "/momentum/angular",
                              "/residual/normal",
                              "/residual/tangent",
                              "/pivots/mean",
                              "/pivots/max",
                              "/pivots/failed",
                              "/factorisations/mean",
                              "/factorisations/max",
                              "/flags",
                              "/hash"})
    EXPECT_TRUE(m.contains(Json::json_pointer(pointer))) << pointer;
  EXPECT_EQ(m["scene"], "small");
  EXPECT_EQ(m["steps"], 30);
  EXPECT_EQ(m["bodies"], 4);
  EXPECT_EQ(m["joints"], 1);
  EXPECT_EQ(m["flags"], Json::array());
  EXPECT_EQ(m["hash"].get<std::string>().find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_EQ(m["hash"].get<std::string>().size(), 16u);
}

TEST_F(LabRun, MetricsSayWhatHappened) {
  const Json m = metrics({}, 60);
  EXPECT_NEAR(m["contacts"]["mean"].get<double>(), 8.0, 0.5);
  EXPECT_GT(m["ms"]["mean"].get<double>(), 0.0);
  EXPECT_LE(m["ms"]["median"].get<double>(), m["ms"]["max"].get<double>());
  EXPECT_EQ(m["drift"]["worst"], "bob");
  EXPECT_GT(m["drift"]["max_m"].get<double>(), 0.5);
  EXPECT_LT(m["penetration"]["max_m"].get<double>(), 1e-4);
  EXPECT_LT(m["joint_error"]["max_m"].get<double>(), 5e-3);
  // two cubes of 125 kg at 0.25 and 0.75 m, a ball of 33.5 kg at 2 m
  const double ball = 4.0 / 3.0 * M_PI * 0.008 * 1000;
  EXPECT_NEAR(m["energy"]["total_start"].get<double>(), 9.81 * (125 * 0.25 + 125 * 0.75 + 2 * ball), 1e-6);
  EXPECT_LT(m["energy"]["max_gain_in_a_step"].get<double>(), 1e-2);
}

TEST_F(LabRun, SettingsReachTheSolver) {
  const Json m = metrics({"--solver", "split", "--sweeps", "7", "--sweep-kind", "separate", "--couplings", "2", "--set",
                          "friction=0.25", "--set", "gravity=0,0,-1.5", "--set", "substeps=2"});
  EXPECT_EQ(m["solver"], "split");
  EXPECT_EQ(m["settings"]["sweeps"], 7);
  EXPECT_EQ(m["settings"]["sweep_kind"], "separate");
  EXPECT_EQ(m["settings"]["couplings"], 2);
  EXPECT_EQ(m["settings"]["friction"], 0.25);
  EXPECT_EQ(m["settings"]["gravity"], Json({0, 0, -1.5}));
  EXPECT_EQ(m["settings"]["substeps"], 2);
  EXPECT_EQ(m["settings"]["restitution"], "scene");
}

TEST_F(LabRun, SecondsAreStepsOfTheScenesOwnTimeStep) {
  const Outcome outcome = lab({"run", scene, "--seconds", "0.5", "--set", "time_step=0.01", "--metrics", "-"});
  EXPECT_EQ(Json::parse(outcome.out)["steps"], 50);
}

TEST_F(LabRun, TheSameRunGivesTheSameHashAlsoWithTwoThreads) {
  const std::string hash = run({"--hash"}).out;
  EXPECT_EQ(hash.size(), 17u);
  EXPECT_EQ(run({"--hash"}).out, hash);
  EXPECT_EQ(run({"--hash", "--threads", "2"}).out, hash);
  EXPECT_NE(run({"--hash"}, 31).out, hash);
  EXPECT_EQ(metrics()["hash"].get<std::string>() + "\n", hash);
}

TEST_F(LabRun, TraceHasARowAStepAndStartsBeforeTheFirst) {
  const std::string file = folder / "trace.csv";
  run({"--trace", file, "--track", "bob", "--track", "upper"});
  const auto rows = csv_rows(read_file(file));
  ASSERT_EQ(rows.size(), 32u);
  const std::vector<std::string> start(rows[0].begin(), rows[0].begin() + 10);
  EXPECT_EQ(start, (std::vector<std::string>{"t", "kinetic", "potential", "joint_rms_m", "penetration_max_m",
                                             "contacts", "pivots", "residual_normal", "residual_tangent", "bob.x"}));
  EXPECT_EQ(rows[0].back(), "upper.wz");
  for (const auto& row : rows) ASSERT_EQ(row.size(), 9u + 2 * 13);
  EXPECT_EQ(rows[1][0], "0");
  EXPECT_EQ(rows[1][9], "3");
  EXPECT_EQ(std::stod(rows[31][0]), std::stod(rows[31][0]));
  EXPECT_NEAR(std::stod(rows[31][0]), 0.5, 1e-12);
  // 17 digits: the trace's last row is the state to the bit
  const std::string state = folder / "state.json";
  run({"--state", state});
  EXPECT_EQ(std::stod(rows[31][9]), Json::parse(read_file(state))["bodies"][3]["position"][0].get<double>());
}

TEST_F(LabRun, ResidualsOfTheContactsAreInMetricsAndTrace) {
  const std::string file = folder / "trace.csv";
  // sweeps alone leave an error, a direct solve all but none
  const Json swept = metrics({"--solver", "sweeps", "--sweeps", "2", "--trace", file})["residual"];
  const Json direct = metrics()["residual"];
  EXPECT_GT(swept["normal"].get<double>(), 1e-3);
  EXPECT_GT(direct["normal"].get<double>(), 0.0);
  EXPECT_LT(direct["normal"].get<double>(), 1e-6);
  const auto rows = csv_rows(read_file(file));
  double sum = 0.0;
  for (std::size_t i = 2; i < rows.size(); ++i) sum += std::stod(rows[i][7]);
  EXPECT_NEAR(sum / 30, swept["normal"].get<double>(), 1e-9);
}

TEST_F(LabRun, TrackingAllTracksTheDynamicBodies) {
  EXPECT_EQ(csv_rows(run({"--trace", "-", "--track", "all"}).out)[0].size(), 9u + 3 * 13);
}

TEST_F(LabRun, StateNamesEveryBody) {
  const Json state = Json::parse(run({"--state", "-"}).out);
  EXPECT_NEAR(state["time"].get<double>(), 0.5, 1e-12);
  ASSERT_EQ(state["bodies"].size(), 4u);
  for (const Json& body : state["bodies"]) {
    EXPECT_EQ(body["position"].size(), 3u);
    EXPECT_EQ(body["orientation"].size(), 4u);
    EXPECT_EQ(body["velocity"].size(), 3u);
    EXPECT_EQ(body["angular_velocity"].size(), 3u);
  }
  EXPECT_EQ(state["bodies"][3]["name"], "bob");
}

TEST_F(LabRun, RecordingsReplayToTheSameHashesAndTamperingIsNamed) {
  const std::string file = folder / "run.rec";
  run({"--record", file});
  const Outcome same = lab({"replay", file, "--verify"});
  EXPECT_EQ(same.exit_code, 0) << same.out << same.err;
  EXPECT_NE(same.out.find("30 steps, 0 commands, every hash the same"), std::string::npos) << same.out;
  EXPECT_EQ(lab({"replay", file, "--verify", "--threads", "2"}).exit_code, 0);

  // the 6th hash
  std::string text = read_file(file);
  std::size_t at = 0;
  for (int i = 0; i < 6; ++i) at = text.find("\"hash\":\"", at) + 8;
  text[at] = text[at] == '0' ? '1' : '0';
  write_file(file, text);
  const Outcome other = lab({"replay", file, "--verify"});
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_NE(other.out.find("step 6 differs"), std::string::npos) << other.out;
  EXPECT_EQ(lab({"replay", file}).exit_code, 0);
}

TEST_F(LabRun, DumpedProblemsAreSolvedByEverySolver) {
  const std::string problem = folder / "step.problem", history = folder / "history.csv";
  run({"--dump-problem", "20", problem});
  const Outcome all = lab({"solve", problem, "--solver", "all", "--history", history});
  EXPECT_EQ(all.exit_code, 0) << all.err;
  for (const char* solver : {"direct-iterative", "split", "direct-friction", "sweeps", "exact"}) {
    EXPECT_NE(all.out.find(solver), std::string::npos);
    EXPECT_NE(read_file(history).find(std::string("\n") + solver + ",0,start"), std::string::npos) << solver;
  }
  EXPECT_EQ(lab({"solve", problem, "--solver", "exact"}).exit_code, 0);
  // to standard output it is the problem and nothing else
  EXPECT_EQ(run({"--dump-problem", "20", "-"}).out, read_file(problem));
  const Outcome wrong = lab({"solve", problem, "--solver", "magic"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_EQ(first_line(wrong.err).find("spook-lab: --solver: expected one of"), 0u) << wrong.err;
}

TEST_F(LabRun, NothingAskedForIsASummary) {
  const Outcome outcome = run({});
  EXPECT_NE(outcome.out.find("small: 30 steps"), std::string::npos) << outcome.out;
}

TEST_F(LabRun, DevicesArePlacesToWriteTo) {
  EXPECT_EQ(Json::parse(run({"--metrics", "/dev/stdout"}).out)["steps"], 30);
  run({"--metrics", "/dev/null"});
}

TEST_F(LabRun, ExportedScenesRunAsTheLibrarysDo) {
  const auto scenes = Json::parse(lab({"scenes", "--json"}).out);
  const std::string name = scenes.at(0).at("name"), file = folder / "exported.json";
  ASSERT_EQ(lab({"export", name, file}).exit_code, 0);
  EXPECT_EQ(lab({"check", file}).exit_code, 0);
  const Outcome library = lab({"run", name, "--steps", "20", "--hash"}),
                exported = lab({"run", file, "--steps", "20", "--hash"});
  EXPECT_EQ(library.exit_code, 0) << library.err;
  EXPECT_EQ(exported.out, library.out);
  EXPECT_EQ(lab({"export", name, "-"}).out, read_file(file));
}

TEST_F(LabRun, SweepsTabulateAGrid) {
  const std::string file = folder / "sweep.csv";
  const Outcome outcome =
      lab({"sweep", scene, "--vary", "sweeps=5:15:3", "--vary", "solver=split,direct-iterative", "--vary",
           "compliance=1e-8:1e-6:log:2", "--seconds", "0.2", "--jobs", "2", "--out", file});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  const auto rows = csv_rows(read_file(file));
  ASSERT_EQ(rows.size(), 1u + 3 * 2 * 2);
  EXPECT_EQ(rows[0][0], "sweeps");
  EXPECT_EQ(rows[0].back(), "hash");
  EXPECT_EQ(rows[1][0], "5");
  EXPECT_EQ(rows[12][0], "15");
  EXPECT_EQ(rows[2][2], "1e-06");
  EXPECT_NE(std::find(rows[0].begin(), rows[0].end(), "penetration.max_m"), rows[0].end());
}

TEST_F(LabRun, BenchBreaksAStepIntoItsStages) {
  const Outcome outcome = lab({"bench", scene, "--repeat", "2", "--steps", "20", "--json", "-"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const Json bench = Json::parse(outcome.out);
  ASSERT_EQ(bench.size(), 1u);
  double stages = 0.0;
  for (const char* stage : {"collide", "match", "impact", "islands", "assemble", "solve", "measure", "integrate"})
    stages += bench[0]["stages_ms"][stage]["best"].get<double>();
  EXPECT_GT(stages, 0.0);
  EXPECT_LE(stages, 1.5 * bench[0]["step_ms"]["mean"]["median"].get<double>());
  EXPECT_NE(lab({"bench", scene, "--repeat", "1", "--steps", "5"}).out.find("collide"), std::string::npos);
}
