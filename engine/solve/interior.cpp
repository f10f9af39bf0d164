// For hard problems: a primal–dual interior point method on the same convex problem (numerics §3).
//
// Newton on sets needs hundreds of factorisations where a thousand contacts change sides at once; this needs ten to
// twenty, whatever the size, because no set is decided until the end. Complementarity is relaxed to a product μ:
//
//   normal   N v + Tν + b = s,        ν s = μ          in the matrix: T → T + s/ν
//   disc     D v + T_f β + b_f + zβ = 0,  z g = μ,  g = ½(R² − ‖β‖²)    (T_f + z) 1 + (z/g) β βᵀ
//   row      G v + Tλ − r = z₁ − z₂,  z₁ (λ − l) = μ,  z₂ (u − λ) = μ   T → T + z₁/(λ − l) + z₂/(u − λ)
//
// with Mehrotra's predictor and corrector: two solves a factorisation. The pattern of the matrix stays the same.
// Momentum and rows are linear, so they are met as soon as one full step is taken; only μ is wrong until the end.
#include "engine/solve/interior.h"

#include <algorithm>
#include <cmath>

namespace spook {

namespace {

constexpr int max_iterations = 60;

// squares: what rows and momenta leave over, beside what they are made of
struct Left {
  double off = 0.0, size = 0.0, momentum = 0.0, scale = 0.0;
  void operator+=(const Left& other) {
    off += other.off, size += other.size, momentum += other.momentum, scale += other.scale;
  }
};

struct Interior {
  InteriorResult run(int budget, double may_leave) {
    InteriorResult result;
    start();
    const double tolerable = std::max(4.0, limits_.unclear_sets * count_);
    for (;; ++result.factorisations) {
      residuals();
      const bool met = infeasibility_ < limits_.met;
      const bool spent = budget > 0 && result.factorisations >= budget;
      result.converged = met && ambiguous() <= tolerable;
      result.leaves_a_little = met && !result.converged && may_leave > 0.0 && (mu_ * count_ <= may_leave || spent);
      if (result.converged) read_modes();
      if (result.converged || result.leaves_a_little || spent) break;
      if (!(mu_ > 0.0) || !std::isfinite(mu_) || result.factorisations >= max_iterations) break;
      stiffness();
      factor_island(view_, memory_, factor_);
      // predictor: where would μ go on its own
      direction(0.0);
      const double left = product(step_length(1.0)) / std::max(count_, 1);
      const double sigma = std::pow(std::clamp(left / mu_, 0.0, 1.0), 3.0);
      keep_second_order();
      direction(sigma * mu_);  // corrector
      advance(step_length(0.995));
    }
    return result;
  }

  // ---- where it begins: impulses, slacks and multipliers strictly inside, no farther from those it is given than
  // their own error suggests
  void start() {
    view_.rows([&](int r) {  // rows without a choice are no unknowns
      const JointRow& row = problem_.rows[r];
      work_.row_mode[r] = row.lower == row.upper ? RowMode::at_lower : RowMode::active;
    });
    double energy = 0.0, worst = 0.0;
    for (int k = 0; k < view_.range.contact_count; ++k) {
      const double own = contact_energy(view_.range.first_contact + k);
      energy += own, worst = std::max(worst, own);
    }
    view_.joints([&](const JointBlock& joint) {
      const Vec6 w = joint_velocity(problem_, joint, work_.velocity);
      for (int i = 0; i < joint.row_count; ++i) energy += row_energy(joint.first_row + i, w[i]);
    });
    // a hundred times what the start is wrong by, and the worst of it: farther inside, longer steps
    mu_ = std::max({100.0 * energy / std::max(count_, 1), worst, 1e-18});
    view_.contacts([&](int c) { start_contact(c); });
    view_.rows([&](int r) { start_row(r); });
  }

