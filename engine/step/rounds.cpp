#include "engine/step/rounds.h"

#include <algorithm>

#include "engine/step/ends.h"
#include "engine/step/step.h"
#include "engine/step/tension.h"
#include "engine/step/turning.h"

namespace spook {

namespace {

// real time asks for less than what solves the hardest steps to their end
bool ample_budget(const WorldData& world) {
  constexpr int ample = 20;
  const int budget = world.parameters.factorisation_budget;
  return budget == 0 || budget >= ample;
}

void add_up(SolveReport& report, const SolveReport& again) {
  report.pivots += again.pivots, report.iterations += again.iterations;
  report.factorisations += again.factorisations, report.reused_factors += again.reused_factors;
  report.corrected_factors += again.corrected_factors;
  report.failed += again.failed;
  report.direct_residual = std::max(report.direct_residual, again.direct_residual);
  report.direct_ms += again.direct_ms, report.sweep_ms += again.sweep_ms;
}

void keep_as_warm(StepProblem& problem, const StepSolution& solution) {
  for (std::size_t row = 0; row < problem.rows.size(); ++row) problem.rows[row].warm = solution.joint_impulse[row];
  for (std::size_t contact = 0; contact < problem.contacts.size(); ++contact)
    problem.contacts[contact].warm = solution.contact_impulse[contact];
}

bool any_open(const WorldData& world) {
  return std::find(world.scratch.open.begin(), world.scratch.open.end(), 1) != world.scratch.open.end();
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
    work.open[i] = turns;
    if (!turns) work.rounds[i].solved = true;
  }
}

}  // namespace

SolveOptions solve_options(WorldData& world) {
  const Parameters& p = world.parameters;
  SolveOptions options;
  options.kind = p.solver, options.sweep_kind = p.sweep_kind, options.sweeps = p.sweeps,
  options.couplings = p.couplings;
  options.factorisation_budget = p.factorisation_budget, options.warm_start = p.warm_start, options.threads = p.threads;
  options.pool = &world.pool;
  options.record_history = world.options.record_history;
  return options;
}

void solve_open(WorldData& world, bool same_matrix) {
  StepWork& work = world.scratch;
  StepProblem& problem = work.problem;
  keep_as_warm(problem, work.solution);
  work.states = work.solution.contact_state;
  work.all_islands = problem.islands;
  problem.islands.clear();
  for (std::size_t i = 0; i < work.all_islands.size(); ++i)
    if (work.open[i]) problem.islands.push_back(work.all_islands[i]);
  SolveOptions options = solve_options(world);
  options.warm_start = true, options.record_history = false, options.same_matrix = same_matrix;
  // most of it is known by now
  if (!same_matrix && !ample_budget(world))
    options.factorisation_budget = std::max(1, options.factorisation_budget / 2);
  spook::solve(problem, options, world.solver_memory, work.solution, work.again);
  problem.islands = work.all_islands;
  for (std::size_t i = 0; i < work.all_islands.size(); ++i) {
    const IslandRange& island = work.all_islands[i];
    if (work.open[i]) continue;
    std::copy_n(work.states.begin() + island.first_contact, island.contact_count,
                work.solution.contact_state.begin() + island.first_contact);
  }
  forget_ends(world);
  add_up(world.report.solve, work.again);
}

void stage::solve(WorldData& world) {
  StepWork& work = world.scratch;
  spook::solve(work.problem, solve_options(world), world.solver_memory, work.solution, world.report.solve);
  forget_ends(world);
  count_round(world);

  // contacts that nothing foresaw: the set only grows
  const int max_looks = ample_budget(world) ? work.options.max_looks : 1;
  for (int look = 0; look < max_looks && look_ahead(world); ++look) {
    count_round(world);
    solve_open(world, false);
  }

  // a motion other than the one the problem was put with
  open_jointed_and_tops(world);
  for (Turning* turning : {&work.best_used, &work.best_found}) *turning = work.used;
  for (int i = 0; i < rounds_remembered; ++i) work.last_used[i] = work.last_found[i] = work.used;
  work.found = work.used;
  for (int round = 1; any_open(world); ++round) {
    const bool new_matrix = round <= work.options.max_tensions && tension_grew(world);
    find_turning(world, work.found);
    if (!judge(world)) break;
    accept(world);
    const bool last = round == work.options.max_rounds;
    if (last && !return_to_best(world)) break;
    put_turning(world, work.found);
    count_round(world);
    solve_open(world, !new_matrix);
    if (last) break;
  }
  world.report.ms.direct += world.report.solve.direct_ms;
  world.report.ms.sweeps += world.report.solve.sweep_ms;
  if (world.report.solve.failed > 0) world.report.flags.emplace_back("budget: a direct solve stopped early");
}

}  // namespace spook
