// What leaves the solver when the budget ended it: feasible impulses, momentum met, and no energy from nowhere.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "engine/solve/rows.h"
#include "engine/solve/solver.h"
#include "tests/unit/random_problem.h"

namespace spook {
namespace {

// more bodies than the budget has factorisations for
StepProblem shaken_wall(double warm) {
  test::WallOptions wall;
  wall.courses = 14, wall.columns = 20, wall.side_impulse = 300.0, wall.noise = 1.0;
  StepProblem problem = test::make_wall(wall);
  // it flies: what hardly moves is solved whatever it costs
  for (BodyBlock& body : problem.bodies) body.velocity = inverse_mass(body).times(body.momentum);
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    problem.contacts[c].warm = warm * Vec3(1.0 + 0.5 * std::sin(double(c)), 0.3, -0.2);
  }
  return problem;
}

SolveOptions one_factorisation_of_a_thousand_bodies(int threads = 1) {
  SolveOptions options;
  options.factorisation_budget = 1, options.threads = threads;
  return options;
}

struct Answer {
  StepSolution solution;
  SolveReport report;
};

Answer answer_of(const StepProblem& problem, const SolveOptions& options) {
  Answer answer;
  SolverMemory memory;
  solve(problem, options, memory, answer.solution, answer.report);
  return answer;
}

double kinetic(const BodyBlock& body, const Vec6& v) {
  return 0.5 * v.dot(times_mass(body, v));
}

// kinetic energy gained, and what the stabilisation asked for: −Λᵀb
struct Gain {
  double kinetic = 0.0, asked = 0.0;
};
Gain gain_of(const StepProblem& problem, const StepSolution& solution) {
  Gain gain;
  for (std::size_t b = 0; b < problem.bodies.size(); ++b) {
    const BodyBlock& body = problem.bodies[b];
    gain.kinetic += kinetic(body, solution.velocity[b]) - kinetic(body, inverse_mass(body).times(body.momentum));
  }
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    const ContactRow& contact = problem.contacts[c];
    const Vec3& impulse = solution.contact_impulse[c];
    gain.asked -= impulse[0] * contact.bias + impulse.tail<2>().dot(contact.friction_bias);
  }
  return gain;
}

void expect_safe(const StepProblem& problem, const Answer& answer) {
  EXPECT_GT(answer.report.failed, 0);
  EXPECT_LT(answer.report.factorisations, 20);
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    const Vec3& impulse = answer.solution.contact_impulse[c];
    ASSERT_GE(impulse[0], 0.0);
    ASSERT_LE(impulse.tail<2>().norm(), problem.contacts[c].friction * impulse[0] * (1.0 + 1e-12));
  }
  StepSolution rebuilt = answer.solution;
  rebuild_velocities(problem, rebuilt);
  for (std::size_t b = 0; b < problem.bodies.size(); ++b) {
    ASSERT_LE((rebuilt.velocity[b] - answer.solution.velocity[b]).norm(), 1e-9);
  }
  const Gain gain = gain_of(problem, answer.solution);
  EXPECT_LE(gain.kinetic, gain.asked + 1e-9 * std::abs(gain.kinetic));
}

TEST(FeasibleFallback, IsFeasibleAndGivesNoEnergyButWhatStabilisationAsksFor) {
  for (const double warm : {0.0, 1.0, 1e3}) {
    SCOPED_TRACE(warm);
    const StepProblem problem = shaken_wall(warm);
    expect_safe(problem, answer_of(problem, one_factorisation_of_a_thousand_bodies()));
  }
}

