// Where Newton's method begins: sets and multipliers from the impulses it is given.
#include <algorithm>

#include "engine/solve/contact_forces.h"
#include "engine/solve/newton_state.h"

namespace spook {

namespace {

template <class F>
void each_row(const IslandView& view, F&& f) {
  for (int j = view.range.first_joint; j < view.range.first_joint + view.range.joint_count; ++j) {
    const JointBlock& joint = view.problem.joints[j];
    for (int r = joint.first_row; r < joint.first_row + joint.row_count; ++r) f(r);
  }
}

void start_row(const IslandView& view, const StepSolution& solution, int r) {
  const JointRow& row = view.problem.rows[r];
  double& y = view.work.row_y[r];
  y = std::clamp(solution.joint_impulse[r], row.lower, row.upper);
  view.work.row_mode[r] = row.lower == row.upper || y <= row.lower ? RowMode::at_lower
                          : y >= row.upper                         ? RowMode::at_upper
                                                                   : RowMode::active;
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
  double a = contact.compliance;
  if (contact.body_a >= 0) a += work.inverse[contact.body_a].mass;
  if (contact.body_b >= 0) a += work.inverse[contact.body_b].mass;
  mode.normal = y[0] - (slip[0] + contact.compliance * y[0] + contact.bias) / a > 0.0;
  mode.friction = ContactState::open;
  const double R = work.disc[c];
  if (!view.friction || R <= 0.0) return;
  const Vec2 beta = y.tail<2>();
  const double size = beta.norm();
  mode.friction = size < R * (1.0 - 1e-9) ? ContactState::sticking : ContactState::sliding;
  if (mode.friction == ContactState::sliding) {
    // how far beyond the disc: the slip says
    const double reach = (slip.tail<2>() + contact.friction_bias).norm() / view.T_f(contact);
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

void start_multipliers(const IslandView& view, const StepSolution& solution) {
  on_contacts(view.range, view.work, [&](int c) { start_contact(view, solution, c); });
  each_row(view, [&](int r) { start_row(view, solution, r); });
}

void start_newton(const IslandView& view, const IslandRange& whole, StepSolution& solution) {
  Workspace& work = view.work;
  on_bodies(view.range, work, [&](int b) { work.base[b] = view.problem.bodies[b].momentum; });
  on_contacts(view.range, work, [&](int c) { work.start_impulse[c] = solution.contact_impulse[c]; });
  if (!view.friction)
    push_contacts(view.problem, view.range, work, work.base, [&](int c) {
      const Vec3& impulse = solution.contact_impulse[c];
      return Vec3(0, impulse[1], impulse[2]);
    });
  if (&whole != &view.range) hold_contacts(view, whole, solution);
  each_row(view, [&](int r) {
    const JointRow& row = view.problem.rows[r];
    work.start_row_impulse[r] = std::clamp(solution.joint_impulse[r], row.lower, row.upper);
  });
  rebuild_island(view.problem, whole, work, solution);
  on_bodies(view.range, work, [&](int b) { work.velocity[b] = solution.velocity[b]; });
  start_multipliers(view, solution);
}

}  // namespace spook
