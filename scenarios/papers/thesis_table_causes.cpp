#include "scenarios/papers/thesis_table_causes.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace spook::papers {

namespace {

using namespace reference;

constexpr double growths[] = {1.02, 1.05, 1.1};

std::string counts(const ControlledRun& run) {
  return std::to_string(run.report.accepted) + " / " + std::to_string(run.report.rejected) +
         (run.finished() ? "" : ", gave up");
}

ControlledRun once(ControlledProblem problem, const ControlledMethod& method, double tolerance) {
  problem.repeats = 1;
  return run_controlled(problem, method, tolerance);
}

}  // namespace

GrowthTrials::GrowthTrials(ControlledProblem problem, ControlledMethod method, double tolerance)
    : problem_(std::move(problem)), method_(std::move(method)), tolerance_(tolerance) {
  problem_.repeats = 1;
}

Reason GrowthTrials::reason(const std::function<double(const ControlledRun&)>& value, double theirs, double bar) {
  for (std::size_t k = 0; k < std::size(growths); ++k) {
    if (k == runs_.size()) {
      method_.min_growth = growths[k];
      runs_.emplace_back(growths[k], run_controlled(problem_, method_, tolerance_));
    }
    const auto& [growth, run] = runs_[k];
    if (!run.finished() || std::abs(value(run) / theirs - 1.0) > bar) continue;
    return {Cause::not_printed, "met, " + number(value(run)) + ", where a step after an accepted one is longer by " +
                                    number(100 * (growth - 1), 2) + " % at least: how steps grow is not printed"};
  }
  return {};
}

EqualErrorDrift rkf_drift_by_theory(const System& system) {
  // local drift and error of a short step along the motion; both are h⁵ times a density
  const int parts = 2000;
  const double dt = system.t_end / parts, h = 2e-3, h5 = std::pow(h, 5);
  const auto exact = make_integrator("hem5");
  const auto rkf = make_integrator("rkf45", {.norm = ErrorNorm::positions_velocities});
  SmoothState state = initial_state(system);
  exact->start(system, state);
  const Eigen::Index rows = system.constraints;
  Vector drift = Vector::Zero(rows), least = Vector::Zero(rows);
  double steps = 0.0;  // N = ∫ (E/tol)^⅕, ġ = ∫ D (tol/E)^⅘
  for (int k = 0; k < parts; ++k) {
    SmoothState from = state, to;
    rkf->start(system, from);
    const StepResult taken = rkf->step(system, from, h, to);
    const Vector density =
        (velocity_drift(system, to.t, to.q, to.v) - velocity_drift(system, from.t, from.q, from.v)) / h5;
    steps += std::pow(taken.error / h5, 0.2) * dt;
    drift += std::pow(taken.error / h5, -0.8) * dt * density;
    least += dt * density.cwiseAbs().array().pow(0.2).matrix();
    for (int part = 0; part < 4; ++part) exact->step(system, state, dt / 4, state);
  }
  return {std::pow(steps, 4) * drift.cwiseAbs(), least.array().pow(5).matrix()};
}

Reason rkf_drift_reason(const nlohmann::json& row, const EqualErrorDrift& theory) {
  const double steps = row["accepted"].get<double>(), theirs = std::pow(steps, 4) * row["gdot1"].get<double>();
  const std::string text = "printed: N⁴ |ġ1| = " + number(theirs) + " with its " + number(steps, 4) +
                           " steps; by theory steps of equal error leave " + number(theory.equal[0]) +
                           " (ours do, rows below), and none whose drift does not cancel less than " +
                           number(theory.least[0]);
  if (std::abs(theirs / theory.equal[0] - 1.0) <= 0.25)
    return {Cause::not_printed, text + ". So the drift is this method's, and only the number of steps is another"};
  return {Cause::print, text + ": counts and drifts are not of one run of RKF4(5)"};
}

namespace {

// met and all of a row's printed cells: accepted, rejected, drifts
void count_cells(const nlohmann::json& row, const ControlledRun& run, std::array<int, 3>& met,
                 std::array<int, 3>& all) {
  const auto near = [&](double theirs, double ours, double bar) {
    return run.finished() && std::abs(ours / theirs - 1.0) <= bar;
  };
  ++all[0], met[0] += near(row["accepted"].get<double>(), double(run.report.accepted), count_bar);
  ++all[1], met[1] += near(row["rejected"].get<double>(), double(run.report.rejected), count_bar);
  for (Eigen::Index k = 0; k < run.report.largest_position_drift.size(); ++k) {
    const std::string g = "g" + std::to_string(k + 1);
    if (!row.contains(g)) continue;
    const double theirs = row[g].get<double>(), ours = run.report.largest_position_drift[k];
    ++all[2];
    met[2] += (theirs < rounding_floor && ours < rounding_floor) || near(theirs, ours, drift_bar);
  }
}

}  // namespace

