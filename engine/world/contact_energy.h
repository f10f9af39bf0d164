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

// after point.next_gap, slip, impulse and state were set
ContactGain keep_contact_account(ContactPoint& point, const ContactMotion& motion);

// numerics §2: an impact is an approach faster than v_min; here one that an impulse stopped
bool is_blow(const ContactPoint& point, const ContactMotion& motion, double slowest);

}  // namespace spook
