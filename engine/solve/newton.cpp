#include "engine/solve/newton.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/solve/contact_forces.h"
#include "engine/solve/newton_state.h"

namespace spook {

namespace {

constexpr int most_iterations = 3000;
constexpr double correction_cost = 0.25;  // of a factorisation
constexpr double calm = 1e-4;  // relative gradient below which a warm start is trusted to end by Newton's own steps

// squared, in the metric of the inverse masses
struct Momenta {
  double gradient = 0.0, scale = 0.0, fastest = 0.0;
  void operator+=(const Momenta& other) {
    gradient += other.gradient, scale += other.scale;
    fastest = std::max(fastest, other.fastest);
  }
};

class Newton {
 public:
  Newton(const StepProblem& problem, const IslandRange& range, const DirectOptions& options, IslandMemory& memory,
         Workspace& work, StepSolution& solution)
      : view_{problem, range, work, options.friction, options.pool},
        problem_(problem),
        range_(range),
        whole_(options.with_held_contacts ? *options.with_held_contacts : range),
        options_(options),
        factor_(memory.factor[options.friction ? 1 : 0]),
        memory_(memory),
        made_(memory.made[options.friction ? 1 : 0]),
        work_(work),
        solution_(solution),
        aim_(0.5 * options.tolerance),
        many_(8 + range.contact_count / 20) {}

  DirectResult run() {
    start_newton(view_, whole_, solution_);
    const bool violent = memory_.violent && options_.friction;
    bool finished = false;          // the impulses of this iterate are out and judged
    bool first = true;              // the modes are given, the multipliers not yet
    bool fits = factor_fits();      // no row has changed its set since the factorisation
    int since_help = 0, helps = 0;  // by the interior point method
    double last = 0.0, best = 0.0, reach = 1.0;
    int flips = 0, idle = 0;  // iterations that changed no set and brought nothing
    for (;; ++result_.iterations, ++since_help) {
      const double gradient = evaluate(first);
      if (!first) {
        if (gradient <= aim_) {
          finished = finish().residual <= 0.5 * options_.tolerance || aim_ < 1e-6 * options_.tolerance;
          if (finished) break;
          aim_ *= 0.01;  // judged row by row it is not there yet
        }
        if (!std::isfinite(gradient) || result_.iterations >= most_iterations) return give_up();
        idle = flips > 0 || best == 0.0 || gradient < 0.5 * best ? 0 : idle + 1;
        best = best == 0.0 || flips > 0 ? gradient : std::min(best, gradient);
        if (idle >= (gradient <= options_.tolerance ? 3 : gradient <= 1e-6 ? 8 : 100))
          break;  // rounding is all that is left
        // sets that keep changing: the interior point method decides them together
        const int patience = (gradient < calm ? 20 : 5) + 30 * helps;
        const bool falling = last > 0.0 && gradient < 0.1 * last;
        const bool soon = since_help >= (violent ? 1 : 2 - helps);
        const bool many = !falling && helps < 2 && soon && flips > many_ && gradient > calm;
        // steps that get nowhere, whatever changes
        const bool blocked = helps == 0 && since_help >= 2 && reach < 0.1 && gradient > 0.1 && 4 * flips > many_;
        if (!fits && helps < 3 && (since_help >= patience || many || blocked)) {
          ++helps, since_help = 0;
          if (!interior(helps - 1)) return give_up();
          first = true, fits = false, best = last = 0.0, idle = 0;
          evaluate(true);
        }
      }
      // an old factor serves while each step with it brings a digit (sliding rows turn even when no set changes)
      // where joints alone turn, a factor costs little more than a solve: one try is enough
      const bool turned = !first && range_.contact_count == 0 && result_.factorisations == 0 && gradient > 1e-6;
      if (!fits || turned || (last > 0.0 && gradient > 0.1 * last)) {
        const bool few = !fits && !turned && first == false && correct();
        if (!few && !refactor()) return give_up();
        fits = true;
      }
      last = first ? 0.0 : gradient;
      find_step(first);
      double t = 1.0;
      if (!first) {
        const double slope = slope_at_start(view_);
        if (slope < 0.0) t = line_search(view_, slope);
      }
      reach = t;
      advance(t, first);
      flips = update_modes();
      result_.pivots += flips;
      if (flips > 0) fits = false;
      first = false;
    }
    if (!finished) finish();
    return result_.residual <= 1e-6 ? result_ : give_up();  // never hand out what does not solve
  }

