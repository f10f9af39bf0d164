// SPOOK paper, nonlinear ghost potentials: what comes out of a cradle depends on the exponent of the contact force.
#include <algorithm>
#include <array>
#include <cmath>

#include "scenarios/papers/engine_list.h"

namespace spook::papers {

namespace {

constexpr std::size_t ball_count = 5;
using Balls = std::array<double, ball_count>;

// F = δ^p between neighbours that touch at the start; units of mass 1, stiffness 1: the outcome knows no other
Balls forces(const Balls& x, double exponent) {
  Balls force{};
  for (std::size_t k = 0; k + 1 < ball_count; ++k) {
    const double depth = x[k] - x[k + 1];  // places are measured from touching
    if (depth <= 0.0) continue;
    const double push = std::pow(depth, exponent);
    force[k] -= push, force[k + 1] += push;
  }
  return force;
}

struct Outcome {
  Balls v{};
  double energy = 0.0, momentum = 0.0;  // of 1 at the start
};

// velocity Verlet until all have parted
Outcome strike(double exponent, double h) {
  Balls x{}, v{};
  v[0] = 1.0;
  Balls force = forces(x, exponent);
  constexpr double long_enough = 60.0;
  for (double t = 0.0; t < long_enough; t += h) {
    for (std::size_t k = 0; k < ball_count; ++k) v[k] += 0.5 * h * force[k], x[k] += h * v[k];
    force = forces(x, exponent);
    for (std::size_t k = 0; k < ball_count; ++k) v[k] += 0.5 * h * force[k];
  }
  Outcome outcome;
  outcome.v = v;
  for (const double speed : v) outcome.energy += speed * speed, outcome.momentum += speed;
  return outcome;
}

void run_cradle(const ExperimentContext& context, Report& report) {
  const double h = context.fast ? 2e-3 : 5e-4;
  const std::vector<double> exponents =
      context.fast ? std::vector<double>{1.0, 1.5, 3.0} : std::vector<double>{1.0, 1.25, 1.5, 2.0, 3.0, 5.0};
  Table table{"outcome", "Velocities after the strike, of the first ball's before it", {"exponent p"}, {}};
  for (std::size_t k = 0; k < ball_count; ++k) table.columns.push_back("ball " + std::to_string(k + 1));
  table.columns.emplace_back("energy in the last");
  Figure figure{"spook_cradle",
                "Cradle of five balls: what the contact's exponent decides",
                "Contact force δ^p; p = 1: SPOOK's quadratic potential, p = 3/2: Hertz.",
                {},
                0};
  Panel panel;
  panel.x = {"ball", false, 0.5, 5.5}, panel.y = {"velocity after, of the first one's before", false, -0.2, 1.05};
  double worst = 0.0, linear = 0.0, hertz = 0.0;
  int mark = 0;
  for (const double exponent : exponents) {
    context.at(double(mark) / double(exponents.size()), "p = " + number(exponent, 3));
    const Outcome outcome = strike(exponent, h);
    worst = std::max({worst, std::abs(outcome.energy - 1.0), std::abs(outcome.momentum - 1.0)});
    const double share = outcome.v.back() * outcome.v.back();
    if (exponent == 1.0) linear = share;
    if (exponent == 1.5) hertz = share;
    std::vector<std::string> row{number(exponent, 3)};
    Series series;
    series.label = "p = " + number(exponent, 3);
    series.mark = static_cast<Mark>(1 + mark++ % 6);
    for (std::size_t k = 0; k < ball_count; ++k) {
      row.push_back(number(outcome.v[k], 3));
      series.x.push_back(double(k + 1)), series.y.push_back(outcome.v[k]);
    }
    row.push_back(number(100.0 * share, 3) + " %");
    table.rows.push_back(std::move(row));
    panel.series.push_back(std::move(series));
  }
  report.check("momentum and energy through every strike", "kept (theory)", number(worst) + " off", "≤ 1e-4",
               worst <= 1e-4);
  report.check("energy in the last ball, p = 1 and p = 3/2 (Hertz)",
               "the outcome depends on the exponent (Hertz's chain scatters less)",
               number(100.0 * linear, 3) + " % and " + number(100.0 * hertz, 3) + " %", "more with Hertz",
               hertz > linear + 0.01);
  report.remarks.push_back(
      "Of the paper's smoothed complementarity and nonlinear ghost potentials only one statement was available to this "
      "project: Hertz's exponent changes what a cradle does. This is that statement as a run of our own; the "
      "potentials' "
      "formulas were not available.");
  panel.legend = LegendPlace::top_left;
  figure.panels = {std::move(panel)};
  report.figures.push_back(std::move(figure));
  report.tables.push_back(std::move(table));
}

}  // namespace

Experiment spook_cradle() {
  return {"spook_cradle", "SPOOK paper, nonlinear ghost potentials",
          "A cradle's outcome against the exponent of its contacts", run_cradle};
}

}  // namespace spook::papers
