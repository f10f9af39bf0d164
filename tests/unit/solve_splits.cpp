// The five solvers beside one another, islands, threads, memory.
#include <gtest/gtest.h>

#include <cstring>

#include "engine/solve/island_solve.h"
#include "engine/solve/solve_observer.h"
#include "tests/count_allocations.h"
#include "tests/unit/random_problem.h"

namespace spook {
namespace {

struct Answer {
  StepSolution solution;
  SolveReport report;
};

Answer answer(const StepProblem& problem, SolveOptions options) {
  Answer a;
  SolverMemory memory;
  solve(problem, options, memory, a.solution, a.report);
  return a;
}

SolveOptions unlimited(SolverKind kind) {
  SolveOptions options;
  options.kind = kind;
  options.factorisation_budget = 0;
  return options;
}

double relative_residual(const StepProblem& problem, const StepSolution& solution) {
  const Residual residual = contact_residual(problem, solution);
  double size = 0.0;
  for (const Vec3& impulse : solution.contact_impulse) size += impulse.squaredNorm();
  return std::hypot(residual.normal, residual.tangent) / std::sqrt(size + 1e-30);
}

// two copies side by side, as two islands or as one
StepProblem twice(const StepProblem& one, bool islands) {
  StepProblem p = one;
  const int bodies = static_cast<int>(one.bodies.size()), contacts = static_cast<int>(one.contacts.size());
  p.bodies.insert(p.bodies.end(), one.bodies.begin(), one.bodies.end());
  for (ContactRow c : one.contacts) {
    if (c.body_a >= 0) c.body_a += bodies;
    if (c.body_b >= 0) c.body_b += bodies;
    p.contacts.push_back(c);
  }
  for (PairBlock pair : one.pairs) {
    if (pair.body_a >= 0) pair.body_a += bodies;
    if (pair.body_b >= 0) pair.body_b += bodies;
    pair.first_contact += contacts;
    p.pairs.push_back(pair);
  }
  if (!islands) {
    test::close_problem(p);
    return p;
  }
  IslandRange second = one.islands[0];
  second.first_body = bodies, second.first_contact = contacts, second.first_pair = one.islands[0].pair_count;
  p.islands = {one.islands[0], second};
  return p;
}

test::WallOptions small_wall() {
  test::WallOptions wall;
  wall.courses = 6, wall.columns = 6, wall.lateral = 1.0;
  return wall;
}

TEST(Solvers, AgreeOnAWallInSlightMotion) {
  const StepProblem problem = test::make_wall(small_wall());
  const double exact = relative_residual(problem, answer(problem, unlimited(SolverKind::exact)).solution);
  EXPECT_LE(exact, 1e-8);
  for (SolverKind kind : {SolverKind::direct_iterative, SolverKind::direct_friction, SolverKind::split}) {
    SolveOptions options = unlimited(kind);
    options.couplings = 40;
    EXPECT_LE(relative_residual(problem, answer(problem, options).solution), 0.05) << static_cast<int>(kind);
  }
  SolveOptions sweeps = unlimited(SolverKind::sweeps);
  sweeps.sweeps = 3000;
  EXPECT_LE(relative_residual(problem, answer(problem, sweeps).solution), 0.05);
}

TEST(Sweeps, HaveTheSameFixedPointWideAndScalar) {
  const StepProblem problem = test::make_wall(small_wall());
  const Answer exact = answer(problem, unlimited(SolverKind::exact));
  for (SweepKind kind : {SweepKind::block_tangents, SweepKind::block_tangents_scaled}) {
    Workspace work;
    work.resize(problem);
    for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
      work.block[c] = contact_block(problem.contacts[c], work.inverse);
    }
    StepSolution scalar, wide;
    for (StepSolution* s : {&scalar, &wide}) {
      s->contact_impulse.assign(problem.contacts.size(), Vec3::Zero());
      s->joint_impulse.clear();
      rebuild_velocities(problem, *s);
    }
    for (int i = 0; i < 3000; ++i) sweep_scalar(problem, problem.islands[0], kind, false, work, scalar);
    WideSweeps sweeps;
    sweeps.load(problem, problem.islands[0], work, wide);
    for (int i = 0; i < 3000; ++i) sweeps.sweep(kind);
    sweeps.store(problem, wide);
    rebuild_velocities(problem, wide);
    EXPECT_LE(relative_residual(problem, scalar), 2e-2);
    EXPECT_LE(relative_residual(problem, wide), 2e-2);
    for (std::size_t b = 0; b < problem.bodies.size(); ++b) {
      EXPECT_LE((scalar.velocity[b] - wide.velocity[b]).norm(), 2e-3);
    }
  }
  EXPECT_LE(relative_residual(problem, exact.solution), 1e-8);
}

// A change of exactly 0 was divided by one of 0: bricks that had come to rest between two sweeps flew on through the
// floor.
TEST(Sweeps, ConjugateOnesEndWhereNothingMovesAnyMore) {
  test::WallOptions one_brick;
  one_brick.courses = 1, one_brick.columns = 1;
  StepProblem problem = test::make_wall(one_brick);
  problem.contacts.resize(1);  // on one corner: a sweep or two solve it to the last bit
  problem.pairs[0].contact_count = problem.islands[0].contact_count = 1;
  Workspace work;
  work.resize(problem);
  StepSolution solution;
  solution.contact_impulse.assign(problem.contacts.size(), Vec3::Zero());
  rebuild_velocities(problem, solution);
  WideSweeps sweeps;
  sweeps.load(problem, problem.islands[0], work, solution);
  int count = 0;
  while (sweeps.sweep_conjugate(SweepKind::block_tangents) && count < 100) ++count;
  EXPECT_LT(count, 100);
  for (int more = 0; more < 10; ++more) sweeps.sweep_conjugate(SweepKind::block_tangents);
  sweeps.store(problem, solution);
  rebuild_velocities(problem, solution);
  EXPECT_LE(relative_residual(problem, solution), 1e-4);  // not met by what is no number
}

TEST(Solvers, FindTheSameAnswerWithIslandsAndWithout) {
  const StepProblem one = test::make_wall(small_wall());
  for (SolverKind kind : {SolverKind::exact, SolverKind::split}) {
    const Answer together = answer(twice(one, false), unlimited(kind));
    const Answer apart = answer(twice(one, true), unlimited(kind));
    for (std::size_t b = 0; b < together.solution.velocity.size(); ++b) {
      EXPECT_LE((together.solution.velocity[b] - apart.solution.velocity[b]).norm(), 1e-4) << b;
    }
  }
}

TEST(Solvers, GiveTheSameBitsOnAnyNumberOfThreads) {
  test::WallOptions wall;
  wall.courses = 12, wall.columns = 12, wall.lateral = 2.0;
  for (const StepProblem& problem : {test::make_wall(wall), twice(test::make_wall(small_wall()), true)}) {
    SolveOptions options = unlimited(SolverKind::direct_iterative);
    const Answer one = answer(problem, options);
    for (int threads : {2, 4}) {
      options.threads = threads;
      const Answer many = answer(problem, options);
      for (std::size_t b = 0; b < problem.bodies.size(); ++b)
        ASSERT_TRUE(one.solution.velocity[b] == many.solution.velocity[b]);
      for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
        ASSERT_TRUE(one.solution.contact_impulse[c] == many.solution.contact_impulse[c]);
      }
    }
  }
}

