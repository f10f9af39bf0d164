// The rows that joint types are made of. Every Jacobian and curvature here is checked by finite differences.
#include <cmath>

#include "engine/constraint/joint_rows.h"
#include "engine/cross_matrix.h"

namespace spook {

namespace {

auto linear(ConstraintRows& rows, int side, int row) {
  return rows.jacobian[side].block<1, 3>(row, 0);
}
auto angular(ConstraintRows& rows, int side, int row) {
  return rows.jacobian[side].block<1, 3>(row, 3);
}

}  // namespace

Vec3 JointSide::anchor_curvature() const {
  const Vec3 along = omega.cross(arm), bend = omega.cross(along);
  const double angle = span * omega.norm();
  if (angle < 0.1) {  // the series of what follows
    const double x = angle * angle;
    const double third = (1.0 - x / 20.0 * (1.0 - x / 42.0 * (1.0 - x / 72.0))) / 3.0;
    const double half = 1.0 - x / 12.0 * (1.0 - x / 30.0 * (1.0 - x / 56.0));
    return half * bend + span * third * omega.cross(bend);
  }
  // Rodrigues: (exp(hω) − 1) r = sin θ/θ · h ω × r + (1 − cos θ)/θ² · h² ω × (ω × r)
  const double first = 2.0 / span * (std::sin(angle) / angle - 1.0);
  const double second = 2.0 * (1.0 - std::cos(angle)) / (angle * angle);
  return first * along + second * bend;
}

int ConstraintRows::add(bool is_angular) {
  const int row = count++;
  jacobian[0].row(row).setZero(), jacobian[1].row(row).setZero();  // a gear, the one with four sides, writes them all
  violation[row] = curvature[row] = 0.0;
  angular[row] = is_angular;
  return row;
}

double ConstraintRows::speed(int row, const JointSide& a, const JointSide& b) const {
  Vec6 va, vb;
  va << a.velocity, a.omega;
  vb << b.velocity, b.omega;
  return jacobian[0].row(row).dot(va) + jacobian[1].row(row).dot(vb);
}

// g = (x_a + r_a) − (x_b + r_b), along the world axes
void add_point_rows(const JointGeometry& joint, ConstraintRows& rows) {
  const Vec3 g = joint.a.anchor() - joint.b.anchor();
  const Vec3 curvature = joint.a.anchor_curvature() - joint.b.anchor_curvature();
  for (int axis = 0; axis < 3; ++axis) {
    const int row = rows.add(false);
    const Vec3 e = Vec3::Unit(axis);
    linear(rows, 0, row) = e.transpose();
    linear(rows, 1, row) = -e.transpose();
    angular(rows, 0, row) = joint.a.arm.cross(e).transpose();
    angular(rows, 1, row) = -joint.b.arm.cross(e).transpose();
    rows.violation[row] = g[axis];
    rows.curvature[row] = curvature[axis];
  }
}

// g = u·d, d from anchor b to anchor a, u carried by b: its arm reaches to anchor a
void add_translation_row(const JointGeometry& joint, const Vec3& u, ConstraintRows& rows) {
  const JointSide &a = joint.a, &b = joint.b;
  const Vec3 d = a.anchor() - b.anchor();
  const Vec3 rate = a.anchor_velocity() - b.anchor_velocity();
  const Vec3 u_rate = b.omega.cross(u);
  const int row = rows.add(false);
  linear(rows, 0, row) = u.transpose();
  linear(rows, 1, row) = -u.transpose();
  angular(rows, 0, row) = a.arm.cross(u).transpose();
  angular(rows, 1, row) = -(b.arm + d).cross(u).transpose();
  rows.violation[row] = u.dot(d);
  rows.curvature[row] =
      u.dot(a.anchor_curvature() - b.anchor_curvature()) + 2.0 * u_rate.dot(rate) + b.omega.cross(u_rate).dot(d);
}

// g = z·u, z carried by a and u by b
void add_right_angle_row(const JointGeometry& joint, const Vec3& z, const Vec3& u, ConstraintRows& rows) {
  const Vec3 &wa = joint.a.omega, &wb = joint.b.omega;
  const Vec3 lever = z.cross(u);
  const int row = rows.add(true);
  angular(rows, 0, row) = lever.transpose();
  angular(rows, 1, row) = -lever.transpose();
  rows.violation[row] = z.dot(u);
  rows.curvature[row] = (wa - wb).dot(wa.cross(z).cross(u) + z.cross(wb.cross(u)));
}

// g = 2 vec(q), q = (w, p) the rotation of a in b's frame, on the short side (w ≥ 0);
// with ω seen from b: ṗ = ½ (w ω + ω × p), ẇ = −½ ω·p
void add_orientation_rows(const JointGeometry& joint, ConstraintRows& rows) {
  const JointSide &a = joint.a, &b = joint.b;
  Quat q(Mat3(b.frame.transpose() * a.frame));
  if (q.w() < 0.0) q.coeffs() = -q.coeffs();
  const double w = q.w();
  const Vec3 p = q.vec();
  const Vec3 omega = b.frame.transpose() * (a.omega - b.omega);
  const Vec3 omega_rate = -b.frame.transpose() * b.omega.cross(a.omega - b.omega);
  const double w_rate = -0.5 * omega.dot(p);
  const Vec3 p_rate = 0.5 * (w * omega + omega.cross(p));
  const Vec3 curvature = w_rate * omega + w * omega_rate + omega_rate.cross(p) + omega.cross(p_rate);
  const Mat3 jacobian = (w * Mat3::Identity() - cross_matrix(p)) * b.frame.transpose();
  for (int axis = 0; axis < 3; ++axis) {
    const int row = rows.add(true);
    angular(rows, 0, row) = jacobian.row(axis);
    angular(rows, 1, row) = -jacobian.row(axis);
    rows.violation[row] = 2.0 * p[axis];
    rows.curvature[row] = curvature[axis];
  }
}

// g = |d| − length; coinciding anchors have no direction: then b's axis serves
void add_distance_row(const JointGeometry& joint, ConstraintRows& rows) {
  const JointSide &a = joint.a, &b = joint.b;
  const Vec3 d = a.anchor() - b.anchor();
  const double distance = d.norm();
  const bool degenerate = distance < 1e-9;
  const Vec3 n = degenerate ? Vec3(b.frame.col(2)) : Vec3(d / distance);
  const Vec3 rate = a.anchor_velocity() - b.anchor_velocity();
  const Vec3 across = rate - n * n.dot(rate);
  const int row = rows.add(false);
  linear(rows, 0, row) = n.transpose();
  linear(rows, 1, row) = -n.transpose();
  angular(rows, 0, row) = a.arm.cross(n).transpose();
  angular(rows, 1, row) = -b.arm.cross(n).transpose();
  rows.violation[row] = distance - joint.length;
  rows.curvature[row] = n.dot(a.anchor_curvature() - b.anchor_curvature());
  if (!degenerate) rows.curvature[row] += across.squaredNorm() / distance;
}

// the angle of a's x axis in b's x y plane, counted about z
void add_angle_row(const JointGeometry& joint, ConstraintRows& rows) {
  const JointSide &a = joint.a, &b = joint.b;
  const Vec3 x = a.frame.col(0), z = b.frame.col(2);
  const int row = rows.add(true);
  angular(rows, 0, row) = z.transpose();
  angular(rows, 1, row) = -z.transpose();
  rows.violation[row] = std::atan2(x.dot(b.frame.col(1)), x.dot(b.frame.col(0)));
  rows.curvature[row] = b.omega.cross(z).dot(a.omega - b.omega);
}

Moving Moving::unit() const {
  const double length = value.norm();
  const Vec3 along = value / length;
  return {along, (rate - along * along.dot(rate)) / length};
}

Moving carried(const JointSide& side, const Vec3& direction) {
  return {direction, side.omega.cross(direction)};
}

Moving cross(const Moving& p, const Moving& q) {
  return {p.value.cross(q.value), p.rate.cross(q.value) + p.value.cross(q.rate)};
}

// A v = t·(v_a + ω_a × (p − x_a) − v_b − ω_b × (p − x_b))
void add_slip_row(const JointGeometry& joint, const Moving& place, const Moving& direction, ConstraintRows& rows) {
  const JointSide &a = joint.a, &b = joint.b;
  const Vec3 &t = direction.value, arm_a = place.value - a.centre, arm_b = place.value - b.centre;
  const Vec3 slip = a.velocity + a.omega.cross(arm_a) - b.velocity - b.omega.cross(arm_b);
  const Vec3 slip_rate = a.omega.cross(place.rate - a.velocity) - b.omega.cross(place.rate - b.velocity);
  const int row = rows.add(false);
  linear(rows, 0, row) = t.transpose();
  linear(rows, 1, row) = -t.transpose();
  angular(rows, 0, row) = arm_a.cross(t).transpose();
  angular(rows, 1, row) = -arm_b.cross(t).transpose();
  rows.curvature[row] = direction.rate.dot(slip) + t.dot(slip_rate);
}

void add_spin_rows(const JointGeometry&, ConstraintRows& rows) {
  for (int axis = 0; axis < 3; ++axis) {
    const int row = rows.add(true);
    angular(rows, 0, row) = Vec3::Unit(axis).transpose();
    angular(rows, 1, row) = -Vec3::Unit(axis).transpose();
  }
}

}  // namespace spook
