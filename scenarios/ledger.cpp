#include "scenarios/ledger.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace spook {
namespace {

constexpr LedgerRow row_table[] = {{LedgerEntry::gravity, "gravity", "gravity"},
                                   {LedgerEntry::motors, "motors", "motors"},
                                   {LedgerEntry::locks, "locks", "locks"},
                                   {LedgerEntry::limits, "limits", "limits of joints"},
                                   {LedgerEntry::joints, "joints", "joints"},
                                   {LedgerEntry::joint_friction, "joint_friction", "friction in joints"},
                                   {LedgerEntry::hand, "hand", "hand"},
                                   {LedgerEntry::normals, "normals", "contacts' normals"},
                                   {LedgerEntry::friction, "friction", "contacts' friction"},
                                   {LedgerEntry::impacts, "impacts", "impacts"},
                                   {LedgerEntry::turning, "turning", "forces, turning, stiffness"},
                                   {LedgerEntry::after_solve, "after_solve", "after the solve: turning, guard"}};

LedgerEntry entry_of(RowUse use) {
  switch (use) {
    case RowUse::motor:
      return LedgerEntry::motors;
    case RowUse::lock:
      return LedgerEntry::locks;
    case RowUse::limit:
      return LedgerEntry::limits;
    case RowUse::joint_friction:
      return LedgerEntry::joint_friction;
    case RowUse::grip:
      return LedgerEntry::hand;
    case RowUse::joint:
      break;
  }
  return LedgerEntry::joints;
}

double kinetic_of(const BodyView& body, const Vec6& velocity) {
  const Vec3 spin = body.pose.orientation.conjugate() * Vec3(velocity.tail<3>());
  return 0.5 * body.look->mass * velocity.head<3>().squaredNorm() +
         0.5 * spin.dot(body.look->principal_inertia.cwiseProduct(spin));
}

const BodyView* find_body(const Snapshot& snapshot, BodyId id) {
  const auto at = std::lower_bound(snapshot.bodies.begin(), snapshot.bodies.end(), id.index,
                                   [](const BodyView& body, std::uint32_t index) { return body.id.index < index; });
  return at != snapshot.bodies.end() && at->id == id ? &*at : nullptr;
}

Vec6 velocity_of(const BodyView& body) {
  Vec6 velocity;
  velocity << body.velocity, body.angular_velocity;
  return velocity;
}

void add_joint_work(const World& world, const std::vector<Vec6>& mean, std::vector<Ledger::BodyWork>& rows) {
  const StepProblem& problem = world.last_problem();
  const std::vector<RowUse> uses = world.row_uses();
  for (const JointBlock& joint : problem.joints)
    for (int i = 0; i < joint.row_count; ++i) {
      const int row = joint.first_row + i;
      const double impulse = world.last_solution().joint_impulse[row];
      for (int k = 0; k < joint.body_count; ++k)
        if (const int body = joint.bodies[std::size_t(k)]; body >= 0)
          rows[std::size_t(body)].work[std::size_t(entry_of(uses[row]))] +=
              impulse * problem.jacobians[joint.first_jacobian + k].row(i).dot(mean[std::size_t(body)]);
    }
}

}  // namespace

std::span<const LedgerRow> ledger_rows() {
  return row_table;
}

Ledger::Ledger(const World& world) : gravity_(world.parameters().gravity), h_(world.parameters().time_step) {
  take(world);
  kinetic_at_start_ = kinetic_, elastic_at_start_ = elastic_, potential_at_start_ = potential_;
}

void Ledger::add(const World& world) {
  const std::shared_ptr<const Snapshot> before = last_;
  const double kinetic_before = kinetic_, potential_before = potential_;
  take(world);
  Works step{};
  of_step_.assign(world.last_problem().bodies.size(), {});
  const std::vector<BodyId> ids = world.row_bodies();
  for (std::size_t row = 0; row < std::min(ids.size(), of_step_.size()); ++row) of_step_[row].id = ids[row];
  add_impulses(world, of_step_);
  add_velocities(world, *before, of_step_);
  for (const BodyWork& body : of_step_)
    for (std::size_t i = 0; i < step.size(); ++i) step[i] += body.work[i];
  step[std::size_t(LedgerEntry::gravity)] = potential_before - potential_;
  const auto missing = [&] { return kinetic_ - kinetic_before - std::accumulate(step.begin(), step.end(), 0.0); };
  // the guard moves bodies less far than their velocities say: what gravity then did not do is its doing
  const std::vector<std::string>& flags = world.report().flags;
  const bool guarded =
      std::any_of(flags.begin(), flags.end(), [](const std::string& flag) { return flag.starts_with("guard:"); });
  if (guarded) step[std::size_t(LedgerEntry::after_solve)] += missing();
  add_gravity(*before, guarded);
  const double missed = missing();
  for (std::size_t i = 0; i < step.size(); ++i) work_[i] += step[i];
  unexplained_ += missed, largest_missed_ = std::max(largest_missed_, std::abs(missed));
  for (const double work : step) turnover_ += std::abs(work);
}

