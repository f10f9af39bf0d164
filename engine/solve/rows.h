// How a row reads velocities and pushes bodies: J v and Jᵀ of an impulse, for contacts and joints.
#pragma once

#include <Eigen/LU>
#include <array>
#include <cmath>
#include <span>

#include "engine/solve/step_problem.h"

namespace spook {

// f(r) for every row of an island's joints
template <class F>
void for_island_rows(const StepProblem& problem, const IslandRange& island, F&& f) {
  for (int j = island.first_joint; j < island.first_joint + island.joint_count; ++j) {
    const JointBlock& joint = problem.joints[j];
    for (int r = joint.first_row; r < joint.first_row + joint.row_count; ++r) f(r);
  }
}

// (N v, D v): the velocity of a against b at the contact, in the contact's frame
inline Vec3 contact_velocity(const ContactRow& contact, std::span<const Vec6> v) {
  Vec3 w = Vec3::Zero();
  if (contact.body_a >= 0) {
    const Vec6& a = v[contact.body_a];
    w += a.head<3>() + a.tail<3>().cross(contact.arm_a);
  }
  if (contact.body_b >= 0) {
    const Vec6& b = v[contact.body_b];
    w -= b.head<3>() + b.tail<3>().cross(contact.arm_b);
  }
  return contact.frame * w;
}

// of a contact's three rows
inline Vec3 compliances(const ContactRow& contact) {
  return {contact.compliance, contact.friction_compliance, contact.friction_compliance};
}
inline Vec3 biases(const ContactRow& contact) {
  return {contact.bias, contact.friction_bias[0], contact.friction_bias[1]};
}
// w + T Λ + b: what they leave over
inline Vec3 contact_slack(const ContactRow& contact, const Vec3& w, const Vec3& impulse) {
  return w + compliances(contact).cwiseProduct(impulse) + biases(contact);
}

// f += Nᵀν + Dᵀβ
inline void add_contact_impulse(const ContactRow& contact, const Vec3& impulse, std::span<Vec6> f) {
  const Vec3 world = contact.frame.transpose() * impulse;
  if (contact.body_a >= 0) {
    f[contact.body_a].head<3>() += world;
    f[contact.body_a].tail<3>() += contact.arm_a.cross(world);
  }
  if (contact.body_b >= 0) {
    f[contact.body_b].head<3>() -= world;
    f[contact.body_b].tail<3>() -= contact.arm_b.cross(world);
  }
}

// the rows 0 … 3 of a column: most joints have no more
inline Eigen::Map<const Eigen::Vector4d> first_rows(const Mat6& jacobian, int column) {
  return Eigen::Map<const Eigen::Vector4d>(jacobian.data() + 6 * column);
}

// G v of one joint block, row_count numbers
inline Vec6 joint_velocity(const StepProblem& problem, const JointBlock& joint, std::span<const Vec6> v) {
  Vec6 w = Vec6::Zero();
  Eigen::Vector4d few = Eigen::Vector4d::Zero();
  for (int k = 0; k < joint.body_count; ++k) {
    if (joint.bodies[k] < 0) continue;
    const Mat6& jacobian = problem.jacobians[joint.first_jacobian + k];
    const Vec6& own = v[joint.bodies[k]];
    if (joint.row_count > 4) {
      w.noalias() += jacobian * own;
    } else {
      for (int j = 0; j < 6; ++j) few += first_rows(jacobian, j) * own[j];
    }
  }
  if (joint.row_count <= 4) w.head<4>() = few;
  return w;
}

// f += Gᵀλ; rows past row_count of λ must be zero
inline void add_joint_impulse(const StepProblem& problem, const JointBlock& joint, const Vec6& impulse,
                              std::span<Vec6> f) {
  const Eigen::Vector4d few = impulse.head<4>();
  for (int k = 0; k < joint.body_count; ++k) {
    if (joint.bodies[k] < 0) continue;
    const Mat6& jacobian = problem.jacobians[joint.first_jacobian + k];
    Vec6& own = f[joint.bodies[k]];
    if (joint.row_count > 4) {
      own.noalias() += jacobian.transpose() * impulse;
    } else {
      for (int j = 0; j < 6; ++j) own[j] += first_rows(jacobian, j).dot(few);
    }
  }
}

inline Vec6 block_impulse(const JointBlock& joint, std::span<const double> row_values) {
  Vec6 impulse = Vec6::Zero();
  for (int i = 0; i < joint.row_count; ++i) impulse[i] = row_values[joint.first_row + i];
  return impulse;
}

inline Vec6 times_mass(const BodyBlock& body, const Vec6& v) {
  Vec6 momentum;
  momentum << body.mass * v.head<3>(), body.inertia * v.tail<3>();
  return momentum;
}

// the disc of friction: the nearest point with ‖β‖ ≤ radius
inline Vec2 project_disc(const Vec2& beta, double radius) {
  const double squared = beta.squaredNorm();
  if (squared <= radius * radius) return beta;
  return beta * (radius / std::sqrt(squared));
}

// M⁻¹ of one body
struct InverseMass {
  double mass = 0.0;
  Mat3 inertia = Mat3::Zero();
  Vec6 times(const Vec6& f) const {
    Vec6 v;
    v << mass * f.head<3>(), inertia * f.tail<3>();
    return v;
  }
};

inline InverseMass inverse_mass(const BodyBlock& body) {
  return {1.0 / body.mass, body.inertia.inverse()};
}

// how fast an impulse of one makes two bodies part, arms apart: 1/m + 1/m, of a pair or of a contact
template <class Row>
double lightness(const Row& row, std::span<const InverseMass> inverse) {
  return (row.body_a >= 0 ? inverse[row.body_a].mass : 0.0) + (row.body_b >= 0 ? inverse[row.body_b].mass : 0.0);
}

// G M⁻¹ Gᵀ of each row of a joint alone (workspace.cpp)
Vec6 joint_diagonal(const StepProblem& problem, const JointBlock& joint, std::span<const InverseMass> inverse);

// J M⁻¹ Jᵀ of one contact, in its frame
Mat3 contact_block(const ContactRow& contact, std::span<const InverseMass> inverse);

// numerics §5: how far one contact is from its laws, in impulse units
struct ContactError {
  double normal = 0.0, tangent = 0.0;
};
ContactError contact_error(const ContactRow& contact, std::span<const InverseMass> inverse, const Vec3& velocity,
                           const Vec3& impulse);

// ---- contacts a pair at a time: the two bodies' velocities are fetched once, their impulses added once

// the velocities of a pair's two bodies, nil where there is none
class PairMotion {
  Vec3 linear_a = Vec3::Zero(), angular_a = Vec3::Zero(), linear_b = Vec3::Zero(), angular_b = Vec3::Zero();

