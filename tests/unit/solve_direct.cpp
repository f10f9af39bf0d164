// The direct solve: every problem solved, and right.
#include <gtest/gtest.h>

#include "engine/solve/solver.h"
#include "tests/unit/random_problem.h"

namespace spook {
namespace {

SolveOptions options_of(SolverKind kind) {
  SolveOptions options;
  options.kind = kind;
  options.factorisation_budget = 0;
  return options;
}

TEST(DirectSolve, HoldsAWallWithEverySolver) {
  test::WallOptions wall;
  const StepProblem problem = test::make_wall(wall);
  for (SolverKind kind :
       {SolverKind::direct_iterative, SolverKind::split, SolverKind::direct_friction, SolverKind::exact}) {
    SolverMemory memory;
    StepSolution solution;
    SolveReport report;
    solve(problem, options_of(kind), memory, solution, report);
    EXPECT_EQ(report.failed, 0);
    EXPECT_LE(contact_residual(problem, solution).normal, 1e-9);
    double weight = 0.0, carried = 0.0;
    for (const BodyBlock& body : problem.bodies) weight -= body.momentum[2];
    for (const ContactRow& contact : problem.contacts) {
      if (contact.body_b < 0) carried += solution.contact_impulse[&contact - problem.contacts.data()][0];
    }
    EXPECT_NEAR(carried / weight, 1.0, 1e-3);
  }
}

}  // namespace
}  // namespace spook
