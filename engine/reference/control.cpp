#include "engine/reference/control.h"

#include <algorithm>
#include <cmath>

namespace spook::reference {

namespace {

struct Attempt {
  StepResult result;
  SmoothState state;
};

// two steps of half the length against one: ỹ = y₂ + (y₂ − y₁)/(2^p − 1); the difference over 2^p − 1 is the error
Attempt halved(const System& system, const SmoothIntegrator& integrator, const SmoothState& from, double h) {
  Attempt one, two;
  one.result = integrator.step(system, from, h, one.state);
  SmoothState middle;
  two.result = integrator.step(system, from, 0.5 * h, middle);
  const Work spent = two.result.work;
  if (two.result) two.result = integrator.step(system, middle, 0.5 * h, two.state);
  two.result.work += one.result.work;
  two.result.work += spent;
  if (!one.result) two.result.status = one.result.status;
  if (two.result) two.result.error = (two.state.q - one.state.q).norm() / (std::pow(2.0, integrator.order()) - 1.0);
  return two;
}

void note_drift(const System& system, const SmoothState& state, ControlReport& report) {
  if (system.constraints == 0) return;
  const Vector g = position_drift(system, state.t, state.q).cwiseAbs();
  const Vector rate = velocity_drift(system, state.t, state.q, state.v).cwiseAbs();
  if (report.largest_position_drift.size() == 0) {
    report.largest_position_drift = g;
    report.largest_velocity_drift = rate;
  }
  report.largest_position_drift = report.largest_position_drift.cwiseMax(g);
  report.largest_velocity_drift = report.largest_velocity_drift.cwiseMax(rate);
}

bool drifts_too_far(const System& system, const SmoothState& state, double limit) {
  if (limit <= 0.0 || system.constraints == 0) return false;
  return position_drift(system, state.t, state.q).cwiseAbs().maxCoeff() > limit ||
         velocity_drift(system, state.t, state.q, state.v).cwiseAbs().maxCoeff() > limit;
}

}  // namespace

SmoothState initial_state(const System& system) {
  SmoothState state;
  state.q = system.q0;
  state.v = system.v0;
  return state;
}

ControlReport integrate_adaptive(const System& system, const SmoothIntegrator& integrator, SmoothState& state,
                                 double t_end, const ControlOptions& options, const StepObserver& observer) {
  ControlReport report;
  if (state.a.size() == 0) {
    const StepResult started = integrator.start(system, state);
    report.work += started.work;
    if (!started) return report.status = started.status, report;
  }
  const double power = options.power > 0.0               ? options.power
                       : options.halved_steps            ? integrator.order() + 1.0
                       : integrator.estimate_power() > 0 ? integrator.estimate_power()
                                                         : 1.0;
  double h = options.first_step;
  report.smallest_h = t_end;
  while (state.t < t_end * (1 - 1e-14)) {
    if (report.accepted + report.rejected >= options.step_limit) return report.gave_up = true, report;
    const double used = std::min(h, t_end - state.t);
    Attempt attempt;
    if (options.halved_steps)
      attempt = halved(system, integrator, state, used);
    else
      attempt.result = integrator.step(system, state, used, attempt.state);
    report.work += attempt.result.work;

    // a step that failed, or drifted too far, is tried again at half the length
    const bool sound = attempt.result && !drifts_too_far(system, attempt.state, options.drift_limit);
    const bool smallest = used <= options.smallest_step * (1 + 1e-9);
    if (!sound) {
      if (smallest) return report.status = attempt.result.status, report.gave_up = true, report;
      ++report.rejected;
      h = std::max(0.5 * used, options.smallest_step);
      continue;
    }

    // h_new = s h (tol/err)^(1/power)
    const double error = std::max(attempt.result.error, 1e-300);
    double factor = options.safety * std::pow(options.tolerance / error, 1.0 / power);
    if (options.largest_growth > 0.0) factor = std::min(factor, options.largest_growth);
    factor = std::min(factor, 1e3);
    const bool accepted = error <= options.tolerance;
    if (accepted) factor = std::max(factor, options.min_growth);
    h = std::max(used * factor, options.smallest_step);
    if (!accepted && !smallest) {
      ++report.rejected;
      continue;
    }
    if (!accepted) ++report.forced;
    ++report.accepted;
    state = std::move(attempt.state);
    report.smallest_h = std::min(report.smallest_h, used);
    report.largest_h = std::max(report.largest_h, used);
    note_drift(system, state, report);
    if (observer) observer(state, used);
  }
  return report;
}

ControlReport integrate_fixed(const System& system, const SmoothIntegrator& integrator, SmoothState& state,
                              double t_end, long steps, const StepObserver& observer) {
  ControlReport report;
  if (state.a.size() == 0) {
    const StepResult started = integrator.start(system, state);
    report.work += started.work;
    if (!started) return report.status = started.status, report;
  }
  const double t0 = state.t, h = (t_end - t0) / static_cast<double>(steps);
  for (long k = 0; k < steps; ++k) {
    const StepResult result = integrator.step(system, state, h, state);
    report.work += result.work;
    if (!result) return report.status = result.status, report;
    state.t = t0 + (t_end - t0) * static_cast<double>(k + 1) / static_cast<double>(steps);
    ++report.accepted;
    note_drift(system, state, report);
    if (observer) observer(state, h);
  }
  report.smallest_h = report.largest_h = h;
  return report;
}

}  // namespace spook::reference
