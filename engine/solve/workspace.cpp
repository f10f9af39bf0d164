#include "engine/solve/workspace.h"

#include <algorithm>

namespace spook {

Vec6 joint_diagonal(const StepProblem& problem, const JointBlock& joint, std::span<const InverseMass> inverse) {
  Vec6 sum = Vec6::Zero();
  for (int k = 0; k < joint.body_count; ++k) {
    if (joint.bodies[k] < 0) continue;
    const Mat6& G = problem.jacobians[joint.first_jacobian + k];
    const InverseMass& own = inverse[joint.bodies[k]];
    const Eigen::Matrix<double, 6, 3> turned = G.rightCols<3>() * own.inertia;
    for (int axis = 0; axis < 3; ++axis)
      sum += own.mass * G.col(axis).cwiseAbs2() + turned.col(axis).cwiseProduct(G.col(3 + axis));
  }
  return sum;
}

void Workspace::resize(const StepProblem& problem, ThreadPool* threads) {
  const std::size_t bodies = problem.bodies.size(), pairs = problem.pairs.size();
  const std::size_t rows = problem.rows.size(), contacts = problem.contacts.size(), joints = problem.joints.size();
  const auto size = [](std::size_t count, auto&... vectors) { (vectors.resize(count), ...); };
  size(bodies, inverse, base, velocity, force, gradient, step, diagonal);
  size(pairs, coupling);
  size(rows, row_y, row_step, row_slack, row_velocity_step, row_mode, start_row_impulse);
  size(rows, row_diagonal, row_extra, row_left, row_bound, row_bound_step);
  // a joint has at most 6 rows and 4 bodies: islands find their part by counting joints
  size(6 * joints, row_compliance, row_packed);
  size(24 * joints, jacobian);
  size(contacts, contact_y, contact_step, disc, contact_mode, stiffness, start_impulse, block);
  size(contacts, interior, interior_step, interior_fix, interior_left);
  for_each_index(threads, static_cast<int>(bodies), 64, [&](int b) { inverse[b] = inverse_mass(problem.bodies[b]); });
  for (const JointBlock& joint : problem.joints) {
    const Vec6 own = joint_diagonal(problem, joint, inverse);
    for (int i = 0; i < joint.row_count; ++i) row_diagonal[joint.first_row + i] = own[i];
  }
  if (!threads || threads->threads() < 2) return;
  push.resize(pairs), pair_matrix.resize(pairs);
  find_sides(problem);
}

void Workspace::find_sides(const StepProblem& problem) {
  first_side.assign(problem.bodies.size() + 1, 0);
  const auto each_side = [&](auto&& f) {
    for (int p = 0; p < static_cast<int>(problem.pairs.size()); ++p) {
      if (problem.pairs[p].body_a >= 0) f(problem.pairs[p].body_a, 2 * p);
      if (problem.pairs[p].body_b >= 0) f(problem.pairs[p].body_b, 2 * p + 1);
    }
  };
  each_side([&](int body, int) { ++first_side[body + 1]; });
  for (std::size_t b = 1; b < first_side.size(); ++b) first_side[b] += first_side[b - 1];
  sides.resize(first_side.back());
  each_side([&](int body, int side) { sides[first_side[body]++] = side; });
  for (std::size_t b = first_side.size() - 1; b > 0; --b) first_side[b] = first_side[b - 1];
  first_side[0] = 0;
}

}  // namespace spook