 private:
  // ---- gradient F = M v − base − JᵀΛ and slack of the kept rows; answers its norm relative to the momenta at work
  double evaluate(bool first) {
    for_bodies([&](int b) { work_.force[b].setZero(); });
    // scale: of all impulses one by one: rounding cannot be finer
    double scale = push_contacts<double>(problem_, range_, work_, work_.force, [&](int c, double& sum) {
      Vec3 impulse = contact_impulse(view_, c);
      const ContactRow& contact = problem_.contacts[c];
      if (contact.body_a >= 0) sum += work_.inverse[contact.body_a].mass * impulse.squaredNorm();
      if (contact.body_b >= 0) sum += work_.inverse[contact.body_b].mass * impulse.squaredNorm();
      return impulse;
    });
    double slack = 0.0, slack_scale = 0.0;
    for_joints([&](const JointBlock& joint) {
      Vec6 impulse = Vec6::Zero();
      const Vec6 w = joint_velocity(problem_, joint, work_.velocity);
      for (int i = 0; i < joint.row_count; ++i) {
        const int r = joint.first_row + i;
        impulse[i] = row_impulse(view_, r);
        work_.row_slack[r] = 0.0;
        scale += impulse[i] * impulse[i] * work_.row_diagonal[r];
        if (work_.row_mode[r] != RowMode::active) continue;
        work_.row_slack[r] = problem_.rows[r].rhs - w[i] - problem_.rows[r].compliance * impulse[i];
        slack += work_.row_slack[r] * work_.row_slack[r];
        const double compressed = problem_.rows[r].compliance * impulse[i];
        slack_scale += problem_.rows[r].rhs * problem_.rows[r].rhs + compressed * compressed;
      }
      add_joint_impulse(problem_, joint, impulse, work_.force);
    });
    const auto momenta = sum_bodies<Momenta>(range_, work_, [&](int b, Momenta& sum) {
      work_.gradient[b] = times_mass(problem_.bodies[b], work_.velocity[b]) - work_.base[b] - work_.force[b];
      sum.gradient += work_.gradient[b].dot(work_.inverse[b].times(work_.gradient[b]));
      const Vec6 free = work_.inverse[b].times(work_.base[b]);
      sum.scale += work_.base[b].dot(free);
      sum.fastest = std::max(sum.fastest, free.squaredNorm());
    });
    if (first) return 0.0;
    const double rows = slack_scale + momenta.fastest;
    return std::max(relative(momenta.gradient, scale + momenta.scale), relative(slack, rows));
  }

  static double relative(double squared, double scale) {
    return scale > 0.0 ? std::sqrt(squared / scale) : std::sqrt(squared);
  }

  // the factor of the last solve or step, made in the modes we start with
  bool factor_fits() const { return options_.reuse && factor_.factored() && made_.are(problem_, range_, work_); }

  // Few sets have changed since this solve made its factor: it is corrected for them. Not beside joints, whose T of
  // 1e-10 leaves a correction too few digits.
  bool correct() {
    if (!own_factor_ || range_.joint_count > 0 || spent() >= options_.budget + (options_.budget == 0 ? 1e9 : 0.0))
      return false;
    if (!made_.rows_are(problem_, range_, work_) || !correct_factor(view_, memory_.flips, factor_)) return false;
    ++result_.corrected;
    made_.take(problem_, range_, work_);
    return true;
  }

  // in factorisations
  double spent() const { return result_.factorisations + correction_cost * result_.corrected; }

  bool refactor() {
    if (options_.budget > 0 && spent() >= options_.budget) return false;
    stiffness_of_modes(view_);
    factor_island(view_, memory_, factor_);
    memory_.more_solves = 0;
    ++result_.factorisations;
    made_.take(problem_, range_, work_);
    note_factor(view_, memory_.flips);
    own_factor_ = true;
    return true;
  }

