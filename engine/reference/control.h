// Step-size control as the thesis has it (its §2.4): the method's own estimate, or halved steps with Richardson's rule.
#pragma once

#include <functional>
#include <vector>

#include "engine/reference/integrator.h"

namespace spook::reference {

struct ControlOptions {
  double tolerance = 1e-6;
  double safety = 0.9;
  double first_step = 1e-2, smallest_step = 1e-6;
  double power = 0.0;           // h_new = safety h (tol/err)^(1/power); 0: the estimate's own power
  bool halved_steps = false;    // one step against two of half the length
  double largest_growth = 0.0;  // 0: unlimited, as the thesis
  double min_growth = 0.0;      // of an accepted step at least; 0: as the estimate says
  double drift_limit = 0.0;     // reject where |g| or |ġ| exceeds it; 0: off
  long step_limit = 10000000;
};

struct ControlReport {
  StepStatus status = StepStatus::done;
  bool gave_up = false;  // the step limit was reached, or the smallest step could not meet the tolerance for ever
  long accepted = 0, rejected = 0, forced = 0;  // forced: accepted at the smallest step against the estimate
  Work work;
  Vector largest_position_drift, largest_velocity_drift;  // a row, over the states computed
  double smallest_h = 0.0, largest_h = 0.0;
};

using StepObserver = std::function<void(const SmoothState& state, double h)>;

// integrates to t_end; state holds the end. Step control by estimate or halved steps.
ControlReport integrate_adaptive(const System& system, const SmoothIntegrator& integrator, SmoothState& state,
                                 double t_end, const ControlOptions& options, const StepObserver& observer = {});
// `steps` equal ones
ControlReport integrate_fixed(const System& system, const SmoothIntegrator& integrator, SmoothState& state,
                              double t_end, long steps, const StepObserver& observer = {});
SmoothState initial_state(const System& system);

}  // namespace spook::reference
