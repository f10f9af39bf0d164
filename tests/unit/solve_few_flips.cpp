// A factor corrected for a few contacts that changed sets, beside one made anew.
#include <gtest/gtest.h>

#include "engine/solve/newton_state.h"
#include "tests/paths.h"
#include "tests/unit/random_problem.h"

namespace spook {
namespace {

using test::ProblemMaker;

// an island's matrix, factored in random sets
struct Factored {
  const StepProblem& problem;
  Workspace work;
  IslandMemory memory;
  IslandView view;
  explicit Factored(const StepProblem& of, std::uint64_t seed) : problem(of), view{of, of.islands[0], work} {
    work.resize(problem);
    analyse_island(problem, problem.islands[0], memory);
    ProblemMaker make(seed);
    for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
      work.disc[c] = 1.0;
      work.contact_y[c] = Vec3(1.0, make.uniform(1.1, 3.0), make.uniform(-1, 1));
      work.contact_mode[c] = random_mode(make);
    }
    for (auto& mode : work.row_mode) mode = RowMode::active;
    stiffness_of_modes(view);
    factor_island(view, memory, memory.factor[1]);
    note_factor(view, memory.flips);
  }
  static ContactMode random_mode(ProblemMaker& make) {
    if (make.chance(0.2)) return {};
    return {true, make.chance(0.3) ? ContactState::sliding : ContactState::sticking};
  }
  void right_hand_side(std::uint64_t seed) {
    ProblemMaker make(seed);
    for (std::size_t b = 0; b < problem.bodies.size(); ++b)
      work.step[b] << make.vector(problem.bodies[b].mass), problem.bodies[b].inertia * make.vector(1.0);
    for (double& slack : work.row_slack) slack = make.uniform(-1, 1);
  }
  std::vector<Vec6> solve(std::uint64_t seed) {
    right_hand_side(seed);
    solve_island(view, memory, memory.factor[1]);
    return work.step;
  }
};

double difference(const std::vector<Vec6>& a, const std::vector<Vec6>& b) {
  double off = 0.0, size = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) off += (a[i] - b[i]).squaredNorm(), size += b[i].squaredNorm();
  return std::sqrt(off / size);
}

// flips `count` contacts, corrects, and compares with a new factor; −1: it asks for a new one itself
double corrected_against_fresh(const StepProblem& problem, int count, std::uint64_t seed) {
  Factored f(problem, seed);
  ProblemMaker make(seed + 1000);
  for (int k = 0; k < count; ++k) {
    const int c = make.integer(0, static_cast<int>(problem.contacts.size()) - 1);
    const ContactMode before = f.work.contact_mode[c];
    while (f.work.contact_mode[c] == before) f.work.contact_mode[c] = Factored::random_mode(make);
  }
  if (!correct_factor(f.view, f.memory.flips, f.memory.factor[1])) return -1.0;
  const std::vector<Vec6> corrected = f.solve(seed);
  stiffness_of_modes(f.view);
  factor_island(f.view, f.memory, f.memory.factor[1]);
  return difference(corrected, f.solve(seed));
}

StepProblem wall(double T) {
  test::WallOptions options;
  StepProblem problem = test::make_wall(options);
  for (ContactRow& contact : problem.contacts) contact.compliance = contact.friction_compliance = T;
  return problem;
}

TEST(FewFlips, CorrectedFactorsSolveAsNewOnesDo) {
  const StepProblem bricks = wall(1e-6);
  test::LogOptions many;
  many.logs = 150;
  const StepProblem logs = test::make_logs(many);
  int corrected = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    for (const StepProblem* problem : {&bricks, &logs}) {
      const double off = corrected_against_fresh(*problem, 1 + static_cast<int>(seed % 7), seed);
      EXPECT_LE(off, 1e-6) << "seed " << seed;
      corrected += off >= 0.0;
    }
  }
  EXPECT_GE(corrected, 20);
}

// where contacts are so stiff that opening one cancels digits, a correction is either good for refinement or refused
TEST(FewFlips, StiffContactsAreNeverCorrectedWrongly) {
  for (const double T : {1e-8, 1e-10, 1e-12}) {
    const StepProblem problem = wall(T);
    for (std::uint64_t seed = 1; seed <= 10; ++seed)
      EXPECT_LE(corrected_against_fresh(problem, 3, seed), 0.01) << "T " << T << ", seed " << seed;
  }
}

TEST(FewFlips, AllContactsOfAPairMayOpen) {
  const StepProblem problem = wall(1e-6);
  Factored f(problem, 3);
  for (auto& mode : f.work.contact_mode) mode = {true, ContactState::sticking};
  stiffness_of_modes(f.view);
  factor_island(f.view, f.memory, f.memory.factor[1]);
  note_factor(f.view, f.memory.flips);
  const PairBlock& pair = problem.pairs[problem.pairs.size() / 2];
  for (int c = pair.first_contact; c < pair.first_contact + pair.contact_count; ++c) f.work.contact_mode[c] = {};
  ASSERT_TRUE(correct_factor(f.view, f.memory.flips, f.memory.factor[1]));
  const std::vector<Vec6> corrected = f.solve(5);
  stiffness_of_modes(f.view);
  factor_island(f.view, f.memory, f.memory.factor[1]);
  EXPECT_LE(difference(corrected, f.solve(5)), 1e-6);
}

TEST(FewFlips, GoingBackIsTheFactorItself) {
  const StepProblem problem = wall(1e-6);
  Factored f(problem, 4);
  const std::vector<Vec6> before = f.solve(7);
  const ContactMode mode = f.work.contact_mode[10];
  f.work.contact_mode[10] = mode.normal ? ContactMode{} : ContactMode{true, ContactState::sticking};
  ASSERT_TRUE(correct_factor(f.view, f.memory.flips, f.memory.factor[1]));
  EXPECT_GT(difference(f.solve(7), before), 1e-9);
  f.work.contact_mode[10] = mode;
  ASSERT_TRUE(correct_factor(f.view, f.memory.flips, f.memory.factor[1]));
  EXPECT_EQ(difference(f.solve(7), before), 0.0);
}

TEST(FewFlips, TooManyAreRefused) {
  const StepProblem problem = wall(1e-6);
  Factored f(problem, 5);
  for (auto& mode : f.work.contact_mode) mode = mode.normal ? ContactMode{} : ContactMode{true, ContactState::sticking};
  EXPECT_FALSE(correct_factor(f.view, f.memory.flips, f.memory.factor[1]));
}

TEST(FewFlips, ServeInCollapsingStructuresAndLoseNoDigits) {
  int corrected = 0;
  for (const char* name : {"wall_collapsing", "wall_hit", "log_pile_30", "log_pile_120", "logs_falling"}) {
    const StepProblem problem =
        read_problem(test::source_folder() / "tests" / "corpus" / (std::string(name) + ".problem"));
    SolveOptions options;
    options.factorisation_budget = 0;
    SolverMemory memory;
    StepSolution solution;
    SolveReport report;
    solve(problem, options, memory, solution, report);
    EXPECT_EQ(report.failed, 0) << name;
    EXPECT_LE(report.direct_residual, options.tolerance) << name;
    corrected += report.corrected_factors;
  }
  EXPECT_GT(corrected, 0);
}

}  // namespace
}  // namespace spook
