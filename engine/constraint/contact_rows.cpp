#include "engine/constraint/contact_rows.h"

#include "engine/constraint/spook_row.h"

namespace spook {

namespace {

// bodies, arms, frame, friction bound: what rows of a step and of an impact share
ContactRow common_row(const ContactPoint& point, const ContactBody& a, const ContactBody& b) {
  ContactRow row;
  row.body_a = a.index, row.body_b = b.index;
  row.arm_a = point.point - a.centre, row.arm_b = point.point - b.centre;
  row.frame = point.frame;
  row.friction = point.friction;
  return row;
}

// N v, D v, and of it what the sides without unknowns give: that goes to the right-hand side
struct ContactSpeeds {
  Vec3 all, given = Vec3::Zero();
};

ContactSpeeds contact_speeds(const ContactPoint& point, const ContactBody& a, const ContactBody& b) {
  const Vec3 of_a = a.velocity_at(point.point), of_b = b.velocity_at(point.point);
  ContactSpeeds speeds{point.frame * (of_a - of_b)};
  if (a.index < 0) speeds.given += point.frame * of_a;
  if (b.index < 0) speeds.given -= point.frame * of_b;
  return speeds;
}

}  // namespace

// The branchless basis of Duff et al., with its seam turned to where contacts seldom point: a cone around −z at 45°.
void put_contact_frame(const Vec3& n, Mat3& frame) {
  const double sign = n.z() > -0.7071 ? 1.0 : -1.0;
  const double a = -1.0 / (sign + n.z());
  const double b = n.x() * n.y() * a;
  frame.row(0) = n.transpose();
  frame.row(1) << 1.0 + sign * n.x() * n.x() * a, sign * b, -sign * n.x();
  frame.row(2) << b, sign + n.y() * n.y() * a, -n.y();
}

// Contacts are condensed into stiffnesses JᵀJ/T (numerics §3), which wants a T that is not tiny: a wall whose normals
// and friction both give by 1e-14 m/N is lost to rounding, one of 1e-13 still stands.
constexpr double least_condensed = 1e-12;  // m/N; of viscous friction m/(N s)

ContactRow contact_row(const ContactPoint& point, const ContactTurning& turning, const ContactBody& a,
                       const ContactBody& b, double h, const FrictionNumbers& friction) {
  const SpookRow constants = spook_row(std::max(point.compliance, least_condensed), point.relaxation_steps, h);
  const auto [velocity, given] = contact_speeds(point, a, b);
  ContactRow row = common_row(point, a, b);

  // normal: touching or inside, b = (4/h) φ c − φ N v; apart, b = c/h (speculative)
  row.compliance = constants.T;
  // Like a joint's, in the gaps themselves: c⁺ = c + h N v⁺ + turning ahead, c − c⁻ = h N v + turning behind
  const double came = velocity[0] + turning.behind[0] / h;
  row.bias = point.gap > 0.0 ? point.gap / h : 4.0 / h * constants.phi * point.gap - constants.phi * came;
  row.bias += turning.ahead[0] / h;
  row.bias += given[0];

  // tangents: positional, T_f = 4 ε_f φ / h² and (4φ/h) u; viscous, Δ = δ/h
  if (friction.law == FrictionLaw::positional) {
    row.friction_compliance = spook_row(std::max(friction.compliance, least_condensed), point.relaxation_steps, h).T;
    row.friction_bias = 4.0 * constants.phi / h * (point.frame * point.slip).tail<2>();
  } else {
    row.friction_compliance = std::max(friction.viscosity, least_condensed) / h;
  }
  row.friction_bias += given.tail<2>() + turning.ahead.tail<2>() / h;
  row.warm = point.impulse;
  return row;
}

ContactRow impact_row(const ContactPoint& point, const ContactBody& a, const ContactBody& b, double h,
                      const FrictionNumbers& friction, double restitution) {
  const auto [velocity, given] = contact_speeds(point, a, b);
  ContactRow row = common_row(point, a, b);
  row.compliance = spook_row(point.compliance, point.relaxation_steps, h).T;
  row.bias = restitution * velocity[0] + given[0];
  row.friction_compliance = friction.law == FrictionLaw::positional
                                ? spook_row(friction.compliance, point.relaxation_steps, h).T
                                : std::max(friction.viscosity, least_condensed) / h;
  row.friction_bias = given.tail<2>();
  return row;
}

}  // namespace spook