TEST(FeasibleFallback, IsFarNearerTheAnswerThanWarmImpulses) {
  const StepProblem problem = shaken_wall(1.0);
  SolveOptions options;
  options.factorisation_budget = 4;  // all the sweeps there may be
  const Answer answer = answer_of(problem, options);
  StepSolution start = answer.solution;
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    start.contact_impulse[c] = problem.contacts[c].warm;
    start.contact_impulse[c].tail<2>() =
        project_disc(start.contact_impulse[c].tail<2>(), problem.contacts[c].friction * start.contact_impulse[c][0]);
  }
  rebuild_velocities(problem, start);
  const Residual before = contact_residual(problem, start), after = contact_residual(problem, answer.solution);
  EXPECT_LT(std::hypot(after.normal, after.tangent), 0.05 * std::hypot(before.normal, before.tangent));
}

TEST(FeasibleFallback, HasTheSameBitsWithAnyNumberOfThreads) {
  const StepProblem problem = shaken_wall(1.0);
  const Answer one = answer_of(problem, one_factorisation_of_a_thousand_bodies(1));
  for (const int threads : {2, 4}) {
    const Answer many = answer_of(problem, one_factorisation_of_a_thousand_bodies(threads));
    ASSERT_EQ(one.solution.velocity.size(), many.solution.velocity.size());
    EXPECT_EQ(std::memcmp(one.solution.velocity.data(), many.solution.velocity.data(),
                          sizeof(Vec6) * one.solution.velocity.size()),
              0);
  }
}

TEST(FeasibleFallback, LeavesSmallIslandsAlone) {
  test::WallOptions wall;
  wall.courses = 4, wall.columns = 4, wall.side_impulse = 300.0, wall.noise = 1.0;
  const StepProblem problem = test::make_wall(wall);
  SolveOptions unlimited;
  unlimited.factorisation_budget = 0;
  const Answer bounded = answer_of(problem, one_factorisation_of_a_thousand_bodies());
  const Answer whole = answer_of(problem, unlimited);
  EXPECT_EQ(bounded.report.failed, 0);
  for (std::size_t b = 0; b < problem.bodies.size(); ++b) {
    EXPECT_EQ(bounded.solution.velocity[b], whole.solution.velocity[b]);
  }
}

void expect_in_bounds(const StepProblem& problem, const StepSolution& solution) {
  for (std::size_t r = 0; r < problem.rows.size(); ++r) {
    EXPECT_GE(solution.joint_impulse[r], problem.rows[r].lower);
    EXPECT_LE(solution.joint_impulse[r], problem.rows[r].upper);
  }
  for (const Vec3& impulse : solution.contact_impulse) EXPECT_GE(impulse[0], 0.0);
}

// What is small has budget left wherever rounding ends a solve: it goes on, as without a budget (of 400 random problems
// down to T = 1e-12 16 were given up before); what is not solved all the same keeps to its bounds.
TEST(FeasibleFallback, IsNotTakenWhileBudgetIsLeft) {
  for (const int budget : {1, 40}) {
    int failed = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
      const StepProblem problem = test::make_random(seed);
      SolveOptions options;
      options.kind = SolverKind::direct_friction, options.factorisation_budget = budget;
      const Answer answer = answer_of(problem, options);
      failed += answer.report.failed > 0;
      expect_in_bounds(problem, answer.solution);
    }
    EXPECT_LE(failed, budget == 1 ? 4 : 2) << "budget " << budget;
  }
}

// what is large is bounded by a small budget, cut off by a middling one and solved by a large one
TEST(FeasibleFallback, ALargerBudgetMeansMoreWork) {
  const StepProblem problem = shaken_wall(1.0);
  int last = -1, failed = 2;
  for (const int budget : {1, 5, 40}) {
    SolveOptions options;
    options.factorisation_budget = budget;
    const Answer answer = answer_of(problem, options);
    EXPECT_GT(answer.report.factorisations, last) << "budget " << budget;
    EXPECT_LE(answer.report.failed, failed) << "budget " << budget;
    last = answer.report.factorisations, failed = answer.report.failed;
    expect_in_bounds(problem, answer.solution);
  }
  EXPECT_EQ(failed, 0);
}

}  // namespace
}  // namespace spook
