#include "engine/step/rounds.h"

#include <algorithm>

#include "engine/solve/solve_observer.h"
#include "engine/step/ends.h"
#include "engine/step/step.h"
#include "engine/step/tension.h"
#include "engine/step/turning.h"

namespace spook {

namespace {

// What a step's first solve may take of its effort; looks and rounds share the rest. Each gets a little whatever was
// spent: sweeps that begin from the last answer.
constexpr double first_share = 0.6, min_share = 0.25;
constexpr double impact_share = 0.3;  // of the effort: what impacts may take before it, all their solves together
constexpr double min_share_of_impact = 0.1;  // of the effort: of each
constexpr double beyond_any = 1e301;         // a residual
constexpr double linear_turn = 0.5;          // rad per step: beyond, the chord tells nothing of the arc

double spent(const WorldData& world) {
  return world.report.solve.work + world.report.impact.work;
}

// of a substep, in factorisations of a thousand bodies; 0: any
double whole_budget(const WorldData& world) {
  return budget_of(world.effort()) / std::max(1, world.parameters.substeps);
}

bool effort_is_left(const WorldData& world) {
  const double budget = whole_budget(world);
  return budget == 0.0 || spent(world) < budget;
}

double budget_left(const WorldData& world) {
  const double budget = whole_budget(world);
  return std::max(budget - spent(world), min_share * budget);
}

void keep_as_warm(StepProblem& problem, const StepSolution& solution) {
  for (std::size_t row = 0; row < problem.rows.size(); ++row) problem.rows[row].warm = solution.joint_impulse[row];
  for (std::size_t contact = 0; contact < problem.contacts.size(); ++contact)
    problem.contacts[contact].warm = solution.contact_impulse[contact];
}

bool any_open(const WorldData& world) {
  return std::find(world.scratch.open.begin(), world.scratch.open.end(), 1) != world.scratch.open.end();
}

// beyond the effort, a round is worth its price where a joint of the best trial would be seen to gape
bool gap_is_seen(const StepWork& work) {
  for (std::size_t i = 0; i < work.open.size(); ++i)
    if (work.open[i] && work.rounds[i].best_way > work.options.seen_gap) return true;
  return false;
}

bool is_last(const WorldData& world, int round) {
  const StepWork& work = world.scratch;
  if (round == work.options.max_rounds) return true;
  return round >= work.options.min_rounds && !effort_is_left(world) && !gap_is_seen(work);
}

void count_round(WorldData& world) {
  for (std::size_t i = 0; i < world.scratch.open.size(); ++i) world.scratch.rounds[i].rounds += world.scratch.open[i];
}

void open_jointed_and_tops(WorldData& world) {
  StepWork& work = world.scratch;
  for (std::size_t i = 0; i < work.problem.islands.size(); ++i) {
    const IslandRange& island = work.problem.islands[i];
    bool turns = island.joint_count > 0;
    for (int row = island.first_body; row < island.first_body + island.body_count && !turns; ++row)
      turns = work.bodies[work.layout.bodies[row].index].gyroscope.spins;
    work.open[i] = turns && world.parameters.follow_motion;
    if (!work.open[i]) work.rounds[i].solved = true;
  }
}

// tells whoever looks on where the problem's rows stand
void announce(WorldData& world, SolvePart part) {
  SolveObserver* observer = world.options.observer;
  if (!observer) return;
  const StepWork& work = world.scratch;
  std::vector<ObservedContact> contacts;
  for (const int place : work.layout.contact_of) {
    const ContactPoint& point = work.points[place];
    contacts.push_back({point.point, point.frame, point.body_a, point.body_b});
  }
  std::vector<int> bodies;
  for (const IslandPlace& place : work.layout.bodies) bodies.push_back(place.index);
  observer->begin(part, contacts, bodies);
}

// is no body of the island turning by so much that a linear row tells nothing of where it ends?
bool turns_little(const WorldData& world, const IslandRange& island) {
  const StepWork& work = world.scratch;
  for (int row = island.first_body; row < island.first_body + island.body_count; ++row) {
    const double before = work.problem.bodies[row].velocity.tail<3>().norm();
    const double after = work.solution.velocity[row].tail<3>().norm();
    if (!(work.h * std::max(before, after) <= linear_turn)) return false;
  }
  return true;
}

// Where rounds lead nowhere (bodies tied by more joints than can move together) the best of their trials may be far
// off: then the step as it is linear is one more, and kept where its rows miss by less. Nothing in it can diverge.
void try_linear(WorldData& world) {
  StepWork& work = world.scratch;
  for (std::size_t i = 0; i < work.open.size(); ++i) {
    const IslandRange& island = work.problem.islands[i];
    work.open[i] =
        !work.rounds[i].solved && work.rounds[i].best_way > work.options.seen_gap && turns_little(world, island);
    if (work.open[i]) put_linear(world, island);
  }
  if (!any_open(world)) return;
  count_round(world);
  announce(world, SolvePart::round);
  solve_open(world, true, FrictionBounds::carried);
  find_turning(world, work.found);
  judge(world);
  const bool cut_off = work.again.failed > 0;
  for (std::size_t i = 0; i < work.open.size(); ++i) {
    if (!work.open[i]) continue;
    IslandRounds& rounds = work.rounds[i];
    const bool better =
        !cut_off && rounds.way < rounds.best_way && rounds.residual < work.options.max_growth * rounds.best_residual;
    if (better)
      keep_linear(world, work.problem.islands[i]), work.open[i] = 0;
    else
      rounds.residual = beyond_any;
  }
  if (!return_to_best(world)) return;
  put_turning(world, work.found);
  solve_open(world, true, FrictionBounds::carried);
}

}  // namespace

double impact_budget(const WorldData& world) {
  const double budget = whole_budget(world);
  return std::max(impact_share * budget - world.report.impact.work, min_share_of_impact * budget);
}

SolveOptions solve_options(WorldData& world) {
  SolveOptions options = options_of(world.parameters);
  options.pool = &world.pool;
  options.record_history = world.options.record_history || world.options.observer;
  options.observer = world.options.observer;
  return options;
}

void solve_open(WorldData& world, bool same_matrix, FrictionBounds bounds) {
  StepWork& work = world.scratch;
  keep_as_warm(work.problem, work.solution);
  SolveOptions options = solve_options(world);
  options.warm_start = true, options.record_history = options.observer != nullptr, options.same_matrix = same_matrix;
  options.friction_bounds = bounds, options.chosen = work.open;
  options.factorisation_budget = budget_left(world);
  spook::solve(work.problem, options, world.solver_memory, work.solution, work.again);
  forget_ends(world);
  add_work(work.again, world.report.solve);
}

void stage::solve(WorldData& world) {
  StepWork& work = world.scratch;
  world.report.solve = {};
  SolveOptions first = solve_options(world);
  first.factorisation_budget = first_share * budget_left(world);
  announce(world, SolvePart::first);
  spook::solve(work.problem, first, world.solver_memory, work.solution, world.report.solve);
  forget_ends(world);
  count_round(world);

  // contacts that nothing foresaw: the set only grows
  const int max_looks = world.parameters.look_ahead ? work.options.max_looks : 0;
  for (int look = 0; look < max_looks && effort_is_left(world) && look_ahead(world); ++look) {
    count_round(world);
    announce(world, SolvePart::look_ahead);
    solve_open(world, false, FrictionBounds::swept);  // what is new has no bounds to carry on
  }

  // a motion other than the one the problem was put with
  open_jointed_and_tops(world);
  for (Turning* turning : {&work.best_used, &work.best_found}) *turning = work.used;
  for (int i = 0; i < rounds_remembered; ++i) work.last_used[i] = work.last_found[i] = work.used;
  work.found = work.used;
  for (int round = 1; any_open(world); ++round) {
    const bool new_matrix = round <= work.options.max_tensions && effort_is_left(world) && tension_grew(world);
    find_turning(world, work.found);
    if (!judge(world)) break;
    accept(world);
    const bool last = is_last(world, round);
    if (last && !return_to_best(world)) break;
    put_turning(world, work.found);
    count_round(world);
    announce(world, SolvePart::round);
    // held, the same turning has the same answer; else normals, bounds and turning may go round for ever
    const bool follow = round <= work.options.friction_rounds;
    solve_open(world, !new_matrix, follow ? FrictionBounds::carried : FrictionBounds::held);
    if (last) break;
  }
  try_linear(world);
  world.report.ms.direct += world.report.solve.direct_ms;
  world.report.ms.sweeps += world.report.solve.sweep_ms;
  if (world.report.solve.failed > 0) world.report.flags.emplace_back("budget: a direct solve stopped early");
}

}  // namespace spook
