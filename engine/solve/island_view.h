// One island as the pieces of a direct solve see it, and those pieces. All of them work on the shared workspace and
// touch the island's own part of it.
#pragma once

#include "engine/solve/contact_forces.h"
#include "engine/solve/island_memory.h"

namespace spook {

struct IslandView {
  const StepProblem& problem;
  const IslandRange& range;
  Workspace& work;
  bool friction = true;        // friction rows are unknowns with bounds
  ThreadPool* pool = nullptr;  // for the elimination tree of a large island
  const DirectOptions& limits = default_direct_options;

  bool has_disc(int contact) const { return friction && work.disc[contact] > 0.0; }

  // f(b), f(c), f(joint), f(r) for all of the island: bodies and contacts on its threads, joints and rows in order
  template <class F>
  void bodies(F&& f) const {
    on_bodies(range, work, f);
  }
  template <class F>
  void contacts(F&& f) const {
    on_contacts(range, work, f);
  }
  template <class F>
  void joints(F&& f) const {
    for (int j = range.first_joint; j < range.first_joint + range.joint_count; ++j) f(problem.joints[j]);
  }
  template <class F>
  void rows(F&& f) const {
    for_island_rows(problem, range, f);
  }
  template <class F>
  void active_rows(F&& f) const {
    rows([&](int r) {
      if (work.row_mode[r] == RowMode::active) f(r);
    });
  }
  // Σ f(b, sum), Σ f(c, sum)
  template <class Sum, class F>
  Sum sum_bodies(F&& f) const {
    return spook::sum_bodies<Sum>(range, work, f);
  }
  template <class Sum, class F>
  Sum sum_contacts(F&& f) const {
    return spook::sum_contacts<Sum>(range, work, f);
  }
  // force += Jᵀ impulse_of(contact)
  template <class F>
  void push(std::vector<Vec6>& force, F&& impulse_of) const {
    push_contacts(problem, range, work, force, impulse_of);
  }
};

// ---- sets: where a multiplier y lies tells whether its row is active or clamped
inline RowMode mode_of(const JointRow& row, double y) {
  return row.lower == row.upper || y <= row.lower ? RowMode::at_lower
         : y >= row.upper                         ? RowMode::at_upper
                                                  : RowMode::active;
}
ContactMode mode_of(const IslandView& view, int contact, const Vec3& y);

// Λ from multipliers: clamped, positive, in the disc
double row_impulse(const IslandView& view, int row);
Vec3 contact_impulse(const IslandView& view, int contact);

// ---- where it begins (island_view.cpp)
// base, velocity and starting impulses; `whole`: the island, where the view is its joints alone
void start_newton(const IslandView& view, const IslandRange& whole, StepSolution& solution);
// sets and multipliers from the solution's impulses and the iterate's velocities
void start_multipliers(const IslandView& view, const StepSolution& solution);

// ---- what momentum and rows leave over (island_view.cpp)
// In squares, so that parts can be added: the gradient M v − base − JᵀΛ and the slack of active joint rows, each
// beside what it is made of.
struct Imbalance {
  double momentum = 0.0,
         momenta = 0.0;  // momenta: of all impulses one by one and of the free motion; rounding is finer
  double slack = 0.0, slack_scale = 0.0, fastest = 0.0;
  double relative() const;
};
// Adds the joints' impulses to work.force and their slack to work.row_slack. clamped(r, w): a row that is not active,
// and its velocity.
template <class F>
void add_rows(const IslandView& view, Imbalance& sums, F&& clamped) {
  Workspace& work = view.work;
  view.joints([&](const JointBlock& joint) {
    Vec6 impulse = Vec6::Zero();
    const Vec6 w = joint_velocity(view.problem, joint, work.velocity);
    for (int i = 0; i < joint.row_count; ++i) {
      const int r = joint.first_row + i;
      const JointRow& row = view.problem.rows[r];
      impulse[i] = row_impulse(view, r);
      work.row_slack[r] = 0.0;
      sums.momenta += impulse[i] * impulse[i] * work.row_diagonal[r];
      if (work.row_mode[r] != RowMode::active) {
        clamped(r, w[i]);
        continue;
      }
      const double compressed = row.compliance * impulse[i];
      const double slack = work.row_slack[r] = row.rhs - w[i] - compressed;
      sums.slack += slack * slack;
      sums.slack_scale += row.rhs * row.rhs + compressed * compressed;
    }
    add_joint_impulse(view.problem, joint, impulse, work.force);
  });
}
// work.gradient from work.force, and its norm into `sums`
void add_momentum(const IslandView& view, Imbalance& sums);

// ---- matrix and linear solves (island_matrix.cpp)
// what one contact adds to the matrix in its present mode; of all of them, and of active rows, from the modes
ContactStiffness stiffness_of_mode(const IslandView& view, int contact);
void stiffness_of_modes(const IslandView& view);
// M + ΣJᵀ C J of work.stiffness with the active joint rows, T + row_extra; and its factorisation
void assemble_island(const IslandView& view, const IslandMemory& memory);
void factor_assembled(const IslandView& view, BlockLdlt& factor);
void factor_island(const IslandView& view, const IslandMemory& memory, BlockLdlt& factor);
// work.step (bodies) and work.row_slack (rows) in; dv in work.step and dλ in work.row_step out
void solve_island(const IslandView& view, const IslandMemory& memory, BlockLdlt& factor);

// ---- line search (line_search.cpp)
// the t > 0 that minimises the convex function along v + t·step; slope0 = its derivative at 0 (negative)
double line_search(const IslandView& view, double slope0);
double slope_at_start(const IslandView& view);

// ---- judging (island_slack.cpp)
// Violations, squared, each as a velocity: how far from where pushing by the slack s would take the impulse, a the
// row's own mobility. In an active row that is s itself, in a clamped one the wrong-signed part of s.
inline double row_violation(const JointRow& row, double impulse, double s, double a) {
  const double off = impulse - std::clamp(impulse - s / a, row.lower, row.upper);
  return off * off * a * a;
}

inline double normal_violation(double nu, double s, double a) {
  const double off = std::min(nu * a, s);
  return off * off;
}

inline double friction_violation(const Vec2& beta, double radius, const Vec2& s, double a) {
  return (beta - project_disc(beta - s / a, radius)).squaredNorm() * a * a;
}

// ‖s‖ of eq. 114, relative to what the rows would show without impulses
double relative_slack(const IslandView& view, const StepSolution& solution);
struct SlackSums {
  double squared = 0.0;   // violations, as velocities
  double scale = 0.0;     // what the rows would show without impulses
  double rounding = 0.0;  // the velocities all impulses cause one by one
  double fastest = 0.0;   // of the bodies, without impulses
  double relative() const;
  void operator+=(const SlackSums& other) {
    squared += other.squared, scale += other.scale, rounding += other.rounding;
    fastest = std::max(fastest, other.fastest);
  }
};
// of the joint rows alone; leaves the velocities without impulses in work.force
SlackSums rows_slack(const IslandView& view, const StepSolution& solution);

}  // namespace spook
