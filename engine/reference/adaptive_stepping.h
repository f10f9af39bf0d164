// Step-size control by halved steps for any of the time-stepping methods, as the thesis has it for Moreau–Jean.
#pragma once

#include "engine/reference/nonsmooth.h"

namespace spook::reference {

struct SteppingOptions {
  double tolerance = 1e-6;
  double safety = 0.9;
  double power = 2.0;  // h_new = safety h (tol/err)^(1/power); a first-order method's local error is O(h²)
  double first_step = 1e-4, smallest_step = 5e-7, largest_step = 0.1;
  double largest_growth = 5.0;
  long step_limit = 20000000;
};

struct SteppingReport {
  LcpStatus status = LcpStatus::solved;
  bool gave_up = false;
  bool stopped = false;                         // by the observer
  long accepted = 0, rejected = 0, forced = 0;  // forced: at the smallest step, against the estimate
  NonsmoothWork work;
  explicit operator bool() const { return status == LcpStatus::solved && !gave_up; }
};

// return true to stop after this step
using SteppingObserver = std::function<bool(const NonsmoothState& before, const NonsmoothState& after)>;

// the two half steps are kept; the error is the difference of positions to the one whole step, or the penetration
// gained where that is larger
SteppingReport step_adaptive(const System& system, const NonsmoothIntegrator& integrator, NonsmoothState& state,
                             double t_end, const SteppingOptions& options, const SteppingObserver& observer = {});

}  // namespace spook::reference
