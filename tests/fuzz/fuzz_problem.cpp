// The reader of step problems, and every solver on what it read: a problem or one line with its place; a solver answers
// whatever the numbers are, and every number it answers belongs to a row that is there.
#include "engine/solve/solver.h"
#include "scenarios/problem_file.h"
#include "tests/fuzz/driver.h"

namespace spook::fuzz {
namespace {

// two bodies on one another and one on a joint
std::string seed() {
  StepProblem problem;
  problem.bodies.resize(3);
  for (BodyBlock& body : problem.bodies) body.momentum[2] = -9.81 / 60;
  problem.jacobians.resize(2);
  problem.jacobians[0].setIdentity(), problem.jacobians[1].setIdentity();
  problem.jacobians[1] *= -1.0;
  problem.rows.resize(3);
  for (JointRow& row : problem.rows) row.compliance = 1e-8;
  problem.joints.push_back({2, {1, 2, -1, -1}, 0, 0, 3});
  problem.contacts.resize(2);
  problem.contacts[0].body_a = 0, problem.contacts[1].body_a = 1, problem.contacts[1].body_b = 0;
  for (ContactRow& contact : problem.contacts)
    contact.friction = 0.5, contact.compliance = contact.friction_compliance = 1e-6;
  problem.pairs = {{0, -1, 0, 1}, {1, 0, 1, 1}};
  problem.islands.push_back({0, 3, 0, 1, 0, 2, 0, 2});
  return problem_text(problem);
}

bool try_text(const std::string& text) {
  StepProblem problem;
  try {
    problem = parse_problem(text, "fuzz");
  } catch (const std::runtime_error& error) {
    if (std::string(error.what()).rfind("fuzz:", 0) != 0) broken("an error without its place", error.what());
    return false;
  }
  const std::string once = problem_text(problem);
  if (problem_text(parse_problem(once, "again")) != once) broken("saved, loaded, saved: other bytes", once);
  if (problem.contacts.size() + problem.rows.size() > 60) return true;
  for (const SolverKind kind : {SolverKind::direct_iterative, SolverKind::split, SolverKind::direct_friction,
                                SolverKind::sweeps, SolverKind::exact}) {
    SolveOptions options;
    options.kind = kind;
    options.sweeps = 10, options.factorisation_budget = 2;
    SolverMemory memory;
    StepSolution solution;
    SolveReport report;
    solve(problem, options, memory, solution, report);
    if (solution.velocity.size() != problem.bodies.size() || solution.contact_impulse.size() != problem.contacts.size())
      broken("an answer of another size than the problem", once);
  }
  return true;
}

}  // namespace

Target target() {
  return {"fuzz_problem",
          {seed()},
          {"0",         "-1",        "1",       "2",     "7",   "99999999", "2147483647", "-2147483648",
           "0x1p+1000", "0x1p-1060", "inf",     "-inf",  "nan", "1e-300",   "bodies",     "joints",
           "rows",      "contacts",  "islands", "pairs", "\n",  "0x0p+0"},
          try_text};
}

}  // namespace spook::fuzz
