// ‖s‖ of eq. 114 (numerics §3): what active rows leave over and what clamped rows show with the wrong sign.
#include <algorithm>
#include <cmath>

#include "engine/solve/newton_state.h"

namespace spook {

namespace {

double row_violation(const JointRow& row, double impulse, double s) {
  if (impulse >= row.upper) s = std::max(s, 0.0);  // wants less: λ is held down by its upper bound if s < 0
  if (impulse <= row.lower) s = std::min(s, 0.0);
  return s * s;
}

double normal_violation(double nu, double s) {
  if (nu <= 0.0) s = std::min(s, 0.0);
  return s * s;
}

double friction_violation(const Vec2& beta, double radius, const Vec2& s) {
  const double size = beta.norm();
  if (size < radius * (1.0 - 1e-10)) return s.squaredNorm();
  if (radius <= 0.0) return 0.0;
  // sliding: s may only be the drag along −β
  const Vec2 n = beta / size;
  const double along = std::max(s.dot(n), 0.0);
  const double across = s[0] * n[1] - s[1] * n[0];
  return along * along + across * across;
}

}  // namespace

double relative_slack(const IslandView& view, const StepSolution& solution) {
  const StepProblem& problem = view.problem;
  const Workspace& work = view.work;
  double sum = 0.0, scale = 0.0;
  double rounding = 0.0;  // the velocities all impulses cause one by one
  const auto free_velocity = [&](int body) { return work.inverse[body].times(work.base[body]); };
  double fastest = 0.0;
  for (int b = view.range.first_body; b < view.range.first_body + view.range.body_count; ++b) {
    fastest = std::max(fastest, free_velocity(b).head<3>().norm());
  }
  for (int j = view.range.first_joint; j < view.range.first_joint + view.range.joint_count; ++j) {
    const JointBlock& joint = problem.joints[j];
    const Vec6 w = joint_velocity(problem, joint, solution.velocity);
    Vec6 before = Vec6::Zero();
    for (int k = 0; k < joint.body_count; ++k) {
      if (joint.bodies[k] >= 0) before += problem.jacobians[joint.first_jacobian + k] * free_velocity(joint.bodies[k]);
    }
    for (int i = 0; i < joint.row_count; ++i) {
      const JointRow& row = problem.rows[joint.first_row + i];
      const double impulse = solution.joint_impulse[joint.first_row + i];
      sum += row_violation(row, impulse, w[i] + row.compliance * impulse - row.rhs);
      scale += (before[i] - row.rhs) * (before[i] - row.rhs);
      const double alone = impulse * work.row_diagonal[joint.first_row + i];
      rounding += alone * alone;
    }
  }
  for (int c = view.range.first_contact; c < view.range.first_contact + view.range.contact_count; ++c) {
    const ContactRow& contact = problem.contacts[c];
    const Vec3& impulse = solution.contact_impulse[c];
    const Vec3 w = contact_velocity(contact, solution.velocity);
    sum += normal_violation(impulse[0], w[0] + contact.compliance * impulse[0] + contact.bias);
    if (view.friction) {
      const Vec2 s = w.tail<2>() + contact.friction_compliance * impulse.tail<2>() + contact.friction_bias;
      sum += friction_violation(impulse.tail<2>(), work.disc[c], s);
    }
    const double lightness = (contact.body_a >= 0 ? work.inverse[contact.body_a].mass : 0.0) +
                             (contact.body_b >= 0 ? work.inverse[contact.body_b].mass : 0.0);
    rounding += lightness * lightness * impulse.squaredNorm();
    // the same contact without impulses
    Vec3 before = Vec3::Zero();
    if (contact.body_a >= 0) {
      const Vec6 v = free_velocity(contact.body_a);
      before += v.head<3>() + v.tail<3>().cross(contact.arm_a);
    }
    if (contact.body_b >= 0) {
      const Vec6 v = free_velocity(contact.body_b);
      before -= v.head<3>() + v.tail<3>().cross(contact.arm_b);
    }
    const double closing = std::min(contact.frame.row(0).dot(before) + contact.bias, 0.0);
    scale += closing * closing;
  }
  // a floor: rows that ask for nothing are judged against the speeds of their bodies
  const double floor = 1e-3 * fastest + 1e-9;
  // 1e-9 of this is 1e-14 of the velocities that cancel: no double can do better
  return std::sqrt(sum / (scale + floor * floor + 1e-10 * rounding));
}

}  // namespace spook
