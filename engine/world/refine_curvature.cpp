// How joints bend over the step that was found. Numerics §1 takes (dG/dt) v of the velocities before the step; what
// keeps energy is the mean of that and the step's own. With x = g − h²κ/4 and y = G v − hκ/2 the row reads
//   G (v⁺ + v) = −(4/h) φ x + (1 + φ) y,
// so that joints do no work, λ·G (v⁺ + v)/2 = 0, where x and y stay nil: with κ in the middle of both steps they do.
#include <cmath>

#include "engine/world/gyroscope.h"
#include "engine/world/problem_builder.h"
#include "engine/world/refine.h"
#include "engine/world/rotation.h"

namespace spook {

namespace {

constexpr double least_turn = 1e-5;  // rad a step: what turns less does not bend anything
constexpr double least_work = 2e-7;  // of an island's kinetic energy: what is worth another solve

bool turns(const WorldData& world, int body) {
  if (body < 0) return false;
  const BodyScratch& scratch = world.scratch.bodies[body];
  const double before = scratch.row.velocity.tail<3>().norm();
  const double after =
      scratch.row.index < 0 ? before : world.scratch.solution.velocity[scratch.row.index].tail<3>().norm();
  return world.scratch.h * std::max(before, after) > least_turn;
}

// what the rows' right-hand sides change by; sums λ·Δr/2, the work that hangs on it
double bend_block(WorldData& world, int block) {
  StepScratch& scratch = world.scratch;
  const BlockSource& source = scratch.sources[block];
  if (source.joint < 0 || source.extras || source.curvature_weight == 0.0) return 0.0;
  const Joint& joint = world.joints[source.joint];
  if (!turns(world, joint.body_a) && !turns(world, joint.body_b) && joint.desc.type != JointType::distance) return 0.0;
  JointGeometry geometry;
  geometry.length = joint.length;
  geometry.a = side_after_step(world, joint.body_a, joint.local_a);
  geometry.b = side_after_step(world, joint.body_b, joint.local_b);
  ConstraintRows after;
  joint_type_info(joint.desc.type).rows(geometry, after);

  const JointBlock& rows = scratch.problem.joints[block];
  const double h = scratch.h;
  double work = 0.0;
  for (int i = 0; i < rows.row_count; ++i) {
    double speed = source.rows[i].given;
    for (int b = 0; b < rows.body_count; ++b)
      speed += scratch.problem.jacobians[rows.first_jacobian + b].row(i).dot(scratch.solution.velocity[rows.bodies[b]]);
    // g⁺ = g + h G v⁺ + ½ h² κ⁺
    const double own = 2.0 / (h * h) * (after.violation[i] - source.rows[i].violation - h * speed);
    const double change = -source.curvature_weight * 0.5 * (own - source.rows[i].curvature);
    scratch.refine.bend[rows.first_row + i] = change;
    work += 0.5 * change * scratch.solution.joint_impulse[rows.first_row + i];
  }
  return std::abs(work);
}

double kinetic(const WorldData& world, const IslandRange& island) {
  double sum = 0.0;
  for (int row = island.first_body; row < island.first_body + island.body_count; ++row)
    sum += kinetic_energy(world.bodies[world.scratch.layout.bodies[row].index]);
  return sum;
}

}  // namespace

namespace {

// moving freely from where it stands
Pose drifted(const Body& body, const Vec3& velocity, const Vec3& momentum, double h) {
  Pose pose = body.state.pose;
  pose.position += h * velocity;
  pose.orientation = rotate(pose.orientation, free_omega(pose.orientation, body.principal, momentum, h), h);
  return pose;
}

Pose carried(const Body& body, double h) {
  Pose pose = body.state.pose;
  pose.position += h * body.state.velocity;
  pose.orientation = rotate(pose.orientation, body.state.omega, h);
  return pose;
}

bool is_carried(const Body& body) {
  return body.desc.motion == Motion::kinematic && !body.state.frozen;
}

// where it is, not how it moves
JointSide side_at(int body, const Pose& local, const Pose& pose) {
  JointSide side;
  if (body >= 0) side.centre = pose.position;
  side.arm = pose.orientation * local.position;
  side.frame = (pose.orientation * local.orientation).toRotationMatrix();
  return side;
}

// found once for all joints of a body
Pose pose_before_step(WorldData& world, int body) {
  if (body < 0) return {};
  const Body& own = world.bodies[body];
  BodyScratch& scratch = world.scratch.bodies[body];
  const double h = world.scratch.h;
  if (scratch.before_known) return scratch.before;
  scratch.before_known = true;
  scratch.before = own.state.pose;
  if (own.moves_freely() && scratch.gyroscope.spins) {
    scratch.before.position -= h * own.state.velocity;
    scratch.before.orientation =
        gyroscope_orientation(scratch.gyroscope, own.state.pose.orientation, own.state.omega, -h);
  } else if (own.moves_freely()) {
    scratch.before = drifted(own, own.state.velocity, own.state.angular_momentum, -h);
  } else if (is_carried(own)) {
    scratch.before = carried(own, -h);
  }
  return scratch.before;
}

}  // namespace

Vec3 momentum_after_step(const WorldData& world, int body) {
  const BodyScratch& own = world.scratch.bodies[body];
  const Vec6& velocity = world.scratch.solution.velocity[own.row.index];
  if (own.gyroscope.spins)
    return gyroscope_momentum(world.bodies[body], own.gyroscope, velocity.tail<3>(), world.scratch.h);
  return world.bodies[body].state.angular_momentum + own.inertia * (velocity.tail<3>() - own.row.velocity.tail<3>());
}

// Numerics §6. What is jointed: impulses change the momentum, and with it the body moves freely. The others: the free
// motion, then what was added to it; at large spins exp(h ω⁺) would turn the addition along.
Pose pose_after_step(const WorldData& world, int body) {
  const Body& own = world.bodies[body];
  const BodyScratch& scratch = world.scratch.bodies[body];
  const double h = world.scratch.h;
  if (scratch.row.index < 0) return is_carried(own) ? carried(own, h) : own.state.pose;
  const Vec6& velocity = world.scratch.solution.velocity[scratch.row.index];
  if (scratch.gyroscope.spins) {
    Pose pose = own.state.pose;
    pose.position += h * velocity.head<3>();
    pose.orientation = gyroscope_orientation(scratch.gyroscope, pose.orientation, velocity.tail<3>(), h);
    return pose;
  }
  if (scratch.jointed) return drifted(own, velocity.head<3>(), momentum_after_step(world, body), h);
  const Vec3 free = scratch.row.velocity.tail<3>();
  Pose pose = own.state.pose;
  pose.position += h * velocity.head<3>();
  pose.orientation = rotate(rotate(pose.orientation, free, h), velocity.tail<3>() - free, h);
  return pose;
}

JointSide side_after_step(WorldData& world, int body, const Pose& local) {
  if (body < 0) return side_at(body, local, Pose{});
  BodyScratch& scratch = world.scratch.bodies[body];
  if (!scratch.after_known) scratch.after = pose_after_step(world, body);
  scratch.after_known = true;
  return side_at(body, local, scratch.after);
}

void bend_before_step(WorldData& world, const Joint& joint, std::span<const RowBody> sides, ConstraintRows& rows) {
  if (joint.desc.type == JointType::gear || sides.size() > 2) return;
  const double h = world.scratch.h;
  if (h * std::max(sides[0].velocity.tail<3>().norm(), sides[1].velocity.tail<3>().norm()) < least_turn) return;
  JointGeometry geometry;
  geometry.length = joint.length;
  geometry.a = side_at(joint.body_a, joint.local_a, pose_before_step(world, joint.body_a));
  geometry.b = side_at(joint.body_b, joint.local_b, pose_before_step(world, joint.body_b));
  ConstraintRows before;
  joint_type_info(joint.desc.type).rows(geometry, before);
  for (int i = 0; i < rows.count; ++i)
    rows.curvature[i] = 2.0 / (h * h) * (before.violation[i] - rows.violation[i] + h * row_speeds(rows, i, sides).all);
}

bool bend_with_the_motion(WorldData& world) {
  StepScratch& scratch = world.scratch;
  RefineScratch& refine = scratch.refine;
  StepProblem& problem = scratch.problem;
  refine.bend.assign(problem.rows.size(), 0.0);
  refine.chosen.assign(problem.islands.size(), 0);
  for (BodyScratch& body : scratch.bodies) body.after_known = false;
  bool any = false;
  for (std::size_t i = 0; i < problem.islands.size(); ++i) {
    const IslandRange& island = problem.islands[i];
    double work = 0.0;
    for (int block = island.first_joint; block < island.first_joint + island.joint_count; ++block)
      work += bend_block(world, block);
    if (!(work > least_work * kinetic(world, island))) continue;
    refine.chosen[i] = 1, any = true;
    for (int block = island.first_joint; block < island.first_joint + island.joint_count; ++block) {
      const JointBlock& rows = problem.joints[block];
      for (int row = rows.first_row; row < rows.first_row + rows.row_count; ++row)
        problem.rows[row].rhs += refine.bend[row];
    }
  }
  return any;
}

}  // namespace spook
