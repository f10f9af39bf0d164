#include "engine/step/turning.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "engine/constraint/geometric_stiffness.h"
#include "engine/solve/rows.h"
#include "engine/step/ends.h"
#include "engine/step/gyroscope.h"
#include "engine/step/problem_builder.h"
#include "engine/step/winch.h"

namespace spook {

namespace {

// (g⁺ − g)/h − G v⁺ of a block's rows
void find_rows(WorldData& world, int block, Turning& turning) {
  StepWork& work = world.scratch;
  const BlockSource& source = work.sources[block];
  if (source.joint < 0 || source.extras || !source.follows) return;
  const JointBlock& rows = work.problem.joints[block];
  const Vec6 after = violations_after_step(world, world.joints[source.joint]);
  const Vec6 speed = joint_velocity(work.problem, rows, work.solution.velocity);
  for (int i = 0; i < rows.row_count; ++i) {
    const double found = (after[i] - source.rows[i].violation) / work.h - speed[i] - source.rows[i].given;
    turning.rows[rows.first_row + i] = std::isfinite(found) ? found : source.rows[i].turning;
  }
}

// Energy that impulses λ along G would make beyond λ·(g⁺ − g⁻)/2, J.
double left_by_rows(const WorldData& world, int block, const Turning& turning) {
  const StepWork& work = world.scratch;
  const BlockSource& source = work.sources[block];
  if (source.joint < 0 || source.extras || !source.follows) return 0.0;
  const JointBlock& rows = work.problem.joints[block];
  const Vec6 impulse = block_impulse(rows, work.solution.joint_impulse);
  const Vec6 before = [&] {
    Vec6 speed = Vec6::Zero();
    for (int b = 0; b < rows.body_count; ++b)
      speed += work.problem.jacobians[rows.first_jacobian + b] *
               velocity_at_start(world, work.layout.bodies[rows.bodies[b]].index);
    return speed;
  }();
  double sum = 0.0;
  for (int i = 0; i < rows.row_count; ++i) {
    // (g⁺ − g⁻)/2h − G v̄ = ½ (turning ahead + turning behind)
    sum +=
        0.5 * impulse[i] * (turning.rows[rows.first_row + i] + source.rows[i].came - before[i] - source.rows[i].given);
  }
  return sum;
}

// Numerics §7's stiffness against the mean rate ω̄ works by −(a − b) ω̄ᵀ K ω̄, which it takes for good, and
// −¼ (ω⁺ᵀ K ω⁺ − ωᵀ K ω), to and fro as in an inertia: that is given back along with what turning works.
double swing_of_tension(const BodyWork& own, const Vec3& after) {
  if (!(own.tension.squaredNorm() > 0.0)) return 0.0;
  const Vec3 before = own.row.velocity.tail<3>();
  const double together = own.matrix_weight + own.right_weight;
  return 0.25 * together * (after - before).dot(own.tension * (after + before));
}

bool is_fixed(const WorldData& world, int body) {
  return body < 0 || !world.bodies[body].moves_freely();
}

// The discrete gradient, an island at a time: G + [(g⁺ − g⁻)/2h − G v̄] (M v̄)ᵀ / (v̄ᵀ M v̄) adds to the momenta a multiple
// of M v̄, v̄ the mean motion of the jointed bodies; of what hangs from nothing, without what they have in common.
void find_gradient(WorldData& world, const IslandRange& island, Turning& turning) {
  StepWork& work = world.scratch;
  double left = 0.0;
  for (int block = island.first_joint; block < island.first_joint + island.joint_count; ++block)
    left += left_by_rows(world, block, turning);
  const bool hangs = hangs_from_the_world(world, island);
  std::vector<Vec6>& mean = work.mean_velocity;
  mean.resize(work.solution.velocity.size());
  for (int row = island.first_body; row < island.first_body + island.body_count; ++row)
    mean[row] = 0.5 * (work.solution.velocity[row] + velocity_at_start(world, work.layout.bodies[row].index));
  const RigidMotion common = hangs ? RigidMotion{} : common_motion(world, island, mean, true);
  double twice_kinetic = 0.0;
  for (int row = island.first_body; row < island.first_body + island.body_count; ++row) {
    const int slot = work.layout.bodies[row].index;
    const BodyWork& own = work.bodies[slot];
    if (!own.jointed) continue;
    left += swing_of_tension(own, work.solution.velocity[row].tail<3>());
    Vec6 v = mean[row] - common.of(world.bodies[slot].state.pose.position);
    // what a top holds in its spin is no one's to change
    if (own.gyroscope.spins) v.tail<3>() -= own.gyroscope.axis * own.gyroscope.axis.dot(v.tail<3>());
    Vec6& momentum = turning.momentum[row];
    momentum << world.bodies[slot].mass * v.head<3>(), own.inertia * v.tail<3>();
    twice_kinetic += v.dot(momentum);
  }
  const double most = work.options.max_gradient;
  double share = twice_kinetic > 0.0 ? std::clamp(left / twice_kinetic, -most, most) : 0.0;
  if (!std::isfinite(share)) share = 0.0;
  for (int row = island.first_body; row < island.first_body + island.body_count; ++row) turning.momentum[row] *= share;
}

}  // namespace

bool hangs_from_the_world(const WorldData& world, const IslandRange& island) {
  for (int block = island.first_joint; block < island.first_joint + island.joint_count; ++block) {
    const BlockSource& source = world.scratch.sources[block];
    if (source.joint < 0 || world.joints[source.joint].desc.type == JointType::spring) continue;
    const Joint& joint = world.joints[source.joint];
    if (is_fixed(world, joint.body_a) || is_fixed(world, joint.body_b)) return true;
  }
  return false;
}

RigidMotion common_motion(const WorldData& world, const IslandRange& island, const std::vector<Vec6>& velocity,
                          bool jointed_only) {
  const StepWork& work = world.scratch;
  RigidMotion common;
  double mass = 0.0;
  const auto each = [&](auto use) {
    for (int row = island.first_body; row < island.first_body + island.body_count; ++row) {
      const BodyWork& own = work.bodies[work.layout.bodies[row].index];
      if (own.jointed || !jointed_only) use(world.bodies[work.layout.bodies[row].index], own, velocity[row]);
    }
  };
  each([&](const Body& body, const BodyWork&, const Vec6& v) {
    mass += body.mass;
    common.centre += body.mass * body.state.pose.position;
    common.velocity += body.mass * v.head<3>();
  });
  if (!(mass > 0.0)) return common;
  common.centre /= mass, common.velocity /= mass;
  Vec3 momentum = Vec3::Zero();
  Mat3 inertia = Mat3::Zero();
  each([&](const Body& body, const BodyWork& own, const Vec6& v) {
    const Vec3 arm = body.state.pose.position - common.centre;
    momentum += body.mass * arm.cross(v.head<3>()) + own.inertia * v.tail<3>();
    inertia += own.inertia + inertia_about(body.mass, arm);
  });
  common.omega = inertia.ldlt().solve(momentum);
  return common;
}

Vec6 joint_turning(WorldData& world, const Joint& joint, const ConstraintRows& rows, std::span<const RowBody> sides) {
  Vec6 turning = Vec6::Zero();
  if (!world.parameters.follow_motion || !follows_violations(joint.desc)) return turning;
  const Vec6 after = violations_after_step(world, joint);
  for (int i = 0; i < rows.count; ++i)
    turning[i] =
        (after[i] - rows.violation[i]) / world.scratch.h - row_speeds(rows, i, sides).all + winding_speed(world, joint);
  return turning;
}

void find_turning(WorldData& world, Turning& turning) {
  StepWork& work = world.scratch;
  const std::vector<IslandRange>& islands = work.problem.islands;
  for (std::size_t i = 0; i < islands.size(); ++i) {
    if (!work.open[i]) continue;
    const IslandRange& island = islands[i];
    for (int row = island.first_body; row < island.first_body + island.body_count; ++row)
      turning.momentum[row].setZero();
    if (island.joint_count > 0) {
      for (int block = island.first_joint; block < island.first_joint + island.joint_count; ++block)
        find_rows(world, block, turning);
      if (world.parameters.discrete_gradient) find_gradient(world, island, turning);
    }
    for (int row = island.first_body; row < island.first_body + island.body_count; ++row) {
      const BodyWork& own = work.bodies[work.layout.bodies[row].index];
      if (own.gyroscope.spins)
        turning.momentum[row].tail<3>() += gyroscope_feedback(own.gyroscope, work.solution.velocity[row].tail<3>());
    }
  }
}

void put_turning(WorldData& world, const Turning& turning) {
  StepWork& work = world.scratch;
  const std::vector<IslandRange>& islands = work.problem.islands;
  for (std::size_t i = 0; i < islands.size(); ++i) {
    if (!work.open[i]) continue;
    const IslandRange& island = islands[i];
    for (int block = island.first_joint; block < island.first_joint + island.joint_count; ++block) {
      BlockSource& source = work.sources[block];
      if (source.joint < 0 || source.extras || !source.follows) continue;
      const JointBlock& rows = work.problem.joints[block];
      for (int r = 0; r < rows.row_count; ++r) {
        double& has = source.rows[r].turning;
        work.problem.rows[rows.first_row + r].rhs -= turning.rows[rows.first_row + r] - has;
        has = turning.rows[rows.first_row + r];
      }
    }
    for (int row = island.first_body; row < island.first_body + island.body_count; ++row) {
      work.problem.bodies[row].momentum += turning.momentum[row] - work.used.momentum[row];
      work.used.momentum[row] = turning.momentum[row];
    }
    for (int block = island.first_joint; block < island.first_joint + island.joint_count; ++block) {
      const JointBlock& rows = work.problem.joints[block];
      for (int r = rows.first_row; r < rows.first_row + rows.row_count; ++r) work.used.rows[r] = turning.rows[r];
    }
  }
}

void put_first_momenta(WorldData& world, const IslandRange& island) {
  StepWork& work = world.scratch;
  for (int row = island.first_body; row < island.first_body + island.body_count; ++row) {
    const BodyWork& own = work.bodies[work.layout.bodies[row].index];
    Vec6 begun = Vec6::Zero();
    if (own.gyroscope.spins) begun.tail<3>() = gyroscope_feedback(own.gyroscope, own.row.velocity.tail<3>());
    work.problem.bodies[row].momentum += begun - work.used.momentum[row];
    work.used.momentum[row] = begun;
  }
}

namespace {

// rows of an island that follow their violations: what they were made of, and where they stand in the problem
template <typename Use>
void for_each_following_row(StepWork& work, const IslandRange& island, Use use) {
  for (int block = island.first_joint; block < island.first_joint + island.joint_count; ++block) {
    BlockSource& source = work.sources[block];
    if (source.joint < 0 || source.extras || !source.follows) continue;
    const JointBlock& rows = work.problem.joints[block];
    for (int i = 0; i < rows.row_count; ++i) use(source.rows[i], rows.first_row + i);
  }
}

}  // namespace

void put_linear(WorldData& world, const IslandRange& island) {
  StepWork& work = world.scratch;
  for_each_following_row(work, island, [&](RowSource& made, int row) {
    double& rhs = work.problem.rows[row].rhs;
    made.turning += rhs - made.linear;  // from there put_turning() finds its way back
    rhs = made.linear;
    work.used.rows[row] = 0.0;
  });
  put_first_momenta(world, island);
}

void keep_linear(WorldData& world, const IslandRange& island) {
  for_each_following_row(world.scratch, island, [](RowSource& made, int) { made.turning = made.foreseen; });
}

double motion_of(const WorldData& world, const IslandRange& island) {
  double sum = 0.0;
  for (int row = island.first_body; row < island.first_body + island.body_count; ++row) {
    const Body& body = world.bodies[world.scratch.layout.bodies[row].index];
    const Gyroscope& top = world.scratch.bodies[world.scratch.layout.bodies[row].index].gyroscope;
    double own = kinetic_energy(body);
    if (top.spins) {
      const double spin = top.axis.dot(body.state.omega);
      own = std::max(0.0, own - 0.5 * top.along * spin * spin);
    }
    sum += own + body.mass * world.scratch.options.min_motion;
  }
  return sum;
}

}  // namespace spook
