// Where the interior point method begins.
#include <algorithm>
#include <cmath>

#include "engine/solve/interior.h"

namespace spook {

namespace {

// rows without a choice are no unknowns
void start_modes(const IslandView& view) {
  for (int j = view.range.first_joint; j < view.range.first_joint + view.range.joint_count; ++j) {
    const JointBlock& joint = view.problem.joints[j];
    for (int r = joint.first_row; r < joint.first_row + joint.row_count; ++r) {
      const JointRow& row = view.problem.rows[r];
      view.work.row_mode[r] = row.lower == row.upper ? RowMode::at_lower : RowMode::active;
    }
  }
}

class Start {
 public:
  explicit Start(const IslandView& view) : view_(view), problem_(view.problem), range_(view.range), work_(view.work) {}

  InteriorStart run() {
    double energy = 0.0;
    for_contacts([&](int c) { energy += contact_energy(c); });
    for_rows([&](int r, double velocity) { energy += row_energy(r, velocity); });
    // a hundred times what the start is wrong by: farther inside, longer steps
    mu_ = std::max(100.0 * energy / std::max(count_, 1), 1e-18 * (1.0 + kinetic_scale()));
    for_contacts([&](int c) { start_contact(c); });
    start_modes(view_);
    for_rows([&](int r, double) { start_row(r); });
    return {mu_, count_};
  }

 private:
  double kinetic_scale() const {
    double sum = 0.0;
    for (int b = range_.first_body; b < range_.first_body + range_.body_count; ++b) {
      sum += work_.base[b].dot(work_.inverse[b].times(work_.base[b]));
    }
    return sum;
  }

  double contact_energy(int c) {
    const ContactRow& contact = problem_.contacts[c];
    const Vec3 w = contact_velocity(contact, work_.velocity);
    const Vec3& y = work_.contact_y[c];
    const double a = lightness(view_, contact) + view_.T(contact);
    const double off = std::min(y[0], (w[0] + view_.T(contact) * y[0] + contact.bias) / a);
    double energy = off * off * a;
    ++count_;
    if (has_disc(view_, c)) {
      ++count_;
      const Vec2 slip = w.tail<2>() + view_.T_f(contact) * y.tail<2>() + contact.friction_bias;
      const Vec2 beta = project_disc(y.tail<2>(), work_.disc[c]);
      energy += (beta - project_disc(beta - slip / a, work_.disc[c])).squaredNorm() * a;
    }
    return energy;
  }

  double row_energy(int r, double velocity) {
    const JointRow& row = problem_.rows[r];
    if (row.lower == row.upper || !(bounded_below(row) || bounded_above(row))) return 0.0;
    count_ += bounded_below(row) + bounded_above(row);
    const double a = work_.row_diagonal[r] + row.compliance;
    const double impulse = std::clamp(work_.row_y[r], row.lower, row.upper);
    const double slack = velocity + row.compliance * impulse - row.rhs;
    const double off = impulse - std::clamp(impulse - slack / a, row.lower, row.upper);
    return off * off * a;
  }

  void start_contact(int c) {
    const ContactRow& contact = problem_.contacts[c];
    const Vec3 w = contact_velocity(contact, work_.velocity);
    Vec3 &y = work_.contact_y[c], &inside = work_.interior[c];
    const double a = lightness(view_, contact) + view_.T(contact);
    y[0] = std::max(y[0], std::sqrt(mu_ / a));
    inside[0] = std::max(w[0] + view_.T(contact) * y[0] + contact.bias, mu_ / y[0]);
    if (!has_disc(view_, c)) {
      y.tail<2>().setZero();
      return;
    }
    const double R = work_.disc[c];
    Vec2 beta = project_disc(y.tail<2>(), R);
    const double slip = (w.tail<2>() + view_.T_f(contact) * beta + contact.friction_bias).norm();
    double size = beta.norm();
    if (size > 0.9 * R) {
      const double rest = slip > 0.0 ? R * R - 2.0 * mu_ * R / slip : 0.0;
      const double fit = std::clamp(std::sqrt(std::max(rest, 0.0)), 0.9 * R, (1.0 - 1e-8) * R);
      if (size > fit) beta *= fit / size;
      size = beta.norm();
    }
    y.tail<2>() = beta;
    inside[1] = mu_ / (0.5 * (R - size) * (R + size));
  }

  void start_row(int r) {
    const JointRow& row = problem_.rows[r];
    double& impulse = work_.row_y[r];
    impulse = std::clamp(impulse, row.lower, row.upper);
    work_.row_below[r] = work_.row_above[r] = 0.0;
    if (work_.row_mode[r] != RowMode::active) return;
    double margin = std::sqrt(mu_ / (work_.row_diagonal[r] + row.compliance));
    if (bounded_below(row) && bounded_above(row)) margin = std::min(margin, 0.1 * (row.upper - row.lower));
    if (bounded_below(row)) impulse = std::max(impulse, row.lower + margin);
    if (bounded_above(row)) impulse = std::min(impulse, row.upper - margin);
    if (bounded_below(row)) work_.row_below[r] = mu_ / (impulse - row.lower);
    if (bounded_above(row)) work_.row_above[r] = mu_ / (row.upper - impulse);
  }

  template <class F>
  void for_contacts(F&& f) const {
    for (int c = range_.first_contact; c < range_.first_contact + range_.contact_count; ++c) f(c);
  }
  // each row with its velocity
  template <class F>
  void for_rows(F&& f) const {
    for (int j = range_.first_joint; j < range_.first_joint + range_.joint_count; ++j) {
      const JointBlock& joint = problem_.joints[j];
      const Vec6 w = joint_velocity(problem_, joint, work_.velocity);
      for (int i = 0; i < joint.row_count; ++i) f(joint.first_row + i, w[i]);
    }
  }

  const IslandView& view_;
  const StepProblem& problem_;
  const IslandRange& range_;
  Workspace& work_;
  double mu_ = 0.0;
  int count_ = 0;
};

// calls copy(kept, present, first, count) for all that an iterate is
template <class F>
void each_part(const IslandView& view, F&& copy) {
  Workspace& work = view.work;
  InteriorIterate& kept = work.kept;
  const IslandRange& range = view.range;
  copy(kept.velocity, work.velocity, range.first_body, range.body_count);
  copy(kept.y, work.contact_y, range.first_contact, range.contact_count);
  copy(kept.interior, work.interior, range.first_contact, range.contact_count);
  for (int j = range.first_joint; j < range.first_joint + range.joint_count; ++j) {
    const JointBlock& joint = view.problem.joints[j];
    copy(kept.row_y, work.row_y, joint.first_row, joint.row_count);
    copy(kept.below, work.row_below, joint.first_row, joint.row_count);
    copy(kept.above, work.row_above, joint.first_row, joint.row_count);
  }
}

}  // namespace

void keep_interior(const IslandView& view) {
  each_part(view, [](auto& aside, const auto& present, int first, int count) {
    std::copy_n(present.begin() + first, count, aside.begin() + first);
  });
}

void take_up_interior(const IslandView& view) {
  each_part(view, [](const auto& aside, auto& present, int first, int count) {
    std::copy_n(aside.begin() + first, count, present.begin() + first);
  });
  start_modes(view);
}

InteriorStart start_inside(const IslandView& view) {
  return Start(view).run();
}

}  // namespace spook
