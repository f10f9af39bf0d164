// spook-lab sweep and merge: rows are kept as they finish, whatever ends the program, and shards make the same table.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "engine/scene/files.h"
#include "tests/system/lab.h"

using namespace spook;
using namespace spook::test;

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

class LabSweep : public ::testing::Test {
 protected:
  LabSweep() { write_file(scene, small_scene); }

  // 24 runs, some ms each
  Words words(const std::string& table, const Words& more) const {
    Words all{"sweep", scene, "--vary", "friction=0.1:0.6:6", "--vary", "sweeps=5:20:4", "--seconds", "0.5"};
    all.insert(all.end(), {"--out", folder / table});
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  Words to_standard_output(const Words& more) const {
    Words all = words("", more);
    *(std::find(all.begin(), all.end(), "--out") + 1) = "-";
    return all;
  }
  Outcome sweep(const std::string& table, const Words& more = {}) const { return lab(words(table, more)); }

  void expect_good(const Outcome& outcome) {
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
  }

  std::string expected() {
    expect_good(sweep("alone.csv", {"--jobs", "2"}));
    return read_file(folder / "alone.csv");
  }

  std::vector<fs::path> row_files(const std::string& table) const {
    std::vector<fs::path> files;
    const fs::path rows = folder / (table + ".rows");
    if (!fs::exists(rows)) return files;
    for (const auto& entry : fs::directory_iterator(rows))
      if (entry.path().extension() == ".csv") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
  }

  std::size_t rows_done(const std::string& table) const {
    std::size_t lines = 0;
    for (const fs::path& file : row_files(table)) {
      std::ifstream in(file);  // gone in between where the sweep has just ended
      const std::ptrdiff_t ends = std::count(std::istreambuf_iterator<char>(in), {}, '\n');
      lines += std::size_t(std::max<std::ptrdiff_t>(0, ends - 1));
    }
    return lines;
  }

  TemporaryFolder folder;
  const std::string scene = folder / "small.json";
};

}  // namespace

TEST_F(LabSweep, LeavesOneTableAndNothingElse) {
  const std::string table = expected();
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 25);
  EXPECT_EQ(folder.file_count(), 2u);
  EXPECT_EQ(table.find("ms."), table.npos);
  EXPECT_EQ(lab(to_standard_output({"--jobs", "2"})).out, table);
  expect_good(sweep("times.csv", {"--times"}));
  EXPECT_NE(read_file(folder / "times.csv").find("ms.median"), std::string::npos);
}

TEST_F(LabSweep, ShardsMergeToTheSameBytes) {
  const std::string table = expected();
  for (const char* shard : {"2/3", "3/3"}) expect_good(sweep("grid.csv", {"--shard", shard}));
  const Outcome early = lab({"merge", folder / "grid.csv"});
  EXPECT_EQ(early.exit_code, 1);
  EXPECT_NE(early.err.find("8 of 24 runs are missing, the first is run 0"), std::string::npos) << early.err;
  EXPECT_FALSE(fs::exists(folder / "grid.csv"));
  expect_good(sweep("grid.csv", {"--shard", "1/3", "--jobs", "2"}));
  expect_good(lab({"merge", folder / "grid.csv"}));
  EXPECT_EQ(read_file(folder / "grid.csv"), table);
  EXPECT_EQ(lab({"merge", folder / "grid.csv", "--out", "-", "--clean"}).out, table);
  EXPECT_FALSE(fs::exists(folder / "grid.csv.rows"));
}

TEST_F(LabSweep, PartialTablesHaveWhatThereIs) {
  expect_good(sweep("grid.csv", {"--shard", "1/4"}));
  EXPECT_EQ(lab({"merge", folder / "grid.csv", "--partial"}).exit_code, 1);
  const std::string table = read_file(folder / "grid.csv");
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 7);
}

// kill −9 at many moments, until the sweep gets through
TEST_F(LabSweep, AKilledSweepLosesNoRow) {
  const std::string table = expected();
  std::size_t before = 0, kills = 0;
  for (int attempt = 0; attempt < 200 && !fs::exists(folder / "grid.csv"); ++attempt) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      Words all = words("grid.csv", {"--resume", "--jobs", "2"});
      const std::string program = (binary_folder() / "scenarios" / "spook-lab").string();
      all.insert(all.begin(), program);
      std::vector<char*> argv;
      for (std::string& word : all) argv.push_back(word.data());
      argv.push_back(nullptr);
      ::execv(argv[0], argv.data());
      ::_exit(127);
    }
    // as soon as there is more than before
    for (int wait = 0; wait < 500 && rows_done("grid.csv") <= before && ::waitpid(child, nullptr, WNOHANG) == 0; ++wait)
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    if (fs::exists(folder / "grid.csv")) break;
    EXPECT_GE(rows_done("grid.csv"), before);
    before = rows_done("grid.csv");
    ++kills;
  }
  EXPECT_GE(kills, 2u);
  EXPECT_EQ(read_file(folder / "grid.csv"), table);
}

