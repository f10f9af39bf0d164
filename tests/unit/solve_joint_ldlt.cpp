// Joints alone, bodies eliminated first, against Eigen's dense factorisation of the whole quasi-definite matrix.
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "engine/solve/joint_ldlt.h"
#include "tests/unit/random_problem.h"

namespace spook {
namespace {

using test::ProblemMaker;

// a chain with loops closed on it, joints to the world, twins that hold the same rows twice
StepProblem machine(std::uint64_t seed, int bodies, int most_rows, double least_T) {
  ProblemMaker make(seed);
  StepProblem p;
  for (int i = 0; i < bodies; ++i) {
    BodyBlock body =
        make.body(make.log_uniform(1.0, 100.0), Vec3(0.1, 0.2, 0.3), make.vector(1), make.vector(1), 0.01, 9.81);
    const Mat3 turn = make.rotation();
    body.inertia = (turn * body.inertia * turn.transpose()).eval();
    p.bodies.push_back(body);
  }
  for (int i = 0; i < bodies; ++i) {
    const auto rows = [&] { return make.integer(1, most_rows); };
    test::add_joint(p, make, i, i - 1, rows(), make.log_uniform(least_T, 1e-3), 1.0, false);
    if (make.chance(0.2))
      test::add_joint(p, make, i, std::max(i - make.integer(2, 4), -1), rows(), least_T, 1.0, false);
  }
  test::close_problem(p);
  return p;
}

struct Linear {
  std::vector<Vec6> bodies;
  std::vector<double> rows;
};

Workspace workspace_of(const StepProblem& p, const Linear& right, ProblemMaker& make, double clamped) {
  Workspace work;
  work.resize(p);
  work.step = right.bodies, work.row_slack = right.rows;
  for (std::size_t r = 0; r < p.rows.size(); ++r) {
    work.row_mode[r] = make.chance(clamped) ? RowMode::at_lower : RowMode::active;
    if (work.row_mode[r] != RowMode::active) work.row_slack[r] = 0.0;
  }
  return work;
}

// how far [M −Gᵀ; G T] [dv; dλ] is from the right-hand side, against what its terms amount to
double left_over(const StepProblem& p, const Workspace& work, const std::vector<RowMode>& modes, const Linear& right) {
  std::vector<Vec6> momentum(p.bodies.size());
  double worst = 0.0, size = 0.0;
  for (std::size_t b = 0; b < p.bodies.size(); ++b) {
    momentum[b] = right.bodies[b] - times_mass(p.bodies[b], work.step[b]);
    size = std::max(size, right.bodies[b].norm());
  }
  for (const JointBlock& joint : p.joints) {
    add_joint_impulse(p, joint, block_impulse(joint, work.row_step), momentum);
    const Vec6 speed = joint_velocity(p, joint, work.step);
    for (int i = 0; i < joint.row_count; ++i) {
      const int r = joint.first_row + i;
      if (modes[r] != RowMode::active) {
        EXPECT_EQ(work.row_step[r], 0.0);
        continue;
      }
      const double left = right.rows[r] - speed[i] - p.rows[r].compliance * work.row_step[r];
      worst = std::max(worst, std::abs(left));
    }
  }
  for (const Vec6& left : momentum) worst = std::max(worst, left.norm() / size);
  return worst;
}

double solve_and_judge(std::uint64_t seed, int bodies, int most_rows, double least_T, double clamped) {
  ProblemMaker make(seed + 1000);
  const StepProblem p = machine(seed, bodies, most_rows, least_T);
  Linear right;
  for (std::size_t b = 0; b < p.bodies.size(); ++b) {
    Vec6 momentum;
    momentum << make.vector(1), make.vector(1);
    right.bodies.push_back(momentum);
  }
  for (std::size_t r = 0; r < p.rows.size(); ++r) right.rows.push_back(make.uniform(-1, 1));
  Workspace work = workspace_of(p, right, make, clamped);
  JointLdlt factor;
  factor.analyse(p, p.islands[0]);
  if (!factor.serves()) return 1.0;
  factor.factor(p, p.islands[0], work);
  factor.solve(p, p.islands[0], work);
  return left_over(p, work, work.row_mode, right);
}

TEST(JointLdltTest, SolvesMachinesOfAllJoints) {
  for (std::uint64_t seed = 0; seed < 60; ++seed)
    EXPECT_LT(solve_and_judge(seed, 2 + static_cast<int>(seed % 30), 6, 1e-6, 0.0), 1e-8) << seed;
}

TEST(JointLdltTest, SolvesChainsOfFewRows) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) EXPECT_LT(solve_and_judge(seed, 40, 3, 1e-6, 0.0), 1e-8) << seed;
}

TEST(JointLdltTest, ClampedRowsTakeNoPart) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) EXPECT_LT(solve_and_judge(seed, 12, 6, 1e-6, 0.3), 1e-8) << seed;
}

TEST(JointLdltTest, LeavesManyJointsOnOneBodyToTheMatrixOfBodies) {
  ProblemMaker make(7);
  StepProblem p;
  for (int i = 0; i < 40; ++i)
    p.bodies.push_back(make.body(1.0, Vec3(0.1, 0.1, 0.1), Vec3::Zero(), Vec3::Zero(), 0.01, 9.81));
  for (int i = 1; i < 40; ++i) test::add_joint(p, make, i, 0, 3, 1e-6, 1.0, false);
  test::close_problem(p);
  JointLdlt factor;
  factor.analyse(p, p.islands[0]);
  EXPECT_FALSE(factor.serves());
}

}  // namespace
}  // namespace spook
