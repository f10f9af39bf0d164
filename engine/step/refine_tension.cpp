// A tension that comes on within a step. The stiffness of numerics §7 is known from the impulses of the step before: of
// a chain that falls slack and is caught, nothing. Links across a pull of a tonne then turn by radians.
#include <cmath>

#include "engine/constraint/geometric_stiffness.h"
#include "engine/step/refine.h"

namespace spook {

namespace {

constexpr double much_more = 1.5;  // of what was foreseen, and half the inertia: below that §7 copes

// Σ h r pᵀ of the solution, and of the step before where it was the stronger
void gather_pulls(WorldData& world, std::vector<Mat3>& pull) {
  const StepScratch& scratch = world.scratch;
  const StepProblem& problem = scratch.problem;
  pull.assign(world.bodies.size(), Mat3::Zero());
  for (std::size_t block = 0; block < scratch.sources.size(); ++block) {
    const BlockSource& source = scratch.sources[block];
    if (source.joint < 0 || source.extras) continue;
    Joint& joint = world.joints[source.joint];
    if (joint.desc.type == JointType::gear) continue;
    const JointBlock& rows = problem.joints[block];
    Vec6 found = Vec6::Zero(), before = Vec6::Zero();
    for (int i = 0; i < rows.row_count; ++i) {
      found[i] = scratch.solution.joint_impulse[rows.first_row + i];
      before[i] = joint.memory.equations[source.slot[i]];
    }
    const Vec6& impulse = found.squaredNorm() > before.squaredNorm() ? found : before;
    visit_pulls(world, static_cast<int>(block), impulse,
                [&](int body, int, const Vec3& arm, const Vec3& p) { pull[body] += scratch.h * arm * p.transpose(); });
  }
}

// what the solution pulls by becomes what the step before is said to have pulled by
void remember_stronger_impulses(WorldData& world, const IslandRange& island) {
  const StepScratch& scratch = world.scratch;
  for (int block = island.first_joint; block < island.first_joint + island.joint_count; ++block) {
    const BlockSource& source = scratch.sources[block];
    if (source.joint < 0 || source.extras) continue;
    const JointBlock& rows = scratch.problem.joints[block];
    auto& memory = world.joints[source.joint].memory.equations;
    double found = 0.0, before = 0.0;
    for (int i = 0; i < rows.row_count; ++i) {
      const double impulse = scratch.solution.joint_impulse[rows.first_row + i];
      found += impulse * impulse, before += memory[source.slot[i]] * memory[source.slot[i]];
    }
    for (int i = 0; i < rows.row_count && found > before && std::isfinite(found); ++i)
      memory[source.slot[i]] = scratch.solution.joint_impulse[rows.first_row + i];
  }
}

// the other singular values are together below a tenth of the norm
bool is_of_one_arm(const Mat3& pull) {
  const double size = pull.squaredNorm();
  return (pull * pull.transpose()).squaredNorm() >= 0.991 * size * size;
}

bool grew(const WorldData& world, int body, const Mat3& pull) {
  const BodyScratch& scratch = world.scratch.bodies[body];
  // Positive stiffness is at most twice the singular values of the pull, which are no more than √3 its norm, of a link
  // (one direction) the norm: nothing to look at where that is not enough
  const double enough = much_more * scratch.tension.trace() + 0.5 * scratch.inertia.trace();
  const double norm = pull.norm();
  if (!(4.0 * norm > enough)) return false;
  if (!(2.5 * norm > enough) && is_of_one_arm(pull)) return false;
  return stiff_part(tension_stiffness(pull), scratch.inertia + scratch.turning).trace() > enough;
}

}  // namespace

bool meet_sudden_tension(WorldData& world) {
  if (!world.parameters.geometric_stiffness) return false;
  StepScratch& scratch = world.scratch;
  RefineScratch& refine = scratch.refine;
  gather_pulls(world, refine.pull);
  const std::vector<IslandRange>& islands = scratch.problem.islands;
  refine.chosen.assign(islands.size(), 0);
  bool any = false;
  for (std::size_t i = 0; i < islands.size(); ++i) {
    if (islands[i].joint_count == 0) continue;
    for (int row = islands[i].first_body; row < islands[i].first_body + islands[i].body_count; ++row) {
      const int body = scratch.layout.bodies[row].index;
      if (grew(world, body, refine.pull[body])) refine.chosen[i] = 1;
    }
    if (!refine.chosen[i]) continue;
    any = true;
    remember_stronger_impulses(world, islands[i]);
    for (int row = islands[i].first_body; row < islands[i].first_body + islands[i].body_count; ++row)
      scratch.bodies[scratch.layout.bodies[row].index].sudden = true;
  }
  if (any) assemble_problem(world);
  return any;
}

}  // namespace spook