// a column that stays where it is: what a quiet scene looks like to the solver
StepProblem quiet_stack(const StepSolution* last) {
  test::WallOptions wall;
  wall.courses = 8, wall.columns = 3;
  StepProblem problem = test::make_wall(wall);
  for (std::size_t c = 0; last && c < problem.contacts.size(); ++c) problem.contacts[c].warm = last->contact_impulse[c];
  return problem;
}

TEST(QuietScene, CostsNoFactorisationAndNoAllocation) {
  SolverMemory memory;
  StepSolution solution;
  SolveReport report;
  SolveOptions options;
  // settle: the bounds of friction follow the normals
  StepProblem problem = quiet_stack(nullptr);
  for (int i = 0; i < 60; ++i) {
    for (std::size_t c = 0; i > 0 && c < problem.contacts.size(); ++c)
      problem.contacts[c].warm = solution.contact_impulse[c];
    solve(problem, options, memory, solution, report);
  }
  const long before = allocations();
  for (int i = 0; i < 5; ++i) {
    for (std::size_t c = 0; c < problem.contacts.size(); ++c) problem.contacts[c].warm = solution.contact_impulse[c];
    solve(problem, options, memory, solution, report);
    EXPECT_EQ(report.factorisations, 0);
    EXPECT_GE(report.reused_factors, 1);
    EXPECT_LE(report.direct_residual, 1e-9);
  }
  EXPECT_EQ(allocations() - before, 0);
}

