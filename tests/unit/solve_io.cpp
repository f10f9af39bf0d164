// Step problems as files.
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>

#include "scenarios/problem_file.h"
#include "tests/unit/random_problem.h"

namespace spook {
namespace {

std::filesystem::path scratch_file(const char* name) {
  return std::filesystem::temp_directory_path() / name;
}

template <class Items, class Bytes>
void expect_same(const Items& a, const Items& b, Bytes&& bytes) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(bytes(a[i]), bytes(b[i])) << i;
}

TEST(ProblemFile, KeepsEveryBit) {
  const StepProblem problem = test::make_random(11);
  const auto file = scratch_file("spook_problem_bits.txt");
  write_problem(problem, file);
  const StepProblem again = read_problem(file);
  std::filesystem::remove(file);
  EXPECT_EQ(problem.time_step, again.time_step);
  expect_same(problem.bodies, again.bodies, [](const BodyBlock& b) {
    std::vector<double> all{b.mass};
    all.insert(all.end(), b.inertia.data(), b.inertia.data() + 9);
    all.insert(all.end(), b.momentum.data(), b.momentum.data() + 6);
    all.insert(all.end(), b.velocity.data(), b.velocity.data() + 6);
    return all;
  });
  expect_same(problem.rows, again.rows, [](const JointRow& r) {
    return std::vector<double>{r.compliance, r.rhs, r.lower, r.upper, r.warm};
  });
  expect_same(problem.contacts, again.contacts, [](const ContactRow& c) {
    std::vector<double> all{double(c.body_a), double(c.body_b), c.friction,
                            c.compliance,     c.bias,           c.friction_compliance};
    all.insert(all.end(), c.frame.data(), c.frame.data() + 9);
    all.insert(all.end(), c.arm_a.data(), c.arm_a.data() + 3);
    all.insert(all.end(), c.arm_b.data(), c.arm_b.data() + 3);
    all.insert(all.end(), c.warm.data(), c.warm.data() + 3);
    return all;
  });
  expect_same(problem.jacobians, again.jacobians,
              [](const Mat6& j) { return std::vector<double>(j.data(), j.data() + 36); });
  EXPECT_EQ(problem.pairs.size(), again.pairs.size());
  EXPECT_EQ(problem.islands.size(), again.islands.size());
}

TEST(ProblemFile, NamesFileAndLineOfADefect) {
  const auto file = scratch_file("spook_problem_bad.txt");
  std::ofstream(file) << "spook-problem 1\ntime_step 0x1p-6\npositional_friction maybe\n";
  try {
    read_problem(file);
    FAIL() << "a damaged file was read";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("spook_problem_bad.txt:"), std::string::npos) << error.what();
  }
  std::filesystem::remove(file);
}

TEST(ProblemFile, RefusesIndicesThatPointNowhere) {
  StepProblem problem = test::make_random(11);
  problem.contacts.at(0).body_a = 1000;
  const auto file = scratch_file("spook_problem_index.txt");
  write_problem(problem, file);
  EXPECT_THROW(read_problem(file), std::runtime_error);
  std::filesystem::remove(file);
}

// found by fuzz_problem: the graph of an island's bodies was built beyond its end
TEST(ProblemFile, RefusesIslandsThatActOnBodiesOfOthers) {
  StepProblem problem = test::make_random(11);
  ASSERT_EQ(problem.islands.size(), 1u);
  problem.islands[0].body_count = 0;
  EXPECT_THROW(parse_problem(problem_text(problem), "test"), std::runtime_error);
  // the same, of a body that touches itself
  problem = test::make_random(11);
  ASSERT_FALSE(problem.pairs.empty());
  PairBlock& pair = problem.pairs[0];
  pair.body_a = pair.body_b = 0;
  problem.contacts[std::size_t(pair.first_contact)].body_a = 0;
  problem.contacts[std::size_t(pair.first_contact)].body_b = 0;
  EXPECT_THROW(parse_problem(problem_text(problem), "test"), std::runtime_error);
}

}  // namespace
}  // namespace spook
