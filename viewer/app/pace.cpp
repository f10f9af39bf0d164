#include "viewer/app/pace.h"

#include <algorithm>

namespace spook {

namespace {

// chosen: of the interval; the rest is for the picture, which is drawn by the same cores where there is no GPU
constexpr double share_of_interval = 0.8;
// share per step by which what is known follows what a step tells: a slow one counts nearly at once, a quick one little
// by little
constexpr double attack = 0.5, release = 0.05;
constexpr double min_work = 0.5;    // ms: a step that worked less says nothing of the machine
constexpr double min_effort = 0.5;  // ms: with less the sweeps that are made in any case do not fit
// What is set changes by a factor of at least min_change, so that a recording holds few changes; upwards by max_growth
// at most, and not before so many steps have passed: a second.
constexpr double min_change = 1.2, max_growth = 1.5;
constexpr int patience = 60;

double follow(double value, double seen) {
  if (value == 0.0) return seen;
  return value + (seen > value ? attack : release) * (seen - value);
}

}  // namespace

void Pace::measure(const StepReport& report, double took_ms) {
  const double solving = report.ms.solve + report.ms.impact;
  others_ = follow(others_, std::max(took_ms - solving, 0.0));
  if (report.effort_spent >= min_work) slowness_ = follow(slowness_, solving / report.effort_spent);
}

std::optional<std::optional<double>> Pace::after(const StepReport& report, std::optional<double> set, double took_ms,
                                                 double interval_ms) {
  measure(report, took_ms);
  ++steps_since_change_;
  if (slowness_ == 0.0) return std::nullopt;
  const double fits = std::max((share_of_interval * interval_ms - others_) / slowness_, min_effort);
  // where nothing was done that would not fit, nothing is taken away
  const bool too_much = report.effort_spent > fits && (!set || min_change * fits < *set);
  const bool room = set && steps_since_change_ >= patience && fits > min_change * *set;
  // set above what the parameter grants, it says nothing any more
  const bool idle = set && report.effort > 0.0 && report.effort < *set;
  if (!too_much && !room && !idle) return std::nullopt;
  steps_since_change_ = 0;
  if (idle && !too_much) return std::optional<double>();
  return std::optional<double>(too_much ? fits : std::min(fits, max_growth * *set));
}

}  // namespace spook
