#include "engine/step/contact_payment.h"

#include <algorithm>
#include <cmath>

#include "engine/step/common_motion.h"
#include "engine/step/problem_builder.h"
#include "engine/step/refine.h"

namespace spook {

namespace {

constexpr double most_slowed = 0.05;  // of the velocities, in a step

struct ContactSum {
  double gained = 0.0, stored = 0.0, let = 0.0;
};

// An overlap that nobody put in closes slowly (constraint/contact_rows.h). That lifts bodies, and is no one's to pay:
// what slides over a floor that it sank into a little must not be braked for it.
double let_of(const ContactPoint& point, const ContactGain& gain) {
  return std::clamp(point.impulse[0] * slow_closing(point), 0.0, std::max(gain.gained, 0.0));
}

// calls use(point, gain) for a run of contact rows
template <typename Use>
void for_rows(WorldData& world, int first, int count, Use use) {
  for (int row = first; row < first + count; ++row)
    use(world.scratch.points[world.scratch.layout.contact_of[row]], world.scratch.gains[row]);
}

ContactSum sum_of(WorldData& world, const IslandRange& island) {
  ContactSum sum;
  for_rows(world, island.first_contact, island.contact_count, [&](const ContactPoint& point, const ContactGain& gain) {
    sum.gained += gain.gained, sum.stored += point.stored, sum.let += let_of(point, gain);
  });
  return sum;
}

// What one spring of a pair can hold no more passes on to the others, as far as they can: bodies that lie on one
// another press now by this corner, now by that one, and a corner is known by one name and then by another. True:
// something did.
bool pass_on(WorldData& world, const PairBlock& pair) {
  double freed = 0.0, room = 0.0, stored = 0.0;
  for_rows(world, pair.first_contact, pair.contact_count, [&](const ContactPoint& point, const ContactGain& gain) {
    (gain.room > 0.0 ? room : freed) += std::abs(gain.room), stored += point.stored;
  });
  if (!is_more_than_rounding(freed, stored) || !(room > 0.0)) return false;
  const double share = std::min(freed / room, 1.0);
  for_rows(world, pair.first_contact, pair.contact_count, [&](ContactPoint& point, ContactGain& gain) {
    const double passed = share * std::max(gain.room, 0.0);
    point.stored += passed, gain.gained += passed;
  });
  return true;
}

// does anything without unknowns take part?
bool is_held(const WorldData& world, const IslandRange& island) {
  const StepProblem& problem = world.scratch.problem;
  for (int i = island.first_pair; i < island.first_pair + island.pair_count; ++i)
    if (problem.pairs[i].body_a < 0 || problem.pairs[i].body_b < 0) return true;
  for (int i = island.first_joint; i < island.first_joint + island.joint_count; ++i)
    if (problem.joints[i].body_count < 2) return true;
  return false;
}

// v⁺ → v⁺ − α u with u the motion (within); dE/dα = −(2 K of u − ½ h f·u) of the synchronised energy (numerics §2)
double slow_down(WorldData& world, const IslandRange& island, double energy) {
  StepScratch& scratch = world.scratch;
  const auto found = [&](int row) -> const Vec6& { return scratch.solution.velocity[row]; };
  const auto all = [](const WorldData&, int) { return true; };
  const RigidMotion common = is_held(world, island) ? RigidMotion{} : common_motion(world, island, all, found);
  const auto within = [&](int row) -> Vec6 {
    const int body = scratch.layout.bodies[row].index;
    return without_spin(scratch.bodies[body], found(row) - common.of(world.bodies[body].state.pose.position));
  };
  double taken = 0.0;
  for (int row = island.first_body; row < island.first_body + island.body_count; ++row) {
    const BodyScratch& own = scratch.bodies[scratch.layout.bodies[row].index];
    const double mass = world.bodies[scratch.layout.bodies[row].index].mass;
    const Vec6 u = within(row);
    const Vec6& v = found(row);
    taken += mass * v.head<3>().dot(u.head<3>()) + v.tail<3>().dot(own.inertia * u.tail<3>()) -
             0.5 * scratch.h * own.force.dot(u);
  }
  const double share = taken > 0.0 ? std::min(energy / taken, most_slowed) : 0.0;
  if (!(share > 0.0)) return 0.0;
  for (int row = island.first_body; row < island.first_body + island.body_count; ++row)
    scratch.refine.motion.push_back(within(row));
  for (int row = island.first_body; row < island.first_body + island.body_count; ++row)
    scratch.solution.velocity[row] -= share * scratch.refine.motion[row - island.first_body];
  scratch.refine.motion.clear();
  forget_ends(world);
  return share * taken;
}

// true: accounts and perhaps velocities changed
bool settle(WorldData& world, const IslandRange& island) {
  bool changed = false;
  for (int i = island.first_pair; i < island.first_pair + island.pair_count; ++i)
    changed = pass_on(world, world.scratch.problem.pairs[i]) || changed;
  const ContactSum sum = sum_of(world, island);
  if (!is_more_than_rounding(sum.gained, sum.stored)) return changed;
  const double let = std::min(sum.let, sum.gained);
  const double owed = sum.gained - slow_down(world, island, sum.gained - let);
  if (sum.stored > 0.0)
    for_rows(world, island.first_contact, island.contact_count,
             [&](ContactPoint& point, const ContactGain&) { point.stored *= 1.0 - std::min(owed / sum.stored, 1.0); });
  return true;
}

// what the contact of a row hands on of its account and of the velocities
void hand_on(WorldData& world, int row) {
  const int contact = world.scratch.layout.contact_of[row];
  ContactPoint& point = world.scratch.points[contact];
  const Vec3 velocity =
      contact_velocity(point, body_after_step(world, point.body_a), body_after_step(world, point.body_b));
  point.next_gap = point.gap + world.scratch.h * velocity[0];
  point.speed = point.frame.transpose() * velocity;
  CarriedContact& carried = world.carried[contact];
  carried.stored = point.stored, carried.next_gap = point.next_gap, carried.speed = point.speed;
}

}  // namespace

void pay_for_contacts(WorldData& world) {
  for (const IslandRange& island : world.scratch.problem.islands)
    if (settle(world, island))
      for (int row = island.first_contact; row < island.first_contact + island.contact_count; ++row)
        hand_on(world, row);
}

}  // namespace spook