  // From the start again by the other method; false: the budget ended it. Where it stopped too early it goes on. If it
  // is stuck at the edge, where the answer before was, or was misled there, it begins at no impulses at all.
  bool interior(int depth) {
    made_.contacts.clear(), factor_.forget();
    own_factor_ = false, memory_.violent = true;
    if (depth == 1 && inside_.converged && go_inside(depth, &inside_.start)) return true;
    for (const double share : depth == 0 ? std::array{1.0, 0.0, 0.5} : std::array{0.0, 0.5, 1.0}) {
      start_inside(share);
      if (go_inside(depth, nullptr)) return true;
      if (out_of_budget()) return false;
    }
    start_multipliers(view_, solution_);  // lost to rounding: Newton alone will end it
    return true;
  }

  bool go_inside(int depth, const InteriorStart* before) {
    const int left = options_.budget > 0 ? std::max(options_.budget - result_.factorisations, 1) : 0;
    inside_ = interior_solve(view_, memory_, factor_, left, depth, before);
    result_.factorisations += inside_.factorisations;
    result_.iterations += inside_.iterations;
    return inside_.converged;
  }

  bool out_of_budget() const { return options_.budget > 0 && result_.factorisations >= options_.budget; }

  // impulses and what they do to the velocities, times `share`
  void start_inside(double share) {
    restore();
    for_bodies([&](int b) {
      const Vec6 free = work_.inverse[b].times(work_.base[b]);
      work_.velocity[b] = free + share * (solution_.velocity[b] - free);
    });
    for_contacts([&](int c) { work_.contact_y[c] = share * work_.start_impulse[c]; });
    for_rows([&](int r) { work_.row_y[r] = share * work_.start_row_impulse[r]; });
  }

  // ---- Newton direction: dv, dΛ
  void find_step(bool first) {
    for_bodies([&](int b) { work_.step[b] = -work_.gradient[b]; });
    if (first) add_contact_slack();
    for_rows([&](int r) { work_.row_step[r] = 0.0; });
    solve_island(view_, memory_, factor_);
    // what the rows see of it
    for_joints([&](const JointBlock& joint) {
      const Vec6 w = joint_velocity(problem_, joint, work_.step);
      for (int i = 0; i < joint.row_count; ++i) {
        const int r = joint.first_row + i;
        work_.row_velocity_step[r] = w[i];
        if (work_.row_mode[r] != RowMode::active) work_.row_step[r] = -w[i] / problem_.rows[r].compliance;
      }
    });
    for_contacts([&](int c) {
      const ContactRow& contact = problem_.contacts[c];
      const Vec3 w = contact_velocity(contact, work_.step);
      const double T = view_.T(contact), T_f = view_.T_f(contact);
      work_.contact_step[c] = Vec3(-w[0] / T, -w[1] / T_f, -w[2] / T_f);
    });
  }

  // the first step starts from impulses that do not yet meet their rows: Jᵀ (1/T) of what is left over
  void add_contact_slack() {
    push_contacts(problem_, range_, work_, work_.step, [&](int c) -> Vec3 {
      const ContactRow& contact = problem_.contacts[c];
      const ContactMode mode = work_.contact_mode[c];
      if (!mode.normal && mode.friction != ContactState::sticking) return Vec3::Zero();
      const Vec3 w = contact_velocity(contact, work_.velocity);
      const Vec3& y = work_.contact_y[c];
      Vec3 push = Vec3::Zero();
      if (mode.normal) push[0] = -(w[0] + contact.bias) / view_.T(contact) - y[0];
      if (mode.friction == ContactState::sticking) {
        push.tail<2>() = -(w.tail<2>() + contact.friction_bias) / view_.T_f(contact) - y.tail<2>();
      }
      return push;
    });
  }

  void advance(double t, bool first) {
    for_bodies([&](int b) { work_.velocity[b] += t * work_.step[b]; });
    if (!first) {
      for_contacts([&](int c) { work_.contact_y[c] += t * work_.contact_step[c]; });
      for_rows([&](int r) { work_.row_y[r] += t * work_.row_step[r]; });
      return;
    }
    reset_multipliers();
  }

