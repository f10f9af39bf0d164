// The way out of hard problems: a primal–dual interior point method on the same convex problem (numerics §3).
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
#include <limits>

#include "engine/solve/contact_forces.h"

namespace spook {

namespace {

constexpr int most_iterations = 60;
constexpr double short_step = 0.1;
constexpr double tiny_step = 0.003;
constexpr int most_short_steps = 3;  // then another start is better; a tiny one says so at once
constexpr double deep = 1e-8;        // share of the first μ: from here on discs show rounding, not their curvature
constexpr int few_unclear = 20;      // one product in so many may be unclear where nothing becomes clearer any more

// squares: what rows and momenta leave over, beside what they are made of; discs are not linear
struct Left {
  double off = 0.0, discs = 0.0, size = 0.0, momentum = 0.0, scale = 0.0;
  void operator+=(const Left& other) {
    off += other.off, discs += other.discs, size += other.size, momentum += other.momentum, scale += other.scale;
  }
};

class Interior {
 public:
  Interior(const IslandView& view, const IslandMemory& memory, BlockLdlt& factor)
      : view_(view), problem_(view.problem), range_(view.range), work_(view.work), memory_(memory), factor_(factor) {}

  InteriorResult run(int budget, int depth, const InteriorStart* before) {
    InteriorResult result;
    if (before) take_up_interior(view_);
    const InteriorStart inside = before ? *before : start_inside(view_);
    result.start = inside;
    mu_ = inside.mu, count_ = inside.products;
    enough_ = depth == 0 ? std::max(4, count_ / 200) : 0;
    plain_ = depth == 0 ? 30.0 : 1000.0;
    Rounding of_rows, of_all;
    int short_steps = 0;
    for (;; ++result.iterations) {
      residuals();
      const bool rounded = of_rows.shows(linear_) || (mu_ < deep * inside.mu && of_all.shows(infeasibility_));
      of_rows.take(linear_), of_all.take(infeasibility_);
      // stuck where all but a few are plain, Newton's method may well settle the rest
      const bool stuck = short_steps >= most_short_steps;
      const int unclear = infeasibility_ < met_at_end ? ambiguous() : std::numeric_limits<int>::max();
      const int tolerable = stuck ? std::max(2 * enough_, count_ / few_unclear) : enough_;
      if (unclear <= tolerable || (rounded && infeasibility_ < 100.0 * met_at_end)) {
        result.converged = true;
        keep_interior(view_);
        read_modes();
        break;
      }
      if (rounded || stuck || !(mu_ > 0.0) || !std::isfinite(mu_) || result.iterations >= most_iterations ||
          (budget > 0 && result.factorisations >= budget))
        break;
      stiffness();
      factor_island(view_, memory_, factor_);
      ++result.factorisations;
      // predictor: where would μ go on its own
      direction(0.0, false);
      const double reach = step_length(1.0);
      const double left = product(reach) / std::max(count_, 1);
      const double sigma = std::pow(std::clamp(left / mu_, 0.0, 1.0), 3.0);
      keep_second_order();
      // corrector
      direction(sigma * mu_, true);
      double step = step_length(0.995);
      if (step < short_step) {
        direction(mu_, false);  // back to the middle
        step = step_length(0.995);
      }
      advance(step);
      short_steps += step < tiny_step ? most_short_steps : step < short_step;
    }
    return result;
  }

 private:
  double lightness(const ContactRow& c) const { return spook::lightness(view_, c); }
  bool disc(int c) const { return has_disc(view_, c); }

