#include "engine/reference/adaptive_stepping.h"

#include <algorithm>
#include <cmath>

namespace spook::reference {

namespace {

// how much deeper a contact stands after the step: parabolas are stepped exactly, so that halved steps that miss an
// impact alike agree in their positions
double gained_penetration(const System& system, const Vector& before, const Vector& after) {
  double worst = 0.0;
  for (const GapModel& model : system.gaps) {
    const double depth = -model.gap(after);
    if (depth > worst) worst = std::max(worst, depth - std::max(0.0, -model.gap(before)));
  }
  return worst;
}

}  // namespace

SteppingReport step_adaptive(const System& system, const NonsmoothIntegrator& integrator, NonsmoothState& state,
                             double t_end, const SteppingOptions& options, const SteppingObserver& observer) {
  SteppingReport report;
  double h = options.first_step;
  // what a projection removes was seen and put right: it may be 1e-8 where the tolerance is finer
  const double hidden_share = std::max(1.0, 1e-8 / options.tolerance);
  NonsmoothState whole, middle, end;
  while (state.t < t_end * (1.0 - 1e-14)) {
    if (report.accepted + report.rejected >= options.step_limit) {
      report.gave_up = true;
      return report;
    }
    const double used = std::min(h, t_end - state.t);
    const bool smallest = used <= options.smallest_step * (1.0 + 1e-9);
    const NonsmoothResult one = integrator.step(system, state, used, whole);
    NonsmoothResult two = integrator.step(system, state, 0.5 * used, middle);
    report.work += one.work;
    report.work += two.work;
    double hidden = two.pushed_out;  // a projection hides what it removed from every later look
    if (two) {
      two = integrator.step(system, middle, 0.5 * used, end);
      report.work += two.work;
      hidden = std::max(hidden, two.pushed_out);
    }
    // a step that has no answer is tried again shorter
    if (!one || !two) {
      if (smallest) {
        report.status = one ? two.status : one.status;
        report.gave_up = true;
        return report;
      }
      ++report.rejected;
      h = std::max(0.25 * used, options.smallest_step);
      continue;
    }
    const double error =
        std::max({(end.q - whole.q).norm(), gained_penetration(system, state.q, end.q), hidden / hidden_share, 1e-300});
    const double factor = std::clamp(options.safety * std::pow(options.tolerance / error, 1.0 / options.power), 0.1,
                                     options.largest_growth);
    h = std::clamp(used * factor, options.smallest_step, options.largest_step);
    if (error > options.tolerance && !smallest) {
      ++report.rejected;
      continue;
    }
    report.forced += error > options.tolerance;
    ++report.accepted;
    std::swap(middle, state);  // middle now holds what was before
    std::swap(state, end);
    if (observer && observer(middle, state)) {
      report.stopped = true;
      return report;
    }
  }
  return report;
}

}  // namespace spook::reference