  double contact_energy(int c) {
    const ContactRow& contact = problem_.contacts[c];
    const Vec3& y = work_.contact_y[c];
    const Vec3 slack = contact_slack(contact, contact_velocity(contact, work_.velocity), y);
    const double a = lightness(contact, work_.inverse) + contact.compliance, R = work_.disc[c];
    ++count_;
    double energy = normal_violation(y[0], slack[0], a);
    if (view_.has_disc(c)) ++count_, energy += friction_violation(project_disc(y.tail<2>(), R), R, slack.tail<2>(), a);
    return energy / a;
  }

  double row_energy(int r, double velocity) {
    const JointRow& row = problem_.rows[r];
    if (row.lower == row.upper || !(std::isfinite(row.lower) || std::isfinite(row.upper))) return 0.0;
    each_bound(row, 0.0, [&](const Bound&) { ++count_; });
    const double a = work_.row_diagonal[r] + row.compliance;
    const double impulse = std::clamp(work_.row_y[r], row.lower, row.upper);
    return row_violation(row, impulse, velocity + row.compliance * impulse - row.rhs, a) / a;
  }

  void start_contact(int c) {
    const ContactRow& contact = problem_.contacts[c];
    const Vec3 w = contact_velocity(contact, work_.velocity);
    Vec3 &y = work_.contact_y[c], &inside = work_.interior[c];
    const double a = lightness(contact, work_.inverse) + contact.compliance;
    y[0] = std::max(y[0], std::sqrt(mu_ / a));
    inside[0] = std::max(w[0] + contact.compliance * y[0] + contact.bias, mu_ / y[0]);
    if (!view_.has_disc(c)) {
      y.tail<2>().setZero();
      return;
    }
    const double R = work_.disc[c];
    Vec2 beta = project_disc(y.tail<2>(), R);
    // near the rim as its slip asks: z g = μ where z β meets the slip
    const double slip = (w.tail<2>() + contact.friction_compliance * beta + contact.friction_bias).norm();
    const double rest = slip > 0.0 ? R * R - 2.0 * mu_ * R / slip : 0.0;
    const double fit = std::clamp(std::sqrt(std::max(rest, 0.0)), 0.9 * R, (1.0 - 1e-8) * R);
    if (beta.norm() > fit) beta *= fit / beta.norm();
    const double size = beta.norm();
    y.tail<2>() = beta;
    inside[1] = mu_ / (0.5 * (R - size) * (R + size));
  }

  void start_row(int r) {
    const JointRow& row = problem_.rows[r];
    double& impulse = work_.row_y[r];
    impulse = std::clamp(impulse, row.lower, row.upper);
    // no direction yet: along one that an older solve left even a step of length 0 may end in no number
    work_.row_bound[r] = work_.row_bound_step[r] = {0.0, 0.0};
    work_.row_step[r] = 0.0;
    if (work_.row_mode[r] != RowMode::active) return;
    double margin = std::sqrt(mu_ / (work_.row_diagonal[r] + row.compliance));
    margin = std::min(margin, 0.1 * (row.upper - row.lower));
    impulse = std::min(std::max(impulse, row.lower + margin), row.upper - margin);
    each_bound(row, impulse, [&](const Bound& bound) { work_.row_bound[r][bound.side] = mu_ / bound.gap; });
  }

