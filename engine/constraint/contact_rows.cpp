#include "engine/constraint/contact_rows.h"

#include "engine/constraint/spook_row.h"

namespace spook {

namespace {

// bodies, arms, frame, friction bound: what rows of a step and of an impact share
ContactRow common_row(const ContactPoint& point, const ContactBody& a, const ContactBody& b) {
  ContactRow row;
  row.body_a = a.row.index, row.body_b = b.row.index;
  row.arm_a = point.point - a.centre, row.arm_b = point.point - b.centre;
  row.frame = point.frame;
  row.friction = point.friction;
  return row;
}

// velocity of the sides without unknowns, a against b, in the frame: it goes to the right-hand side
Vec3 given_velocity(const ContactPoint& point, const ContactBody& a, const ContactBody& b) {
  const ContactBody still{};
  return contact_velocity(point, a.row.index < 0 ? a : still, b.row.index < 0 ? b : still);
}

}  // namespace

// The branchless basis of Duff et al., with its seam turned to where contacts seldom point: a cone around −z at 45°.
Mat3 contact_frame(const Vec3& n) {
  const double sign = n.z() > -0.7071 ? 1.0 : -1.0;
  const double a = -1.0 / (sign + n.z());
  const double b = n.x() * n.y() * a;
  Mat3 frame;
  frame.row(0) = n.transpose();
  frame.row(1) << 1.0 + sign * n.x() * n.x() * a, sign * b, -sign * n.x();
  frame.row(2) << b, sign + n.y() * n.y() * a, -n.y();
  return frame;
}

Vec3 contact_velocity(const ContactPoint& point, const ContactBody& a, const ContactBody& b) {
  const Vec3 of_a = a.row.velocity.head<3>() + a.row.velocity.tail<3>().cross(point.point - a.centre);
  const Vec3 of_b = b.row.velocity.head<3>() + b.row.velocity.tail<3>().cross(point.point - b.centre);
  return point.frame * (of_a - of_b);
}

// Contacts are condensed into stiffnesses JᵀJ/T (numerics §3), which wants a T that is not tiny: a wall whose normals
// and friction both give by 1e-14 m/N is lost to rounding, one of 1e-13 still stands.
constexpr double least_condensed = 1e-12;  // m/N; of viscous friction m/(N s)

ContactRow contact_row(const ContactPoint& point, const ContactBody& a, const ContactBody& b, double h,
                       const FrictionNumbers& friction) {
  const SpookRow constants = spook_row(std::max(point.compliance, least_condensed), point.relaxation_steps, h);
  const Vec3 velocity = contact_velocity(point, a, b), given = given_velocity(point, a, b);
  ContactRow row = common_row(point, a, b);

  // normal: touching or inside, b = (4/h) φ c − φ N v; apart, b = c/h (speculative)
  row.compliance = constants.T;
  row.bias = point.gap > 0.0 ? point.gap / h : 4.0 / h * constants.phi * point.gap - constants.phi * velocity[0];
  row.bias += given[0];

  // tangents: positional, T_f = 4 ε_f φ / h² and (4φ/h) u; viscous, Δ = δ/h
  if (friction.law == FrictionLaw::positional) {
    row.friction_compliance = spook_row(std::max(friction.compliance, least_condensed), point.relaxation_steps, h).T;
    row.friction_bias = 4.0 * constants.phi / h * (point.frame * point.slip).tail<2>();
  } else {
    row.friction_compliance = std::max(friction.viscosity, least_condensed) / h;
  }
  row.friction_bias += given.tail<2>();
  row.warm = point.impulse;
  return row;
}

ContactRow impact_row(const ContactPoint& point, const ContactBody& a, const ContactBody& b, double h,
                      const FrictionNumbers& friction, double restitution) {
  const Vec3 velocity = contact_velocity(point, a, b), given = given_velocity(point, a, b);
  ContactRow row = common_row(point, a, b);
  row.compliance = spook_row(point.compliance, point.relaxation_steps, h).T;
  row.bias = restitution * velocity[0] + given[0];
  row.friction_compliance = friction.law == FrictionLaw::positional
                                ? spook_row(friction.compliance, point.relaxation_steps, h).T
                                : std::max(friction.viscosity, least_condensed) / h;
  row.friction_bias = given.tail<2>();
  return row;
}

Vec3 next_slip(const ContactPoint& point, const Vec3& velocity, double h, const FrictionNumbers& friction) {
  if (friction.law == FrictionLaw::viscous || point.state == ContactState::open) return Vec3::Zero();
  const Vec2 slip = point.state == ContactState::sticking
                        ? Vec2((point.frame * point.slip).tail<2>() + h * velocity.tail<2>())
                        : Vec2(-friction.compliance / h * point.impulse.tail<2>());
  return point.frame.bottomRows<2>().transpose() * slip;
}

}  // namespace spook
