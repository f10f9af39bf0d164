#include "engine/step/tension.h"

#include <algorithm>

#include "engine/constraint/geometric_stiffness.h"
#include "engine/solve/rows.h"

namespace spook {

namespace {

// calls use(body, other, arm, p) for the pull p that impulses of a joint's own equations exert on each of its bodies
template <typename Use>
void visit_pulls(const WorldData& world, int block, const Vec6& impulse, Use use) {
  const StepWork& work = world.scratch;
  const BlockSource& source = work.sources[block];
  if (source.joint < 0 || source.extras) return;
  const Joint& joint = world.joints[source.joint];
  if (joint.desc.type == JointType::gear) return;
  const JointBlock& rows = work.problem.joints[block];
  const int bodies[2]{joint.body_a, joint.body_b};
  for (int side = 0; side < 2; ++side) {
    const int body = bodies[side];
    if (body < 0 || work.bodies[body].row.index < 0) continue;
    const int place = rows.bodies[0] == work.bodies[body].row.index ? 0 : 1;
    const Mat6& jacobian = work.problem.jacobians[rows.first_jacobian + place];
    const Vec3 pull = jacobian.leftCols<3>().transpose() * impulse;
    const Pose& local = side == 0 ? joint.local_a : joint.local_b;
    use(body, bodies[1 - side], Vec3(world.bodies[body].state.pose.orientation * local.position), pull);
  }
}

Vec6 impulse_before(const WorldData& world, int block) {
  const BlockSource& source = world.scratch.sources[block];
  Vec6 impulse = Vec6::Zero();
  for (int row = 0; row < world.scratch.problem.joints[block].row_count; ++row)
    impulse[row] = world.joints[source.joint].memory.equations[source.slot[row]];
  return impulse;
}

bool has_pull(const WorldData& world, int block) {
  const BlockSource& source = world.scratch.sources[block];
  return source.joint >= 0 && !source.extras;
}

// Σ h r pᵀ of the impulses before or of the trial, whichever are the stronger of a joint
void gather_pulls(WorldData& world, bool with_trial) {
  StepWork& work = world.scratch;
  work.pull.assign(world.bodies.size(), Mat3::Zero());
  for (std::size_t block = 0; block < work.sources.size(); ++block) {
    if (!has_pull(world, static_cast<int>(block))) continue;
    Vec6 impulse = impulse_before(world, static_cast<int>(block));
    if (with_trial) {
      const Vec6 found = block_impulse(work.problem.joints[block], work.solution.joint_impulse);
      if (found.squaredNorm() > impulse.squaredNorm()) impulse = found;
    }
    visit_pulls(world, static_cast<int>(block), impulse, [&](int body, int, const Vec3& arm, const Vec3& p) {
      work.pull[body] += work.h * arm * p.transpose();
    });
  }
}

// hung from what does not move, a body turns about that point and no faster
void gather_turning(WorldData& world) {
  StepWork& work = world.scratch;
  for (BodyWork& body : work.bodies) body.turning.setZero();
  for (std::size_t block = 0; block < work.sources.size(); ++block)
    if (has_pull(world, static_cast<int>(block)))
      visit_pulls(world, static_cast<int>(block), Vec6::Zero(), [&](int body, int other, const Vec3& arm, const Vec3&) {
        if (other < 0 || !world.bodies[other].dynamic())
          work.bodies[body].turning += inertia_about(world.bodies[body].mass, arm);
      });
}

// the other singular values are together below a tenth of the norm
bool is_of_one_arm(const Mat3& pull) {
  const double size = pull.squaredNorm();
  return (pull * pull.transpose()).squaredNorm() >= 0.991 * size * size;
}

bool grew(const WorldData& world, int body, const Mat3& pull) {
  const BodyWork& own = world.scratch.bodies[body];
  // Positive stiffness is at most twice the singular values of the pull, which are no more than √3 its norm, of a link
  // (one direction) the norm: nothing to look at where that is not enough
  const double enough = world.scratch.options.tension_growth * own.tension.trace() + 0.5 * own.inertia.trace();
  const double norm = pull.norm();
  if (!(4.0 * norm > enough)) return false;
  if (!(2.5 * norm > enough) && is_of_one_arm(pull)) return false;
  return stiff_part(tension_stiffness(pull), own.inertia + own.turning).trace() > enough;
}

// the stiffness of the gathered pulls; what of it is new in this step stands on the matrix alone
void put_stiffness(BodyWork& body, const Mat3& pull, double known) {
  body.tension =
      pull.squaredNorm() > 0.0 ? stiff_part(tension_stiffness(pull), body.inertia + body.turning) : Mat3(Mat3::Zero());
  const double now = body.tension.trace();
  const double share = now > 0.0 ? std::min(1.0, known / now) : 1.0;
  body.right_weight = tension_right_weight * share;
  body.matrix_weight = 1.0 - body.right_weight;
}

}  // namespace

bool find_tension(WorldData& world) {
  StepWork& work = world.scratch;
  for (BodyWork& body : work.bodies) body.tension.setZero();
  if (!world.parameters.geometric_stiffness || work.problem.joints.empty()) return false;
  gather_turning(world);
  gather_pulls(world, false);
  bool ended = false;
  for (const IslandPlace& place : work.layout.bodies) {
    BodyWork& body = work.bodies[place.index];
    if (!(work.pull[place.index].squaredNorm() > 0.0)) continue;
    put_stiffness(body, work.pull[place.index], 1e300);
    if (!body.gyroscope.spins || !(body.tension.squaredNorm() > 0.0)) continue;
    body.gyroscope.spins = false;
    ended = true;
  }
  return ended;
}

bool tension_grew(WorldData& world) {
  StepWork& work = world.scratch;
  if (!world.parameters.geometric_stiffness || work.problem.joints.empty()) return false;
  gather_pulls(world, true);
  bool any = false;
  const std::vector<IslandRange>& islands = work.problem.islands;
  for (std::size_t i = 0; i < islands.size(); ++i) {
    work.rounds[i].new_matrix = false;
    if (!work.open[i] || islands[i].joint_count == 0) continue;
    bool chosen = false;
    for (int row = islands[i].first_body; row < islands[i].first_body + islands[i].body_count; ++row) {
      const int body = work.layout.bodies[row].index;
      chosen = chosen || grew(world, body, work.pull[body]);
    }
    if (!chosen) continue;
    any = true;
    work.rounds[i].reason = RoundReason::new_tension, work.rounds[i].new_matrix = true;
    for (int row = islands[i].first_body; row < islands[i].first_body + islands[i].body_count; ++row) {
      BodyWork& body = work.bodies[work.layout.bodies[row].index];
      BodyBlock& block = work.problem.bodies[row];
      const double known = body.right_weight / tension_right_weight * body.tension.trace();
      block.inertia -= body.matrix_weight * body.tension;
      block.momentum.tail<3>() -= body.right_weight * (body.tension * body.row.velocity.tail<3>());
      put_stiffness(body, work.pull[work.layout.bodies[row].index], known);
      add_tension(body, block);
    }
  }
  return any;
}

void add_tension(const BodyWork& work, BodyBlock& block) {
  if (!(work.tension.squaredNorm() > 0.0)) return;
  block.inertia += work.matrix_weight * work.tension;
  block.momentum.tail<3>() += work.right_weight * (work.tension * work.row.velocity.tail<3>());
}

double tension_work(const BodyWork& work, const Vec3& omega) {
  if (!(work.tension.squaredNorm() > 0.0)) return 0.0;
  const Vec3 before = work.row.velocity.tail<3>();
  const Vec3 impulse = work.tension * (work.right_weight * before - work.matrix_weight * omega);
  return 0.5 * impulse.dot(before + omega);
}

}  // namespace spook
