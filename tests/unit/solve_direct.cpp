// Direct solves never fail, and are right: random problems, redundant and singular joints, every solver on a wall.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "engine/solve/solver.h"
#include "tests/unit/random_problem.h"

namespace spook {
namespace {

using test::ProblemMaker;

SolveOptions options_of(SolverKind kind) {
  SolveOptions options;
  options.kind = kind;
  options.factorisation_budget = 0;
  return options;
}

// the first 300 of `spook-bench random --count 10000`: T down to 1e-12 beside mass ratios of 1e5
TEST(DirectSolve, LeavesNoneOfTheRandomProblemsUnsolved) {
  for (int seed = 0; seed < 300; ++seed) {
    const StepProblem problem = test::make_random(seed);
    SolverMemory memory;
    StepSolution solution;
    SolveReport report;
    solve(problem, options_of(SolverKind::direct_iterative), memory, solution, report);
    EXPECT_EQ(report.failed, 0) << "seed " << seed;
    EXPECT_LE(report.direct_residual, 1e-9) << "seed " << seed;
  }
}

TEST(DirectSolve, NeverAnswersWithWhatIsNotANumber) {
  const double nan = std::nan("");
  for (int what = 0; what < 3; ++what) {
    StepProblem problem = test::make_wall({});
    ContactRow& contact = problem.contacts[7];
    (what == 0 ? contact.bias : what == 1 ? contact.compliance : contact.friction_bias[0]) = nan;
    for (SolverKind kind : {SolverKind::direct_iterative, SolverKind::split, SolverKind::direct_friction,
                            SolverKind::exact, SolverKind::sweeps}) {
      SolveOptions options = options_of(kind);
      options.factorisation_budget = 40;
      SolverMemory memory;
      StepSolution solution;
      SolveReport report;
      solve(problem, options, memory, solution, report);
      for (const Vec6& v : solution.velocity) ASSERT_TRUE(v.allFinite()) << what;
      for (const Vec3& impulse : solution.contact_impulse) ASSERT_TRUE(impulse.allFinite()) << what;
      // and the memory is none the worse for it
      solve(test::make_wall({}), options_of(kind), memory, solution, report);
      EXPECT_EQ(report.failed, 0) << what << ", solver " << static_cast<int>(kind);
      for (const Vec6& v : solution.velocity) ASSERT_TRUE(v.allFinite()) << what;
    }
  }
}

TEST(DirectSolve, HoldsAWallWithEverySolver) {
  const StepProblem problem = test::make_wall({});
  for (SolverKind kind :
       {SolverKind::direct_iterative, SolverKind::split, SolverKind::direct_friction, SolverKind::exact}) {
    SolverMemory memory;
    StepSolution solution;
    SolveReport report;
    solve(problem, options_of(kind), memory, solution, report);
    EXPECT_EQ(report.failed, 0);
    EXPECT_LE(contact_residual(problem, solution).normal, 1e-8);
    double weight = 0.0, carried = 0.0;
    for (const BodyBlock& body : problem.bodies) weight -= body.momentum[2];
    for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
      if (problem.contacts[c].body_b < 0) carried += solution.contact_impulse[c][0];
    }
    EXPECT_NEAR(carried / weight, 1.0, 1e-3);
  }
}

// a planar chain of hinges between two fixed points, given by its pin positions; every hinge holds x and z of a pin
// and keeps y, and the axes parallel
StepProblem linkage(const std::vector<Vec3>& pins, double T, const Vec6& push) {
  StepProblem p;
  const int links = static_cast<int>(pins.size()) - 1;
  ProblemMaker make(1);
  for (int i = 0; i < links; ++i) {
    p.bodies.push_back(make.body(1.0, Vec3(0.3, 0.05, 0.05), Vec3::Zero(), Vec3::Zero(), 1.0 / 60.0, 9.81));
    p.bodies.back().momentum += push;
  }
  for (int k = 0; k <= links; ++k) {
    JointBlock joint;
    joint.first_jacobian = static_cast<int>(p.jacobians.size());
    joint.first_row = static_cast<int>(p.rows.size());
    joint.row_count = 5;
    for (int side = 0; side < 2; ++side) {
      const int body = k - side;
      if (body < 0 || body >= links) continue;
      const Vec3 arm = pins[k] - 0.5 * (pins[body] + pins[body + 1]);
      Mat6 jacobian = Mat6::Zero();
      const double sign = side ? -1.0 : 1.0;
      for (int i = 0; i < 3; ++i)
        jacobian.row(i) << sign * Vec3::Unit(i).transpose(), sign * arm.cross(Vec3::Unit(i)).transpose();
      jacobian(3, 3) = jacobian(4, 5) = sign;
      joint.bodies[joint.body_count++] = body;
      p.jacobians.push_back(jacobian);
    }
    p.joints.push_back(joint);
    for (int i = 0; i < 5; ++i) p.rows.push_back({T, 0.0, -unbounded, unbounded, 0.0});
  }
  test::close_problem(p);
  return p;
}

TEST(DirectSolve, PassesTheSingularPositionsOfACrank) {
  // all links in one line: the mechanism may fold either way, and the redundant rows disagree about nothing
  const double T = 4e-10 / 9.0 * 3600.0;
  for (const std::vector<Vec3>& pins :
       {std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 0, 0}},
        std::vector<Vec3>{{0, 0, 0}, {0, 0, 1}, {0, 0, 2}}, std::vector<Vec3>{{0, 0, 0}, {0, 0, 1}, {0, 0, 0}}}) {
    const StepProblem problem = linkage(pins, T, (Vec6() << 0.3, 0, 1, 0, 0.2, 0).finished());
    SolverMemory memory;
    StepSolution solution;
    SolveReport report;
    solve(problem, options_of(SolverKind::direct_iterative), memory, solution, report);
    EXPECT_EQ(report.failed, 0);
    EXPECT_LE(report.direct_residual, 1e-9);
    EXPECT_LE(joint_residual(problem, solution), 1e-8);
    for (const Vec6& v : solution.velocity) EXPECT_LE(v.norm(), 50.0);
  }
}