// of each body; what the guard did is what nothing else explains
void Ledger::add_gravity(const Snapshot& before, bool guarded) {
  for (BodyWork& body : of_step_) {
    const BodyView *from = find_body(before, body.id), *to = find_body(*last_, body.id);
    if (!from || !to) continue;
    const auto height = [&](const BodyView& view) {
      return view.look->mass * gravity_.dot(view.pose.position - 0.5 * h_ * view.velocity);
    };
    body.work[std::size_t(LedgerEntry::gravity)] = height(*to) - height(*from);
    body.kinetic_gained = kinetic_of(*to, velocity_of(*to)) - kinetic_of(*from, velocity_of(*from));
    if (guarded)
      body.work[std::size_t(LedgerEntry::after_solve)] +=
          body.kinetic_gained - std::accumulate(body.work.begin(), body.work.end(), 0.0);
  }
}

void Ledger::take(const World& world) {
  last_ = world.snapshot();
  kinetic_ = world.report().energy.kinetic, elastic_ = world.report().energy.elastic;
  potential_ = 0.0;
  for (const BodyView& body : last_->bodies)
    if (body.look->motion == Motion::dynamic && !body.frozen)
      potential_ -= body.look->mass * gravity_.dot(body.pose.position - 0.5 * h_ * body.velocity);
}

// What the momentum balance M (v⁺ − v) of the solve does not see: velocities it began with against those the step
// before left, what was added to its inertia (stiffness that turns with the bodies), and what its v⁺ became when bodies
// turned.
void Ledger::add_velocities(const World& world, const Snapshot& before, std::vector<BodyWork>& rows) const {
  const StepProblem& problem = world.last_problem();
  const StepSolution& solution = world.last_solution();
  const std::vector<BodyId> ids = world.row_bodies();
  if (solution.velocity.size() != problem.bodies.size()) return;
  const auto start = world.report().energy.onset ? LedgerEntry::impacts : LedgerEntry::after_solve;
  for (std::size_t row = 0; row < ids.size(); ++row) {
    const BodyView *from = find_body(before, ids[row]), *to = find_body(*last_, ids[row]);
    if (!from || !to) continue;
    Works& step = rows[row].work;
    const BodyBlock& block = problem.bodies[row];
    const Vec6 &began = block.velocity, &solved = solution.velocity[row];
    const Vec6 old = velocity_of(*from), now = velocity_of(*to);
    // gravity is booked by the poses, and so by the velocities that moved them
    const auto half_fall = [&](const Vec6& a, const Vec6& b) {
      return 0.5 * h_ * from->look->mass * gravity_.dot(Vec3(b.head<3>() - a.head<3>()));
    };
    step[std::size_t(start)] += kinetic_of(*from, began) - kinetic_of(*from, old) + half_fall(old, began);
    step[std::size_t(LedgerEntry::after_solve)] +=
        kinetic_of(*to, now) - kinetic_of(*from, solved) - half_fall(solved, now);
    const Mat3 turn = from->pose.orientation.toRotationMatrix();
    const Mat3 added = block.inertia - turn * from->look->principal_inertia.asDiagonal() * turn.transpose();
    const Vec3 spin = 0.5 * (began.tail<3>() + solved.tail<3>()), gained = solved.tail<3>() - began.tail<3>();
    step[std::size_t(LedgerEntry::turning)] -= spin.dot(added * gained);
  }
}

void Ledger::add_impulses(const World& world, std::vector<BodyWork>& rows) const {
  const StepProblem& problem = world.last_problem();
  const StepSolution& solution = world.last_solution();
  if (solution.velocity.size() != problem.bodies.size()) return;
  std::vector<Vec6> mean(problem.bodies.size());
  for (std::size_t b = 0; b < mean.size(); ++b) mean[b] = 0.5 * (problem.bodies[b].velocity + solution.velocity[b]);
  add_joint_work(world, mean, rows);
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    const ContactRow& contact = problem.contacts[c];
    const Vec3& impulse = solution.contact_impulse[c];
    const auto add_side = [&](int body, const Vec3& arm, double sign) {
      if (body < 0) return;
      const Vec6& v = mean[std::size_t(body)];
      const Vec3 local = sign * (contact.frame * (v.head<3>() + Vec3(v.tail<3>()).cross(arm)));
      Works& work = rows[std::size_t(body)].work;
      work[std::size_t(LedgerEntry::normals)] += impulse[0] * local[0];
      work[std::size_t(LedgerEntry::friction)] += impulse[1] * local[1] + impulse[2] * local[2];
    };
    add_side(contact.body_a, contact.arm_a, 1.0), add_side(contact.body_b, contact.arm_b, -1.0);
  }
  // momentum beyond gravity's: drives, what turning and gyroscopes add, geometric stiffness
  for (std::size_t b = 0; b < mean.size(); ++b) {
    const BodyBlock& body = problem.bodies[b];
    Vec6 other = body.momentum;
    other.head<3>() -= body.mass * (body.velocity.head<3>() + h_ * gravity_);
    other.tail<3>() -= body.inertia * Vec3(body.velocity.tail<3>());
    rows[b].work[std::size_t(LedgerEntry::turning)] += mean[b].dot(other);
  }
}

}  // namespace spook
