// Last sets: what is solved from last step's impulses and factor is what Newton's method finds from nothing.
#include <gtest/gtest.h>

#include "engine/solve/solver.h"
#include "scenarios/problem_file.h"
#include "tests/paths.h"
#include "tests/unit/random_problem.h"

namespace spook {
namespace {

// as the next step of what hardly moves would begin
void warm(StepProblem& problem, const StepSolution& solution) {
  for (std::size_t b = 0; b < problem.bodies.size(); ++b) problem.bodies[b].velocity = solution.velocity[b];
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) problem.contacts[c].warm = solution.contact_impulse[c];
  for (std::size_t r = 0; r < problem.rows.size(); ++r) problem.rows[r].warm = solution.joint_impulse[r];
}

double furthest(const StepSolution& a, const StepSolution& b) {
  double far = 0.0;
  for (std::size_t i = 0; i < a.velocity.size(); ++i) far = std::max(far, (a.velocity[i] - b.velocity[i]).norm());
  return far;
}

TEST(ReuseLastSets, AnswersAWallLikeTheOneBeforeWithoutAFactorisation) {
  StepProblem problem = test::make_wall({});
  SolverMemory memory;
  StepSolution solution, fresh;
  SolveReport report;
  solve(problem, {}, memory, solution, report);
  EXPECT_GT(report.factorisations, 0);
  for (int step = 0; step < 2; ++step) warm(problem, solution), solve(problem, {}, memory, solution, report);
  for (int step = 0; step < 3; ++step) {
    warm(problem, solution);
    for (ContactRow& contact : problem.contacts) contact.bias *= 1.0 + 1e-7;  // all but the same
    solve(problem, {}, memory, solution, report);
    EXPECT_EQ(report.factorisations, 0);
    EXPECT_EQ(report.reused_factors, static_cast<int>(problem.islands.size()));
    EXPECT_EQ(report.failed, 0);
    EXPECT_LE(report.direct_residual, 1e-9);
    SolverMemory nothing;
    SolveReport other;
    SolveOptions options;
    options.reuse_factors = false;
    solve(problem, options, nothing, fresh, other);
    EXPECT_LE(furthest(solution, fresh), 1e-7);
  }
}

// sets that change are found: a wall pushed sideways is solved as from nothing
TEST(ReuseLastSets, GivesWayWhereContactsChangeSets) {
  StepProblem problem = test::make_wall({});
  SolverMemory memory;
  StepSolution solution;
  SolveReport report;
  solve(problem, {}, memory, solution, report);
  warm(problem, solution);
  for (BodyBlock& body : problem.bodies) body.momentum[0] += 0.5 * body.mass;
  solve(problem, {}, memory, solution, report);
  EXPECT_GT(report.factorisations, 0);
  EXPECT_EQ(report.failed, 0);
  EXPECT_LE(report.direct_residual, 1e-9);
}

// joints alone: only right-hand sides differ, the factor is exact
TEST(ReuseLastSets, ReusesTheFactorOfTheSameMatrix) {
  StepProblem problem = read_problem(test::source_folder() / "tests/corpus/chain_50.problem");
  SolverMemory memory;
  StepSolution solution;
  SolveReport report;
  solve(problem, {}, memory, solution, report);
  warm(problem, solution);
  for (JointRow& row : problem.rows) row.rhs += 1e-3;
  SolveOptions options;
  options.same_matrix = true;
  solve(problem, options, memory, solution, report);
  EXPECT_EQ(report.factorisations, 0);
  EXPECT_LE(report.direct_residual, 1e-9);
  EXPECT_LE(joint_residual(problem, solution), 1e-6);
}

}  // namespace
}  // namespace spook
