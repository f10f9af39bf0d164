// The elastic energy of contacts, and which steps are onsets.
//
// By numerics §1 the normal row of a contact is a spring of stiffness 1/ε and a damper. Its impulse ν adds
// ν (N v + N v⁺)/2 to the synchronised energy (§2) of the bodies, and
//     ν (N v + N v⁺)/2 = −Δ(½ m²/ε) − (τ h/ε) N v⁺ (N v + N v⁺)/2,    m = c − ½ h N v  the synchronised overlap:
// ½ m²/ε is what the spring holds. But an overlap may also come from nowhere: a corner that was not foreseen, a facet
// under a rolling ball. A spring does not hold what nobody put in. So each contact keeps an account, carried under its
// key: what its impulses, normal and tangential together, took from the motion and have not given back, never more than
// ½ m²/ε and the like of the slip u and ε_f; what sliding takes beyond is heat. Kinetic, potential and
// stored energy together grow only where a contact gives more than it has.
#pragma once

#include <algorithm>

#include "engine/constraint/contact_rows.h"

namespace spook {

// a contact's velocity, a against b in its frame, before the step and after
struct ContactMotion {
  Vec3 before, after;
  double h = 0.0, friction_compliance = 0.0;
};

// J; what an account shows of a step
struct ContactGain {
  double gained = 0.0;  // what the contact gave to motion and account; less than nothing: what became heat
  double room = 0.0;    // what its spring could hold beyond that; below 0: what it had and cannot hold any more
};

// of what contacts hold together, J
inline bool is_more_than_rounding(double energy, double stored) {
  return energy > 1e-12 + 1e-9 * stored;
}

// the account after a step whose impulses gave the bodies so much work; of a spring that holds so much at most
inline double account_after(double stored, double work, double most) {
  const double left = std::clamp(stored - work, 0.0, std::max(most, 0.0));
  return left >= 0.0 ? left : 0.0;  // a number even where the velocities are not
}

// from the step's beginning to its middle
inline Vec3 way_to_the_middle(const ContactPoint& point, const ContactMotion& motion) {
  return 0.5 * (motion.h * motion.after + point.bend);
}

// ½ m²/ε of the normal's spring there
inline double most_of_normal(const ContactPoint& point, double way) {
  const double overlap = std::min(point.gap + way, 0.0);
  return point.compliance > 0.0 ? 0.5 * overlap * overlap / point.compliance : 0.0;
}

// after point.next_gap, impulse and state were set; slip: the stored one, in the frame's tangents
inline ContactGain keep_contact_account(ContactPoint& point, const Vec2& slip, const ContactMotion& motion) {
  const Vec3 way = way_to_the_middle(point, motion);
  double most = most_of_normal(point, way[0]);
  if (point.stored == 0.0 && slip.isZero(0.0) && point.impulse.isZero(0.0)) return {0.0, most};
  // sliding the spring stays as long as friction holds it, sticking its length is that of the middle of the step
  const Vec2 held = point.state == ContactState::sticking ? Vec2(slip - way.tail<2>()) : slip;
  if (motion.friction_compliance > 0.0) most += 0.5 * held.squaredNorm() / motion.friction_compliance;
  const double work = 0.5 * point.impulse.dot(motion.before + motion.after), had = point.stored;
  point.stored = account_after(had, work, most);
  return {work + point.stored - had, most - std::max(point.stored, had - std::max(work, 0.0))};
}

// numerics §2: an impact is an approach faster than v_min; here one that an impulse stopped
inline bool is_blow(const ContactPoint& point, const ContactMotion& motion, double slowest) {
  return point.impulse[0] > 0.0 && motion.before[0] < -slowest;
}

}  // namespace spook
