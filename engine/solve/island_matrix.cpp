// The matrix of a Newton step in body space (numerics §3): contacts condensed a pair, joint rows kept.
#include "engine/solve/newton_state.h"

namespace spook {

namespace {

Mat3 cross_matrix(const Vec3& r) {
  Mat3 x;
  x << 0, -r.z(), r.y(), r.z(), 0, -r.x(), -r.y(), r.x(), 0;
  return x;
}

// [1; X] S [1; Y]ᵀ: the stiffness S of a point felt by two arms
void add_point_stiffness(const Mat3& S, const Mat3& X, const Mat3& Y, double sign, Mat6& K) {
  const Mat3 XS = X * S, SY = S * Y;
  K.topLeftCorner<3, 3>() += sign * S;
  K.topRightCorner<3, 3>() -= sign * SY;
  K.bottomLeftCorner<3, 3>() += sign * XS;
  K.bottomRightCorner<3, 3>() -= sign * (XS * Y);
}

// world stiffness of a contact in its present mode
Mat3 contact_stiffness(const IslandView& view, int index) {
  const ContactRow& contact = view.problem.contacts[index];
  const ContactMode mode = view.work.contact_mode[index];
  Mat3 S = Mat3::Zero();
  if (mode.normal) {
    const Vec3 n = contact.frame.row(0).transpose();
    S.noalias() += (1.0 / view.T(contact)) * n * n.transpose();
  }
  if (mode.friction != ContactState::open) {
    const auto D = contact.frame.bottomRows<2>();
    S.noalias() += D.transpose() * friction_stiffness(view, index) * D;
  }
  return S;
}

}  // namespace

Eigen::Matrix2d friction_stiffness(const IslandView& view, int index) {
  const Workspace& work = view.work;
  const double stiffness = 1.0 / view.T_f(view.problem.contacts[index]);
  Eigen::Matrix2d C = stiffness * Eigen::Matrix2d::Identity();
  if (work.contact_mode[index].friction == ContactState::sliding) {
    // beyond the disc β = R y/‖y‖: only its direction still turns
    const Vec2 y = work.contact_y[index].tail<2>();
    const double length = y.norm();
    const Vec2 n = y / length;
    C = (stiffness * work.disc[index] / length) * (Eigen::Matrix2d::Identity() - n * n.transpose());
  }
  return C;
}

void assemble_matrix(const IslandView& view, const IslandMemory& memory) {
  const StepProblem& problem = view.problem;
  const IslandRange& range = view.range;
  Workspace& work = view.work;
  for (int b = range.first_body; b < range.first_body + range.body_count; ++b) {
    work.diagonal[b].setZero();
    work.diagonal[b].diagonal().head<3>().setConstant(problem.bodies[b].mass);
    work.diagonal[b].bottomRightCorner<3, 3>() = problem.bodies[b].inertia;
  }
  // contacts: ΣJᵀJ/T a pair
  for (int p = range.first_pair; p < range.first_pair + range.pair_count; ++p) {
    const PairBlock& pair = problem.pairs[p];
    Mat6& coupling = work.coupling[p];
    coupling.setZero();
    for (int c = pair.first_contact; c < pair.first_contact + pair.contact_count; ++c) {
      const ContactMode mode = work.contact_mode[c];
      if (!mode.normal && mode.friction == ContactState::open) continue;
      const ContactRow& contact = problem.contacts[c];
      const Mat3 S = contact_stiffness(view, c);
      const Mat3 A = cross_matrix(contact.arm_a), B = cross_matrix(contact.arm_b);
      if (pair.body_a >= 0) add_point_stiffness(S, A, A, 1.0, work.diagonal[pair.body_a]);
      if (pair.body_b >= 0) add_point_stiffness(S, B, B, 1.0, work.diagonal[pair.body_b]);
      if (pair.body_a >= 0 && pair.body_b >= 0) add_point_stiffness(S, A, B, -1.0, coupling);
    }
  }
  // joints: rows of G, none where the impulse is clamped
  Vec6* jacobian = work.jacobian.data() + 24 * static_cast<std::ptrdiff_t>(range.first_joint);
  double* compliance = work.row_compliance.data() + 6 * static_cast<std::ptrdiff_t>(range.first_joint);
  for (int index : memory.joint_of_rows) {
    const JointBlock& joint = problem.joints[range.first_joint + index];
    for (int k = 0; k < joint.body_count; ++k) {
      for (int i = 0; i < joint.row_count; ++i) {
        const bool active = work.row_mode[joint.first_row + i] == RowMode::active;
        *jacobian = Vec6::Zero();
        if (active) *jacobian = problem.jacobians[joint.first_jacobian + k].row(i).transpose();
        ++jacobian;
      }
    }
    for (int i = 0; i < joint.row_count; ++i) *compliance++ = problem.rows[joint.first_row + i].compliance;
  }
}

}  // namespace spook
