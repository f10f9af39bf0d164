// The physics table as an outsider sees it: scene files of other sizes and masses than the library's, through spook-lab
// alone. Needs nothing but python3; `python3 tests/system/physics_table.py --full` runs every variant.
#include <gtest/gtest.h>

#include <fstream>

#include "tests/paths.h"
#include "tests/system/program.h"

namespace spook::test {
namespace {

Outcome table(std::vector<std::string> rows) {
  std::vector<std::string> arguments = {(source_folder() / "tests" / "system" / "physics_table.py").string(), "--lab",
                                        (binary_folder() / "scenarios" / "spook-lab").string()};
  arguments.insert(arguments.end(), rows.begin(), rows.end());
  return run_program("/usr/bin/python3", arguments);
}

void expect_met(const std::vector<std::string>& rows) {
  const Outcome outcome = table(rows);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
  EXPECT_NE(outcome.out.find(" 0 bars missed"), std::string::npos) << outcome.out << outcome.err;
}

TEST(PhysicsTable, HoldsForWhatStands) {
  expect_met({"stack", "five", "pyramid", "10 x 10", "card", "arch", "squeezed"});
}
TEST(PhysicsTable, HoldsForWhatMoves) {
  expect_met(
      {"spring", "violation", "pendulum", "ball", "cradle", "weight", "slope", "sphere", "chain", "handle", "top"});
}
TEST(PhysicsTable, SaysWhatItMissesAndEndsWithOne) {
  EXPECT_EQ(table({"no such row"}).exit_code, 2);
  EXPECT_EQ(run_program("/usr/bin/python3", {(source_folder() / "tests" / "system" / "physics_table.py").string(),
                                             "--lab", "/no/such/program", "rolling sphere"})
                .exit_code,
            2);
  const Outcome failed = run_program(
      "/usr/bin/python3",
      {(source_folder() / "tests" / "system" / "physics_table.py").string(), "--lab", "/bin/false", "rolling sphere"});
  EXPECT_EQ(failed.exit_code, 1);
  EXPECT_NE(failed.out.find("1 bars missed"), std::string::npos) << failed.out;
}

TEST(PhysicsTable, NamesWhatGotWorseSinceBefore) {
  const TemporaryFolder folder;
  const std::string now = folder / "now.json", before = folder / "before.json";
  ASSERT_EQ(table({"oscillator", "--json", now}).exit_code, 0);
  const Outcome same = table({"oscillator", "--compare", now});
  EXPECT_EQ(same.exit_code, 0) << same.out << same.err;
  EXPECT_NE(same.out.find("0 of 4 lines more than twice worse"), std::string::npos) << same.out;
  // it uses up its bar; what lies far below its bar may get worse
  std::ofstream(before) << R"({"spring as oscillator | w h = 0.1 | period error": {"value": 1e-9},
    "spring as oscillator | w h = 0.1 | amplitude after 10^4 steps": {"value": 1e-9}})";
  const Outcome worse = table({"oscillator", "--compare", before});
  EXPECT_EQ(worse.exit_code, 1);
  EXPECT_NE(worse.out.find("worse: spring as oscillator | w h = 0.1 | period error"), std::string::npos) << worse.out;
  EXPECT_NE(worse.out.find("1 of 2 lines more than twice worse"), std::string::npos) << worse.out;
  EXPECT_EQ(table({"oscillator", "--compare", folder / "none.json"}).exit_code, 2);
}

}  // namespace
}  // namespace spook::test