  // ---- what momentum and rows leave over, and μ
  void residuals() {
    for_bodies([&](int b) { work_.force[b].setZero(); });
    Left rows = push_contacts<Left>(problem_, range_, work_, work_.force, [&](int c, Left& all) {
      const ContactRow& contact = problem_.contacts[c];
      const Vec3 &y = work_.contact_y[c], &inside = work_.interior[c];
      const Vec3 w = contact_velocity(contact, work_.velocity);
      Vec3& left = work_.interior_left[c];
      left.setZero();
      left[0] = w[0] + view_.T(contact) * y[0] + contact.bias - inside[0];
      all.size += inside[0] * inside[0] + contact.bias * contact.bias;
      if (disc(c)) {
        left.tail<2>() = w.tail<2>() + (view_.T_f(contact) + inside[1]) * y.tail<2>() + contact.friction_bias;
        all.size += w.tail<2>().squaredNorm();
        all.discs += left.tail<2>().squaredNorm();
      }
      all.off += left[0] * left[0];
      return y;
    });
    for_joints([&](const JointBlock& joint) {
      const Vec6 w = joint_velocity(problem_, joint, work_.velocity);
      Vec6 impulse = Vec6::Zero();
      for (int i = 0; i < joint.row_count; ++i) {
        const int r = joint.first_row + i;
        const JointRow& row = problem_.rows[r];
        impulse[i] = work_.row_y[r];
        double& left = work_.row_left[r];
        left = w[i] + row.compliance * impulse[i] - row.rhs - work_.row_below[r] + work_.row_above[r];
        if (work_.row_mode[r] != RowMode::active) left = 0.0;
        rows.off += left * left;
        rows.size += row.rhs * row.rhs;
      }
      add_joint_impulse(problem_, joint, impulse, work_.force);
    });
    rows += sum_bodies<Left>(range_, work_, [&](int b, Left& all) {
      const Vec6& force = work_.force[b];
      work_.gradient[b] = times_mass(problem_.bodies[b], work_.velocity[b]) - force - work_.base[b];
      all.momentum += work_.gradient[b].dot(work_.inverse[b].times(work_.gradient[b]));
      const double own =
          force.dot(work_.inverse[b].times(force)) + work_.base[b].dot(work_.inverse[b].times(work_.base[b]));
      all.scale += own;
      all.size += own * work_.inverse[b].mass;
    });
    const double momentum = rows.momentum / (rows.scale + 1e-30), size = rows.size + 1e-30;
    infeasibility_ = std::sqrt(std::max(momentum, (rows.off + rows.discs) / size));
    linear_ = std::sqrt(std::max(momentum, rows.off / size));
    mu_ = product(0.0) / std::max(count_, 1);
  }

  // Σ of all products after a step of length t
  double product(double t) const {
    double all = sum_contacts<double>(range_, work_, [&](int c, double& sum) {
      const Vec3 &y = work_.contact_y[c], &dy = work_.contact_step[c];
      const Vec3 &inside = work_.interior[c], &step = work_.interior_step[c];
      sum += (y[0] + t * dy[0]) * (inside[0] + t * step[0]);
      if (!disc(c)) return;
      const double R = work_.disc[c];
      const double g = 0.5 * (R * R - (y.tail<2>() + t * dy.tail<2>()).squaredNorm());
      sum += (inside[1] + t * step[1]) * g;
    });
    for_active_rows([&](int r) {
      const JointRow& row = problem_.rows[r];
      const double impulse = work_.row_y[r] + t * work_.row_step[r];
      if (bounded_below(row)) all += (work_.row_below[r] + t * work_.row_below_step[r]) * (impulse - row.lower);
      if (bounded_above(row)) all += (work_.row_above[r] + t * work_.row_above_step[r]) * (row.upper - impulse);
    });
    return all;
  }

  void stiffness() {
    for_contacts([&](int c) {
      const ContactRow& contact = problem_.contacts[c];
      const Vec3 &y = work_.contact_y[c], &inside = work_.interior[c];
      ContactStiffness& C = work_.stiffness[c];
      C = {};
      C.normal = 1.0 / (view_.T(contact) + inside[0] / y[0]);
      work_.interior_fix[c].setZero();
      if (!disc(c)) return;
      const double q = view_.T_f(contact) + inside[1];
      const double bend = inside[1] / gap_of_disc(c);
      const double k = bend / (q * (q + bend * y.tail<2>().squaredNorm()));
      C.c00 = 1.0 / q - k * y[1] * y[1], C.c01 = -k * y[1] * y[2], C.c11 = 1.0 / q - k * y[2] * y[2];
    });
    for_active_rows([&](int r) {
      const JointRow& row = problem_.rows[r];
      double& extra = work_.row_extra[r];
      extra = 0.0;
      if (bounded_below(row)) extra += work_.row_below[r] / (work_.row_y[r] - row.lower);
      if (bounded_above(row)) extra += work_.row_above[r] / (row.upper - work_.row_y[r]);
    });
  }

  double gap_of_disc(int c) const {
    const double size = work_.contact_y[c].tail<2>().norm();
    const double R = work_.disc[c];
    return std::max(0.5 * (R - size) * (R + size), 1e-15 * R * R);
  }

  static Vec3 times(const ContactStiffness& C, const Vec3& e) {
    return {C.normal * e[0], C.c00 * e[1] + C.c01 * e[2], C.c01 * e[1] + C.c11 * e[2]};
  }

  // what a contact's impulse would change by if its bodies stood still, divided by its stiffness
  Vec3 drive(int c, double target, bool corrected) const {
    const Vec3 &y = work_.contact_y[c], &inside = work_.interior[c], &left = work_.interior_left[c];
    const Vec3& fix = work_.interior_fix[c];
    Vec3 e = -left;
    e[0] += (target - (corrected ? fix[0] : 0.0)) / y[0] - inside[0];
    if (!disc(c)) return {e[0], 0.0, 0.0};
    e.tail<2>() -= y.tail<2>() * ((target + (corrected ? inside[2] : 0.0)) / gap_of_disc(c) - inside[1]);
    if (corrected) e.tail<2>() -= fix.tail<2>();
    return e;
  }