  // ---- what momentum and rows leave over, and μ
  void residuals() {
    view_.bodies([&](int b) { work_.force[b].setZero(); });
    Left rows = push_contacts<Left>(problem_, view_.range, work_, work_.force, [&](int c, Left& all) {
      const ContactRow& contact = problem_.contacts[c];
      const Vec3 &y = work_.contact_y[c], &inside = work_.interior[c];
      const Vec3 w = contact_velocity(contact, work_.velocity);
      Vec3& left = work_.interior_left[c];
      left << w[0] + contact.compliance * y[0] + contact.bias - inside[0], 0.0, 0.0;
      all.size += inside[0] * inside[0] + contact.bias * contact.bias;
      if (view_.has_disc(c)) {
        left.tail<2>() = w.tail<2>() + (contact.friction_compliance + inside[1]) * y.tail<2>() + contact.friction_bias;
        all.size += w.tail<2>().squaredNorm();
      }
      all.off += left[0] * left[0];
      return y;
    });
    view_.joints([&](const JointBlock& joint) {
      const Vec6 w = joint_velocity(problem_, joint, work_.velocity);
      Vec6 impulse = Vec6::Zero();
      for (int i = 0; i < joint.row_count; ++i) {
        const int r = joint.first_row + i;
        const JointRow& row = problem_.rows[r];
        impulse[i] = work_.row_y[r];
        double& left = work_.row_left[r];
        left = w[i] + row.compliance * impulse[i] - row.rhs - work_.row_bound[r][0] + work_.row_bound[r][1];
        if (work_.row_mode[r] != RowMode::active) left = 0.0;
        rows.off += left * left;
        rows.size += row.rhs * row.rhs;
      }
      add_joint_impulse(problem_, joint, impulse, work_.force);
    });
    rows += view_.sum_bodies<Left>([&](int b, Left& all) {
      const Vec6& force = work_.force[b];
      work_.gradient[b] = times_mass(problem_.bodies[b], work_.velocity[b]) - force - work_.base[b];
      all.momentum += work_.gradient[b].dot(work_.inverse[b].times(work_.gradient[b]));
      const double own =
          force.dot(work_.inverse[b].times(force)) + work_.base[b].dot(work_.inverse[b].times(work_.base[b]));
      all.scale += own;
      all.size += own * work_.inverse[b].mass;
    });
    const double momentum = rows.momentum / (rows.scale + 1e-30), size = rows.size + 1e-30;
    infeasibility_ = std::sqrt(std::max(momentum, rows.off / size));
    mu_ = product(0.0) / std::max(count_, 1);
  }

  // Σ of all products after a step of length t
  double product(double t) const {
    double all = view_.sum_contacts<double>([&](int c, double& sum) {
      const Vec3 &y = work_.contact_y[c], &dy = work_.contact_step[c];
      const Vec3 &inside = work_.interior[c], &step = work_.interior_step[c];
      sum += (y[0] + t * dy[0]) * (inside[0] + t * step[0]);
      if (!view_.has_disc(c)) return;
      const double R = work_.disc[c];
      const double g = 0.5 * (R * R - (y.tail<2>() + t * dy.tail<2>()).squaredNorm());
      sum += (inside[1] + t * step[1]) * g;
    });
    view_.active_rows([&](int r) {
      const JointRow& row = problem_.rows[r];
      const double impulse = work_.row_y[r] + t * work_.row_step[r];
      each_bound(row, impulse, [&](const Bound& bound) {
        all += (work_.row_bound[r][bound.side] + t * work_.row_bound_step[r][bound.side]) * bound.gap;
      });
    });
    return all;
  }

  void stiffness() {
    view_.contacts([&](int c) {
      const ContactRow& contact = problem_.contacts[c];
      const Vec3 &y = work_.contact_y[c], &inside = work_.interior[c];
      ContactStiffness& C = work_.stiffness[c];
      C = {};
      C.normal = 1.0 / (contact.compliance + inside[0] / y[0]);
      work_.interior_fix[c].setZero(), work_.interior[c][2] = 0.0;  // second order: nil in the predictor
      if (!view_.has_disc(c)) return;
      const double q = contact.friction_compliance + inside[1];
      const double bend = inside[1] / gap_of_disc(c);
      const double k = bend / (q * (q + bend * y.tail<2>().squaredNorm()));
      C.c00 = 1.0 / q - k * y[1] * y[1], C.c01 = -k * y[1] * y[2], C.c11 = 1.0 / q - k * y[2] * y[2];
    });
    view_.active_rows([&](int r) {
      double& extra = work_.row_extra[r];
      extra = 0.0;
      each_bound_of(r, [&](const Bound& bound) { extra += work_.row_bound[r][bound.side] / bound.gap; });
    });
  }

  double gap_of_disc(int c) const {
    const double size = work_.contact_y[c].tail<2>().norm();
    const double R = work_.disc[c];
    return std::max(0.5 * (R - size) * (R + size), 1e-15 * R * R);
  }

