// Thesis chapter 3, Tables 3.6–3.8 and Figures 3.6–3.16: performance profiles ρ_s(τ) of the integrators. The thesis'
// industrial mechanisms are not published; these are over mechanisms of our own, planar and spatial, of them scenes of
// the library, and a rotating beam.
#include <algorithm>
#include <cmath>
#include <map>

#include "engine/reference/systems.h"
#include "scenarios/papers/scene_systems.h"
#include "scenarios/papers/smooth_list.h"
#include "scenarios/papers/work_precision.h"
#include "scenarios/registry.h"

namespace spook::papers {

namespace {

using namespace reference;

struct Mechanism {
  std::string name;
  System system;
  long truth_steps = 20000;  // a second, of PHEM56
};

constexpr double longest_run = 0.5;  // s of processor time: finer tolerances of a method that took it are left out

System bodies_of(System bodies, const Vector& q, const Vector& v, double t_end) {
  bodies.q0 = q, bodies.v0 = v, bodies.t_end = t_end;
  return bodies;
}

std::vector<Mechanism> mechanisms() {
  std::vector<Mechanism> result;
  const auto add = [&](std::string name, System system, double t_end) {
    system.t_end = t_end;
    result.push_back({std::move(name), std::move(system)});
  };
  const FourBarData bar;
  FourBarData free = bar, heavy = bar;
  free.torque = 0.0, heavy.m2 = 10.0;
  add("four-bar, driven", four_bar(bar), 1.0);
  add("four-bar, free", four_bar(free), 1.0);
  add("four-bar, heavy coupler", four_bar(heavy), 1.0);
  const SliderCrankData crank;
  SliderCrankData fast = crank, light = crank;
  fast.rates = {20, -10}, light.m3 = 0.01;
  add("slider-crank", slider_crank(crank), 1.0);
  add("slider-crank, fast", slider_crank(fast), 0.5);
  add("slider-crank, light slider", slider_crank(light), 1.0);
  add("pendulum, released level", planar_pendulum(), 2.0);
  add("pendulum, nearly over the top", planar_pendulum(1.0, 9.81, 3.0), 3.0);
  Vector q, v;
  four_bar_to_bodies(bar, Eigen::Map<const Eigen::Vector3d>(bar.angles.data()), Vector::Zero(3), q, v);
  result.push_back({"four-bar, body coordinates", bodies_of(four_bar_bodies(bar), q, v, 1.0)});
  slider_crank_to_bodies(crank, Eigen::Map<const Eigen::Vector2d>(crank.angles.data()),
                         Eigen::Map<const Eigen::Vector2d>(crank.rates.data()), q, v);
  result.push_back({"slider-crank, body coordinates", bodies_of(slider_crank_bodies(crank), q, v, 1.0)});
  result.push_back({"rotating beam, four rods", rotating_beam(), 10000});
  // scenes of the library, without their contacts and motors: plane ones, then bodies that turn in space
  struct Named {
    const char* name;
    ScenarioValues values;
  };
  for (const Named& scene :
       {Named{"double_pendulum_wall", {}}, Named{"slider_crank", {}}, Named{"four_bar", {}}, Named{"double_hinge", {}},
        Named{"heavy_top", {}}, Named{"t_handle", {}}, Named{"chain", {{"links", 3.0}}}}) {
    System system = scene_system(build_scenario(*find_scenario(scene.name), scene.values));
    system.t_end = 0.4;
    result.push_back({"scene " + std::string(scene.name), system, 2000});
  }
  return result;
}

// the fewest evaluations of the equations that reach an error, over a ladder of tolerances; infinite: none does
double evaluations_to_reach(const std::vector<ControlledRun>& runs, double error) {
  double fewest = INFINITY;
  for (const ControlledRun& run : runs)
    if (run.finished() && run.error <= error) fewest = std::min(fewest, double(run.report.work.force));
  return fewest;
}

Series profile(const std::string& label, std::vector<double> ratios, double widest) {
  Series series;
  series.label = label;
  series.steps = true;
  std::ranges::sort(ratios);
  series.x.push_back(1.0), series.y.push_back(0.0);
  double solved = 0.0;
  for (const double ratio : ratios) {
    if (!std::isfinite(ratio)) continue;
    solved += 1.0 / double(ratios.size());
    series.x.push_back(ratio), series.y.push_back(solved);
  }
  series.x.push_back(widest), series.y.push_back(solved);
  return series;
}

void run_profiles(const ExperimentContext& context, Report& report) {
  const std::vector<ControlledMethod> methods = {{"", "PHEM56", "phem56", 5},
                                                 {"", "HEM5", "hem5", 5},
                                                 {"", "RKF4(5)", "rkf45", 5, ErrorNorm::positions_velocities},
                                                 {"", "DOPRI5", "dopri5", 5},
                                                 {"", "α velocity", "alpha-index2", 3},
                                                 {"", "RATTLE", "rattle", 3, ErrorNorm::positions, 0.0, true}};
  const std::vector<double> accuracies =
      context.fast ? std::vector<double>{1e-3} : std::vector<double>{1e-2, 1e-4, 1e-6};
  std::vector<Mechanism> all = mechanisms();
  if (context.fast) all.resize(4);
  const int finest = context.fast ? 5 : 9;
  std::map<double, std::vector<std::vector<double>>> ratios;  // accuracy → method → mechanism
  for (const double accuracy : accuracies) ratios[accuracy].resize(methods.size());
  Table table{"evaluations", "Evaluations of the equations for an error of q at the end", {"mechanism", "error"}, {}};
  for (const ControlledMethod& method : methods) table.columns.push_back(method.label);
  for (std::size_t m = 0; m < all.size(); ++m) {
    ControlledProblem problem{all[m].system, {}, 0.85, 1};
    SmoothState truth = initial_state(all[m].system);
    integrate_fixed(all[m].system, *make_integrator("phem56"), truth, all[m].system.t_end,
                    std::lround(all[m].system.t_end * double(context.fast ? 4000 : all[m].truth_steps)));
    problem.exact_q = truth.q;
    std::vector<std::vector<ControlledRun>> runs(methods.size());
    for (std::size_t k = 0; k < methods.size(); ++k) {
      // low orders take too many steps at fine tolerances
      const int last = methods[k].power > 4 ? finest : std::min(finest, 7);
      for (int exponent = 1; exponent <= last; ++exponent) {
        context.at((double(m) + double(k) / double(methods.size())) / double(all.size()), all[m].name);
        runs[k].push_back(run_controlled(problem, methods[k], std::pow(10.0, -exponent)));
        if (runs[k].back().seconds > longest_run) break;
      }
    }
    for (const double accuracy : accuracies) {
      std::vector<double> work;
      for (const auto& ladder : runs) work.push_back(evaluations_to_reach(ladder, accuracy));
      const double best = *std::ranges::min_element(work);
      std::vector<std::string> row{all[m].name, number(accuracy, 1)};
      for (std::size_t k = 0; k < methods.size(); ++k) {
        ratios[accuracy][k].push_back(std::isfinite(best) ? work[k] / best : INFINITY);
        row.push_back(std::isfinite(work[k]) ? std::to_string(long(work[k])) : "–");
      }
      table.rows.push_back(std::move(row));
    }
  }
  Figure figure{"profiles",
                "Performance profiles over " + std::to_string(all.size()) + " mechanisms",
                "ρ(τ): the share of mechanisms on which a method needs at most τ times the evaluations of the best.",
                {},
                2};
  constexpr double widest = 100.0;
  for (const double accuracy : accuracies) {
    Panel panel;
    panel.title = "error of q ≤ " + number(accuracy, 1);
    panel.x = {"τ", true, 1.0, widest}, panel.y = {"ρ(τ)", false, 0.0, 1.02};
    panel.legend = accuracy == accuracies.back() ? LegendPlace::outside : LegendPlace::hidden;
    double best_half = 0.0, best_low = 0.0;
    for (std::size_t k = 0; k < methods.size(); ++k) {
      const std::vector<double>& of = ratios[accuracy][k];
      panel.series.push_back(profile(methods[k].label, of, widest));
      const double within =
          double(std::ranges::count_if(of, [](double ratio) { return ratio <= 2.0; })) / double(of.size());
      (k < 4 ? best_half : best_low) = std::max(k < 4 ? best_half : best_low, within);
    }
    report.check("error ≤ " + number(accuracy, 1) + ": largest ρ(2) among orders 4 and 5, among order 2",
                 "higher orders need fewer evaluations (theory, at fine errors)",
                 number(best_half, 2) + ", " + number(best_low, 2),
                 accuracy <= 1e-4 ? "the first is larger" : "the first is no smaller",
                 accuracy <= 1e-4 ? best_half > best_low : best_half >= best_low);
    figure.panels.push_back(std::move(panel));
  }
  report.remarks.push_back(
      "Exponents of step control are those of the estimates (5, 5, 5, 5, 3, 3), not the printed ones. Answers are held "
      "against PHEM56 at fixed steps of 5e-5 s.");
  report.figures.push_back(std::move(figure));
  report.tables.push_back(std::move(table));
}

}  // namespace

Experiment performance_profiles() {
  return {"performance_profiles", "thesis chapter 3, Figures 3.6–3.16",
          "Performance profiles of the integrators over mechanisms of our own", run_profiles};
}

}  // namespace spook::papers