  void direction(double target, bool corrected) {
    for_bodies([&](int b) { work_.step[b] = -work_.gradient[b]; });
    push_contacts(problem_, range_, work_, work_.step,
                  [&](int c) { return times(work_.stiffness[c], drive(c, target, corrected)); });
    for_active_rows([&](int r) {
      const JointRow& row = problem_.rows[r];
      double& slack = work_.row_slack[r];
      slack = -work_.row_left[r];
      if (bounded_below(row)) slack += target / (work_.row_y[r] - row.lower) - work_.row_below[r];
      if (bounded_above(row)) slack -= target / (row.upper - work_.row_y[r]) - work_.row_above[r];
    });
    solve_island(view_, memory_, factor_);
    for_contacts([&](int c) {
      const ContactRow& contact = problem_.contacts[c];
      const Vec3 w = contact_velocity(contact, work_.step);
      const Vec3 &y = work_.contact_y[c], &inside = work_.interior[c];
      Vec3 &dy = work_.contact_step[c], &step = work_.interior_step[c];
      dy = times(work_.stiffness[c], drive(c, target, corrected) - w);
      step.setZero();
      step[0] = w[0] + view_.T(contact) * dy[0] + work_.interior_left[c][0];
      if (!disc(c)) return;
      const double goal = target + (corrected ? inside[2] : 0.0);
      step[1] = (goal + inside[1] * y.tail<2>().dot(dy.tail<2>())) / gap_of_disc(c) - inside[1];
    });
    for_active_rows([&](int r) {
      const JointRow& row = problem_.rows[r];
      const double change = work_.row_step[r];
      if (bounded_below(row)) {
        work_.row_below_step[r] =
            (target - work_.row_below[r] * change) / (work_.row_y[r] - row.lower) - work_.row_below[r];
      }
      if (bounded_above(row)) {
        work_.row_above_step[r] =
            (target + work_.row_above[r] * change) / (row.upper - work_.row_y[r]) - work_.row_above[r];
      }
    });
  }

  void keep_second_order() {
    for_contacts([&](int c) {
      const Vec3 &y = work_.contact_y[c], &dy = work_.contact_step[c], &step = work_.interior_step[c];
      Vec3 &fix = work_.interior_fix[c], &inside = work_.interior[c];
      fix[0] = dy[0] * step[0];
      inside[2] = 0.0;
      if (!disc(c)) return;
      fix.tail<2>() = step[1] * dy.tail<2>();
      inside[2] = step[1] * y.tail<2>().dot(dy.tail<2>()) + 0.5 * inside[1] * dy.tail<2>().squaredNorm();
    });
  }

  // the longest step that stays inside, times `share`, at most 1
  double step_length(double share) const {
    Longest all = sum_contacts<Longest>(range_, work_, [&](int c, Longest& longest) {
      double& most = longest.step;
      most = std::min(most, 1.0 / share);
      const Vec3 &y = work_.contact_y[c], &dy = work_.contact_step[c];
      longest.keep_positive(y[0], dy[0]);
      longest.keep_positive(work_.interior[c][0], work_.interior_step[c][0]);
      if (!disc(c)) return;
      longest.keep_positive(work_.interior[c][1], work_.interior_step[c][1]);
      // ‖β + t dβ‖ = R
      const double R = work_.disc[c];
      const Vec2 beta = y.tail<2>(), d = dy.tail<2>();
      if ((beta + most * d).norm() < R) return;
      const double a = d.squaredNorm(), b = beta.dot(d), g = 2.0 * gap_of_disc(c);
      const double root = std::sqrt(std::max(b * b + a * g, 0.0));
      const double t = b > 0.0 ? g / (b + root) : (root - b) / a;
      most = std::min(most, t);
    });
    all.step = std::min(all.step, 1.0 / share);
    for_active_rows([&](int r) {
      const JointRow& row = problem_.rows[r];
      if (bounded_below(row))
        all.keep_positive(work_.row_y[r] - row.lower, work_.row_step[r]),
            all.keep_positive(work_.row_below[r], work_.row_below_step[r]);
      if (bounded_above(row))
        all.keep_positive(row.upper - work_.row_y[r], -work_.row_step[r]),
            all.keep_positive(work_.row_above[r], work_.row_above_step[r]);
    });
    return std::min(1.0, share * all.step);
  }

