#include <algorithm>
#include <cmath>

#include "engine/solve/sweeps.h"

namespace spook {

Vec2 solve_disc(const Eigen::Matrix2d& B, const Vec2& r, double radius) {
  if (radius <= 0.0) return Vec2::Zero();
  // in the axes of B it is one equation for s: Σ (q_i/(b_i + s))² = R²
  const double half = 0.5 * (B(0, 0) - B(1, 1)), mean = 0.5 * (B(0, 0) + B(1, 1));
  const double spread = std::hypot(half, B(0, 1));
  const double low = mean - spread, high = mean + spread;
  Vec2 axis(1.0, 0.0);  // of `high`
  if (spread > 1e-14 * mean) {
    axis = half >= 0.0 ? Vec2(half + spread, B(0, 1)) : Vec2(B(0, 1), spread - half);
    axis.normalize();
  }
  const double q1 = axis.dot(r), q2 = axis[0] * r[1] - axis[1] * r[0];
  const auto size = [&](double s) { return std::hypot(q1 / (high + s), q2 / (low + s)); };
  double s = 0.0;
  // Newton on 1/‖β‖ − 1/R, which is concave and nearly straight: from s = 0 it never oversteps
  for (int i = 0; i < 30; ++i) {
    const double length = size(s);
    if (length <= radius * (1.0 + 1e-14)) break;
    const double b1 = q1 / (high + s), b2 = q2 / (low + s);
    const double fall = b1 * b1 / (high + s) + b2 * b2 / (low + s);  // −½ d‖β‖²/ds
    s += (length - radius) / radius * length * length / fall;
  }
  const double b1 = q1 / (high + s), b2 = q2 / (low + s);
  return Vec2(axis[0] * b1 - axis[1] * b2, axis[1] * b1 + axis[0] * b2);
}

namespace {

Vec2 relax_tangents(const ContactRow& contact, SweepKind kind, const Mat3& A, const Vec2& w, const Vec2& beta,
                    double radius) {
  const double T_f = contact.friction_compliance;
  const Eigen::Matrix2d B = A.bottomRightCorner<2, 2>() + T_f * Eigen::Matrix2d::Identity();
  const Vec2 r = B * beta - (w + T_f * beta + contact.friction_bias);
  if (kind == SweepKind::block_tangents) return solve_disc(B, r, radius);
  const double det = B(0, 0) * B(1, 1) - B(0, 1) * B(1, 0);
  const Vec2 stick((B(1, 1) * r[0] - B(0, 1) * r[1]) / det, (B(0, 0) * r[1] - B(1, 0) * r[0]) / det);
  return project_disc(stick, radius);
}

Vec3 relax_separate(const ContactRow& contact, const Mat3& A, const Vec3& start, const Vec3& impulse) {
  Vec3 w = start, out = impulse;
  const auto change = [&](int i, double value) {
    w += A.col(i) * (value - out[i]);
    out[i] = value;
  };
  change(0,
         std::max(0.0, out[0] - (w[0] + contact.compliance * out[0] + contact.bias) / (A(0, 0) + contact.compliance)));
  const double R = contact.friction * out[0];
  for (int i = 1; i < 3; ++i) {
    const double slack = w[i] + contact.friction_compliance * out[i] + contact.friction_bias[i - 1];
    change(i, std::clamp(out[i] - slack / (A(i, i) + contact.friction_compliance), -R, R));
  }
  return out;
}

// normal and tangents together, as they are where the contact sticks; false: there it does not
bool relax_sticking(const ContactRow& contact, const Mat3& A, const Vec3& w, Vec3& impulse) {
  Mat3 block = A;
  block.diagonal() += compliances(contact);
  const Vec3 out = impulse - block.inverse() * contact_slack(contact, w, impulse);
  if (out[0] <= 0.0 || out.tail<2>().norm() > contact.friction * out[0]) return false;
  impulse = out;
  return true;
}

// rows of a joint, one after another, v brought up to date after each
void relax_joint(const StepProblem& problem, const JointBlock& joint, const Workspace& work, StepSolution& solution) {
  for (int i = 0; i < joint.row_count; ++i) {
    const JointRow& row = problem.rows[joint.first_row + i];
    double velocity = 0.0, a = row.compliance;
    for (int k = 0; k < joint.body_count; ++k) {
      const int body = joint.bodies[k];
      if (body < 0) continue;
      const Vec6 g = problem.jacobians[joint.first_jacobian + k].row(i).transpose();
      velocity += g.dot(solution.velocity[body]);
      a += g.dot(work.inverse[body].times(g));
    }
    double& impulse = solution.joint_impulse[joint.first_row + i];
    const double slack = velocity + row.compliance * impulse - row.rhs;
    const double change = std::clamp(impulse - slack / a, row.lower, row.upper) - impulse;
    impulse += change;
    for (int k = 0; k < joint.body_count; ++k) {
      const int body = joint.bodies[k];
      if (body < 0) continue;
      const Vec6 g = problem.jacobians[joint.first_jacobian + k].row(i).transpose();
      solution.velocity[body] += change * work.inverse[body].times(g);
    }
  }
}

void push(const ContactRow& contact, const Vec3& impulse, const Workspace& work, StepSolution& solution) {
  const Vec3 world = contact.frame.transpose() * impulse;
  const auto give = [&](int body, const Vec3& arm, double sign) {
    const InverseMass& inverse = work.inverse[body];
    solution.velocity[body].head<3>() += sign * inverse.mass * world;
    solution.velocity[body].tail<3>() += sign * (inverse.inertia * arm.cross(world));
  };
  if (contact.body_a >= 0) give(contact.body_a, contact.arm_a, 1.0);
  if (contact.body_b >= 0) give(contact.body_b, contact.arm_b, -1.0);
}

}  // namespace

Vec3 relax_contact(const ContactRow& contact, SweepKind kind, const Mat3& A, const Vec3& w, const Vec3& impulse) {
  if (kind == SweepKind::separate) return relax_separate(contact, A, w, impulse);
  Vec3 out = impulse;
  // Sliding, the projection goes by the tangents' block: the normal that was found with β beyond the disc would carry
  // what friction cannot, and a box on tan θ = 0.6 was held by μ = 0.5.
  if (kind == SweepKind::block_projection) {
    if (relax_sticking(contact, A, w, out)) return out;
    kind = SweepKind::block_tangents;
  }
  const double slack = w[0] + contact.compliance * impulse[0] + contact.bias;
  out[0] = std::max(0.0, impulse[0] - slack / (A(0, 0) + contact.compliance));
  const Vec2 moved = w.tail<2>() + A.col(0).tail<2>() * (out[0] - impulse[0]);
  out.tail<2>() = relax_tangents(contact, kind, A, moved, impulse.tail<2>(), contact.friction * out[0]);
  return out;
}

void sweep_scalar(const StepProblem& problem, const IslandRange& island, SweepKind kind, bool joints,
                  const Workspace& work, StepSolution& solution) {
  if (joints) {
    for (int j = island.first_joint; j < island.first_joint + island.joint_count; ++j) {
      relax_joint(problem, problem.joints[j], work, solution);
    }
  }
  for (int c = island.first_contact; c < island.first_contact + island.contact_count; ++c) {
    const ContactRow& contact = problem.contacts[c];
    Vec3& impulse = solution.contact_impulse[c];
    const Vec3 next =
        relax_contact(contact, kind, work.block[c], contact_velocity(contact, solution.velocity), impulse);
    push(contact, next - impulse, work, solution);
    impulse = next;
  }
}

}  // namespace spook
