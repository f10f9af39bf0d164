// Impulses from multipliers, and velocities from impulses.
#include <algorithm>

#include "engine/solve/newton_state.h"
#include "engine/solve/pair_rows.h"

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

void rebuild_island(const StepProblem& problem, const IslandRange& island, const Workspace& work,
                    StepSolution& solution) {
  for (int b = island.first_body; b < island.first_body + island.body_count; ++b) {
    solution.velocity[b] = problem.bodies[b].momentum;
  }
  for (int j = island.first_joint; j < island.first_joint + island.joint_count; ++j) {
    const JointBlock& joint = problem.joints[j];
    add_joint_impulse(problem, joint, block_impulse(joint, solution.joint_impulse), solution.velocity);
  }
  for (int p = island.first_pair; p < island.first_pair + island.pair_count; ++p) {
    const PairBlock& pair = problem.pairs[p];
    PairPush push;
    for (int c = pair.first_contact; c < pair.first_contact + pair.contact_count; ++c)
      if (solution.contact_impulse[c] != Vec3::Zero()) push.add(problem.contacts[c], solution.contact_impulse[c]);
    push.give(pair, solution.velocity);
  }
  for (int b = island.first_body; b < island.first_body + island.body_count; ++b) {
    solution.velocity[b] = work.inverse[b].times(solution.velocity[b]);
  }
}

}  // namespace spook
