// Step-controlled integrations over a range of tolerances: what they cost and what they are worth.
#pragma once

#include <functional>

#include "engine/reference/control.h"
#include "scenarios/papers/experiment.h"
#include "scenarios/papers/reference_state.h"

namespace spook::papers {

// a method as the thesis controlled it
struct ControlledMethod {
  std::string key;  // of the published table
  std::string label;
  std::string integrator;
  double power;  // p of h_new = s h (tol/err)^(1/p)
  reference::ErrorNorm norm = reference::ErrorNorm::positions;
  double drift_limit = 0.0;
  bool halved_steps = false;  // by step doubling: a method without an estimate
  double finest = 0.0;        // tolerance below which its steps are too many to wait for
  double min_growth = 0.0;    // of an accepted step at least; 0: as the estimate says
  double first_step = 1e-2;   // s
  double rho = 0.8;           // generalised-α: spectral radius at infinity
};

struct ControlledRun {
  double tolerance = 0.0;
  reference::ControlReport report;
  double error = 0.0;    // largest component of q at the end
  double seconds = 0.0;  // processor time of this thread, best of the repeats
  bool finished() const { return report.status == reference::StepStatus::done && !report.gave_up; }
};

struct ControlledProblem {
  reference::System system;
  reference::Vector exact_q;  // at t_end
  double safety = 0.9;
  int repeats = 3;
};

double processor_seconds();  // of this thread

ControlledRun run_controlled(const ControlledProblem& problem, const ControlledMethod& method, double tolerance);

// error against processor time and against evaluations, a line a method
Figure work_precision_figure(const std::string& name, const std::string& title,
                             const std::vector<std::pair<std::string, std::vector<ControlledRun>>>& methods);

// the work (seconds) at which a method reaches `error`, between its runs on a log–log line; NaN: never
double work_to_reach(const std::vector<ControlledRun>& runs, double error);

}  // namespace spook::papers