void vary_growth(const ControlledProblem& problem, std::span<const PublishedRun> runs, double rho_of_position,
                 const ExperimentContext& context, Report& report) {
  Table table{"growth",
              "Printed cells met if an accepted step is followed by one longer by so much at least: none of these "
              "rules is the thesis'",
              {"growth", "ρ∞ of α position", "accepted steps", "rejected steps", "drifts", "together"},
              {}};
  for (const double rho : {0.8, rho_of_position})
    for (const double growth : {0.0, 1.02, 1.05, 1.1}) {
      std::array<int, 3> met{}, all{};
      for (PublishedRun one : runs) {
        context.at(0.98, "steps that grow");
        one.method.min_growth = growth;
        if (one.method.integrator == "alpha-index3") one.method.rho = rho;
        count_cells(*one.row, once(problem, one.method, one.tolerance), met, all);
      }
      std::vector<std::string> cells{growth > 0.0 ? number(100 * (growth - 1), 2) + " %" : "as printed", number(rho)};
      for (std::size_t k = 0; k < 3; ++k) cells.push_back(std::to_string(met[k]) + " of " + std::to_string(all[k]));
      cells.push_back(std::to_string(met[0] + met[1] + met[2]) + " of " + std::to_string(all[0] + all[1] + all[2]));
      table.rows.push_back(std::move(cells));
    }
  report.tables.push_back(std::move(table));
}

void vary_rho(const ControlledProblem& problem, double drift_limit, bool fast, Report& report) {
  const ControlledMethod position{"", "α position", "alpha-index3", 2, ErrorNorm::positions, drift_limit},
      velocity{"", "α velocity", "alpha-index2", 2};
  std::vector<double> tolerances{1e-4, 1e-6};
  if (!fast) tolerances.push_back(1e-8);
  Table table{"rho", "α against ρ∞, which is not printed: accepted / rejected", {"ρ∞"}, {}};
  for (const double tolerance : tolerances)
    for (const char* what : {"velocity", "position", "position, steps grow by 5 %"})
      table.columns.push_back(std::string(what) + ", tol " + number(tolerance, 1));
  long first[2] = {0, 0}, last[2] = {0, 0};
  for (const double rho : fast ? std::vector<double>{0.8, 0.985} : std::vector<double>{0.8, 0.9, 0.95, 0.97, 0.985}) {
    std::vector<std::string> cells{number(rho)};
    for (const double tolerance : tolerances) {
      ControlledMethod at_velocity = velocity, at_position = position, growing = position;
      at_velocity.rho = at_position.rho = growing.rho = rho;
      growing.min_growth = 1.05;
      const ControlledRun runs[] = {once(problem, at_velocity, tolerance), once(problem, at_position, tolerance),
                                    once(problem, growing, tolerance)};
      for (const ControlledRun& run : runs) cells.push_back(counts(run));
      if (tolerance != 1e-6) continue;
      for (int level : {0, 1}) (rho == 0.8 ? first : last)[level] = runs[level].report.accepted;
    }
    table.rows.push_back(std::move(cells));
  }
  report.tables.push_back(std::move(table));
  report.check("α, tol 1e-6: accepted steps at ρ∞ = 0.8 and 0.985, velocity level | position level",
               "theory: at position level a change of step sets the multipliers swinging, which fade by ρ∞ a step",
               std::to_string(first[0]) + ", " + std::to_string(last[0]) + " | " + std::to_string(first[1]) + ", " +
                   std::to_string(last[1]),
               "within 5 % | at least twice",
               std::abs(double(last[0]) / double(first[0]) - 1.0) <= 0.05 && last[1] >= 2 * first[1]);
}

void vary_first_step(const ControlledProblem& problem, bool fast, Report& report) {
  ControlledMethod rkf{"RKF", "RKF4(5)", "rkf45", 4, ErrorNorm::positions_velocities};
  const std::vector<double> first = fast ? std::vector<double>{1e-2, 1e-3, 5e-5}
                                         : std::vector<double>{1e-2, 5e-3, 2e-3, 1e-3, 5e-4, 2e-4, 1e-4, 8e-5, 5e-5};
  Table table{"first_step",
              "RKF4(5) against the first step: accepted / rejected",
              {"h₀", "tol 1e-2", "tol 1e-4", "tol 1e-4, steps grow by 10 %"},
              {}};
  ControlledMethod growing = rkf;
  growing.min_growth = 1.1;
  std::array<long, 2> fewest{1000000, 1000000}, most{0, 0};
  for (const double h : first) {
    rkf.first_step = growing.first_step = h;
    const std::array<ControlledRun, 3> runs{once(problem, rkf, 1e-2), once(problem, rkf, 1e-4),
                                            once(problem, growing, 1e-4)};
    table.rows.push_back({number(h, 1), counts(runs[0]), counts(runs[1]), counts(runs[2])});
    for (const int k : {0, 1}) {
      const long steps = runs[2 * std::size_t(k)].report.accepted;
      fewest[std::size_t(k)] = std::min(fewest[std::size_t(k)], steps);
      most[std::size_t(k)] = std::max(most[std::size_t(k)], steps);
    }
  }
  report.tables.push_back(std::move(table));
  report.show("RKF4(5): accepted steps over " + std::to_string(first.size()) +
                  " first steps, tol 1e-2 | tol 1e-4 where steps grow by 10 %",
              printed("Table 3.5", "2005 | 2245"),
              std::to_string(fewest[0]) + " … " + std::to_string(most[0]) + " | " + std::to_string(fewest[1]) + " … " +
                  std::to_string(most[1]),
              "two regimes: the formula of order 4 lets oscillations grow below ωh = 2.36 and damps them from there to "
              "3.2 (its stability function on the imaginary axis)");
}

}  // namespace spook::papers
