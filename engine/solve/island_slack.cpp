// ‖s‖ of eq. 114 (numerics §3): what active rows leave over and what clamped rows show with the wrong sign.
#include <algorithm>
#include <cmath>

#include "engine/solve/island_view.h"

namespace spook {

namespace {

struct Fastest {
  double squared = 0.0;
  void operator+=(const Fastest& other) { squared = std::max(squared, other.squared); }
};

}  // namespace

SlackSums rows_slack(const IslandView& view, const StepSolution& solution) {
  const StepProblem& problem = view.problem;
  Workspace& work = view.work;
  SlackSums sums;
  std::vector<Vec6>& free_velocity = work.force;  // scratch here
  const auto all = view.sum_bodies<Fastest>([&](int b, Fastest& fastest) {
    free_velocity[b] = work.inverse[b].times(work.base[b]);
    fastest.squared = std::max(fastest.squared, free_velocity[b].head<3>().squaredNorm());
  });
  sums.fastest = std::sqrt(all.squared);
  view.joints([&](const JointBlock& joint) {
    const Vec6 w = joint_velocity(problem, joint, solution.velocity);
    Vec6 before = Vec6::Zero();
    for (int k = 0; k < joint.body_count; ++k) {
      if (joint.bodies[k] >= 0) before += problem.jacobians[joint.first_jacobian + k] * free_velocity[joint.bodies[k]];
    }
    for (int i = 0; i < joint.row_count; ++i) {
      const JointRow& row = problem.rows[joint.first_row + i];
      const double impulse = solution.joint_impulse[joint.first_row + i];
      sums.squared += row_violation(row, impulse, w[i] + row.compliance * impulse - row.rhs,
                                    work.row_diagonal[joint.first_row + i] + row.compliance);
      sums.scale += (before[i] - row.rhs) * (before[i] - row.rhs);
      const double alone = impulse * work.row_diagonal[joint.first_row + i];
      sums.rounding += alone * alone;
    }
  });
  return sums;
}

double SlackSums::relative() const {
  // a floor: rows that ask for nothing are judged against the speeds of their bodies
  const double floor = 1e-3 * fastest + 1e-9;
  // 1e-9 of this is 1e-13 of the velocities that cancel: where rounding ends
  return std::sqrt(squared / (scale + floor * floor + 1e-8 * rounding));
}

double relative_slack(const IslandView& view, const StepSolution& solution) {
  const StepProblem& problem = view.problem;
  const Workspace& work = view.work;
  SlackSums sums = rows_slack(view, solution);
  const std::vector<Vec6>& free_velocity = work.force;
  const auto judge_pair = [&](const PairBlock& pair, SlackSums& part) {
    const double a = lightness(pair, work.inverse);
    const PairMotion motion(pair, solution.velocity), free(pair, free_velocity);
    for (int c = pair.first_contact; c < pair.first_contact + pair.contact_count; ++c) {
      const ContactRow& contact = problem.contacts[c];
      const Vec3& impulse = solution.contact_impulse[c];
      const Vec3 s = contact_slack(contact, motion.at(contact), impulse);
      part.squared += normal_violation(impulse[0], s[0], a + contact.compliance);
      if (view.friction && (work.disc[c] > 0.0 || impulse.tail<2>() != Vec2::Zero()))
        part.squared +=
            friction_violation(impulse.tail<2>(), work.disc[c], s.tail<2>(), a + contact.friction_compliance);
      part.rounding += a * a * impulse.squaredNorm();
      // the same contact without impulses
      const double closing = std::min(free.closing(contact) + contact.bias, 0.0);
      part.scale += closing * closing;
    }
  };
  sums += sum_chunks<SlackSums>(threads_inside(view.range, work), view.range.pair_count, pairs_a_task,
                                [&](int begin, int end) {
                                  SlackSums part;
                                  for (int p = begin; p < end; ++p)
                                    judge_pair(problem.pairs[view.range.first_pair + p], part);
                                  return part;
                                });
  return sums.relative();
}

}  // namespace spook
