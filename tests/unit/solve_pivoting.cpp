// Block pivoting as published (Alg. 21.2) beside Newton's method with a line search: the same answer where it ends,
// a residual that tells where it does not.
#include <gtest/gtest.h>

#include "engine/solve/solver.h"
#include "scenarios/problem_file.h"
#include "tests/paths.h"
#include "tests/unit/random_problem.h"

namespace spook {
namespace {

struct Answer {
  StepSolution solution;
  SolveReport report;
};

Answer answer(const StepProblem& problem, SolverKind kind, Pivoting pivoting) {
  SolveOptions options;
  options.kind = kind, options.pivoting = pivoting, options.factorisation_budget = 0;
  Answer a;
  SolverMemory memory;
  solve(problem, options, memory, a.solution, a.report);
  return a;
}

double furthest(const StepSolution& a, const StepSolution& b) {
  double far = 0.0;
  for (std::size_t i = 0; i < a.velocity.size(); ++i) far = std::max(far, (a.velocity[i] - b.velocity[i]).norm());
  return far;
}

bool finite(const StepSolution& solution) {
  for (const Vec6& v : solution.velocity)
    if (!v.allFinite()) return false;
  return true;
}

int tried(const SolveReport& report, Rung rung) {
  return report.tried[static_cast<std::size_t>(rung)];
}

// normals alone are a linear complementarity problem with few changes of sets: ten rounds do
TEST(PublishedPivoting, FindsTheSameAnswerWhereItEnds) {
  test::WallOptions wall;
  wall.courses = 5, wall.columns = 5;
  std::vector<StepProblem> problems{test::make_wall(wall)};
  for (const char* name : {"chain_50", "hinge_ring_30", "table_30", "slider_crank_40"})
    problems.push_back(read_problem(test::source_folder() / "tests/corpus" / (std::string(name) + ".problem")));
  for (std::size_t i = 0; i < problems.size(); ++i) {
    SCOPED_TRACE(i);
    const Answer published = answer(problems[i], SolverKind::split, Pivoting::published);
    const Answer ours = answer(problems[i], SolverKind::split, Pivoting::interior);
    EXPECT_EQ(published.report.failed, 0);
    EXPECT_LE(published.report.direct_residual, 1e-6);
    EXPECT_LE(furthest(published.solution, ours.solution), 1e-5);
  }
}

// A wall in mixed sliding goes to and fro between sets: ten rounds, a residual that says so, the answer finite, and
// nothing is tried after it.
TEST(PublishedPivoting, ReportsWhereItDoesNotEnd) {
  test::WallOptions wall;
  wall.courses = 12, wall.columns = 12, wall.side_impulse = 300.0, wall.noise = 1.0;
  StepProblem problem = test::make_wall(wall);
  for (ContactRow& contact : problem.contacts) contact.warm = Vec3(1.0, 0.3, -0.2);
  const Answer published = answer(problem, SolverKind::direct_friction, Pivoting::published);
  EXPECT_GT(published.report.failed, 0);
  EXPECT_GT(published.report.direct_residual, 1e-6);
  EXPECT_TRUE(finite(published.solution));
  EXPECT_EQ(tried(published.report, Rung::interior), 0);
  EXPECT_EQ(tried(published.report, Rung::other_start), 0);
  EXPECT_EQ(tried(published.report, Rung::feasible_fallback), 0);
  const Answer ours = answer(problem, SolverKind::direct_friction, Pivoting::interior);
  EXPECT_EQ(ours.report.failed, 0);
  EXPECT_LE(ours.report.direct_residual, 1e-9);
}

TEST(PublishedPivoting, TakesTenRoundsAtMostAndNeverLeavesWhatIsNotFinite) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const StepProblem problem = test::make_random(seed);
    const Answer a = answer(problem, SolverKind::split, Pivoting::published);
    EXPECT_LE(a.report.factorisations, 20 * static_cast<int>(problem.islands.size())) << seed;  // two direct solves
    EXPECT_TRUE(finite(a.solution)) << seed;
  }
}

// the line search alone solves what the default does, without the interior point method
TEST(LineSearchPivoting, NeverAsksForTheInteriorPointMethod) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const StepProblem problem = test::make_random(seed, 1e-8);
    const Answer line_search = answer(problem, SolverKind::split, Pivoting::line_search);
    EXPECT_EQ(tried(line_search.report, Rung::interior), 0) << seed;
    EXPECT_EQ(line_search.report.failed, 0) << seed;
    EXPECT_LE(line_search.report.direct_residual, 1e-9) << seed;
  }
}

}  // namespace
}  // namespace spook
