// The judge (numerics §5) and the rebuilding of velocities: outside all solvers.
#include <Eigen/LU>
#include <array>
#include <cmath>

#include "engine/solve/island_history.h"

namespace spook {

namespace {

// rows r × fₖ: what a push along each axis of the frame turns
Mat3 lever(const Vec3& arm, const Mat3& frame) {
  Mat3 lever;
  for (int k = 0; k < 3; ++k) lever.row(k) = arm.cross(frame.row(k).transpose()).transpose();
  return lever;
}

// |λ − clamp(λ − ρ s)| of one row, the natural residual in impulse units, s = G v + Tλ − r
double row_residual(const JointRow& row, double impulse, double slack, double diagonal) {
  const double target = impulse - slack / (diagonal + row.compliance);
  return std::abs(impulse - std::clamp(target, row.lower, row.upper));
}

// The row's own two bodies alone: renumbered, so that nothing of the problem's size is made.
ContactError error_of(const StepProblem& problem, const StepSolution& solution, int c) {
  const ContactRow& contact = problem.contacts[c];
  std::array<InverseMass, 2> inverse;
  ContactRow alone = contact;
  if (contact.body_a >= 0) inverse[0] = inverse_mass(problem.bodies[contact.body_a]), alone.body_a = 0;
  if (contact.body_b >= 0) inverse[1] = inverse_mass(problem.bodies[contact.body_b]), alone.body_b = 1;
  return contact_error(alone, inverse, contact_velocity(contact, solution.velocity), solution.contact_impulse[c]);
}

}  // namespace

Mat3 contact_block(const ContactRow& contact, std::span<const InverseMass> inverse) {
  Mat3 block = Mat3::Zero();
  const auto add = [&](int body, const Vec3& arm) {
    const Mat3 turn = lever(arm, contact.frame);
    block.noalias() += turn * inverse[body].inertia * turn.transpose();
    block.diagonal().array() += inverse[body].mass;
  };
  if (contact.body_a >= 0) add(contact.body_a, contact.arm_a);
  if (contact.body_b >= 0) add(contact.body_b, contact.arm_b);
  return block;
}

ContactError contact_error(const ContactRow& contact, std::span<const InverseMass> inverse, const Vec3& w,
                           const Vec3& impulse) {
  const Mat3 block = contact_block(contact, inverse);
  ContactError error;
  const Vec3 slack = contact_slack(contact, w, impulse);
  // numerics §5: |min(ν, (N v + Tν + b)/(a + T))|
  error.normal = std::abs(std::min(impulse[0], slack[0] / (block(0, 0) + contact.compliance)));
  // numerics §5: ‖β − proj(β − ρ(D v + T_f β + b_f))‖ with ρ the inverse block diagonal
  const Vec2 beta = impulse.tail<2>();
  const double rho = 1.0 / (0.5 * (block(1, 1) + block(2, 2)) + contact.friction_compliance);
  error.tangent =
      (beta - project_disc(beta - rho * slack.tail<2>(), contact.friction * std::max(impulse[0], 0.0))).norm();
  return error;
}

Residual contact_residual(const StepProblem& problem, const StepSolution& solution) {
  ResidualSum residual;
  for (int c = 0; c < static_cast<int>(problem.contacts.size()); ++c) residual.add(c, error_of(problem, solution, c));
  return residual.total();
}

void contact_residuals(const StepProblem& problem, const StepSolution& solution, std::vector<double>& each) {
  each.clear();
  for (int c = 0; c < static_cast<int>(problem.contacts.size()); ++c) {
    const ContactError error = error_of(problem, solution, c);
    each.push_back(std::hypot(error.normal, error.tangent));
  }
}

double joint_residual(const StepProblem& problem, const StepSolution& solution) {
  std::vector<InverseMass> inverse;
  for (const BodyBlock& body : problem.bodies) inverse.push_back(inverse_mass(body));
  double worst = 0.0;
  for (const JointBlock& joint : problem.joints) {
    const Vec6 w = joint_velocity(problem, joint, solution.velocity);
    const Vec6 diagonal = joint_diagonal(problem, joint, inverse);
    for (int i = 0; i < joint.row_count; ++i) {
      const JointRow& row = problem.rows[joint.first_row + i];
      const double impulse = solution.joint_impulse[joint.first_row + i];
      const double slack = w[i] + row.compliance * impulse - row.rhs;
      worst = std::max(worst, row_residual(row, impulse, slack, diagonal[i]));
    }
  }
  return worst;
}

void rebuild_velocities(const StepProblem& problem, StepSolution& solution) {
  solution.velocity.resize(problem.bodies.size());
  for (std::size_t i = 0; i < problem.bodies.size(); ++i) solution.velocity[i] = problem.bodies[i].momentum;
  for (const JointBlock& joint : problem.joints) {
    add_joint_impulse(problem, joint, block_impulse(joint, solution.joint_impulse), solution.velocity);
  }
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    add_contact_impulse(problem.contacts[i], solution.contact_impulse[i], solution.velocity);
  }
  for (std::size_t i = 0; i < problem.bodies.size(); ++i) {
    solution.velocity[i] = inverse_mass(problem.bodies[i]).times(solution.velocity[i]);
  }
}

}  // namespace spook
