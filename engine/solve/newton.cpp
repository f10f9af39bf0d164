#include "engine/solve/newton.h"

#include <algorithm>
#include <cmath>

namespace spook {

namespace {

constexpr int max_iterations = 3000;
constexpr int flips_of_a_pair = 8;         // contacts of one pair of bodies, or two: no sign of anything
constexpr double max_residual_out = 1e-6;  // ‖s‖ relative: more is not handed out as solved

}  // namespace

Newton::Newton(const StepProblem& problem, const IslandRange& range, const DirectRequest& request, IslandMemory& memory,
               Workspace& work, StepSolution& solution)
    : problem_(problem), range_(range), request_(request), memory_(memory), work_(work), solution_(solution) {
  if (!memory.factor[0].analysed()) analyse_island(problem, whole_, memory);
  start_newton(view_, whole_, solution_);
  factor_fits_ = request.reuse && factor_.factored() && made_->are(problem_, range_, work_);
}

Ending Newton::iterate() {
  for (;; ++result_.iterations) {
    const double gradient = evaluate();
    if (!first_) {
      if (gradient <= aim_) {
        if (finish() || aim_ < 1e-6 * request_.tolerance) return verdict();
        aim_ *= 0.01;  // judged row by row it is not there yet
      }
      if (!std::isfinite(gradient) || result_.iterations >= max_iterations) return give_up(Ending::rounding);
      if (stagnates(gradient)) return finish(), verdict();
      if (sets_keep_changing(gradient)) return Ending::sets_keep_changing;
    }
    if (!factor_serves(gradient) && !make_factor()) return give_up(Ending::cut_off);
    factor_fits_ = true;
    last_ = first_ ? 0.0 : gradient;
    find_direction();
    step_length_ = 1.0;
    const double slope = first_ ? 0.0 : slope_at_start(view_);
    if (slope < 0.0) step_length_ = line_search(view_, slope);
    advance(step_length_);
    flips_ = update_sets();
    result_.pivots += flips_;
    if (flips_ > 0) factor_fits_ = false;
    first_ = false;
  }
}

// ---- gradient F = M v − base − JᵀΛ and slack of the kept rows, relative to the momenta at work
double Newton::evaluate() {
  view_.bodies([&](int b) { work_.force[b].setZero(); });
  Imbalance left;
  left.momenta = push_contacts<double>(problem_, range_, work_, work_.force, [&](int c, double& sum) {
    Vec3 impulse = contact_impulse(view_, c);
    sum += lightness(problem_.contacts[c], work_.inverse) * impulse.squaredNorm();
    return impulse;
  });
  add_rows(view_, left, [](int, double) {});
  add_momentum(view_, left);
  return left.relative();
}

// rounding is all that is left
bool Newton::stagnates(double gradient) {
  idle_ = flips_ > 0 || best_ == 0.0 || gradient < 0.5 * best_ ? 0 : idle_ + 1;
  best_ = best_ == 0.0 || flips_ > 0 ? gradient : std::min(best_, gradient);
  const int patience = gradient <= max_residual_out ? view_.limits.max_idle : 12 * view_.limits.max_idle;
  return idle_ >= patience;
}

// The interior point method decides sets together, once: where many change in a step and the gradient does not fall,
// and where a few change for ever.
bool Newton::sets_keep_changing(double gradient) const {
  if (request_.pivoting != Pivoting::interior || factor_fits_ || decided_inside_) return false;
  const DirectOptions& limits = view_.limits;
  const bool falling = last_ > 0.0 && gradient < limits.digit * last_;
  // where the end is not asked for, this method is the shorter way
  if (request_.may_leave > 0.0 && flips_ > flips_of_a_pair) return true;
  const bool many = flips_ > flips_of_a_pair + limits.many_flips * range_.contact_count;
  const int steps = result_.iterations;
  if (many && !falling && gradient > limits.calm && steps >= (violent_ ? 1 : 2)) return true;
  return steps >= (gradient < limits.calm ? 4 : 1) * limits.patience;
}

// An old factor serves while each step with it brings a digit: sliding rows turn even when no set changes. Of joints
// alone another one for the same sets would be the same: what is left is rounding.
bool Newton::factor_serves(double gradient) const {
  const bool exact = range_.contact_count == 0 && result_.factorisations > 0 && gradient <= max_residual_out;
  return factor_fits_ && (exact || !(last_ > 0.0 && gradient > view_.limits.digit * last_));
}

bool Newton::make_factor() {
  if (request_.budget > 0 && result_.factorisations >= request_.budget) return false;
  stiffness_of_modes(view_);
  factor_island(view_, memory_, factor_);
  memory_.more_solves = 0;
  ++result_.factorisations;
  made_.overwrite().take(problem_, range_, work_);
  return true;
}

Ending Newton::decide_sets_inside() {
  decided_inside_ = memory_.violent = true;
  made_.write().contacts.clear(), factor_.forget();
  first_ = true, factor_fits_ = false, best_ = last_ = 0.0, idle_ = 0;
  restore();
  view_.bodies([&](int b) { work_.velocity[b] = solution_.velocity[b]; });
  view_.contacts([&](int c) { work_.contact_y[c] = work_.start_impulse[c]; });
  view_.rows([&](int r) { work_.row_y[r] = work_.start_row_impulse[r]; });
  const int left = request_.budget > 0 ? std::max(request_.budget - result_.factorisations, 1) : 0;
  const InteriorResult inside = interior_solve(view_, memory_, factor_, left, request_.may_leave);
  result_.factorisations += inside.factorisations, result_.iterations += inside.factorisations;
  if (inside.converged) return Ending::sets_clear;
  if (inside.leaves_a_little) return finish_inside();
  if (request_.budget > 0 && result_.factorisations >= request_.budget) return give_up(Ending::cut_off);
  start_multipliers(view_, solution_);
  return Ending::rounding;
}

// ---- Newton direction: dv, dΛ
void Newton::find_direction() {
  view_.bodies([&](int b) { work_.step[b] = -work_.gradient[b]; });
  if (first_) add_contact_slack();
  view_.rows([&](int r) { work_.row_step[r] = 0.0; });
  solve_island(view_, memory_, factor_);
  // what the rows see of it
  view_.joints([&](const JointBlock& joint) {
    const Vec6 w = joint_velocity(problem_, joint, work_.step);
    for (int i = 0; i < joint.row_count; ++i) {
      const int r = joint.first_row + i;
      work_.row_velocity_step[r] = w[i];
      if (work_.row_mode[r] != RowMode::active) work_.row_step[r] = -w[i] / problem_.rows[r].compliance;
    }
  });
  view_.contacts([&](int c) {
    const ContactRow& contact = problem_.contacts[c];
    work_.contact_step[c] = -contact_velocity(contact, work_.step).cwiseQuotient(compliances(contact));
  });
}

// the first step starts from impulses that do not yet meet their rows: Jᵀ (1/T) of what is left over
void Newton::add_contact_slack() {
  view_.push(work_.step, [&](int c) -> Vec3 {
    const ContactRow& contact = problem_.contacts[c];
    const ContactMode mode = work_.contact_mode[c];
    if (!mode.normal && mode.friction != ContactState::sticking) return Vec3::Zero();
    const Vec3 w = contact_velocity(contact, work_.velocity);
    Vec3 push = -(w + biases(contact)).cwiseQuotient(compliances(contact)) - work_.contact_y[c];
    if (!mode.normal) push[0] = 0.0;
    if (mode.friction != ContactState::sticking) push.tail<2>().setZero();
    return push;
  });
}

void Newton::advance(double t) {
  view_.bodies([&](int b) { work_.velocity[b] += t * work_.step[b]; });
  if (!first_) {
    view_.contacts([&](int c) { work_.contact_y[c] += t * work_.contact_step[c]; });
    view_.rows([&](int r) { work_.row_y[r] += t * work_.row_step[r]; });
    return;
  }
  reset_multipliers();
}

// y = (r − J v)/T wherever the row does not carry its own unknown
void Newton::reset_multipliers() {
  view_.contacts([&](int c) {
    const ContactRow& contact = problem_.contacts[c];
    work_.contact_y[c] =
        -(contact_velocity(contact, work_.velocity) + biases(contact)).cwiseQuotient(compliances(contact));
  });
  view_.joints([&](const JointBlock& joint) {
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

int Newton::update_sets() {
  int flips = view_.sum_contacts<int>([&](int c, int& sum) {
    const ContactMode mode = mode_of(view_, c, work_.contact_y[c]);
    sum += mode != work_.contact_mode[c];
    work_.contact_mode[c] = mode;
  });
  view_.rows([&](int r) {
    const RowMode mode = mode_of(problem_.rows[r], work_.row_y[r]);
    flips += mode != work_.row_mode[r];
    work_.row_mode[r] = mode;
  });
  return flips;
}

// The impulses of this iterate are out and judged, projected on their bounds or as the sets have them; true: row by row
// they meet the tolerance.
bool Newton::finish(bool projected) {
  view_.contacts([&](int c) {
    const Vec3 impulse = projected ? contact_impulse(view_, c) : impulse_of_sets(c);
    Vec3& out = solution_.contact_impulse[c];
    out[0] = impulse[0];
    if (request_.friction) out.tail<2>() = impulse.tail<2>();
  });
  view_.rows([&](int r) { solution_.joint_impulse[r] = row_impulse(view_, r); });
  rebuild_island(problem_, whole_, work_, solution_);
  result_.residual = relative_slack(view_, solution_);
  return result_.residual <= 0.5 * request_.tolerance;
}

// Impulses strictly inside their bounds that meet momentum and rows give no energy: they are handed out as they are.
Ending Newton::finish_inside() {
  finish();
  result_.solved = result_.leaves_a_little = true;
  return Ending::little_left;
}

// of a pivot's linear equations: a normal that pulls and friction beyond its disc stand as they were found
Vec3 Newton::impulse_of_sets(int c) const {
  const Vec3& y = work_.contact_y[c];
  const ContactMode mode = work_.contact_mode[c];
  Vec3 impulse(mode.normal ? y[0] : 0.0, 0.0, 0.0);
  if (mode.friction == ContactState::sticking) impulse.tail<2>() = y.tail<2>();
  if (mode.friction == ContactState::sliding) impulse.tail<2>() = project_disc(y.tail<2>(), work_.disc[c]);
  return impulse;
}

void Newton::pivot_as_published() {
  constexpr int rounds = 10;
  KeptImpulses best;
  double least = unbounded;
  while (result_.iterations < rounds) {
    evaluate();
    if (!make_factor()) break;
    find_direction();
    advance(1.0);
    first_ = false;
    ++result_.iterations;
    finish(false);
    if (result_.residual < least) least = result_.residual, best.keep(problem_, range_, solution_);
    const int flips = update_sets();
    result_.pivots += flips;
    if (flips == 0 && least <= request_.tolerance) break;
  }
  if (least < unbounded) best.restore(problem_, range_, solution_);
  rebuild_island(problem_, whole_, work_, solution_);
  result_.residual = least;
  result_.solved = least <= max_residual_out;
}

// of what finish() judged
Ending Newton::verdict() {
  if (!(result_.residual <= max_residual_out)) return give_up(Ending::rounding);
  result_.solved = true;
  result_.reused = result_.factorisations == 0 ? 1 : 0;
  return request_.budget > 0 || result_.residual <= request_.tolerance ? Ending::solved : Ending::rounding;
}

// unconverged impulses are not harmless (numerics §3): back to the last momentum-consistent ones
Ending Newton::give_up(Ending ending) {
  restore();
  result_.residual = relative_slack(view_, solution_);
  result_.solved = result_.residual <= request_.tolerance;  // what it began with may have been the answer
  return result_.solved && ending == Ending::rounding ? Ending::solved : ending;
}

void Newton::restore() {
  view_.contacts([&](int c) { solution_.contact_impulse[c] = work_.start_impulse[c]; });
  view_.rows([&](int r) { solution_.joint_impulse[r] = work_.start_row_impulse[r]; });
  rebuild_island(problem_, whole_, work_, solution_);
}

}  // namespace spook
