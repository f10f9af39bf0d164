// Stage 5: the step problem (numerics §1, with §6's free rotation and §7's geometric stiffness).
#include <algorithm>

#include "engine/constraint/geometric_stiffness.h"
#include "engine/step/gyroscope.h"
#include "engine/step/problem_builder.h"
#include "engine/step/refine.h"
#include "engine/step/rotation.h"
#include "engine/step/step.h"

namespace spook {

namespace {

void find_held(WorldData& world) {
  for (BodyScratch& body : world.scratch.bodies) body.jointed = body.touched = false;
  for (const Joint& joint : world.joints)
    for (const int body : {joint.body_a, joint.body_b})
      if (joint.alive && body >= 0) world.scratch.bodies[body].jointed = true;
  for (ContactPoint& point : world.scratch.points) {
    BodyScratch &a = world.scratch.bodies[point.body_a], &b = world.scratch.bodies[point.body_b];
    a.touched = b.touched = true;
    // what is jointed goes where its joints lead it, which bend by their own account
    if (a.jointed || b.jointed) point.bend.setZero();
  }
}

// Numerics §6: free velocities, with ω̄ as the rotational part; inertia in world axes. What is jointed keeps the ω of
// its momentum at the pose there is: an impulse τ works by τ·(ω + ω⁺)/2 of those, and the free motion around it by
// nothing. With ω̄ a heavy top at 30 rad/s gained 1.7 % of its energy in 10 s, now it loses 0.02 %.
void free_motion(WorldData& world) {
  for_each_index(&world.pool, static_cast<int>(world.bodies.size()), 32, [&](int i) {
    const Body& body = world.bodies[i];
    BodyScratch& scratch = world.scratch.bodies[i];
    scratch.row.velocity << body.state.velocity, body.state.omega;
    scratch.tension.setZero(), scratch.turning.setZero();
    scratch.gyroscope.spins = scratch.before_known = false;
    if (!body.moves_freely()) return;
    scratch.inertia = world_inertia(body.state.pose.orientation, body.principal);
    find_gyroscope(world, i, scratch.touched);
    if (!scratch.held() && !scratch.gyroscope.spins)
      scratch.row.velocity.tail<3>() =
          free_omega(body.state.pose.orientation, body.principal, body.state.angular_momentum, world.scratch.h);
  });
}

// numerics §7: the pulls Σ h r pᵀ of last step's joint impulses, and what of their stiffness needs help. What is pulled
// taut is a link, whatever it spins by; true: that ended a gyroscope, whose joints bend otherwise
bool find_tension(WorldData& world) {
  StepScratch& scratch = world.scratch;
  const StepProblem& problem = scratch.problem;
  if (!world.parameters.geometric_stiffness || problem.joints.empty()) return false;
  for (std::size_t block = 0; block < scratch.sources.size(); ++block) {
    Vec6 impulse = Vec6::Zero();
    const BlockSource& source = scratch.sources[block];
    if (source.joint < 0) continue;
    for (int row = 0; row < problem.joints[block].row_count && !source.extras; ++row)
      impulse[row] = world.joints[source.joint].memory.equations[source.slot[row]];
    visit_pulls(world, static_cast<int>(block), impulse, [&](int body, int other, const Vec3& arm, const Vec3& pull) {
      scratch.bodies[body].tension += scratch.h * arm * pull.transpose();
      // hung from what does not move, a body turns about that point and no faster
      if (other < 0 || !world.bodies[other].dynamic())
        scratch.bodies[body].turning += inertia_about(world.bodies[body].mass, arm);
    });
  }
  bool ended = false;
  for (const IslandPlace& place : scratch.layout.bodies) {
    BodyScratch& body = scratch.bodies[place.index];
    if (!(body.tension.squaredNorm() > 0.0)) continue;
    body.tension = stiff_part(tension_stiffness(body.tension), body.inertia + body.turning);
    if (!body.gyroscope.spins || !(body.tension.squaredNorm() > 0.0)) continue;
    body.gyroscope.spins = body.before_known = false;
    ended = true;
  }
  return ended;
}

// what turning bodies get beside their inertia
void add_turning(WorldData& world) {
  StepScratch& scratch = world.scratch;
  for (std::size_t row = 0; row < scratch.layout.bodies.size(); ++row) {
    const BodyScratch& body = scratch.bodies[scratch.layout.bodies[row].index];
    BodyBlock& block = scratch.problem.bodies[row];
    if (body.gyroscope.spins) add_gyroscope(body, block);
    if (!(body.tension.squaredNorm() > 0.0)) continue;
    const TensionWeights weights = tension_weights(body.sudden);
    block.inertia += weights.matrix * body.tension;
    block.momentum.tail<3>() += weights.right * (body.tension * body.row.velocity.tail<3>());
  }
}

// Where jointed bodies turn by radians a step (a top's spin apart) their motion will not go on as it is.
void find_flung(WorldData& world) {
  constexpr double most_turn = 1.0;  // rad a step
  StepScratch& scratch = world.scratch;
  scratch.flung.assign(scratch.islands.count(), 0);
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const BodyScratch& own = scratch.bodies[i];
    const int island = scratch.islands.of(static_cast<int>(i));
    if (!own.jointed || island < 0 || !world.bodies[i].dynamic()) continue;
    Vec3 omega = own.row.velocity.tail<3>();
    if (own.gyroscope.spins) omega -= own.gyroscope.axis.dot(omega) * own.gyroscope.axis;
    if (!(scratch.h * omega.norm() < most_turn)) scratch.flung[island] = 1;
  }
}

struct StepRules {
  WorldData& world;
  FrictionNumbers friction;