TEST(SolverMemory, ChangesTheCostAndNotTheAnswer) {
  const StepProblem problem = test::make_wall(small_wall());
  SolverMemory memory;
  StepSolution first, second;
  SolveReport report;
  solve(problem, unlimited(SolverKind::exact), memory, first, report);
  solve(problem, unlimited(SolverKind::exact), memory, second, report);
  for (std::size_t b = 0; b < problem.bodies.size(); ++b) {
    EXPECT_LE((first.velocity[b] - second.velocity[b]).norm(), 1e-7);
  }
}

TEST(History, IsNotKeptWhenNobodyLooks) {
  const StepProblem problem = test::make_wall(small_wall());
  SolveOptions options = unlimited(SolverKind::direct_iterative);
  const Answer quiet = answer(problem, options);
  options.record_history = true;
  const Answer watched = answer(problem, options);
  EXPECT_EQ(quiet.report.history.capacity(), 0u);
  EXPECT_TRUE(quiet.report.state_changes.empty());
  EXPECT_EQ(quiet.report.residual_end.worst_contact, -1);
  EXPECT_FALSE(watched.report.history.empty());
  // looking changes nothing
  for (std::size_t b = 0; b < problem.bodies.size(); ++b) {
    EXPECT_TRUE(quiet.solution.velocity[b] == watched.solution.velocity[b]) << b;
  }
}

TEST(History, ShowsEverySweepAndDirectSolve) {
  test::WallOptions wall = small_wall();
  const StepProblem problem = test::make_wall(wall);
  SolveOptions options = unlimited(SolverKind::direct_iterative);
  options.record_history = true;
  options.couplings = 1;
  const Answer a = answer(problem, options);
  // the start, the first direct solve, the sweeps, the last direct solve
  ASSERT_EQ(a.report.history.size(), 3u + options.sweeps);
  EXPECT_FALSE(a.report.history[0].direct);
  EXPECT_TRUE(a.report.history[1].direct);
  EXPECT_TRUE(a.report.history.back().direct);
  EXPECT_GT(a.report.history[1].factorisations, 0);
  const SweepRecord& first = a.report.history[2];
  const SweepRecord& last = a.report.history[1 + options.sweeps];
  EXPECT_LE(std::hypot(last.residual.normal, last.residual.tangent),
            std::hypot(first.residual.normal, first.residual.tangent));
  EXPECT_EQ(a.report.state_changes.size(), problem.contacts.size());
  const Residual end = contact_residual(problem, a.solution);
  EXPECT_DOUBLE_EQ(end.normal, a.report.history.back().residual.normal);
}

// keeps what it is told
struct Onlooker : SolveObserver {
  std::vector<SweepRecord> records;
  std::vector<Vec3> last;
  void look(const StepProblem&, const IslandRange& island, const StepSolution& solution,
            const SweepRecord& record) override {
    records.push_back(record);
    last.resize(std::size_t(island.first_contact + island.contact_count));
    std::copy_n(solution.contact_impulse.begin() + island.first_contact, island.contact_count,
                last.begin() + island.first_contact);
  }
};

TEST(History, IsToldToWhoeverLooksOnAndLookingChangesNothing) {
  const StepProblem problem = test::make_wall(small_wall());
  SolveOptions options = unlimited(SolverKind::direct_iterative);
  const Answer quiet = answer(problem, options);
  Onlooker onlooker;
  options.record_history = true, options.observer = &onlooker;
  const Answer watched = answer(problem, options);
  ASSERT_EQ(onlooker.records.size(), watched.report.history.size());
  for (std::size_t i = 0; i < onlooker.records.size(); ++i) {
    EXPECT_EQ(onlooker.records[i].direct, watched.report.history[i].direct);
    EXPECT_EQ(onlooker.records[i].residual.normal, watched.report.history[i].residual.normal);
  }
  ASSERT_EQ(onlooker.last.size(), problem.contacts.size());
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    EXPECT_TRUE(onlooker.last[c] == watched.solution.contact_impulse[c]) << "the last look is the answer: " << c;
    EXPECT_TRUE(quiet.solution.contact_impulse[c] == watched.solution.contact_impulse[c]) << c;
  }
}

}  // namespace
}  // namespace spook
