// Contact rows of numerics §1: a normal and two tangents a contact.
#pragma once

#include "engine/collide/contacts.h"
#include "engine/constraint/row_writer.h"
#include "engine/constraint/spook_row.h"
#include "engine/parameters.h"

namespace spook {

// a contact as the step sees it: where it is, what it is made of, what it carries from the step before
struct ContactPoint {
  int body_a = -1, body_b = -1;  // world body indices
  int shape_a = 0, shape_b = 0;  // of those bodies
  Vec3 point = Vec3::Zero();
  Mat3 frame = Mat3::Identity();  // rows: normal (from b to a), tangent, tangent
  double gap = 0.0;
  double friction = 0.0, restitution = 0.0, compliance = 0.0, relaxation_steps = 0.0;
  double share = 1.0;           // as many times as stiff as a lone point of its material (collide/contacts.h)
  Vec3 slip = Vec3::Zero();     // u, world axes, in the tangent plane
  Vec3 impulse = Vec3::Zero();  // ν, β in the frame above: last step's until this one is solved
  ContactState state = ContactState::open;
  bool seen_ahead = false;  // its gap tells where the step leads, turning and all (step/look_ahead.cpp)
  double held = 0.0;        // J: by its compliance, after the step
  double residual = 0.0;    // of numerics §5, after the step
  int state_changes = 0;    // over the recorded history
  int row = -1;             // in the step problem; −1: not solved for
};

// one of the two bodies of a contact: where it is, its index in the problem (−1: no unknowns), how it moves
struct ContactBody {
  const Vec3& centre;
  int index;
  const Vec6& velocity;
  Vec3 velocity_at(const Vec3& point) const { return velocity.head<3>() + velocity.tail<3>().cross(point - centre); }
};

struct FrictionNumbers {
  FrictionLaw law = FrictionLaw::positional;
  double compliance = 1e-8, viscosity = 1e-8;  // ε_f, δ
};

// tangents that follow the normal without jumps: one formula of the normal alone, smooth all around the horizontal
void put_contact_frame(const Vec3& normal, Mat3& frame);

// velocity of a against b at the point, in the contact frame
inline Vec3 contact_velocity(const ContactPoint& point, const ContactBody& a, const ContactBody& b) {
  return point.frame * (a.velocity_at(point.point) - b.velocity_at(point.point));
}

// What turning adds to the way of a contact, m, in its frame: over the step ahead beyond h (N, D) v⁺, and over the one
// behind beyond h (N, D) v (step/features.h).
struct ContactTurning {
  Vec3 ahead = Vec3::Zero(), behind = Vec3::Zero();
};
ContactRow contact_row(const ContactPoint& point, const ContactTurning& turning, const ContactBody& a,
                       const ContactBody& b, double h, const FrictionNumbers& friction);
// numerics §2, Newton's law: 0 ≤ ν ⊥ N v₊ + e N v₋ + T ν ≥ 0 with e = restitution
ContactRow impact_row(const ContactPoint& point, const ContactBody& a, const ContactBody& b, double h,
                      const FrictionNumbers& friction, double restitution);

// the stored slip after the step along the tangents (numerics §1); velocity: contact_velocity() of the new velocities
inline Vec2 next_slip(const ContactPoint& point, const Vec3& velocity, double h, const FrictionNumbers& friction) {
  if (friction.law == FrictionLaw::viscous || point.state == ContactState::open) return Vec2::Zero();
  const Vec2 old = (point.frame * point.slip).tail<2>(), held = -friction.compliance / h * point.impulse.tail<2>();
  Vec2 slip = held;
  if (point.state == ContactState::sticking) {
    // u + h D v⁺ by the row's own equation, h D v⁺ = −4φ u − h T_f β − h s: what slips all the same (s ≠ 0: its bound
    // was that of a coupling before, or the solve stopped early) is not stored. Stored, a block that slid at 3 m/s at a
    // bound 0.1 % off wound its spring up by 0.3 m, and was driven back by it.
    const double share = 4.0 * spook_row(friction.compliance, point.relaxation_steps, h).phi;
    slip = share <= 2.0 ? Vec2(old + share * (held - old)) : Vec2(old + h * velocity.tail<2>());
  }
  return slip;
}

}  // namespace spook