TEST(DirectSolve, ClosesALoopOfTwentyHinges) {
  std::vector<Vec3> pins;
  for (int i = 0; i <= 20; ++i) pins.push_back(Vec3(std::cos(0.1 * M_PI * i), 0, std::sin(0.1 * M_PI * i)));
  const StepProblem problem = linkage(pins, 1.6e-7, Vec6::Zero());
  SolverMemory memory;
  StepSolution solution;
  SolveReport report;
  solve(problem, options_of(SolverKind::direct_iterative), memory, solution, report);
  EXPECT_EQ(report.failed, 0);
  EXPECT_LE(report.direct_residual, 1e-9);
  EXPECT_EQ(report.factorisations, 1);
}

TEST(DirectSolve, SharesALoadBetweenRedundantRows) {
  // the same weld twice: each takes half
  StepProblem p = linkage({{0, 0, 0}, {0.6, 0, 0}}, 1e-9, Vec6::Zero());
  const JointBlock first = p.joints[0];
  JointBlock twin = first;
  twin.first_row = static_cast<int>(p.rows.size());
  for (int i = 0; i < first.row_count; ++i) p.rows.push_back(p.rows[first.first_row + i]);
  p.joints.push_back(twin);
  test::close_problem(p);
  SolverMemory memory;
  StepSolution solution;
  SolveReport report;
  solve(p, options_of(SolverKind::direct_iterative), memory, solution, report);
  EXPECT_LE(report.direct_residual, 1e-9);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(solution.joint_impulse[first.first_row + i], solution.joint_impulse[twin.first_row + i], 1e-6);
  }
}

}  // namespace
}  // namespace spook