 public:
  PairMotion(const PairBlock& pair, std::span<const Vec6> v) {
    if (pair.body_a >= 0) linear_a = v[pair.body_a].head<3>(), angular_a = v[pair.body_a].tail<3>();
    if (pair.body_b >= 0) linear_b = v[pair.body_b].head<3>(), angular_b = v[pair.body_b].tail<3>();
  }
  // (N v, D v), and N v alone
  Vec3 at(const ContactRow& contact) const { return contact.frame * slip(contact); }
  double closing(const ContactRow& contact) const { return contact.frame.row(0).dot(slip(contact)); }

 private:
  Vec3 slip(const ContactRow& contact) const {
    return linear_a - linear_b + angular_a.cross(contact.arm_a) - angular_b.cross(contact.arm_b);
  }
};

// the sum of a pair's impulses Nᵀν + Dᵀβ
struct PairPush {
  Vec3 force = Vec3::Zero(), turn_a = Vec3::Zero(), turn_b = Vec3::Zero();
  void add(const ContactRow& contact, const Vec3& impulse) {
    const Vec3 world = contact.frame.transpose() * impulse;
    force += world;
    turn_a += contact.arm_a.cross(world);
    turn_b += contact.arm_b.cross(world);
  }
  // on a and on b, for later
  void keep(std::array<Vec6, 2>& on) const { on[0] << force, turn_a, on[1] << -force, -turn_b; }
  void give(const PairBlock& pair, std::span<Vec6> f) const {
    if (pair.body_a >= 0) f[pair.body_a].head<3>() += force, f[pair.body_a].tail<3>() += turn_a;
    if (pair.body_b >= 0) f[pair.body_b].head<3>() -= force, f[pair.body_b].tail<3>() -= turn_b;
  }
};

}  // namespace spook
