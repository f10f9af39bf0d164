// Impulses from multipliers, and velocities from impulses.
#include <algorithm>

#include "engine/solve/contact_forces.h"
#include "engine/solve/newton_state.h"

namespace spook {

double row_impulse(const IslandView& view, int r) {
  const JointRow& row = view.problem.rows[r];
  switch (view.work.row_mode[r]) {
    case RowMode::at_lower:
      return row.lower;
    case RowMode::at_upper:
      return row.upper;
    default:
      return view.work.row_y[r];
  }
}

Vec3 contact_impulse(const IslandView& view, int c) {
  const Vec3& y = view.work.contact_y[c];
  Vec3 impulse(std::max(y[0], 0.0), 0.0, 0.0);
  if (view.friction && view.work.disc[c] > 0.0) impulse.tail<2>() = project_disc(y.tail<2>(), view.work.disc[c]);
  return impulse;
}

void rebuild_island(const StepProblem& problem, const IslandRange& island, Workspace& work, StepSolution& solution) {
  on_bodies(island, work, [&](int b) { solution.velocity[b] = problem.bodies[b].momentum; });
  for (int j = island.first_joint; j < island.first_joint + island.joint_count; ++j) {
    const JointBlock& joint = problem.joints[j];
    add_joint_impulse(problem, joint, block_impulse(joint, solution.joint_impulse), solution.velocity);
  }
  push_contacts(problem, island, work, solution.velocity, [&](int c) { return solution.contact_impulse[c]; });
  on_bodies(island, work, [&](int b) { solution.velocity[b] = work.inverse[b].times(solution.velocity[b]); });
}

}  // namespace spook
