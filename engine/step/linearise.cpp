#include "engine/step/linearise.h"

#include "engine/step/ends.h"
#include "engine/step/features.h"
#include "engine/step/gyroscope.h"
#include "engine/step/mark_rows.h"
#include "engine/step/problem_builder.h"
#include "engine/step/rotation.h"
#include "engine/step/step.h"
#include "engine/step/tension.h"
#include "engine/step/turning.h"
#include "engine/step/winch.h"

namespace spook {

namespace {

void find_held(WorldData& world) {
  for (BodyWork& body : world.scratch.bodies) body.jointed = body.touched = body.rolls = false;
  for (const Joint& joint : world.joints) {
    const bool rolls = joint_type_info(joint.desc.type).nonholonomic;
    for (const int body : {joint.body_a, joint.body_b})
      if (joint.alive && body >= 0)
        (rolls ? world.scratch.bodies[body].rolls : world.scratch.bodies[body].jointed) = true;
  }
  for (const ContactPoint& point : world.scratch.points)
    world.scratch.bodies[point.body_a].touched = world.scratch.bodies[point.body_b].touched = true;
}

// Numerics §6: free velocities, with ω̄ as the rotational part; inertia in world axes. What is held keeps the ω of its
// momentum at the pose there is: an impulse τ works by τ·(ω + ω⁺)/2 of those, and the free motion around it by nothing.
// With ω̄ a heavy top at 30 rad/s gained 1.7 % of its energy in 10 s. What rolls or skates is held by rows of velocity,
// which know no pose: it keeps ω̄.
void free_motion(WorldData& world) {
  for_each_index(&world.pool, static_cast<int>(world.bodies.size()), 32, [&](int i) {
    const Body& body = world.bodies[i];
    BodyWork& work = world.scratch.bodies[i];
    work.row.velocity << body.state.velocity, body.state.omega;
    work.tension.setZero();
    work.gyroscope.spins = work.end_known = work.turn_behind_known = false;
    if (!body.moves_freely()) return;
    work.inertia = world_inertia(body.state.pose.orientation, body.principal);
    if (world.parameters.follow_motion) find_gyroscope(world, i, work.touched);
    if ((!work.held() || work.rolls) && !work.gyroscope.spins)
      work.row.velocity.tail<3>() =
          free_omega(body.state.pose.orientation, body.principal, body.state.angular_momentum, world.scratch.h);
  });
}

struct StepRules {
  WorldData& world;
  FrictionNumbers friction;

  // damping d is implicit: (1 + h d) M v⁺ = M v + h f + …
  void body(int index, StepProblem& problem) const {
    const Body& body = world.bodies[index];
    const BodyWork& work = world.scratch.bodies[index];
    const double h = world.scratch.h;
    BodyBlock block;
    block.mass = body.mass * (1.0 + h * body.desc.linear_damping);
    block.inertia = work.inertia * (1.0 + h * body.desc.angular_damping);
    block.velocity = work.row.velocity;
    block.momentum << body.mass * body.state.velocity, work.inertia * work.row.velocity.tail<3>();
    block.momentum += h * work.force;
    problem.bodies.push_back(block);
  }

  void joint(int index, StepProblem& problem) const {
    const Joint& joint = world.joints[index];
    const Parameters& p = world.parameters;
    JointNumbers numbers{world.scratch.h, joint.desc.compliance.value_or(p.joint_compliance),
                         joint.desc.relaxation_steps.value_or(p.joint_relaxation_steps),
                         world.scratch.motor_speed[index]};
    numbers.follow_motion = p.follow_motion;
    numbers.wound_out = is_wound_out(joint);
    JointMemory memory = joint.memory;
    const auto struck = [&](int body) { return body >= 0 && world.scratch.struck[body]; };
    memory.has_before = memory.has_before && !struck(joint.body_a) && !struck(joint.body_b);
    visit_joint_rows(
        world, joint,
        [&](ConstraintRows& rows, std::span<const RowBody> sides) {
          if (joint.desc.type == JointType::spring) numbers.mobility = mobility(rows, joint);
          add_joint_equations(joint.desc, numbers, rows, joint_turning(world, joint, rows, sides), sides, memory,
                              problem, world.scratch.sources, index);
        },
        [&](const ConstraintRows& row, std::span<const RowBody> sides) {
          add_joint_extras(joint.desc, numbers, row, sides, memory, problem, world.scratch.sources, index);
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
    return contact_row(point, contact_turning(world, point), contact_body(world, point.body_a),
                       contact_body(world, point.body_b), world.scratch.h, friction);
  }
};

// the trial to be linear about: of a step that begins, bodies go on as they move
void predict(WorldData& world, const std::vector<Vec6>* trial) {
  StepWork& work = world.scratch;
  work.solution.velocity.resize(work.layout.bodies.size());
  for (std::size_t row = 0; row < work.layout.bodies.size(); ++row) {
    const int body = work.layout.bodies[row].index;
    work.solution.velocity[row] = trial ? (*trial)[body] : work.bodies[body].row.velocity;
  }
  forget_ends(world);
  // where what turns ends is asked for by many contacts at once
  for_each_index(&world.pool, static_cast<int>(world.bodies.size()), 32, [&](int i) {
    if (world.scratch.bodies[i].touched && turns(world, i)) turn_after_step(world, i), turn_before_step(world, i);
  });
}

}  // namespace

void begin_bodies(WorldData& world) {
  find_held(world);
  free_motion(world);
}

void linearise(WorldData& world, const std::vector<Vec6>* trial) {
  StepWork& work = world.scratch;
  const Parameters& p = world.parameters;
  begin_bodies(world);
  const StepRules rules{world, {p.friction_law, p.friction_compliance, p.friction_viscosity}};
  lay_out(world, work.islands, work.chosen_island, work.layout);
  const auto build = [&] {
    predict(world, trial);
    work.sources.clear();
    build_problem(world, work.layout, rules, work.problem);
  };
  build();
  if (find_tension(world)) build();
  mark_rows(world);
  work.used.rows.assign(work.problem.rows.size(), 0.0);
  for (std::size_t block = 0; block < work.sources.size(); ++block)
    for (int i = 0; i < work.problem.joints[block].row_count; ++i)
      work.used.rows[work.problem.joints[block].first_row + i] = work.sources[block].rows[i].turning;
  work.used.momentum.assign(work.problem.bodies.size(), Vec6::Zero());
  for (std::size_t row = 0; row < work.layout.bodies.size(); ++row) {
    const BodyWork& own = work.bodies[work.layout.bodies[row].index];
    BodyBlock& block = work.problem.bodies[row];
    add_tension(own, block);
    if (!own.gyroscope.spins) continue;
    add_gyroscope(own, block);
    work.used.momentum[row].tail<3>() = gyroscope_feedback(own.gyroscope, own.row.velocity.tail<3>());
    block.momentum += work.used.momentum[row];
  }
}

void stage::linearise(WorldData& world) {
  spook::linearise(world, nullptr);
  world.scratch.rounds.assign(world.scratch.problem.islands.size(), {});
  world.scratch.open.assign(world.scratch.problem.islands.size(), 1);
}

}  // namespace spook
