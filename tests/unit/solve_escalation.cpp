// The table of escalation: complete, walked as it says, printed by the README; so are the thresholds.
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "engine/solve/solver.h"
#include "tests/paths.h"
#include "tests/unit/random_problem.h"

namespace spook {
namespace {

std::string readme() {
  std::ifstream in(test::source_folder() / "engine/solve/README.md");
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string number(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

TEST(Escalation, IsPrintedByTheReadme) {
  std::string table = "| tried | why it ends | what follows |\n| --- | --- | --- |\n";
  for (const EscalationRow& row : escalation)
    table += "| " + std::string(name_of(row.tried)) + " | " + std::string(name_of(row.ending)) + " | " +
             std::string(name_of(row.next)) + " |\n";
  EXPECT_NE(readme().find(table), std::string::npos) << "engine/solve/README.md should hold\n" << table;
}

TEST(Escalation, SaysWhatFollowsOncePerEnding) {
  std::set<std::pair<Rung, Ending>> seen;
  for (const EscalationRow& row : escalation) {
    EXPECT_TRUE(seen.insert({row.tried, row.ending}).second) << name_of(row.tried) << ", " << name_of(row.ending);
    EXPECT_NE(row.tried, row.next);
    EXPECT_EQ(next_rung(row.tried, row.ending), row.next);
  }
  EXPECT_THROW(next_rung(Rung::free_flight, Ending::too_dear), std::logic_error);
}

TEST(DirectOptions, ArePrintedByTheReadme) {
  std::string table = "| option | value | unit | serves | decides |\n| --- | --- | --- | --- | --- |\n";
  for (const DirectOptionInfo& option : direct_option_table())
    table += "| `" + std::string(option.name) + "` | " + number(option.value) + " | " + std::string(option.unit) +
             " | " + std::string(option.serves) + " | " + std::string(option.decides) + " |\n";
  EXPECT_NE(readme().find(table), std::string::npos) << "engine/solve/README.md should hold\n" << table;
  EXPECT_LE(direct_option_table().size(), 25u);
}

int tried(const SolveReport& report, Rung rung) {
  return report.tried[static_cast<std::size_t>(rung)];
}

// the rungs that an easy, a shaken and an unaffordable wall come to
TEST(Escalation, GoesAsFarAsAProblemNeeds) {
  test::WallOptions wall;
  wall.courses = 14, wall.columns = 20;
  StepProblem problem = test::make_wall(wall);
  SolverMemory memory;
  StepSolution solution;
  SolveReport report;
  for (int step = 0; step < 5; ++step) {
    solve(problem, {}, memory, solution, report);
    for (std::size_t c = 0; c < problem.contacts.size(); ++c) problem.contacts[c].warm = solution.contact_impulse[c];
    for (std::size_t b = 0; b < problem.bodies.size(); ++b) problem.bodies[b].velocity = solution.velocity[b];
  }
  EXPECT_EQ(tried(report, Rung::last_sets), 1);
  EXPECT_EQ(tried(report, Rung::split), 0);
  EXPECT_EQ(tried(report, Rung::newton), 0);

  wall.side_impulse = 300.0, wall.noise = 1.0;
  problem = test::make_wall(wall);
  for (BodyBlock& body : problem.bodies) body.velocity = body.momentum / body.mass;
  for (ContactRow& contact : problem.contacts) contact.warm = Vec3(1.0, 0.3, -0.2);
  SolveOptions options;
  options.factorisation_budget = 0;
  SolverMemory other;
  solve(problem, options, other, solution, report);
  EXPECT_EQ(tried(report, Rung::split), 1);
  EXPECT_GE(tried(report, Rung::interior), 1);
  EXPECT_EQ(tried(report, Rung::feasible_fallback), 0);

  options.factorisation_budget = 1;
  solve(problem, options, other, solution, report);
  EXPECT_EQ(tried(report, Rung::feasible_fallback), 1);
  EXPECT_EQ(tried(report, Rung::free_flight), 0);
}

}  // namespace
}  // namespace spook