  // what a contact's impulse would change by if its bodies stood still, divided by its stiffness
  Vec3 drive(int c, double target) const {
    const Vec3 &y = work_.contact_y[c], &inside = work_.interior[c], &fix = work_.interior_fix[c];
    Vec3 e = -work_.interior_left[c];
    e[0] += (target - fix[0]) / y[0] - inside[0];
    if (!view_.has_disc(c)) return {e[0], 0.0, 0.0};
    e.tail<2>() -= y.tail<2>() * ((target + inside[2]) / gap_of_disc(c) - inside[1]);
    e.tail<2>() -= fix.tail<2>();
    return e;
  }

  void direction(double target) {
    view_.bodies([&](int b) { work_.step[b] = -work_.gradient[b]; });
    view_.push(work_.step, [&](int c) { return work_.stiffness[c].times(drive(c, target)); });
    view_.active_rows([&](int r) {
      double& slack = work_.row_slack[r];
      slack = -work_.row_left[r];
      each_bound_of(
          r, [&](const Bound& bound) { slack += bound.sign * (target / bound.gap - work_.row_bound[r][bound.side]); });
    });
    solve_island(view_, memory_, factor_);
    view_.contacts([&](int c) {
      const ContactRow& contact = problem_.contacts[c];
      const Vec3 w = contact_velocity(contact, work_.step);
      const Vec3 &y = work_.contact_y[c], &inside = work_.interior[c];
      Vec3 &dy = work_.contact_step[c], &step = work_.interior_step[c];
      dy = work_.stiffness[c].times(drive(c, target) - w);
      step.setZero();
      step[0] = w[0] + contact.compliance * dy[0] + work_.interior_left[c][0];
      if (!view_.has_disc(c)) return;
      const double goal = target + inside[2];
      step[1] = (goal + inside[1] * y.tail<2>().dot(dy.tail<2>())) / gap_of_disc(c) - inside[1];
    });
    view_.active_rows([&](int r) {
      each_bound_of(r, [&](const Bound& bound) {
        const double z = work_.row_bound[r][bound.side];
        work_.row_bound_step[r][bound.side] = (target - bound.sign * z * work_.row_step[r]) / bound.gap - z;
      });
    });
  }

  void keep_second_order() {
    view_.contacts([&](int c) {
      const Vec3 &y = work_.contact_y[c], &dy = work_.contact_step[c], &step = work_.interior_step[c];
      Vec3 &fix = work_.interior_fix[c], &inside = work_.interior[c];
      fix[0] = dy[0] * step[0];
      inside[2] = 0.0;
      if (!view_.has_disc(c)) return;
      fix.tail<2>() = step[1] * dy.tail<2>();
      inside[2] = step[1] * y.tail<2>().dot(dy.tail<2>()) + 0.5 * inside[1] * dy.tail<2>().squaredNorm();
    });
  }

  // the longest step that stays inside, times `share`, at most 1
  double step_length(double share) const {
    Longest all = view_.sum_contacts<Longest>([&](int c, Longest& longest) {
      double& reach = longest.step;
      reach = std::min(reach, 1.0 / share);
      const Vec3 &y = work_.contact_y[c], &dy = work_.contact_step[c];
      longest.keep_positive(y[0], dy[0]);
      longest.keep_positive(work_.interior[c][0], work_.interior_step[c][0]);
      if (!view_.has_disc(c)) return;
      longest.keep_positive(work_.interior[c][1], work_.interior_step[c][1]);
      // ‖β + t dβ‖ = R
      const double R = work_.disc[c];
      const Vec2 beta = y.tail<2>(), d = dy.tail<2>();
      if ((beta + reach * d).norm() < R) return;
      const double a = d.squaredNorm(), b = beta.dot(d), g = 2.0 * gap_of_disc(c);
      const double root = std::sqrt(std::max(b * b + a * g, 0.0));
      const double t = b > 0.0 ? g / (b + root) : (root - b) / a;
      reach = std::min(reach, t);
    });
    all.step = std::min(all.step, 1.0 / share);
    view_.active_rows([&](int r) {
      each_bound_of(r, [&](const Bound& bound) {
        all.keep_positive(bound.gap, bound.sign * work_.row_step[r]);
        all.keep_positive(work_.row_bound[r][bound.side], work_.row_bound_step[r][bound.side]);
      });
    });
    return std::min(1.0, share * all.step);
  }

