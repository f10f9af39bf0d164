// While there is budget left there is no giving up: where rounding ended a direct solve from one start, it ends
// elsewhere from another. Without a budget the tolerance is to be met; with one, what is solved at all will do.
#include "engine/solve/newton.h"

namespace spook {

namespace {

// friction that is held stays as it is
void scale_start(const StepProblem& problem, const IslandRange& island, const KeptImpulses& all, double factor,
                 bool friction, StepSolution& solution) {
  all.restore(problem, island, solution);
  for (int c = island.first_contact; c < island.first_contact + island.contact_count; ++c) {
    Vec3& impulse = solution.contact_impulse[c];
    impulse[0] *= factor;
    if (friction && factor <= 1.0) impulse.tail<2>() *= factor;
  }
  for (int j = island.first_joint; j < island.first_joint + island.joint_count; ++j) {
    const JointBlock& joint = problem.joints[j];
    for (int r = joint.first_row; r < joint.first_row + joint.row_count; ++r) solution.joint_impulse[r] *= factor;
  }
}

}  // namespace

DirectResult insistent_solve(const StepProblem& problem, const IslandRange& island, DirectOptions options,
                             IslandMemory& memory, Workspace& work, StepSolution& solution) {
  const int budget = options.budget;
  const auto enough = [&](const DirectResult& r) {
    return r.solved && (budget > 0 || r.residual <= options.tolerance);
  };
  const auto spent = [&](const DirectResult& r) { return budget > 0 && r.factorisations >= budget; };
  DirectResult result = direct_solve(problem, island, options, memory, work, solution);
  if (enough(result) || spent(result)) return result;
  options.reuse = false;
  KeptImpulses best;
  best.keep(problem, island, solution);
  for (double factor : {0.0, 0.5, 2.0, 1.0, 0.1, 4.0}) {
    scale_start(problem, island, best, factor, options.friction, solution);
    if (budget > 0) options.budget = budget - result.factorisations;
    DirectResult other = direct_solve(problem, island, options, memory, work, solution);
    other.pivots += result.pivots, other.iterations += result.iterations;
    other.factorisations += result.factorisations, other.corrected += result.corrected;
    const bool better = other.residual < result.residual;
    if (better) best.keep(problem, island, solution);
    if (!better) other.residual = result.residual, other.solved = result.solved;
    result = other;
    if (enough(result) || spent(result)) break;
  }
  best.restore(problem, island, solution);
  rebuild_island(problem, options.with_held_contacts ? *options.with_held_contacts : island, work, solution);
  return result;
}

}  // namespace spook
