// Stages 6 and 7: the solver and the judge. Neither sees more than the step problem.
#include <cmath>

#include "engine/step/gyroscope.h"
#include "engine/step/problem_builder.h"
#include "engine/step/refine.h"
#include "engine/step/step.h"

namespace spook {

namespace {

struct Spread {
  double sum_of_squares = 0.0, max = 0.0;
  int count = 0;
  void add(double value) {
    sum_of_squares += value * value;
    max = std::max(max, std::abs(value));
    ++count;
  }
  void operator+=(const Spread& other) {
    sum_of_squares += other.sum_of_squares;
    max = std::max(max, other.max);
    count += other.count;
  }
  double rms() const { return count > 0 ? std::sqrt(sum_of_squares / count) : 0.0; }
};

// violations as the rows of the step had them; those of joints without a row are made for the purpose
void measure_joints(WorldData& world) {
  Spread metres, radians;
  const auto add = [&](const Joint& joint, double violation, bool angular) {
    (angular ? radians : metres).add(joint.desc.max_only && violation < 0.0 ? 0.0 : violation);
  };
  std::vector<char>& seen = world.scratch.measured;
  seen.assign(world.joints.size(), 0);
  for (std::size_t block = 0; block < world.scratch.sources.size(); ++block) {
    const BlockSource& source = world.scratch.sources[block];
    if (source.joint < 0 || source.extras) continue;
    const Joint& joint = world.joints[source.joint];
    seen[source.joint] = 1;
    for (int i = 0; i < world.scratch.problem.joints[block].row_count && joint.desc.type != JointType::spring; ++i)
      add(joint, source.rows[i].violation, source.rows[i].angular);
  }
  for (std::size_t j = 0; j < world.joints.size(); ++j) {
    const Joint& joint = world.joints[j];
    if (seen[j] || !joint.alive || joint.desc.type == JointType::spring) continue;
    visit_joint_rows(world, joint, [&](const ConstraintRows& rows, std::span<const RowBody>) {
      for (int i = 0; i < rows.count; ++i) add(joint, rows.violation[i], rows.angular[i]);
    });
  }
  StepReport& report = world.report;
  report.joint_rms_m = metres.rms(), report.joint_max_m = metres.max;
  report.joint_rms_rad = radians.rms(), report.joint_max_rad = radians.max;
}

void measure_contacts(WorldData& world) {
  const std::vector<ContactPoint>& points = world.scratch.points;
  const auto depth = sum_chunks<Spread>(&world.pool, static_cast<int>(points.size()), 512, [&](int begin, int end) {
    Spread part;
    for (int i = begin; i < end; ++i)
      if (!(points[i].gap > 0.0)) part.add(points[i].gap);
    return part;
  });
  world.report.penetration_rms = depth.rms(), world.report.penetration_max = depth.max;
  world.report.contacts = static_cast<int>(world.scratch.points.size());
}

}  // namespace

namespace {

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

// real time asks for less than what solves the hardest steps to their end
bool ample_budget(const WorldData& world) {
  constexpr int ample = 20;
  const int budget = world.parameters.factorisation_budget;
  return budget == 0 || budget >= ample;
}

}  // namespace

// the islands that were not chosen keep their solution: it is their warm start, and nobody asks for more
void solve_again(WorldData& world, bool same_matrix) {
  StepScratch& scratch = world.scratch;
  RefineScratch& refine = scratch.refine;
  StepProblem& problem = scratch.problem;
  for (std::size_t row = 0; row < problem.rows.size(); ++row)
    problem.rows[row].warm = scratch.solution.joint_impulse[row];
  for (std::size_t contact = 0; contact < problem.contacts.size(); ++contact)
    problem.contacts[contact].warm = scratch.solution.contact_impulse[contact];
  refine.states = scratch.solution.contact_state;
  refine.islands = problem.islands;
  problem.islands.clear();
  for (std::size_t i = 0; i < refine.islands.size(); ++i)
    if (refine.chosen[i]) problem.islands.push_back(refine.islands[i]);
  SolveOptions options = solve_options(world);
  options.warm_start = true, options.record_history = false, options.same_matrix = same_matrix;
  // most of it is known by now
  if (!same_matrix && !ample_budget(world))
    options.factorisation_budget = std::max(1, options.factorisation_budget / 2);
  spook::solve(problem, options, world.solver_memory, scratch.solution, refine.report);
  forget_ends(world);
  problem.islands = refine.islands;
  for (std::size_t i = 0; i < refine.islands.size(); ++i) {
    const IslandRange& island = refine.islands[i];
    if (refine.chosen[i]) continue;
    for (int contact = island.first_contact; contact < island.first_contact + island.contact_count; ++contact)
      scratch.solution.contact_state[contact] = refine.states[contact];
  }
  SolveReport& report = world.report.solve;
  const SolveReport& again = refine.report;
  report.pivots += again.pivots, report.iterations += again.iterations;
  report.factorisations += again.factorisations, report.reused_factors += again.reused_factors;
  report.corrected_factors += again.corrected_factors;
  report.failed += again.failed;
  report.direct_residual = std::max(report.direct_residual, again.direct_residual);
  report.direct_ms += again.direct_ms, report.sweep_ms += again.sweep_ms;
}

void stage::solve(WorldData& world) {
  StepScratch& scratch = world.scratch;
  spook::solve(scratch.problem, solve_options(world), world.solver_memory, scratch.solution, world.report.solve);
  forget_ends(world);
  constexpr int most_starts = 8;
  for (int round = 0; round < most_starts && let_first_overlaps_close_slowly(world); ++round) solve_again(world, true);
  const int most_looks = ample_budget(world) ? 3 : 1;
  for (int round = 0; round < most_looks && meet_unseen_contacts(world); ++round) solve_again(world, false);
  while (settle_gyroscopes(world)) solve_again(world, true);
  if (!scratch.problem.joints.empty()) {
    constexpr int most_tensions = 3;
    for (int round = 0; round < most_tensions && meet_sudden_tension(world); ++round) solve_again(world, false);
    constexpr int most_bends = 8;
    for (int round = 0; round < most_bends && bend_with_the_motion(world, round); ++round) solve_again(world, true);
    while (settle_gyroscopes(world)) solve_again(world, true);
    limit_joint_work(world);
  }
  limit_wild_impulses(world);
  world.report.ms.direct += world.report.solve.direct_ms;
  world.report.ms.sweeps += world.report.solve.sweep_ms;
  if (world.report.solve.failed > 0) world.report.flags.emplace_back("budget: a direct solve stopped early");
}

void stage::measure(WorldData& world) {
  measure_joints(world);
  measure_contacts(world);
  StepScratch& scratch = world.scratch;
  scratch.residuals.clear();
  if (world.options.record_history) contact_residuals(scratch.problem, scratch.solution, scratch.residuals);
}

}  // namespace spook
