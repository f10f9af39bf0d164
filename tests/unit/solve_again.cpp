// Solving again, as Newton's method on the whole step does: chosen islands, other right-hand sides, the same matrix.
#include <gtest/gtest.h>

#include <cstring>
#include <stdexcept>

#include "engine/solve/solver.h"
#include "scenarios/problem_file.h"
#include "tests/count_allocations.h"
#include "tests/paths.h"
#include "tests/unit/random_problem.h"

namespace spook {
namespace {

// `count` walls side by side that have nothing to do with one another
StepProblem walls(int count) {
  StepProblem problem;
  for (int w = 0; w < count; ++w) {
    test::WallOptions options;
    options.courses = 4 + w, options.columns = 4, options.seed = 7 + w;
    const StepProblem one = test::make_wall(options);
    const int body = static_cast<int>(problem.bodies.size()), contact = static_cast<int>(problem.contacts.size());
    IslandRange island = one.islands[0];
    island.first_body = body, island.first_contact = contact,
    island.first_pair = static_cast<int>(problem.pairs.size());
    problem.islands.push_back(island);
    problem.bodies.insert(problem.bodies.end(), one.bodies.begin(), one.bodies.end());
    const auto moved = [&](int index) { return index < 0 ? -1 : index + body; };
    for (ContactRow row : one.contacts) {
      row.body_a = moved(row.body_a), row.body_b = moved(row.body_b);
      problem.contacts.push_back(row);
    }
    for (PairBlock pair : one.pairs) {
      pair.body_a = moved(pair.body_a), pair.body_b = moved(pair.body_b), pair.first_contact += contact;
      problem.pairs.push_back(pair);
    }
  }
  return problem;
}

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b, int first, int count) {
  return std::memcmp(a.data() + first, b.data() + first, sizeof(T) * count) == 0;
}

bool same_bits(const StepSolution& a, const StepSolution& b, const IslandRange& island) {
  return same_bits(a.velocity, b.velocity, island.first_body, island.body_count) &&
         same_bits(a.contact_impulse, b.contact_impulse, island.first_contact, island.contact_count) &&
         same_bits(a.contact_state, b.contact_state, island.first_contact, island.contact_count);
}

double furthest(const StepSolution& a, const StepSolution& b) {
  double far = 0.0;
  for (std::size_t i = 0; i < a.velocity.size(); ++i) far = std::max(far, (a.velocity[i] - b.velocity[i]).norm());
  return far;
}

SolveOptions again(std::span<const char> chosen) {
  SolveOptions options;
  options.same_matrix = options.start_from_solution = true;
  options.chosen = chosen;
  return options;
}

// a little more weight on an island's bodies: other right-hand sides, the same sets
void press(StepProblem& problem, const IslandRange& island) {
  for (int b = island.first_body; b < island.first_body + island.body_count; ++b)
    problem.bodies[b].momentum[2] *= 1.0 + 1e-6;
}

TEST(SolvingAgain, ChosenIslandsAloneAreSolved) {
  StepProblem problem = walls(4);
  SolverMemory memory;
  StepSolution solution;
  SolveReport report;
  solve(problem, {}, memory, solution, report);
  for (int round = 0; round < 3; ++round) solve(problem, again({}), memory, solution, report);
  const StepSolution before = solution;
  const std::vector<char> chosen{0, 1, 0, 1};
  for (const int island : {1, 3}) press(problem, problem.islands[island]);
  solve(problem, again(chosen), memory, solution, report);
  EXPECT_EQ(report.factorisations, 0);
  EXPECT_EQ(report.failed, 0);
  EXPECT_LE(report.direct_residual, 1e-9);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(same_bits(before, solution, problem.islands[i]), !chosen[i]) << i;
  // what all islands give from nothing
  SolverMemory fresh;
  StepSolution whole;
  solve(problem, {}, fresh, whole, report);
  EXPECT_LE(furthest(whole, solution), 1e-4);
}

// a shove along the wall, harder on what stands higher: some contacts slide
void shove(StepProblem& problem, double speed) {
  int b = 0;
  for (BodyBlock& body : problem.bodies) body.momentum[0] += speed * (++b % 7) / 7.0;
}

// how far the answer to a problem moves when another was solved in between
double wandering(FrictionBounds bounds) {
  StepProblem problem = walls(1);
  SolverMemory memory;
  StepSolution solution;
  SolveReport report;
  shove(problem, 0.5);
  solve(problem, {}, memory, solution, report);
  SolveOptions options = again({});
  options.friction_bounds = bounds;
  solve(problem, options, memory, solution, report);
  const StepSolution first = solution;
  shove(problem, 0.5);
  solve(problem, options, memory, solution, report);
  EXPECT_GT(furthest(first, solution), 1e-3);
  shove(problem, -0.5);
  solve(problem, options, memory, solution, report);
  return furthest(first, solution);
}

// Where last sets serve, bounds that are held are those of the solve before, not those of the normals there are now.
TEST(SolvingAgain, BoundsAreHeldWhereLastSetsServeToo) {
  test::WallOptions brick;
  brick.courses = brick.columns = 1;
  StepProblem problem = test::make_wall(brick);
  SolverMemory memory;
  StepSolution solution;
  SolveReport report;
  for (BodyBlock& body : problem.bodies) body.momentum[0] += body.mass;  // it slides at 1 m/s
  solve(problem, {}, memory, solution, report);
  SolveOptions options = again({});
  options.friction_bounds = FrictionBounds::held;
  solve(problem, options, memory, solution, report);
  const StepSolution before = solution;
  for (BodyBlock& body : problem.bodies) body.momentum[2] *= 1.0 + 1e-6;
  solve(problem, options, memory, solution, report);
  EXPECT_EQ(report.factorisations, 0) << "last sets serve";
  int slide = 0;
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    if (before.contact_state[c] != ContactState::sliding || solution.contact_state[c] != ContactState::sliding)
      continue;
    const Vec3 &was = before.contact_impulse[c], &is = solution.contact_impulse[c];
    if (std::abs(is[0] - was[0]) < 1e-8 * was[0]) continue;
    ++slide;
    EXPECT_NEAR(is.tail<2>().norm(), was.tail<2>().norm(), 1e-12 * was.tail<2>().norm()) << "contact " << c;
  }
  EXPECT_GT(slide, 0) << "else nothing was asked";
}

