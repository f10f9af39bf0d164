// Stage 8: new velocities and poses, and what contacts, joints and hands carry on to the next step.
#include <atomic>
#include <cmath>

#include "engine/constraint/geometric_stiffness.h"
#include "engine/step/contact_energy.h"
#include "engine/step/contact_payment.h"
#include "engine/step/joint_energy.h"
#include "engine/step/problem_builder.h"
#include "engine/step/refine.h"
#include "engine/step/rotation.h"
#include "engine/step/step.h"

namespace spook {

namespace {

constexpr int contacts_a_task = 128, bodies_a_task = 32;
constexpr double sleep_speed = 0.02;  // m/s, and rad/s times the body's size

void carry_joint_impulses(WorldData& world) {
  const StepScratch& scratch = world.scratch;
  for (std::size_t block = 0; block < scratch.sources.size(); ++block) {
    const BlockSource& source = scratch.sources[block];
    const JointBlock& rows = scratch.problem.joints[block];
    auto& memory = source.grip >= 0 ? world.hands[source.grip].state.impulse
                   : source.extras  ? world.joints[source.joint].memory.extras
                                    : world.joints[source.joint].memory.equations;
    for (int i = 0; i < rows.row_count; ++i) {
      const double impulse = scratch.solution.joint_impulse[rows.first_row + i];
      memory[source.slot[i]] = std::isfinite(impulse) ? impulse : 0.0;
    }
  }
}

// impulse and state of what was solved, and the slip of numerics §1; true: its account is unsettled
bool update_contact(WorldData& world, const FrictionNumbers& friction, std::size_t row, ContactPoint& point) {
  StepScratch& scratch = world.scratch;
  const Vec3& impulse = scratch.solution.contact_impulse[row];
  const bool pushed = point.impulse[0] > 0.0;
  point.impulse = impulse.allFinite() ? impulse : Vec3(Vec3::Zero());
  point.state = scratch.solution.contact_state[row];
  const auto& changes = world.report.solve.state_changes;  // only where a history was asked for
  point.state_changes = row < changes.size() ? changes[row] : 0;
  point.residual = row < scratch.residuals.size() ? scratch.residuals[row] : 0.0;
  point.row = static_cast<int>(row);
  const Vec3 velocity =
      contact_velocity(point, body_after_step(world, point.body_a), body_after_step(world, point.body_b));
  point.next_gap = point.gap + scratch.h * velocity[0];
  point.speed = point.frame.transpose() * velocity;
  // open, and with nothing in store: half of what a brick touches
  if (point.state == ContactState::open && point.stored == 0.0 && point.impulse.isZero(0.0)) {
    point.slip.setZero();
    scratch.gains[row] = {0.0, most_of_normal(point, 0.5 * (point.next_gap - point.gap + point.bend[0]))};
    return false;
  }
  Vec2 slip = next_slip(point, velocity, scratch.h, friction);
  if (!slip.allFinite()) slip.setZero();
  point.slip = point.frame.bottomRows<2>().transpose() * slip;
  const Vec3 before = contact_velocity(point, contact_body(world, point.body_a), contact_body(world, point.body_b));
  const ContactMotion motion{before, velocity, scratch.h, friction.compliance};
  const ContactGain gain = scratch.gains[row] = keep_contact_account(point, slip, motion);
  // a contact that pushed and was led away or to rest may be struck anew: a rim that clatters from side to side
  const bool led_in = point.led_to < -world.parameters.restitution_threshold;
  if (!(pushed && led_in) && is_blow(point, motion, world.parameters.restitution_threshold))
    world.report.energy.onset = true;
  return is_more_than_rounding(std::max(gain.gained, -gain.room), point.stored);
}

void carry_contact(const WorldData& world, const ContactKey& key, const ContactPoint& point, CarriedContact& carried) {
  carried.key = key;
  carried.local_point = world.bodies[point.body_a].state.pose.to_local(point.point);
  carried.normal_impulse = point.impulse[0];
  carried.friction_impulse = point.frame.bottomRows<2>().transpose() * point.impulse.tail<2>();
  carried.slip = point.slip;
  carried.state = point.state;
  carried.stored = point.stored;
  carried.next_gap = point.next_gap;
  carried.speed = point.speed;
}

// what was solved in the order of its rows; the others, of sleepers, as they were
void update_contacts(WorldData& world) {
  StepScratch& scratch = world.scratch;
  const Parameters& p = world.parameters;
  const FrictionNumbers friction{p.friction_law, p.friction_compliance, p.friction_viscosity};
  const std::vector<Contact>& contacts = scratch.contacts->contacts;
  const std::vector<int>& contact_of = scratch.layout.contact_of;
  world.carried.resize(contacts.size());
  scratch.gains.resize(contact_of.size());
  std::atomic<bool> unsettled = false;
  for_each_index(&world.pool, static_cast<int>(contact_of.size()), contacts_a_task, [&](int row) {
    const int i = contact_of[row];
    if (update_contact(world, friction, row, scratch.points[i])) unsettled.store(true, std::memory_order_relaxed);
    carry_contact(world, contacts[i].key, scratch.points[i], world.carried[i]);
  });
  if (unsettled) pay_for_contacts(world);
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
  BodyScratch& scratch = world.scratch.bodies[slot];
  const Pose& pose = pose_after_step(world, slot);
  if (scratch.jointed)
    scratch.drifted_from = {!scratch.gyroscope.spins, world.scratch.h, body.state.pose, pose,
                            velocity.head<3>(),       momentum};
  body.state.pose = pose;
  body.state.velocity = velocity.head<3>();
  set_momentum(body, momentum);
  if (!is_finite(body)) lost = true;
  return tension_work(scratch, omega);
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

void stage::integrate(WorldData& world) {
  keep_joint_accounts(world);
  carry_joint_impulses(world);
  update_contacts(world);
  move_free_bodies(world);
  move_kinematic_bodies(world);
  for (Joint& joint : world.joints)
    if (joint.alive) count_turns(joint, world.bodies);
  count_calm_time(world);
  world.time += world.scratch.h;
}

}  // namespace spook
