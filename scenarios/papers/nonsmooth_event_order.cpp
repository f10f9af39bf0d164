// Thesis, Proposition 4.2.5: how short the Moreau–Jean step across an event must be that the order of the smooth
// integrator is kept. And the nonsmooth generalised-α method, which steps over every event.
#include <algorithm>
#include <cmath>

#include "engine/reference/control.h"
#include "scenarios/papers/nonsmooth_families.h"
#include "scenarios/papers/nonsmooth_tools.h"

namespace spook::papers {
namespace {

using reference::SmoothState;

constexpr double t_end = 0.7;  // past the first impact at 0.545, before the second at 0.708

SmoothState smooth_step(const System& system, const reference::SmoothIntegrator& method, const SmoothState& from,
                        double h) {
  SmoothState to = from;
  method.step(system, from, h, to);
  return to;
}

double lowest_gap(const System& system, const Vector& q) {
  double lowest = INFINITY;
  for (const auto& gap : system.gaps) lowest = std::min(lowest, gap.gap(q));
  return lowest;
}

// equal steps; the one that would end behind a wall is cut short of it, the event is stepped over by Moreau–Jean of
// length h*, and the rest of the step follows
Vector run_across(const System& system, const reference::SmoothIntegrator& method, long steps, double power) {
  NonsmoothOptions newton;
  newton.law = reference::ImpactLaw::newton;
  const auto stepping = reference::make_nonsmooth("moreau-jean", newton);
  SmoothState state;
  state.q = system.q0, state.v = system.v0;
  method.start(system, state);
  const double h = t_end / double(steps), across = std::min(0.5 * h, std::pow(h, power));
  for (long k = 0; k < steps; ++k) {
    const double end = double(k + 1) * h;
    const SmoothState trial = smooth_step(system, method, state, end - state.t);
    if (lowest_gap(system, trial.q) >= 0.0) {
      state = trial;
      continue;
    }
    double low = 0.0, high = end - state.t;
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (low + high);
      (lowest_gap(system, smooth_step(system, method, state, middle).q) > 0.0 ? low : high) = middle;
    }
    const double before = std::max(0.0, low - 0.25 * across);  // the event lies in the first half of h*
    if (before > 0.0) state = smooth_step(system, method, state, before);
    NonsmoothState over;
    over.t = state.t, over.q = state.q, over.v = over.weighted = state.v;
    stepping->step(system, over, across, over);
    state.t = over.t, state.q = over.q, state.v = over.v;
    method.start(system, state);
    if (end > state.t) state = smooth_step(system, method, state, end - state.t);
  }
  return state.q;
}

Vector exact_end() {
  const System system = reference::double_pendulum_wall();
  SmoothState state;
  state.q = system.q0, state.v = system.v0;
  reference::EventOptions options;
  options.tolerance = 1e-13;
  integrate_events(system, *reference::make_integrator("hem5"), state, t_end, options);
  return state.q;
}

void across_events(const ExperimentContext& context, Report& report) {
  const System system = reference::double_pendulum_wall();
  const Vector exact = exact_end();
  Table table{"order",
              "Double pendulum at t = 0.7, past its first impact: order of q with h* = h^k across the event",
              {"smooth integrator", "p", "k = 1", "k = 2", "k = 3", "k = p", "k = p + 1"},
              {}};
  Figure figure{"order", "Proposition 4.2.5: the step across an event", "Error of q at t = 0.7 s, h* = h^k.", {}, 2};
  struct Method {
    const char *name, *label;
    int order;
    long first, last;
  };
  for (const Method& method : {Method{"rattle", "RATTLE", 2, 28, 448}, Method{"rk4", "RK4", 4, 14, 112}}) {
    const auto integrator = reference::make_integrator(method.name);
    Panel panel;
    panel.title = std::string(method.label) + ", p = " + std::to_string(method.order);
    panel.x = {"step h (s)", true, {}, {}}, panel.y = {"error of q", true, {}, {}};
    panel.legend = LegendPlace::bottom_right;
    std::vector<std::string> row{method.label, std::to_string(method.order)};
    std::vector<int> powers{1, 2, 3, method.order, method.order + 1};
    double at_p1 = 0.0;
    for (std::size_t i = 0; i < powers.size(); ++i) {
      context.at(0.3, method.label);
      std::vector<double> h, error;
      for (long steps = method.first; steps <= method.last; steps *= 2) {
        h.push_back(t_end / double(steps));
        error.push_back((run_across(system, *integrator, steps, powers[i]) - exact).norm());
      }
      const double order = std::log(error.front() / error.back()) / std::log(h.front() / h.back());
      row.push_back(number(order));
      at_p1 = order;
      if (std::find(powers.begin(), powers.begin() + long(i), powers[i]) != powers.begin() + long(i)) continue;
      panel.series.push_back(marks("k = " + std::to_string(powers[i]), h, error, Mark(1 + int(i) % 5)));
    }
    report.check(std::string(method.label) + " with h* = h^(p + 1): order of q across the impact",
                 std::to_string(method.order) + " (Prop. 4.2.5)", number(at_p1),
                 "≥ " + std::to_string(method.order) + " − 0.3", at_p1 >= method.order - 0.3);
    table.rows.push_back(std::move(row));
    figure.panels.push_back(std::move(panel));
  }
  report.tables.push_back(table);
  report.figures.push_back(figure);
}

void nonsmooth_generalised_alpha(const ExperimentContext& context, Report& report) {
  const Vector exact = exact_end();
  const System wall = reference::double_pendulum_wall();
  System still = wall;
  still.gaps.clear();
  Vector smooth_exact;
  {
    SmoothState state;
    state.q = still.q0, state.v = still.v0;
    integrate_fixed(still, *reference::make_integrator("hem5"), state, 0.5, 2000);
    smooth_exact = state.q;
  }
  NonsmoothOptions newton;
  newton.law = reference::ImpactLaw::newton;
  std::vector<double> h, smooth, impact, jean;
  for (long steps = 50; steps <= 6400; steps *= 2) {  // an impact falls anywhere in a step: errors scatter by a factor
    context.at(0.8, "nonsmooth generalised-α");
    h.push_back(0.5 / double(steps));
    smooth.push_back((run_fixed(still, "nonsmooth-alpha", 0.5, steps, newton).end.q - smooth_exact).norm());
    impact.push_back((run_fixed(wall, "nonsmooth-alpha", t_end, steps, newton).end.q - exact).norm());
    jean.push_back((run_fixed(wall, "moreau-jean", t_end, steps, newton).end.q - exact).norm());
  }
  const double order = std::log2(smooth[smooth.size() - 2] / smooth.back());
  report.check("nonsmooth generalised-α, double pendulum before it meets the wall: order of q", "2 (theory)",
               number(order), "2 ± 0.2", std::abs(order - 2.0) <= 0.2);
  const double across = std::log(impact.front() / impact.back()) / std::log(h.front() / h.back());
  report.check("nonsmooth generalised-α across the first impact: order of q", "1 (theory)", number(across), "≥ 0.8",
               across >= 0.8);
  Figure figure{"nonsmooth_alpha", "Nonsmooth generalised-α", "Double pendulum: error of q against the step.", {}, 0};
  Panel panel;
  panel.x = {"step h (s)", true, {}, {}}, panel.y = {"error of q", true, {}, {}};
  panel.legend = LegendPlace::outside;
  panel.series = {marks("before the impact", h, smooth), marks("across it", h, impact, Mark::square),
                  marks("Moreau–Jean, across it", h, jean, Mark::triangle)};
  figure.panels = {panel};
  report.figures.push_back(figure);
}

}  // namespace

void order_across_events(const ExperimentContext& context, Report& report) {
  across_events(context, report);
  nonsmooth_generalised_alpha(context, report);
}

}  // namespace spook::papers
