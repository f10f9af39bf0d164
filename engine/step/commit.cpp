// Stage 8, the only writer of what a later step reads: poses and velocities, and what contacts, joints and hands carry.
#include <atomic>
#include <cmath>

#include "engine/step/breaking.h"
#include "engine/step/ends.h"
#include "engine/step/problem_builder.h"
#include "engine/step/rotation.h"
#include "engine/step/step.h"
#include "engine/step/tension.h"
#include "engine/step/winch.h"

namespace spook {

namespace {

constexpr int contacts_a_task = 128, bodies_a_task = 32;
constexpr double sleep_speed = 0.02;  // m/s, and rad/s times the body's size

// … or is on its way there
bool stands_apart(const BlockSource& source, int rows, double h) {
  constexpr double closed = 1e-6;  // m, rad
  double widest = 0.0;
  for (int i = 0; i < rows; ++i)
    widest = std::max({widest, std::abs(source.rows[i].violation), h * std::abs(source.rows[i].came)});
  return widest > closed;
}

// the impulses of joints and hands, and the violations they stood at: the next step's rows come from there
void carry_joints(WorldData& world) {
  const StepWork& work = world.scratch;
  for (Joint& joint : world.joints) joint.memory.has_before = false;
  std::size_t island = 0;
  for (std::size_t block = 0; block < work.sources.size(); ++block) {
    const BlockSource& source = work.sources[block];
    const JointBlock& rows = work.problem.joints[block];
    auto& memory = source.grip >= 0 ? world.hands[source.grip].state.impulse
                   : source.extras  ? world.joints[source.joint].memory.extras
                                    : world.joints[source.joint].memory.equations;
    for (int i = 0; i < rows.row_count; ++i) {
      const double impulse = work.solution.joint_impulse[rows.first_row + i];
      memory[source.slot[i]] = std::isfinite(impulse) ? impulse : 0.0;
    }
    if (source.grip >= 0 || source.extras || !source.follows) continue;
    JointMemory& own = world.joints[source.joint].memory;
    own.has_before = true;
    const auto past = [&](const IslandRange& range) {
      return static_cast<int>(block) >= range.first_joint + range.joint_count;
    };
    while (past(work.problem.islands[island])) ++island;
    own.as_placed = own.as_placed && !work.rounds[island].guarded && stands_apart(source, rows.row_count, work.h);
    for (int i = 0; i < rows.row_count; ++i) {
      own.violation_before[i] = source.rows[i].violation;
      own.missed[i] = source.rows[i].turning - source.rows[i].foreseen;
    }
  }
}

// numerics §2: an impact is an approach faster than v_min; here one that an impulse stopped, of what was not pushed yet
bool is_blow(const ContactPoint& point, double speed_before, double slowest) {
  return point.impulse[0] > 0.0 && speed_before < -slowest;
}

// J: what the overlap in the middle of the step holds, ½ m²/ε, and no more than four times what the impulse tells of,
// for an overlap that nobody put in holds nothing; with the friction's ½ ε_f f²
double held_by(const ContactPoint& point, double speed, double h, double friction_compliance) {
  const double middle = std::min(point.gap + 0.5 * h * speed, 0.0), force = point.impulse[0] / h;
  const double told = 2.0 * point.compliance * force * force;
  const double held = point.compliance > 0.0 ? std::min(0.5 * middle * middle / point.compliance, told) : 0.0;
  return held + 0.5 * friction_compliance * point.impulse.tail<2>().squaredNorm() / (h * h);
}

// impulse and state of what was solved, and the slip of numerics §1; true: something hit something
bool update_contact(WorldData& world, const FrictionNumbers& friction, std::size_t row, ContactPoint& point) {
  const StepWork& work = world.scratch;
  const Vec3& impulse = work.solution.contact_impulse[row];
  const bool pushed = point.impulse[0] > 0.0;
  point.impulse = impulse.allFinite() ? impulse : Vec3(Vec3::Zero());
  point.state = work.solution.contact_state[row];
  const auto& changes = world.report.solve.state_changes;  // only where a history was asked for
  point.state_changes = row < changes.size() ? changes[row] : 0;
  point.residual = row < work.residuals.size() ? work.residuals[row] : 0.0;
  point.row = static_cast<int>(row);
  // open, and with nothing in store: half of what a brick touches
  if (point.state == ContactState::open && point.impulse.isZero(0.0)) {
    point.slip.setZero();
    point.held = 0.0;
    return false;
  }
  const Vec3 velocity =
      contact_velocity(point, body_after_step(world, point.body_a), body_after_step(world, point.body_b));
  Vec2 slip = next_slip(point, velocity, work.h, friction);
  if (!slip.allFinite()) slip.setZero();
  point.slip = point.frame.bottomRows<2>().transpose() * slip;
  point.held = held_by(point, velocity[0], work.h, friction.law == FrictionLaw::positional ? friction.compliance : 0.0);
  const Vec3 before = contact_velocity(point, contact_body(world, point.body_a), contact_body(world, point.body_b));
  return !pushed && is_blow(point, before[0], world.parameters.restitution_threshold);
}

void carry_contact(const WorldData& world, const ContactKey& key, const ContactPoint& point, CarriedContact& carried) {
  carried.key = key;
  carried.local_point = world.bodies[point.body_a].state.pose.to_local(point.point);
  carried.normal_impulse = point.impulse[0];
  carried.friction_impulse = point.frame.bottomRows<2>().transpose() * point.impulse.tail<2>();
  carried.slip = point.slip;
  carried.state = point.state;
}

// what was solved in the order of its rows; the others, of sleepers, as they were
void update_contacts(WorldData& world) {
  StepWork& scratch = world.scratch;
  const Parameters& p = world.parameters;
  const FrictionNumbers friction{p.friction_law, p.friction_compliance, p.friction_viscosity};
  const std::vector<Contact>& contacts = scratch.contacts->contacts;
  const std::vector<int>& contact_of = scratch.layout.contact_of;
  world.carried.resize(contacts.size());
  std::atomic<bool> blow = false;
  for_each_index(&world.pool, static_cast<int>(contact_of.size()), contacts_a_task, [&](int row) {
    const int i = contact_of[row];
    if (update_contact(world, friction, row, scratch.points[i])) blow.store(true, std::memory_order_relaxed);
    carry_contact(world, contacts[i].key, scratch.points[i], world.carried[i]);
  });
  world.report.energy.onset = world.report.energy.onset || blow;
  for (std::size_t i = 0; i < contacts.size() && contact_of.size() < contacts.size(); ++i)
    if (scratch.points[i].row < 0) carry_contact(world, contacts[i].key, scratch.points[i], world.carried[i]);
}

// numerics §6: L⁺ = L + I (ω⁺ − ω̄); derive ω from L. Answers what the geometric stiffness did; where the answer is not
// finite nothing is moved, and `lost` is set.
double move_free_body(WorldData& world, std::size_t row, std::atomic<bool>& lost) {
  const int slot = world.scratch.layout.bodies[row].index;
  Body& body = world.bodies[slot];
  const Vec6& velocity = world.scratch.solution.velocity[row];
  if (!velocity.allFinite()) {
    lost = true;
    return 0.0;
  }
  const Vec3 omega = velocity.tail<3>(), momentum = momentum_after_step(world, slot);
  const Pose& pose = pose_after_step(world, slot);
  body.state.pose = pose;
  body.state.velocity = velocity.head<3>();
  set_momentum(body, momentum);
  if (!is_finite(body)) lost = true;
  return tension_work(world.scratch.bodies[slot], omega);
}

void move_free_bodies(WorldData& world) {
  const std::vector<IslandPlace>& bodies = world.scratch.layout.bodies;
  std::atomic<bool> lost = false;
  world.report.energy.taken_by_geometric_stiffness -=
      sum_chunks<double>(&world.pool, static_cast<int>(bodies.size()), bodies_a_task, [&](int begin, int end) {
        double work = 0.0;
        for (int row = begin; row < end; ++row) work += move_free_body(world, row, lost);
        return work;
      });
  if (!lost) return;
  for (std::size_t row = 0; row < bodies.size(); ++row)
    if (!world.scratch.solution.velocity[row].allFinite() || !is_finite(world.bodies[bodies[row].index]))
      contain(world, bodies[row].index);
}

// kinematic bodies follow their velocities, whatever leans on them
void move_kinematic_bodies(WorldData& world) {
  for (Body& body : world.bodies) {
    if (!body.alive || body.desc.motion != Motion::kinematic || body.state.frozen) continue;
    body.state.pose.position += world.scratch.h * body.state.velocity;
    body.state.pose.orientation = rotate(body.state.pose.orientation, body.state.omega, world.scratch.h);
  }
}

void count_calm_time(WorldData& world) {
  for_each_index(&world.pool, static_cast<int>(world.bodies.size()), 4 * bodies_a_task, [&](int i) {
    Body& body = world.bodies[i];
    if (!body.moves_freely()) return;
    const double speed = std::max(body.state.velocity.norm(), body.state.omega.norm() * body.size);
    body.state.calm_time = speed < sleep_speed ? body.state.calm_time + world.scratch.h : 0.0;
  });
}

}  // namespace

void stage::commit(WorldData& world) {
  carry_joints(world);
  const std::vector<Overload> overloads = find_overloads(world);
  update_contacts(world);
  move_free_bodies(world);
  move_kinematic_bodies(world);
  for (Joint& joint : world.joints)
    if (joint.alive) count_turns(joint, world.bodies);
  wind(world);
  break_joints(world, overloads);
  count_calm_time(world);
  world.time += world.scratch.h;
}

}  // namespace spook
