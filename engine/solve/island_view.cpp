// Where a direct solve begins, impulses of its multipliers, and what they leave over.
#include "engine/solve/island_view.h"

#include <algorithm>

namespace spook {

namespace {

// squared, in the metric of the inverse masses
struct Momenta {
  double gradient = 0.0, scale = 0.0, fastest = 0.0;
  void operator+=(const Momenta& other) {
    gradient += other.gradient, scale += other.scale;
    fastest = std::max(fastest, other.fastest);
  }
};

double ratio(double squared, double scale) {
  return scale > 0.0 ? std::sqrt(squared / scale) : std::sqrt(squared);
}

void start_row(const IslandView& view, const StepSolution& solution, int r) {
  const JointRow& row = view.problem.rows[r];
  double& y = view.work.row_y[r];
  y = std::clamp(solution.joint_impulse[r], row.lower, row.upper);
  view.work.row_mode[r] = mode_of(row, y);
}

void start_contact(const IslandView& view, const StepSolution& solution, int c) {
  Workspace& work = view.work;
  const ContactRow& contact = view.problem.contacts[c];
  Vec3& y = work.contact_y[c];
  ContactMode& mode = work.contact_mode[c];
  y = solution.contact_impulse[c];
  // who pushes: impulse and velocity together (numerics §5's natural residual), since an impulse of rounding size on
  // a contact about to part would pull its bodies together for a whole step
  const Vec3 slip = contact_velocity(contact, work.velocity);
  const double a = lightness(contact, work.inverse) + contact.compliance;
  mode.normal = y[0] - (slip[0] + contact.compliance * y[0] + contact.bias) / a > 0.0;
  mode.friction = ContactState::open;
  const double R = work.disc[c];
  if (!view.friction || R <= 0.0) return;
  const Vec2 beta = y.tail<2>();
  const double size = beta.norm();
  mode.friction = size < R * (1.0 - 1e-9) ? ContactState::sticking : ContactState::sliding;
  if (mode.friction == ContactState::sliding) {
    // how far beyond the disc: the slip says
    const double reach = (slip.tail<2>() + contact.friction_bias).norm() / contact.friction_compliance;
    y.tail<2>() = beta * (std::max(reach, R * (1.0 + 1e-12)) / size);
  }
}

// of contacts whose impulses stay as they are, for the joints alone
void hold_contacts(const IslandView& view, const IslandRange& whole, const StepSolution& solution) {
  Workspace& work = view.work;
  push_contacts(view.problem, whole, work, work.base, [&](int c) { return solution.contact_impulse[c]; });
  for (int p = 0; p < whole.pair_count; ++p) work.coupling[whole.first_pair + p].setZero();
}

}  // namespace

// ---- impulses from multipliers, and velocities from impulses

double row_impulse(const IslandView& view, int r) {
  const JointRow& row = view.problem.rows[r];
  switch (view.work.row_mode[r]) {
    case RowMode::at_lower:
      return row.lower;
    case RowMode::at_upper:
      return row.upper;
    default:
      return view.work.row_y[r];
  }
}

Vec3 contact_impulse(const IslandView& view, int c) {
  const Vec3& y = view.work.contact_y[c];
  Vec3 impulse(std::max(y[0], 0.0), 0.0, 0.0);
  if (view.has_disc(c)) impulse.tail<2>() = project_disc(y.tail<2>(), view.work.disc[c]);
  return impulse;
}

ContactMode mode_of(const IslandView& view, int c, const Vec3& y) {
  ContactMode mode;
  mode.normal = y[0] > 0.0;
  if (view.has_disc(c))
    mode.friction = y.tail<2>().norm() <= view.work.disc[c] ? ContactState::sticking : ContactState::sliding;
  return mode;
}

void rebuild_island(const StepProblem& problem, const IslandRange& island, Workspace& work, StepSolution& solution) {
  on_bodies(island, work, [&](int b) { solution.velocity[b] = problem.bodies[b].momentum; });
  for (int j = island.first_joint; j < island.first_joint + island.joint_count; ++j) {
    const JointBlock& joint = problem.joints[j];
    add_joint_impulse(problem, joint, block_impulse(joint, solution.joint_impulse), solution.velocity);
  }
  push_contacts(problem, island, work, solution.velocity, [&](int c) { return solution.contact_impulse[c]; });
  on_bodies(island, work, [&](int b) { solution.velocity[b] = work.inverse[b].times(solution.velocity[b]); });
}

// ---- where it begins

void start_multipliers(const IslandView& view, const StepSolution& solution) {
  view.contacts([&](int c) { start_contact(view, solution, c); });
  view.rows([&](int r) { start_row(view, solution, r); });
}

void start_newton(const IslandView& view, const IslandRange& whole, StepSolution& solution) {
  Workspace& work = view.work;
  view.bodies([&](int b) { work.base[b] = view.problem.bodies[b].momentum; });
  view.contacts([&](int c) { work.start_impulse[c] = solution.contact_impulse[c]; });
  if (!view.friction)
    view.push(work.base, [&](int c) {
      const Vec3& impulse = solution.contact_impulse[c];
      return Vec3(0, impulse[1], impulse[2]);
    });
  if (&whole != &view.range) hold_contacts(view, whole, solution);
  view.rows([&](int r) {
    const JointRow& row = view.problem.rows[r];
    work.start_row_impulse[r] = std::clamp(solution.joint_impulse[r], row.lower, row.upper);
  });
  rebuild_island(view.problem, whole, work, solution);
  view.bodies([&](int b) { work.velocity[b] = solution.velocity[b]; });
  start_multipliers(view, solution);
}

// ---- what momentum leaves over, and how large that is

void add_momentum(const IslandView& view, Imbalance& sums) {
  Workspace& work = view.work;
  const auto all = view.sum_bodies<Momenta>([&](int b, Momenta& sum) {
    work.gradient[b] = times_mass(view.problem.bodies[b], work.velocity[b]) - work.base[b] - work.force[b];
    sum.gradient += work.gradient[b].dot(work.inverse[b].times(work.gradient[b]));
    const Vec6 free = work.inverse[b].times(work.base[b]);
    sum.scale += work.base[b].dot(free);
    sum.fastest = std::max(sum.fastest, free.squaredNorm());
  });
  sums.momentum += all.gradient, sums.momenta += all.scale;
  sums.fastest = std::max(sums.fastest, all.fastest);
}

double Imbalance::relative() const {
  return std::max(ratio(momentum, momenta), ratio(slack, slack_scale + fastest));
}

}  // namespace spook
