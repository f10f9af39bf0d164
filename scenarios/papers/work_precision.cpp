#include "scenarios/papers/work_precision.h"

#include <algorithm>
#include <cmath>
#include <ctime>

namespace spook::papers {

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

ControlledRun run_controlled(const ControlledProblem& problem, const ControlledMethod& method, double tolerance) {
  reference::IntegratorOptions options;
  options.norm = method.norm;
  options.rho = method.rho;
  const auto integrator = reference::make_integrator(method.integrator, options);
  reference::ControlOptions control;
  control.tolerance = tolerance;
  control.safety = problem.safety;
  control.power = method.power;
  control.drift_limit = method.drift_limit;
  control.halved_steps = method.halved_steps;
  control.min_growth = method.min_growth;
  control.first_step = method.first_step;
  control.step_limit = 1000000;

  ControlledRun run;
  run.tolerance = tolerance;
  run.seconds = INFINITY;
  for (int repeat = 0; repeat < problem.repeats; ++repeat) {
    reference::SmoothState state = reference::initial_state(problem.system);
    // an index-3 method would remove the rounding of the initial data in its first step, at a speed of g/h
    if (method.integrator == "alpha-index3") reference::project(problem.system, 0.0, state.q, state.v);
    const double before = processor_seconds();
    run.report = reference::integrate_adaptive(problem.system, *integrator, state, problem.system.t_end, control);
    run.seconds = std::min(run.seconds, processor_seconds() - before);
    run.error = (state.q - problem.exact_q).cwiseAbs().maxCoeff();
    if (run.seconds > 0.3) break;  // long enough to trust
  }
  return run;
}

Figure work_precision_figure(const std::string& name, const std::string& title,
                             const std::vector<std::pair<std::string, std::vector<ControlledRun>>>& methods) {
  constexpr double lost = 1.0;  // a run further off solved nothing, and would squeeze the others
  Figure figure;
  figure.name = name;
  figure.title = title;
  Panel time, evaluations, tolerance;
  time.title = "accuracy for processor time";
  time.x = {"error of q at the end", true};
  time.y = {"processor time (s)", true};
  evaluations.title = "accuracy for evaluations of the equations";
  evaluations.x = {"error of q at the end", true};
  evaluations.y = {"evaluations", true};
  tolerance.title = "work at a tolerance";
  tolerance.x = {"tolerance", true};
  tolerance.y = {"processor time (s)", true};
  time.legend = evaluations.legend = LegendPlace::hidden;
  tolerance.legend = LegendPlace::outside;
  int mark = 1;
  for (const auto& [label, runs] : methods) {
    Series series;
    series.label = label;
    series.mark = static_cast<Mark>(1 + (mark - 1) % 6);
    if (mark > 6) series.stroke = Stroke::dashed;
    series.ink = label == "SPOOK";
    ++mark;
    Series by_evaluations = series, by_tolerance = series;
    for (const ControlledRun& run : runs) {
      if (!run.finished() || run.error > lost) continue;
      series.x.push_back(run.error);
      series.y.push_back(run.seconds);
      by_evaluations.x.push_back(run.error);
      by_evaluations.y.push_back(static_cast<double>(run.report.work.force));
      by_tolerance.x.push_back(run.tolerance);
      by_tolerance.y.push_back(run.seconds);
    }
    time.series.push_back(std::move(series));
    evaluations.series.push_back(std::move(by_evaluations));
    tolerance.series.push_back(std::move(by_tolerance));
  }
  figure.columns = 2;
  figure.panels = {std::move(time), std::move(evaluations), std::move(tolerance)};
  return figure;
}

double work_to_reach(const std::vector<ControlledRun>& runs, double error) {
  for (std::size_t k = 0; k < runs.size(); ++k) {
    if (!runs[k].finished() || runs[k].error > error) continue;
    if (k == 0 || !runs[k - 1].finished() || runs[k - 1].error <= error) return runs[k].seconds;
    const double s = std::log(error / runs[k - 1].error) / std::log(runs[k].error / runs[k - 1].error);
    return std::exp((1 - s) * std::log(runs[k - 1].seconds) + s * std::log(runs[k].seconds));
  }
  return NAN;
}

}  // namespace spook::papers
