#include "engine/solve/workspace.h"

#include <algorithm>

namespace spook {

namespace {

// G M⁻¹ Gᵀ of each row alone, by columns of G
void find_diagonals(const StepProblem& problem, Workspace& work) {
  for (const JointBlock& joint : problem.joints) {
    Vec6 sum = Vec6::Zero();
    for (int k = 0; k < joint.body_count; ++k) {
      if (joint.bodies[k] < 0) continue;
      const Mat6& G = problem.jacobians[joint.first_jacobian + k];
      const InverseMass& own = work.inverse[joint.bodies[k]];
      const Eigen::Matrix<double, 6, 3> turned = G.rightCols<3>() * own.inertia;
      for (int axis = 0; axis < 3; ++axis)
        sum += own.mass * G.col(axis).cwiseAbs2() + turned.col(axis).cwiseProduct(G.col(3 + axis));
    }
    for (int i = 0; i < joint.row_count; ++i) work.row_diagonal[joint.first_row + i] = sum[i];
  }
}

}  // namespace

void Workspace::resize(const StepProblem& problem, ThreadPool* threads) {
  const std::size_t bodies = problem.bodies.size(), pairs = problem.pairs.size();
  const std::size_t rows = problem.rows.size(), contacts = problem.contacts.size(), joints = problem.joints.size();
  inverse.resize(bodies), base.resize(bodies), velocity.resize(bodies), force.resize(bodies);
  gradient.resize(bodies), step.resize(bodies), diagonal.resize(bodies);
  coupling.resize(pairs);
  row_y.resize(rows), row_step.resize(rows), row_slack.resize(rows), row_velocity_step.resize(rows);
  row_mode.resize(rows), start_row_impulse.resize(rows);
  // a joint has at most 6 rows and 4 bodies: islands find their part by counting joints
  row_compliance.resize(6 * joints), row_packed.resize(6 * joints), jacobian.resize(24 * joints);
  contact_y.resize(contacts), contact_step.resize(contacts), disc.resize(contacts), contact_mode.resize(contacts);
  start_impulse.resize(contacts), block.resize(contacts);
  row_diagonal.resize(rows), row_extra.resize(rows), row_left.resize(rows), row_below.resize(rows),
      row_above.resize(rows);
  row_below_step.resize(rows), row_above_step.resize(rows);
  stiffness.resize(contacts), interior.resize(contacts), interior_step.resize(contacts), interior_fix.resize(contacts),
      interior_left.resize(contacts);
  kept.resize(bodies, contacts, rows);
  for_each_index(threads, static_cast<int>(bodies), 64, [&](int b) { inverse[b] = inverse_mass(problem.bodies[b]); });
  find_diagonals(problem, *this);
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
