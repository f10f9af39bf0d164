// How joints bend over the step that was found. Rows are put with a guess κ⁺ of the curvature of this step, that of the
// motion there is going on; where the step's own, g⁺ = g + h G v⁺ + ½ h² κ⁺ at the poses it leads to, differs from it
// by what matters, the step is solved again.
#include <cmath>
#include <limits>

#include "engine/constraint/geometric_stiffness.h"
#include "engine/step/gyroscope.h"
#include "engine/step/problem_builder.h"
#include "engine/step/refine.h"
#include "engine/step/rotation.h"

namespace spook {

namespace {

constexpr double least_turn = 1e-5;        // rad a step: what turns less does not bend anything
constexpr double least_work = 1e-7;        // of an island's kinetic energy: what is worth another solve
constexpr double usual_step = 1.0 / 60.0;  // s
constexpr double worth_it = 2.0;           // of what was left before: else it does not settle
constexpr double least_share = 0.2;        // of the way to the bend found, where contacts come and go with it
constexpr double least_gap = 1e-4;         // m, rad
constexpr double of_tension = 0.1;         // of what the geometric stiffness takes in the step: it drowns in that
constexpr double of_balance = 0.5;         // the same, of what the balance lacks: less than is taken is no gain
constexpr double small_gap = 2e-5;         // m, rad: below it what bending leaves may drown in that
constexpr double least_lift = 1e-7;        // J/kg: or lifting all there is by a hundredth of a micrometre

bool turns(const WorldData& world, int body) {
  if (body < 0) return false;
  const BodyScratch& scratch = world.scratch.bodies[body];
  const double before = scratch.row.velocity.tail<3>().norm();
  const double after =
      scratch.row.index < 0 ? before : world.scratch.solution.velocity[scratch.row.index].tail<3>().norm();
  return world.scratch.h * std::max(before, after) > least_turn;
}

struct Bend {
  double work = 0.0, gap = 0.0;  // J; m, rad
};

// what the curvature ahead is in truth; sums λ·Δr/2, the work that hangs on it, and finds the gap it leaves
Bend bend_block(WorldData& world, int block) {
  StepScratch& scratch = world.scratch;
  const BlockSource& source = scratch.sources[block];
  if (source.joint < 0 || source.extras || source.curvature_weight == 0.0) return {};
  const Joint& joint = world.joints[source.joint];
  if (!turns(world, joint.body_a) && !turns(world, joint.body_b) && joint.desc.type != JointType::distance) return {};
  JointGeometry geometry;
  geometry.length = joint.length;
  const bool framed = joint.desc.type != JointType::ball;
  geometry.a = side_after_step(world, joint.body_a, joint.local_a, framed);
  geometry.b = side_after_step(world, joint.body_b, joint.local_b, framed);
  const Vec6 after = joint_violations(joint.desc.type, geometry);

  const JointBlock& rows = scratch.problem.joints[block];
  const double h = scratch.h;
  Bend bend;
  for (int i = 0; i < rows.row_count; ++i) {
    double speed = source.rows[i].given;
    for (int b = 0; b < rows.body_count; ++b)
      speed += scratch.problem.jacobians[rows.first_jacobian + b].row(i).dot(scratch.solution.velocity[rows.bodies[b]]);
    // g⁺ = g + h G v⁺ + ½ h² κ⁺
    const double own = 2.0 / (h * h) * (after[i] - source.rows[i].violation - h * speed);
    scratch.refine.bend[rows.first_row + i] = own;
    bend.work -= 0.5 * source.curvature_weight * (own - source.rows[i].ahead) *
                 scratch.solution.joint_impulse[rows.first_row + i];
    bend.gap = std::max(bend.gap, 0.5 * h * h * std::abs(own - source.rows[i].ahead));
  }
  bend.work = std::abs(bend.work);
  return bend;
}

void bend_rows(WorldData& world, int block, double share) {
  BlockSource& source = world.scratch.sources[block];
  const JointBlock& rows = world.scratch.problem.joints[block];
  for (int i = 0; i < rows.row_count; ++i) {
    const double own = world.scratch.refine.bend[rows.first_row + i];
    if (!std::isfinite(own)) continue;
    const double further = share * (own - source.rows[i].ahead);
    world.scratch.problem.rows[rows.first_row + i].rhs -= source.curvature_weight * further;
    source.rows[i].ahead += further;
  }
}

// Where what lies ahead does not settle, as in a chain that is pushed together, rows take half the curvature of both
// steps instead: right-hand sides of the other kind, and no balance.
void give_up_following(WorldData& world, const IslandRange& island) {
  StepScratch& scratch = world.scratch;
  const double h = scratch.h;
  for (int block = island.first_joint; block < island.first_joint + island.joint_count; ++block) {
    BlockSource& source = scratch.sources[block];
    if (!source.follows) continue;
    const JointBlock& rows = scratch.problem.joints[block];
    const double weight = 0.25 * (1.0 - source.phi) * h;
    for (int i = 0; i < rows.row_count; ++i) {
      RowSource& row = source.rows[i];
      scratch.problem.rows[rows.first_row + i].rhs +=
          0.5 * h * (source.phi * row.curvature + row.ahead) - 2.0 * weight * row.curvature;
      row.ahead = row.curvature;
    }
    source.follows = false, source.curvature_weight = weight;
  }
  for (int row = island.first_body; row < island.first_body + island.body_count; ++row) {
    BodyScratch& own = scratch.bodies[scratch.layout.bodies[row].index];
    scratch.problem.bodies[row].momentum -= own.balance;
    own.balance.setZero();
  }
}

// of a top without its spin
double nodding_energy(const WorldData& world, int slot) {
  const Gyroscope& top = world.scratch.bodies[slot].gyroscope;
  const double all = kinetic_energy(world.bodies[slot]);
  if (!top.spins) return all;
  const double spin = top.axis.dot(world.bodies[slot].state.omega);
  return std::max(0.0, all - 0.5 * top.along * spin * spin);
}

// what the geometric stiffness of numerics §7 takes from the island in this step for good, (a − b) ω̄ᵀ K ω̄, J
double taken_by_tension(const WorldData& world, const IslandRange& island) {
  double sum = 0.0;
  for (int row = island.first_body; row < island.first_body + island.body_count; ++row) {
    const BodyScratch& own = world.scratch.bodies[world.scratch.layout.bodies[row].index];
    if (!(own.tension.squaredNorm() > 0.0)) continue;
    const TensionWeights weights = tension_weights(own.sudden);
    const Vec3 mean = 0.5 * (own.row.velocity.tail<3>() + world.scratch.solution.velocity[row].tail<3>());
    sum += (weights.matrix - weights.right) * mean.dot(own.tension * mean);
  }
  return sum;
}

double lifted_mass(const WorldData& world, const IslandRange& island) {
  double sum = 0.0;
  for (int row = island.first_body; row < island.first_body + island.body_count; ++row)
    sum += world.bodies[world.scratch.layout.bodies[row].index].mass;
  return sum;
}

double kinetic_but_spin(const WorldData& world, const IslandRange& island) {
  double sum = 0.0;
  for (int row = island.first_body; row < island.first_body + island.body_count; ++row)
    sum += nodding_energy(world, world.scratch.layout.bodies[row].index);
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
JointSide side_at(int body, const Pose& local, const Pose& pose, bool framed) {
  JointSide side;
  if (body >= 0) side.centre = pose.position;
  side.arm = pose.orientation * local.position;
  if (framed) side.frame = (pose.orientation * local.orientation).toRotationMatrix();
  return side;
}

// what was hit has no step before that its velocity would have come from
bool struck(const WorldData& world, int body) {
  return body >= 0 && body < static_cast<int>(world.scratch.struck.size()) && world.scratch.struck[body];
}

// Going back by −h does the same to fourth order in the turn. What is flung about by radians is left to that: its
// joints take half of each curvature, and the true pose made them worse (a ball of 80 rad/s on a joint: 0.33 mm apart
// for 0.21).
bool came_from(const DriftedFrom& last, const BodyState& now, double h) {
  constexpr double most_turn = 0.1;  // rad a step
  return last.known && last.h == h && h * now.omega.norm() < most_turn && last.velocity == now.velocity &&
         last.momentum == now.angular_momentum && last.to.position == now.pose.position &&
         last.to.orientation.coeffs() == now.pose.orientation.coeffs();
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
    scratch.before = came_from(scratch.drifted_from, own.state, h)
                         ? scratch.drifted_from.pose
                         : drifted(own, own.state.velocity, own.state.angular_momentum, -h);
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
namespace {

Pose led_to(const WorldData& world, int body) {
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
  if (scratch.held()) return drifted(own, velocity.head<3>(), momentum_after_step(world, body), h);
  const Vec3 free = scratch.row.velocity.tail<3>();
  Pose pose = own.state.pose;
  pose.position += h * velocity.head<3>();
  pose.orientation = rotate(rotate(pose.orientation, free, h), velocity.tail<3>() - free, h);
  return pose;
}

}  // namespace

const Pose& pose_after_step(WorldData& world, int body) {
  BodyScratch& scratch = world.scratch.bodies[body];
  if (!scratch.after_known) scratch.after = led_to(world, body);
  scratch.after_known = true;
  return scratch.after;
}

void forget_ends(WorldData& world) {
  for (BodyScratch& body : world.scratch.bodies) body.after_known = false;
}

JointSide side_after_step(WorldData& world, int body, const Pose& local, bool framed) {
  if (body < 0) return side_at(body, local, Pose{}, framed);
  return side_at(body, local, pose_after_step(world, body), framed);
}

Vec6 curvature_behind(WorldData& world, const Joint& joint, std::span<const RowBody> sides,
                      const ConstraintRows& rows) {
  if (joint.desc.type == JointType::gear || sides.size() > 2) return rows.curvature;
  const double h = world.scratch.h;
  Vec6 behind = rows.curvature;
  const bool begins = !joint.memory.stepped || struck(world, joint.body_a) || struck(world, joint.body_b);
  if (joint.desc.type != JointType::spring && begins) {
    for (int i = 0; i < rows.count; ++i) behind[i] = 2.0 / h * row_speeds(rows, i, sides).all;
    return behind;
  }
  if (h * std::max(sides[0].velocity.tail<3>().norm(), sides[1].velocity.tail<3>().norm()) < least_turn) return behind;
  JointGeometry geometry;
  geometry.length = joint.length;
  const bool framed = joint.desc.type != JointType::ball;
  geometry.a = side_at(joint.body_a, joint.local_a, pose_before_step(world, joint.body_a), framed);
  geometry.b = side_at(joint.body_b, joint.local_b, pose_before_step(world, joint.body_b), framed);
  const Vec6 before = joint_violations(joint.desc.type, geometry);
  for (int i = 0; i < rows.count; ++i)
    behind[i] = 2.0 / (h * h) * (before[i] - rows.violation[i] + h * row_speeds(rows, i, sides).all);
  return behind;
}

// flung about: once more, and no better is to be had
bool hard_to_foresee(const WorldData& world, const IslandRange& island) {
  const StepScratch& scratch = world.scratch;
  for (int block = island.first_joint; block < island.first_joint + island.joint_count; ++block)
    if (scratch.sources[block].holds && scratch.sources[block].curvature_weight > 0.0 &&
        !scratch.sources[block].follows)
      return true;
  return false;
}

bool bend_with_the_motion(WorldData& world, int round) {
  StepScratch& scratch = world.scratch;
  RefineScratch& refine = scratch.refine;
  StepProblem& problem = scratch.problem;
  refine.bend.assign(problem.rows.size(), std::numeric_limits<double>::quiet_NaN());  // not looked at
  if (round == 0) refine.chosen.assign(problem.islands.size(), 1);
  refine.bend_left.resize(problem.islands.size()), refine.bend_share.resize(problem.islands.size());
  bool any = false;
  for (std::size_t i = 0; i < problem.islands.size(); ++i) {
    const IslandRange& island = problem.islands[i];
    if (!refine.chosen[i]) continue;  // as it was
    refine.chosen[i] = 0;
    if (round == 0) refine.bend_share[i] = 1.0;
    const bool once = hard_to_foresee(world, island);
    if (island.joint_count == 0 || (round > 0 && once)) continue;
    double work = 0.0, gap = 0.0;
    for (int block = island.first_joint; block < island.first_joint + island.joint_count; ++block) {
      const Bend bend = bend_block(world, block);
      work += bend.work, gap = std::max(gap, bend.gap);
    }
    const double bent = work;  // whether that settles does not hang on the balance
    const double taken = once ? 0.0 : taken_by_tension(world, island);
    work += std::max(std::abs(left_unbalanced(world, island)) - of_balance * taken, 0.0);
    double enough = least_work * kinetic_but_spin(world, island);
    if (!once) enough += least_lift * lifted_mass(world, island);
    enough *= std::min(1.0, scratch.h * scratch.h / (usual_step * usual_step));  // errors a second fall with h
    if (!once && gap < small_gap) enough += of_tension * taken;
    if (!(work > enough) && (once || !(gap > least_gap))) continue;
    if (round > 0 && !(bent < worth_it * refine.bend_left[i])) {
      if (!(gap > least_gap)) continue;
      refine.chosen[i] = 1, any = true;
      // what lands goes to and fro between an answer where a contact pushes and one where it does not: half the way
      refine.bend_share[i] *= 0.5;
      if (refine.bend_share[i] < least_share || island.contact_count == 0) {
        give_up_following(world, island);
        continue;
      }
    }
    refine.bend_left[i] = bent;
    refine.chosen[i] = 1, any = true;
    for (int block = island.first_joint; block < island.first_joint + island.joint_count; ++block)
      bend_rows(world, block, refine.bend_share[i]);
    balance_again(world, island);
  }
  return any;
}

}  // namespace spook
