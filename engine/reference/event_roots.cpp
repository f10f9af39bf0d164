#include "engine/reference/event_roots.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace spook::reference {
namespace {

constexpr std::array samples = {0.25, 0.5, 0.75, 1.0};

double force_margin(const System& system, const Watch& watch, const Vector& lambda) {
  if (watch.kind == EventKind::take_off) return lambda[watch.row];
  const GapModel& gap = system.gaps[watch.gap];
  const double tangent =
      gap.second_tangent ? std::hypot(lambda[watch.row + 1], lambda[watch.row + 2]) : std::abs(lambda[watch.row + 1]);
  return gap.friction * lambda[watch.row] - tangent;  // inside the cone
}

class Step {
 public:
  Step(const System& system, const System& held, const SmoothState& from, const DenseOutput& dense, Work& work)
      : system_(system), held_(held), from_(from), dense_(dense), work_(work) {}

  double operator()(const Watch& watch, double theta) {
    const GapModel& model = system_.gaps[watch.gap];
    dense_(theta, q_, v_);
    switch (watch.kind) {
      case EventKind::impact:
        return model.gap(q_);
      case EventKind::edge:
        return watch.sign * model.edge(q_);
      case EventKind::stick:
        return model.second_tangent ? watch.slide.dot(slip_velocity(model, q_, v_))
                                    : watch.sign * model.tangent(q_).dot(v_);
      default: {
        Vector a, lambda;
        if (solve_acceleration(held_, from_.t + theta * dense_.h, q_, v_, a, lambda, &work_) != StepStatus::done)
          return -1.0;
        return force_margin(system_, watch, lambda);
      }
    }
  }
  double gap_rate(const Watch& watch, double theta) {
    dense_(theta, q_, v_);
    return system_.gaps[watch.gap].normal(q_).dot(v_);
  }

 private:
  const System& system_;
  const System& held_;
  const SmoothState& from_;
  const DenseOutput& dense_;
  Work& work_;
  Vector q_, v_;
};

// shrinks [low, high] around the sign change: false position that falls back on bisection
void refine(Step& step, const Watch& watch, double& low, double& high, double at_low, double at_high) {
  for (int i = 0; i < 100 && high - low > 4e-16; ++i) {
    const double secant = (low * at_high - high * at_low) / (at_high - at_low);
    const bool inside = secant > low && secant < high && i % 3 != 2;
    const double middle = inside ? secant : 0.5 * (low + high);
    if (middle <= low || middle >= high) break;
    const double value = step(watch, middle);
    (value > 0.0 ? low : high) = middle;
    (value > 0.0 ? at_low : at_high) = value;
    if (value == 0.0) low = middle;
  }
}

// a contact that leaves the surface and comes back within the step: start the bracket at its apex
bool rises_first(Step& step, const Watch& watch, double& low, double high) {
  if (step.gap_rate(watch, low) <= 0.0) return false;
  double up = low, down = high;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (up + down);
    (step.gap_rate(watch, middle) > 0.0 ? up : down) = middle;
  }
  low = up;
  return step(watch, low) > 0.0;
}

}  // namespace

std::vector<Watch> watches(const System& system, std::span<const ActiveContact> active, const Vector& side) {
  std::vector<Watch> result;
  for (int i = 0; i < int(system.gaps.size()); ++i) {
    const bool held = std::any_of(active.begin(), active.end(), [&](const ActiveContact& c) { return c.gap == i; });
    if (!held) result.push_back({EventKind::impact, i});
    if (system.gaps[i].edge) result.push_back({EventKind::edge, i, side[i]});
  }
  int row = system.constraints;
  for (const ActiveContact& contact : active) {
    const int normal = row++;
    result.push_back({EventKind::take_off, contact.gap, 1.0, normal});
    if (contact.mode == ActiveContact::Mode::sliding)
      result.push_back({EventKind::stick, contact.gap, contact.slide_sign, -1, contact.slide});
    if (contact.mode == ActiveContact::Mode::sticking)
      result.push_back({EventKind::slip, contact.gap, 1.0, normal}),
          row += system.gaps[contact.gap].second_tangent ? 2 : 1;
  }
  return result;
}

Root first_root(const System& system, const System& held, std::span<const Watch> watched, const SmoothState& from,
                const SmoothState& to, const DenseOutput& dense, const EventOptions& options, Work& work) {
  Root first;
  Step step(system, held, from, dense, work);
  for (const Watch& watch : watched) {
    const bool force = watch.kind == EventKind::take_off || watch.kind == EventKind::slip;
    // forces are looked at where the step ends, the cheap quantities on the way too
    if (force && force_margin(system, watch, to.lambda) >= 0.0) continue;
    const double floor = watch.kind == EventKind::impact  ? -1e-3 * options.gap_tolerance
                         : watch.kind == EventKind::stick ? -1e-3 * options.velocity_tolerance
                                                          : 0.0;
    double low = 0.0, high = -1.0, at_low = step(watch, 0.0), at_high = 0.0;
    for (double sample : samples) {
      if (force && sample < 1.0) continue;
      const double value = step(watch, sample);
      if (value < floor) {
        high = sample, at_high = value;
        break;
      }
      low = sample, at_low = value;
      if (low >= first.high) break;
    }
    if (high < 0.0) continue;
    if (at_low <= 0.0) {
      // starts on the boundary: either it rises first, or it breaks at once
      if (watch.kind == EventKind::impact && rises_first(step, watch, low, high)) {
        at_low = step(watch, low);
      } else {
        high = low;
      }
    }
    if (low >= first.high) continue;
    if (high > low) refine(step, watch, low, high, at_low, at_high);
    if (!first || low < first.low) first = {low, high, watch};
  }
  return first;
}

}  // namespace spook::reference
