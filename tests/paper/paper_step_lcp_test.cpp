// Steps of the engine by the methods of the papers: the corpus' problems, judged by the engine's own residual.
#include <gtest/gtest.h>

#include "engine/reference/step_lcp.h"
#include "engine/solve/solver.h"
#include "engine/world/world.h"
#include "scenarios/papers/engine_list.h"
#include "scenarios/problem_file.h"
#include "tests/paths.h"

namespace spook::reference {
namespace {

StepProblem corpus(const std::string& name) {
  return read_problem(test::source_folder() / "tests" / "corpus" / (name + ".problem"));
}

double largest_impulse(const StepSolution& solution) {
  double largest = 0.0;
  for (const Vec3& impulse : solution.contact_impulse) largest = std::max(largest, impulse.norm());
  for (const double impulse : solution.joint_impulse) largest = std::max(largest, std::abs(impulse));
  return largest;
}

// contacts, joints with and without bounds, friction: all of them solved to the round disc's answer
TEST(StepLcp, LemkeAndBlockPivotSolveStepsOfTheEngine) {
  for (const char* name : {"squeezed_box_30", "cradle_30", "slider_crank_40", "double_hinge_30", "table_30"})
    for (const char* method : {"lemke", "block-pivot"}) {
      const StepProblem problem = corpus(name);
      StepSolution solution;
      const StepLcpReport report = solve_step_lcp(problem, *find_step_lcp(method), solution);
      EXPECT_EQ(report.status, LcpStatus::solved) << name << ", " << method;
      const double unit = 1.0 + largest_impulse(solution);
      const Residual residual = contact_residual(problem, solution);
      EXPECT_LT(residual.normal, 1e-9 * unit) << name << ", " << method;
      EXPECT_LT(residual.tangent, 1e-9 * unit) << name << ", " << method;
      EXPECT_LT(joint_residual(problem, solution), 1e-9 * unit) << name << ", " << method;
    }
}

// A table on four legs, five contacts a leg: many of them are redundant, and bases of a plain tableau end singular.
TEST(StepLcp, TheTableIsSolvedWhereItsContactsAreRedundant) {
  World world(papers::library_scene("table"), {.publish = false});
  int step = 0;
  for (const int until : {10, 60}) {
    for (; step < until; ++step) world.step();
    for (const char* method : {"lemke", "block-pivot"}) {
      StepSolution solution;
      const StepLcpReport report = solve_step_lcp(world.last_problem(), *find_step_lcp(method), solution);
      EXPECT_EQ(report.status, LcpStatus::solved) << method << ", step " << until;
      const Residual residual = contact_residual(world.last_problem(), solution);
      EXPECT_LT(residual.normal, 1e-9) << method << ", step " << until;
      EXPECT_LT(residual.tangent, 1e-9) << method << ", step " << until;
    }
  }
}

// rigid contacts: no impulse leaves its polygon, which lies in the disc
TEST(StepLcp, RigidMethodsStayInTheCone) {
  const StepProblem problem = corpus("table_30");
  for (const char* chosen : {"anitescu-potra", "trapezoidal"}) {
    StepSolution solution;
    EXPECT_EQ(solve_step_lcp(problem, *find_step_lcp(chosen), solution).status, LcpStatus::solved) << chosen;
    for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
      const Vec3& impulse = solution.contact_impulse[c];
      EXPECT_GE(impulse[0], 0.0);
      EXPECT_LE(impulse.tail<2>().norm(), problem.contacts[c].friction * impulse[0] + 1e-9);
    }
  }
}

// a box wedged between two walls overlaps both: no velocity leaves both at once unless they give way
TEST(StepLcp, WhatIsSqueezedHasNoRigidAnswerAndThatIsProven) {
  StepSolution solution;
  EXPECT_EQ(solve_step_lcp(corpus("squeezed_box_30"), *find_step_lcp("anitescu-potra"), solution).status,
            LcpStatus::infeasible);
}

TEST(StepLcp, AnIslandTooLargeIsRefusedByItsSize) {
  StepSolution solution;
  try {
    solve_step_lcp(corpus("wheel_loader_40"), *find_step_lcp("lemke"), solution);
    FAIL() << "a wheel loader on its pile was taken on";
  } catch (const std::runtime_error& problem) {
    EXPECT_NE(std::string(problem.what()).find("unknowns"), std::string::npos) << problem.what();
  }
}

}  // namespace
}  // namespace spook::reference
