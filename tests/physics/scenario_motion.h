// What is read off a run again and again: when something comes up through zero, how far it gets, how much has moved.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "scenario_run.h"

namespace spook::test {

inline constexpr double gravity = 9.81, pi = 3.14159265358979323846;

inline double speed(const BodyState& body) {
  return body.velocity.norm();
}

// times at which a quantity changes from negative to not
template <typename Value>
std::vector<double> risings(const SceneRun& run, Value value) {
  std::vector<double> times;
  for (std::size_t k = 1; k < run.steps.size(); ++k) {
    const double before = value(run.steps[k - 1]), now = value(run.steps[k]);
    if (before < 0.0 && now >= 0.0)
      times.push_back(run.steps[k - 1].time + (run.steps[k].time - run.steps[k - 1].time) * before / (before - now));
  }
  return times;
}

// the mean time between them
inline double period(const std::vector<double>& times) {
  return times.size() < 2 ? 0.0 : (times.back() - times.front()) / double(times.size() - 1);
}

// of the steps whose bodies are kept
template <typename Value>
double largest(const SceneRun& run, double from, double to, Value value) {
  double most = -1e300;
  for (const RunStep& step : run.steps)
    if (!step.bodies.empty() && step.time >= from && step.time <= to) most = std::max(most, value(step));
  return most;
}

template <typename Value>
double smallest(const SceneRun& run, double from, double to, Value value) {
  return -largest(run, from, to, [&](const RunStep& step) { return -value(step); });
}

inline int moved(const SceneRun& run, const std::string& prefix, double distance) {
  int count = 0;
  for (int body : run.matching(prefix)) count += run.drift(body) > distance;
  return count;
}

inline double along_x(const SceneRun& run, const std::string& name) {
  return run.last(name).pose.position.x() - run.first(name).pose.position.x();
}

inline double highest(const SceneRun& run, const std::string& name) {
  const int body = run.index(name);
  return largest(run, 0, 1e9, [&](const RunStep& step) { return step.bodies[body].pose.position.z(); });
}

// of a swing of any width on a pendulum that beats, swung a little, every 2π √(l/g): by the arithmetic–geometric mean
inline double swing_period(double length, double angle) {
  double a = 1.0, b = std::cos(angle / 2);
  for (int i = 0; i < 20; ++i) {
    const double mean = 0.5 * (a + b);
    b = std::sqrt(a * b), a = mean;
  }
  return 2 * pi * std::sqrt(length / gravity) / a;
}

}  // namespace spook::test