  void advance(double t) {
    view_.bodies([&](int b) { work_.velocity[b] += t * work_.step[b]; });
    view_.contacts([&](int c) {
      work_.contact_y[c] += t * work_.contact_step[c];
      work_.interior[c].head<2>() += t * work_.interior_step[c].head<2>();
    });
    view_.active_rows([&](int r) {
      work_.row_y[r] += t * work_.row_step[r];
      each_bound_of(
          r, [&](const Bound& bound) { work_.row_bound[r][bound.side] += t * work_.row_bound_step[r][bound.side]; });
    });
  }

  // ---- sets: whichever of the two factors of a product is the larger, in like units
  bool close(double one, double other) const {
    return one < limits_.plain_sets * other && other < limits_.plain_sets * one;
  }

  int ambiguous() const {
    int unclear = view_.sum_contacts<int>([&](int c, int& sum) {
      const double a = lightness(problem_.contacts[c], work_.inverse);
      sum += close(work_.contact_y[c][0] * a, work_.interior[c][0]);
      if (!view_.has_disc(c)) return;
      const double R = work_.disc[c];
      sum += close(work_.interior[c][1] * R, (R - work_.contact_y[c].tail<2>().norm()) * a);
    });
    view_.active_rows([&](int r) {
      each_bound_of(r, [&](const Bound& bound) {
        unclear += close(work_.row_bound[r][bound.side], bound.gap * work_.row_diagonal[r]);
      });
    });
    return unclear;
  }

  void read_modes() {
    view_.contacts([&](int c) {
      const ContactRow& contact = problem_.contacts[c];
      const double a = lightness(contact, work_.inverse);
      Vec3& y = work_.contact_y[c];
      ContactMode& mode = work_.contact_mode[c];
      mode.normal = y[0] * a > work_.interior[c][0];
      mode.friction = ContactState::open;
      if (!view_.has_disc(c)) return;
      const double R = work_.disc[c], z = work_.interior[c][1], size = y.tail<2>().norm();
      mode.friction = z * R > (R - size) * a ? ContactState::sliding : ContactState::sticking;
      if (mode.friction == ContactState::sliding) {
        y.tail<2>() *= std::max(1.0 + z / contact.friction_compliance, R / size * (1.0 + 1e-12));
      }
    });
    view_.active_rows([&](int r) {
      each_bound_of(r, [&](const Bound& bound) {
        if (work_.row_bound[r][bound.side] > bound.gap * work_.row_diagonal[r])
          work_.row_mode[r] = bound.side == 0 ? RowMode::at_lower : RowMode::at_upper;
      });
    });
    // momentum of the exact start of the next Newton step is not this iterate's: rows are taken as they are
    view_.rows([&](int r) { work_.row_extra[r] = 0.0; });
  }

  // the bounds of a row where its impulse is now
  template <class F>
  void each_bound_of(int r, F&& f) const {
    each_bound(problem_.rows[r], work_.row_y[r], f);
  }

  const IslandView& view_;
  const IslandMemory& memory_;
  BlockLdlt& factor_;
  const StepProblem& problem_ = view_.problem;
  const DirectOptions& limits_ = view_.limits;
  Workspace& work_ = view_.work;
  double mu_ = 0.0, infeasibility_ = 0.0;
  int count_ = 0;  // of products
};

}  // namespace

InteriorResult interior_solve(const IslandView& view, const IslandMemory& memory, BlockLdlt& factor, int budget,
                              double may_leave) {
  Workspace& work = view.work;
  // nothing of another solve
  for (auto* each : {&work.interior, &work.interior_step, &work.interior_fix, &work.interior_left, &work.contact_step})
    std::fill_n(each->begin() + view.range.first_contact, view.range.contact_count, Vec3(Vec3::Zero()));
  return Interior{view, memory, factor}.run(budget, may_leave);
}

}  // namespace spook