TEST(SolvingAgain, WithBoundsHeldOneProblemHasOneAnswer) {
  EXPECT_LE(wandering(FrictionBounds::held), 1e-7);
  EXPECT_GT(wandering(FrictionBounds::carried), 1e-6);
}

// the same bits whether the islands that are not chosen stand in the problem or were taken out of it
TEST(SolvingAgain, GivesTheBitsOfAProblemOfTheChosenIslands) {
  StepProblem problem = walls(3);
  SolverMemory one, other;
  StepSolution by_choice, by_removal;
  SolveReport report;
  solve(problem, {}, one, by_choice, report);
  solve(problem, {}, other, by_removal, report);
  const std::vector<char> chosen{0, 0, 1};
  press(problem, problem.islands[2]);
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) problem.contacts[c].warm = by_choice.contact_impulse[c];
  solve(problem, again(chosen), one, by_choice, report);
  problem.islands = {problem.islands[2]};
  SolveOptions options;
  options.same_matrix = true;
  solve(problem, options, other, by_removal, report);
  EXPECT_TRUE(same_bits(by_choice, by_removal, problem.islands[0]));
}

TEST(SolvingAgain, CostsNeitherFactorisationNorAllocation) {
  StepProblem problem = read_problem(test::source_folder() / "tests/corpus/chain_50.problem");
  SolverMemory memory;
  StepSolution solution;
  SolveReport report;
  solve(problem, {}, memory, solution, report);
  const std::vector<char> all(problem.islands.size(), 1);
  solve(problem, again(all), memory, solution, report);
  for (int round = 0; round < 3; ++round) {
    for (JointRow& row : problem.rows) row.rhs += 1e-4;
    const long before = allocations();
    solve(problem, again(all), memory, solution, report);
    EXPECT_EQ(allocations() - before, 0);
    EXPECT_EQ(report.factorisations, 0);
    EXPECT_LE(report.direct_residual, 1e-9);
    EXPECT_LE(joint_residual(problem, solution), 1e-6);
  }
}

TEST(SolvingAgain, RefusesAChoiceOfAnotherLength) {
  const StepProblem problem = walls(2);
  SolverMemory memory;
  StepSolution solution;
  SolveReport report;
  const std::vector<char> chosen{1};
  EXPECT_THROW(solve(problem, again(chosen), memory, solution, report), std::invalid_argument);
}

}  // namespace
}  // namespace spook