TEST_F(LabSweep, RowsCutShortOrDoneTwiceAreTakenOnce) {
  const std::string table = expected();
  expect_good(sweep("grid.csv", {"--shard", "1/2"}));
  expect_good(sweep("grid.csv", {"--shard", "2/2"}));
  const auto files = row_files("grid.csv");
  ASSERT_EQ(files.size(), 2u);
  const std::string rows = read_file(files[0]);
  // the second half of the file as a crash leaves it: one row torn, the rest as zeros
  const std::size_t middle = rows.find('\n', rows.size() / 2) + 20;
  write_file(files[0], rows.substr(0, middle) + std::string(rows.size() - middle, '\0'));
  EXPECT_EQ(lab({"merge", folder / "grid.csv"}).exit_code, 1);
  expect_good(sweep("grid.csv", {"--shard", "1/2", "--resume"}));
  // and a copy of a whole file: every row twice
  write_file(folder / "grid.csv.rows/2-of-2.7.csv", read_file(files[1]));
  EXPECT_EQ(lab({"merge", folder / "grid.csv"}).exit_code, 0);
  EXPECT_EQ(read_file(folder / "grid.csv"), table);
}

TEST_F(LabSweep, WhatDoesNotBelongTogetherIsRefused) {
  expect_good(sweep("grid.csv", {"--shard", "1/2"}));
  const auto refused = [&](const Outcome& outcome, const char* words) {
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_NE(outcome.err.find(words), std::string::npos) << outcome.err;
  };
  refused(sweep("grid.csv", {"--shard", "1/2"}), "12 of 24 rows of an earlier start: --resume");
  refused(sweep("grid.csv"), "--resume");
  refused(sweep("grid.csv", {"--shard", "2/2", "--set", "warm_start=false"}), "was begun for another sweep");
  refused(sweep("grid.csv", {"--shard", "3/2"}), "K from 1 to N");
  refused(lab({"merge", folder / "other.csv"}), "there is no sweep");
  refused(lab(to_standard_output({"--shard", "1/2"})), "need a file");
  // another scene under the same name
  std::string text = small_scene;
  text.replace(text.find("0.75"), 4, "0.76");
  write_file(scene, text);
  refused(sweep("grid.csv", {"--shard", "2/2"}), "was begun for another sweep");
}

TEST_F(LabSweep, WritesAJobArrayAndALineForParallel) {
  const Outcome slurm = sweep("it's.csv", {"--slurm", "4", "--no-submit", "--jobs", "3", "--sbatch=--partition=long"});
  expect_good(slurm);
  EXPECT_NE(slurm.out.find("sbatch --parsable '--partition=long'"), std::string::npos) << slurm.out;
  const std::string array = folder / "it's.csv.rows/array.sh", script = read_file(array);
  for (const char* line : {"#SBATCH --array=1-4\n", "#SBATCH --requeue\n", "#SBATCH --cpus-per-task=3\n"})
    EXPECT_NE(script.find(line), std::string::npos) << line;
  // what Slurm would do, done by hand
  for (const char* task : {"1", "2", "3", "4"})
    EXPECT_EQ(run_program("/usr/bin/env", {std::string("SLURM_ARRAY_TASK_ID=") + task, "sh", array}).exit_code, 0);
  const Outcome merge = run_program("/bin/sh", {folder / "it's.csv.rows/merge.sh"});
  EXPECT_EQ(merge.exit_code, 0) << merge.err;
  EXPECT_EQ(read_file(folder / "it's.csv"), expected());
}

TEST_F(LabSweep, PrintsALineForGnuParallel) {
  const Outcome hosts = sweep("grid.csv", {"--parallel", "3", "--hosts", "a,8/b"});
  expect_good(hosts);
  EXPECT_EQ(hosts.out.rfind("seq 3 | parallel --sshlogin 'a,8/b' ", 0), 0u) << hosts.out;
  EXPECT_EQ(std::count(hosts.out.begin(), hosts.out.end(), '\n'), 1);
  if (!fs::exists("/usr/bin/parallel")) GTEST_SKIP() << "GNU parallel is not here: the line was not run";
  const Outcome line = sweep("grid.csv", {"--parallel", "3"});
  const Outcome run = run_program("/bin/sh", {"-c", line.out});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(read_file(folder / "grid.csv"), expected());
}
