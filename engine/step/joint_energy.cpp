#include "engine/step/joint_energy.h"

#include <algorithm>

#include "engine/constraint/spook_row.h"
#include "engine/solve/rows.h"

namespace spook {

namespace {

struct SpringWork {
  double work = 0.0, most = 0.0;  // J: given to the motion; what the springs hold at most
};

// rows that follow lead the violation along; the others work by their velocities as they are
SpringWork spring_work(const WorldData& world, int block, double compliance) {
  const StepScratch& scratch = world.scratch;
  const BlockSource& source = scratch.sources[block];
  const JointBlock& rows = scratch.problem.joints[block];
  const Vec6 found = joint_velocity(scratch.problem, rows, scratch.solution.velocity);
  SpringWork spring;
  for (int i = 0; i < rows.row_count; ++i) {
    const RowSource& row = source.rows[i];
    const double impulse = scratch.solution.joint_impulse[rows.first_row + i];
    double behind = row.speed, ahead = found[i] + row.given;
    if (source.follows) behind -= 0.5 * scratch.h * row.curvature, ahead += 0.5 * scratch.h * row.ahead;
    const double middle = row.violation + 0.5 * scratch.h * ahead;
    spring.work += 0.5 * impulse * (behind + ahead);
    spring.most += 0.5 * middle * middle / compliance;
  }
  return spring;
}

// what one gives beyond its own another took: redundant joints trade among themselves
void keep_accounts_of(WorldData& world, const IslandRange& island) {
  const auto each = [&](auto use) {
    for (int block = island.first_joint; block < island.first_joint + island.joint_count; ++block) {
      const BlockSource& source = world.scratch.sources[block];
      if (source.joint >= 0 && !source.extras) use(world.joints[source.joint], block);
    }
  };
  double gained = 0.0, stored = 0.0;
  each([&](Joint& joint, int block) {
    joint.memory.stepped = true;
    if (joint.desc.type == JointType::spring) return;  // holds ½ k x² whoever put it in
    const double compliance = joint.desc.compliance.value_or(world.parameters.joint_compliance);
    const SpringWork spring = spring_work(world, block, std::max(compliance, least_compliance));
    const double left = std::clamp(joint.memory.stored - spring.work, 0.0, spring.most);
    gained += spring.work + left - joint.memory.stored;
    joint.memory.stored = left >= 0.0 ? left : 0.0;  // a number even where the velocities are not
    stored += joint.memory.stored;
  });
  if (!(gained > 0.0) || !(stored > 0.0)) return;
  const double kept = 1.0 - std::min(gained / stored, 1.0);
  each([&](Joint& joint, int) { joint.memory.stored *= kept; });
}

}  // namespace

void keep_joint_accounts(WorldData& world) {
  for (const IslandRange& island : world.scratch.problem.islands)
    if (island.joint_count > 0) keep_accounts_of(world, island);
}

}  // namespace spook