  // y = (r − J v)/T wherever the row does not carry its own unknown
  void reset_multipliers() {
    for_contacts([&](int c) {
      const ContactRow& contact = problem_.contacts[c];
      const Vec3 w = contact_velocity(contact, work_.velocity);
      work_.contact_y[c][0] = -(w[0] + contact.bias) / view_.T(contact);
      work_.contact_y[c].tail<2>() = -(w.tail<2>() + contact.friction_bias) / view_.T_f(contact);
    });
    for_joints([&](const JointBlock& joint) {
      const Vec6 w = joint_velocity(problem_, joint, work_.velocity);
      for (int i = 0; i < joint.row_count; ++i) {
        const int r = joint.first_row + i;
        if (work_.row_mode[r] == RowMode::active) {
          work_.row_y[r] += work_.row_step[r];
        } else {
          work_.row_y[r] = (problem_.rows[r].rhs - w[i]) / problem_.rows[r].compliance;
        }
      }
    });
  }

  int update_modes() {
    int flips = sum_contacts<int>(range_, work_, [&](int c, int& sum) {
      ContactMode mode;
      const Vec3& y = work_.contact_y[c];
      mode.normal = y[0] > 0.0;
      if (options_.friction && work_.disc[c] > 0.0) {
        mode.friction = y.tail<2>().norm() <= work_.disc[c] ? ContactState::sticking : ContactState::sliding;
      }
      if (mode == work_.contact_mode[c]) return;
      work_.contact_mode[c] = mode;
      ++sum;
    });
    for_rows([&](int r) {
      const JointRow& row = problem_.rows[r];
      const double y = work_.row_y[r];
      const RowMode mode = y <= row.lower ? RowMode::at_lower : y >= row.upper ? RowMode::at_upper : RowMode::active;
      if (mode == work_.row_mode[r]) return;
      work_.row_mode[r] = mode;
      ++flips;
    });
    return flips;
  }

  DirectResult finish() {
    for_contacts([&](int c) {
      const Vec3 impulse = contact_impulse(view_, c);
      Vec3& out = solution_.contact_impulse[c];
      out[0] = impulse[0];
      if (options_.friction) out.tail<2>() = impulse.tail<2>();
    });
    for_rows([&](int r) { solution_.joint_impulse[r] = row_impulse(view_, r); });
    rebuild_island(problem_, whole_, work_, solution_);
    result_.residual = relative_slack(view_, solution_);
    result_.solved = true;
    result_.reused = result_.factorisations == 0 ? 1 : 0;
    return result_;
  }

  // unconverged impulses are not harmless (numerics §3): back to the last momentum-consistent ones
  DirectResult give_up() {
    restore();
    result_.solved = false;
    result_.residual = relative_slack(view_, solution_);
    return result_;
  }

  void restore() {
    for_contacts([&](int c) { solution_.contact_impulse[c] = work_.start_impulse[c]; });
    for_rows([&](int r) { solution_.joint_impulse[r] = work_.start_row_impulse[r]; });
    rebuild_island(problem_, whole_, work_, solution_);
  }

  template <class F>
  void for_bodies(F&& f) {
    on_bodies(range_, work_, f);
  }
  template <class F>
  void for_contacts(F&& f) {
    on_contacts(range_, work_, f);
  }
  template <class F>
  void for_joints(F&& f) const {
    for (int j = range_.first_joint; j < range_.first_joint + range_.joint_count; ++j) f(problem_.joints[j]);
  }
  template <class F>
  void for_rows(F&& f) const {
    for_joints([&](const JointBlock& joint) {
      for (int r = joint.first_row; r < joint.first_row + joint.row_count; ++r) f(r);
    });
  }

  IslandView view_;
  const StepProblem& problem_;
  const IslandRange &range_, &whole_;
  DirectOptions options_;
  BlockLdlt& factor_;
  IslandMemory& memory_;
  FactorModes& made_;
  Workspace& work_;
  StepSolution& solution_;
  DirectResult result_;
  InteriorResult inside_;    // of this solve, the last
  bool own_factor_ = false;  // made in this solve, work.stiffness with it
  double aim_;
  int many_;  // changes of set in one step that no few more steps will settle
};

}  // namespace

DirectResult direct_solve(const StepProblem& problem, const IslandRange& island, const DirectOptions& options,
                          IslandMemory& memory, Workspace& work, StepSolution& solution) {
  if (!memory.factor[0].analysed())
    analyse_island(problem, options.with_held_contacts ? *options.with_held_contacts : island, memory);
  return Newton(problem, island, options, memory, work, solution).run();
}

}  // namespace spook