  // damping d is implicit: (1 + h d) M v⁺ = M v + h f + …
  void body(int index, StepProblem& problem) const {
    const Body& body = world.bodies[index];
    const BodyScratch& scratch = world.scratch.bodies[index];
    const double h = world.scratch.h;
    BodyBlock block;
    block.mass = body.mass * (1.0 + h * body.desc.linear_damping);
    block.inertia = scratch.inertia * (1.0 + h * body.desc.angular_damping);
    block.velocity = scratch.row.velocity;
    block.momentum << body.mass * body.state.velocity, scratch.inertia * scratch.row.velocity.tail<3>();
    block.momentum += h * scratch.force;
    problem.bodies.push_back(block);
  }

  void joint(int index, StepProblem& problem) const {
    const Joint& joint = world.joints[index];
    const Parameters& p = world.parameters;
    JointNumbers numbers{world.scratch.h, joint.desc.compliance.value_or(p.joint_compliance),
                         joint.desc.relaxation_steps.value_or(p.joint_relaxation_steps),
                         world.scratch.motor_speed[index]};
    visit_joint_rows(
        world, joint,
        [&](ConstraintRows& rows, std::span<const RowBody> sides) {
          if (joint.desc.type == JointType::spring) numbers.mobility = mobility(rows, joint);
          const int island = joint_island(world, world.scratch.islands, joint);
          numbers.flung = island >= 0 && world.scratch.flung[island];
          const Vec6 behind = curvature_behind(world, joint, sides, rows);
          add_joint_equations(joint.desc, numbers, rows, behind, sides, joint.memory, problem, world.scratch.sources,
                              index);
        },
        [&](const ConstraintRows& row, std::span<const RowBody> sides) {
          add_joint_extras(joint.desc, numbers, row, sides, joint.memory, problem, world.scratch.sources, index);
        });
  }

  // a = G M⁻¹ Gᵀ of the first row
  double mobility(const ConstraintRows& rows, const Joint& joint) const {
    double sum = 0.0;
    const int bodies[2]{joint.body_a, joint.body_b};
    for (int side = 0; side < 2; ++side) {
      if (bodies[side] < 0 || !world.bodies[bodies[side]].moves_freely()) continue;
      const Body& body = world.bodies[bodies[side]];
      const Vec3 along = rows.jacobian[side].block<1, 3>(0, 0).transpose();
      const Vec3 about = rows.jacobian[side].block<1, 3>(0, 3).transpose();
      sum += along.squaredNorm() / body.mass +
             about.dot(omega_from_momentum(body.state.pose.orientation, body.principal, about));
    }
    return sum;
  }

  void hand(int index, StepProblem& problem) const {
    Hand& hand = world.hands[index];
    const JointSide side = joint_side(world.bodies, hand.body, {hand.grip.local_point, Quat::Identity()});
    add_grip_rows(side, row_body(world, hand.body), grip_numbers(world, hand), hand.state, problem,
                  world.scratch.sources, index);
  }

  bool takes_part(int, StepProblem&) const { return true; }
  ContactRow contact(int index) const {
    const ContactPoint& point = world.scratch.points[index];
    return contact_row(point, contact_body(world, point.body_a), contact_body(world, point.body_b), world.scratch.h,
                       friction);
  }
};

}  // namespace

double tension_work(const BodyScratch& body, const Vec3& omega) {
  if (!(body.tension.squaredNorm() > 0.0)) return 0.0;
  const Vec3 before = body.row.velocity.tail<3>();
  const TensionWeights weights = tension_weights(body.sudden);
  const Vec3 impulse = body.tension * (weights.right * before - weights.matrix * omega);
  return 0.5 * impulse.dot(before + omega);
}

void stage::assemble(WorldData& world) {
  for (BodyScratch& body : world.scratch.bodies) body.sudden = false;
  assemble_problem(world);
}

void assemble_problem(WorldData& world) {
  StepScratch& scratch = world.scratch;
  const Parameters& p = world.parameters;
  find_held(world);
  free_motion(world);
  find_flung(world);
  scratch.sources.clear();
  lay_out(world, scratch.islands, scratch.chosen_island, scratch.layout);
  const StepRules rules{world, {p.friction_law, p.friction_compliance, p.friction_viscosity}};
  build_problem(world, scratch.layout, rules, scratch.problem);
  if (find_tension(world)) {
    scratch.sources.clear();
    build_problem(world, scratch.layout, rules, scratch.problem);
  }
  add_turning(world);
  balance_ahead(world);
}

}  // namespace spook