  void advance(double t) {
    for_bodies([&](int b) { work_.velocity[b] += t * work_.step[b]; });
    for_contacts([&](int c) {
      work_.contact_y[c] += t * work_.contact_step[c];
      work_.interior[c].head<2>() += t * work_.interior_step[c].head<2>();
    });
    for_active_rows([&](int r) {
      work_.row_y[r] += t * work_.row_step[r];
      if (bounded_below(problem_.rows[r])) work_.row_below[r] += t * work_.row_below_step[r];
      if (bounded_above(problem_.rows[r])) work_.row_above[r] += t * work_.row_above_step[r];
    });
  }

  // ---- sets: whichever of the two factors of a product is the larger, in like units
  bool close(double one, double other) const { return one < plain_ * other && other < plain_ * one; }

  int ambiguous() const {
    int unclear = sum_contacts<int>(range_, work_, [&](int c, int& sum) {
      const double a = lightness(problem_.contacts[c]);
      sum += close(work_.contact_y[c][0] * a, work_.interior[c][0]);
      if (!disc(c)) return;
      const double R = work_.disc[c];
      sum += close(work_.interior[c][1] * R, (R - work_.contact_y[c].tail<2>().norm()) * a);
    });
    for_active_rows([&](int r) {
      const JointRow& row = problem_.rows[r];
      const double a = work_.row_diagonal[r];
      if (bounded_below(row)) unclear += close(work_.row_below[r], (work_.row_y[r] - row.lower) * a);
      if (bounded_above(row)) unclear += close(work_.row_above[r], (row.upper - work_.row_y[r]) * a);
    });
    return unclear;
  }

  void read_modes() {
    for_contacts([&](int c) {
      const ContactRow& contact = problem_.contacts[c];
      const double a = lightness(contact);
      Vec3& y = work_.contact_y[c];
      ContactMode& mode = work_.contact_mode[c];
      mode.normal = y[0] * a > work_.interior[c][0];
      mode.friction = ContactState::open;
      if (!disc(c)) return;
      const double R = work_.disc[c], z = work_.interior[c][1], size = y.tail<2>().norm();
      mode.friction = z * R > (R - size) * a ? ContactState::sliding : ContactState::sticking;
      if (mode.friction == ContactState::sliding) {
        y.tail<2>() *= std::max(1.0 + z / view_.T_f(contact), R / size * (1.0 + 1e-12));
      }
    });
    for_active_rows([&](int r) {
      const JointRow& row = problem_.rows[r];
      const double a = work_.row_diagonal[r];
      if (bounded_below(row) && work_.row_below[r] > (work_.row_y[r] - row.lower) * a)
        work_.row_mode[r] = RowMode::at_lower;
      if (bounded_above(row) && work_.row_above[r] > (row.upper - work_.row_y[r]) * a)
        work_.row_mode[r] = RowMode::at_upper;
    });
    // momentum of the exact start of the next Newton step is not this iterate's: rows are taken as they are
    for_joints([&](const JointBlock& joint) {
      for (int r = joint.first_row; r < joint.first_row + joint.row_count; ++r) work_.row_extra[r] = 0.0;
    });
  }

  template <class F>
  void for_bodies(F&& f) const {
    on_bodies(range_, work_, f);
  }
  template <class F>
  void for_contacts(F&& f) const {
    on_contacts(range_, work_, f);
  }
  template <class F>
  void for_joints(F&& f) const {
    for (int j = range_.first_joint; j < range_.first_joint + range_.joint_count; ++j) f(problem_.joints[j]);
  }
  template <class F>
  void for_active_rows(F&& f) const {
    for_joints([&](const JointBlock& joint) {
      for (int r = joint.first_row; r < joint.first_row + joint.row_count; ++r) {
        if (work_.row_mode[r] == RowMode::active) f(r);
      }
    });
  }

  const IslandView& view_;
  const StepProblem& problem_;
  const IslandRange& range_;
  Workspace& work_;
  const IslandMemory& memory_;
  BlockLdlt& factor_;
  double mu_ = 0.0, infeasibility_ = 0.0, linear_ = 0.0;  // linear_: of what one full step meets
  int count_ = 0, enough_ = 0;                            // of products; of those that may be unclear
  double plain_ = 30.0;                                   // how much the larger one must be the larger
};

}  // namespace

InteriorResult interior_solve(const IslandView& view, const IslandMemory& memory, BlockLdlt& factor, int budget,
                              int depth, const InteriorStart* before) {
  Workspace& work = view.work;
  // nothing of another solve
  for (auto* each : {&work.interior, &work.interior_step, &work.interior_fix, &work.interior_left, &work.contact_step})
    std::fill_n(each->begin() + view.range.first_contact, view.range.contact_count, Vec3(Vec3::Zero()));
  return Interior(view, memory, factor).run(budget, depth, before);
}

}  // namespace spook
