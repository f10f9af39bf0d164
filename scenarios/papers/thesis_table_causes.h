// Why cells of the thesis' Tables 3.3 and 3.5 are missed: runs that vary what the thesis does not print.
#pragma once

#include <span>

#include "scenarios/papers/data.h"
#include "scenarios/papers/work_precision.h"

namespace spook::papers {

// The printed controller under rules of growth that are not printed: an accepted step is followed by one longer by so
// much at least. Each is run once, and only if somebody asks.
class GrowthTrials {
 public:
  GrowthTrials(ControlledProblem problem, ControlledMethod method, double tolerance);
  // not_printed with the value, where one of the rules meets the bar; no text: none does
  Reason reason(const std::function<double(const ControlledRun&)>& value, double theirs, double bar);

 private:
  ControlledProblem problem_;
  ControlledMethod method_;
  double tolerance_;
  std::vector<std::pair<double, ControlledRun>> runs_;
};

// What RKF4(5) makes of G v on a motion, N steps of equal error: N⁴ |ġ| tends to `equal`; the least that steps of any
// lengths leave where nothing cancels is `least`.
struct EqualErrorDrift {
  reference::Vector equal, least;
};
EqualErrorDrift rkf_drift_by_theory(const reference::System& system);
// the printed drift against theory at the printed number of steps
Reason rkf_drift_reason(const nlohmann::json& row, const EqualErrorDrift& theory);

// bars of a printed cell: counts, drifts, and below what two implementations need not agree
inline constexpr double count_bar = 0.1, drift_bar = 0.2, rounding_floor = 1e-12;

// How many printed cells one rule that is not printed would meet, against the printed controller.
struct PublishedRun {
  ControlledMethod method;
  double tolerance;
  const nlohmann::json* row;
};
void vary_growth(const ControlledProblem& problem, std::span<const PublishedRun> runs, double rho_of_position,
                 const ExperimentContext& context, Report& report);

// α at position and velocity level against ρ∞, which the thesis does not print
void vary_rho(const ControlledProblem& problem, double drift_limit, bool fast, Report& report);
// RKF4(5) on the elastic crank against the first step: two regimes
void vary_first_step(const ControlledProblem& problem, bool fast, Report& report);

}  // namespace spook::papers
