// What spook-lab does where its results cannot be kept, and with files that are none.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>

#include "engine/scene/files.h"
#include "tests/system/lab.h"

using namespace spook;
using namespace spook::test;

namespace {

using Words = std::vector<std::string>;

Outcome lab_in(const Surroundings& surroundings, const Words& words) {
  return run_program(binary_folder() / "scenarios" / "spook-lab", words, surroundings);
}

void expect_one_line(const Outcome& outcome, int code, const std::string& word, const Words& words) {
  std::string command;
  for (const std::string& each : words) command += each + ' ';
  EXPECT_EQ(outcome.exit_code, code) << command << outcome.err;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << command << outcome.err;
  EXPECT_NE(outcome.err.find(word), std::string::npos) << command << outcome.err;
}

struct LabOutputs : testing::Test {
  TemporaryFolder folder;
  std::string scene = folder / "small.json", problem = folder / "p", recording = folder / "r.rec";

  void SetUp() override {
    write_file(scene, small_scene);
    ASSERT_EQ(lab({"run", scene, "--steps", "2", "--record", recording, "--dump-problem", "2", problem}).exit_code, 0);
  }
  Words run(const Words& more) const {
    Words words{"run", scene, "--steps", "2"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  // of every command, what it prints
  std::vector<Words> all_that_print() const {
    return {{"--help"},
            {"run", "--help"},
            {"--version"},
            {"scenes"},
            {"scenes", "--json"},
            {"scenes", "--gallery", "x"},
            run({}),
            run({"--hash"}),
            run({"--metrics", "-"}),
            run({"--trace", "-"}),
            run({"--dump-problem", "1", "-"}),
            {"export", "pyramid", "-"},
            {"check", scene},
            {"solve", problem},
            {"replay", recording},
            {"bench", scene, "--steps", "1", "--repeat", "1"},
            {"sweep", scene, "--vary", "sweeps=1,2", "--seconds", "0.02", "--out", "-"},
            {"paper", "list"}};
  }
};

}  // namespace

TEST_F(LabOutputs, AFullDiskUnderStandardOutputIsSaid) {
  for (const Words& words : all_that_print())
    expect_one_line(lab_in({.standard_output = "/dev/full"}, words), 1, "standard output", words);
}

TEST_F(LabOutputs, AClosedStandardOutputIsSaidAndNoFileTakesItsPlace) {
  expect_one_line(lab_in({.standard_output = "closed"}, run({"--hash"})), 1, "standard output", run({"--hash"}));
  const std::string state = folder / "state.json";
  const Words both = run({"--state", state, "--hash"});
  expect_one_line(lab_in({.standard_output = "closed"}, both), 1, "standard output", both);
  EXPECT_EQ(read_file(state).front(), '{');
}

TEST_F(LabOutputs, AFullDiskUnderAFileIsSaidAndLeavesNothing) {
  const std::size_t before = folder.file_count();
  const std::string target = folder / "result";
  const std::vector<Words> all{run({"--metrics", target}),
                               run({"--trace", target}),
                               run({"--state", target}),
                               run({"--record", target}),
                               run({"--dump-problem", "1", target}),
                               {"export", "pyramid", target},
                               {"solve", problem, "--history", target},
                               {"bench", scene, "--steps", "1", "--repeat", "1", "--json", target}};
  for (Words words : all) {
    expect_one_line(lab_in({.max_file_bytes = 100}, words), 1, "cannot write " + target, words);
    EXPECT_EQ(folder.file_count(), before);
    std::replace(words.begin(), words.end(), target, std::string("/dev/full"));
    expect_one_line(lab(words), 1, "cannot write /dev/full", words);
  }
}

TEST_F(LabOutputs, AFullDiskLeavesTheOldFile) {
  const std::string target = folder / "result";
  write_file(target, "old");
  lab_in({.max_file_bytes = 100}, run({"--state", target}));
  EXPECT_EQ(read_file(target), "old");
}

TEST_F(LabOutputs, ResultsThatWouldOverwriteOneAnotherAreRefused) {
  const std::string target = folder / "result", other = folder / "./result";
  for (const Words& words : {run({"--state", target, "--metrics", target}), run({"--state", target, "--trace", other}),
                             run({"--record", target, "--dump-problem", "1", target}), run({"--state", scene})})
    expect_one_line(lab(words), 2, "named twice", words);
  const Words mixed = run({"--state", "-", "--metrics", "-"});
  expect_one_line(lab(mixed), 2, "standard output", mixed);
  EXPECT_EQ(read_file(scene), small_scene);
}

TEST_F(LabOutputs, NanIsNoNumberOfSeconds) {
  for (const std::string seconds : {"nan", "inf", "1e300", "-1", ""})
    for (const Words& words : {Words{"run", scene, "--seconds", seconds}, Words{"scenes", "--run", seconds},
                               Words{"sweep", scene, "--vary", "sweeps=1,2", "--out", "-", "--seconds", seconds}})
      expect_one_line(lab(words), 2, "expected a number", words);
  const Words many{"run", scene, "--seconds", "1e9", "--set", "time_step=1e-6"};
  expect_one_line(lab(many), 2, "steps", many);
}

TEST_F(LabOutputs, OnlyRegularFilesAreRead) {
  const std::string pipe = folder / "pipe.json", link = folder / "link.json";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::filesystem::create_symlink("/dev/zero", link);
  for (const std::string& file : {std::string("/dev/zero"), pipe, link})
    for (const std::string command : {"run", "check", "solve", "replay"})
      expect_one_line(lab({command, file}), 2, "not a regular file", {command, file});
  for (const std::string command : {"run", "check", "solve", "replay"})
    expect_one_line(lab({command, folder.path.string()}), 2, "directory", {command});
}

TEST_F(LabOutputs, AFileBeyondTheCapIsNamedWithIt) {
  const std::string vast = folder / "vast.json";
  write_file(vast, "");
  std::filesystem::resize_file(vast, max_scene_bytes + 1);  // a hole: it takes no room
  expect_one_line(lab({"check", vast}), 2, "larger than the 64 MB", {"check", vast});
}

// a recording may hold what no scene file is allowed to: a velocity that no body survives
TEST_F(LabOutputs, FrozenBodiesFailARunUnlessAllowed) {
  const std::string flung = folder / "flung.rec";
  std::string text = read_file(recording);
  const std::string step = "{\"hash\"";
  const std::string command =
      R"({"commands":[{"do":"set_velocity","id":[1,1],"velocity":[1e300,0,0],"angular_velocity":[0,0,0]}],"hash")";
  text.replace(text.find(step), step.size(), command);
  write_file(flung, text);
  expect_one_line(lab({"replay", flung}), 1, "froze: first body \"lower\"", {"replay", flung});
  EXPECT_EQ(lab({"replay", flung, "--allow-frozen"}).exit_code, 0);
}
