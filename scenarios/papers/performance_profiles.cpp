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

enum Measure { evaluations, processor_time, measures };

// the least work that reaches an error, over a ladder of tolerances; infinite: none does
double work_to_reach(const std::vector<ControlledRun>& runs, double error, Measure measure) {
  double least = INFINITY;
  for (const ControlledRun& run : runs)
    if (run.finished() && run.error <= error)
      least = std::min(least, measure == evaluations ? double(run.report.work.force) : 1e3 * run.seconds);
  return least;
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

const std::vector<ControlledMethod> compared = {{"", "PHEM56", "phem56", 5},
                                                {"", "HEM5", "hem5", 5},
                                                {"", "RKF4(5)", "rkf45", 5, ErrorNorm::positions_velocities},
                                                {"", "DOPRI5", "dopri5", 5},
                                                {"", "α velocity", "alpha-index2", 3},
                                                {"", "RATTLE", "rattle", 3, ErrorNorm::positions, 0.0, true}};

using Ratios = std::map<double, std::vector<std::vector<double>>>;  // accuracy → method → mechanism

// each method's runs over a ladder of tolerances
std::vector<std::vector<ControlledRun>> ladders(const Mechanism& mechanism, double done, double share,
                                                const ExperimentContext& context) {
  const int finest = context.fast ? 5 : 9;
  ControlledProblem problem{mechanism.system, {}, 0.85, 1};
  SmoothState truth = initial_state(mechanism.system);
  integrate_fixed(mechanism.system, *make_integrator("phem56"), truth, mechanism.system.t_end,
                  std::lround(mechanism.system.t_end * double(context.fast ? 4000 : mechanism.truth_steps)));
  problem.exact_q = truth.q;
  std::vector<std::vector<ControlledRun>> runs(compared.size());
  for (std::size_t k = 0; k < compared.size(); ++k) {
    // low orders take too many steps at fine tolerances
    const int last = compared[k].power > 4 ? finest : std::min(finest, 7);
    for (int exponent = 1; exponent <= last; ++exponent) {
      context.at(done + share * double(k) / double(compared.size()), mechanism.name);
      runs[k].push_back(run_controlled(problem, compared[k], std::pow(10.0, -exponent)));
      if (runs[k].back().seconds > longest_run) break;
    }
  }
  return runs;
}

void add_row(const std::string& mechanism, const std::vector<std::vector<ControlledRun>>& runs, double accuracy,
             Measure measure, Ratios& ratios, Table& table) {
  std::vector<double> work;
  for (const auto& ladder : runs) work.push_back(work_to_reach(ladder, accuracy, measure));
  const double best = *std::ranges::min_element(work);
  std::vector<std::string> row{mechanism, number(accuracy, 1)};
  for (std::size_t k = 0; k < compared.size(); ++k) {
    ratios[accuracy][k].push_back(std::isfinite(best) ? work[k] / best : INFINITY);
    row.push_back(!std::isfinite(work[k])  ? "–"
                  : measure == evaluations ? std::to_string(long(work[k]))
                                           : number(work[k]));
  }
  table.rows.push_back(std::move(row));
}

Figure profile_figure(const std::string& name, const std::string& title, const std::string& work,
                      const Ratios& ratios) {
  constexpr double widest = 100.0;
  Figure figure{name,
                title,
                "ρ(τ): the share of mechanisms on which a method needs at most τ times the " + work + " of the best.",
                {},
                2};
  for (auto it = ratios.rbegin(); it != ratios.rend(); ++it) {
    Panel panel;
    panel.title = "error of q ≤ " + number(it->first, 1);
    panel.x = {"τ", true, 1.0, widest}, panel.y = {"ρ(τ)", false, 0.0, 1.02};
    panel.legend = std::next(it) == ratios.rend() ? LegendPlace::outside : LegendPlace::hidden;
    for (std::size_t k = 0; k < compared.size(); ++k)
      panel.series.push_back(profile(compared[k].label, it->second[k], widest));
    figure.panels.push_back(std::move(panel));
  }
  return figure;
}

void judge(double accuracy, const std::vector<std::vector<double>>& ratios, Report& report) {
  double high = 0.0, low = 0.0;
  for (std::size_t k = 0; k < ratios.size(); ++k) {
    const std::vector<double>& of = ratios[k];
    const double within =
        double(std::ranges::count_if(of, [](double ratio) { return ratio <= 2.0; })) / double(of.size());
    (k < 4 ? high : low) = std::max(k < 4 ? high : low, within);
  }
  report.check("error ≤ " + number(accuracy, 1) + ": largest ρ(2) among orders 4 and 5, among order 2",
               "higher orders need fewer evaluations (theory, at fine errors)", number(high, 2) + ", " + number(low, 2),
               accuracy <= 1e-4 ? "the first is larger" : "the first is no smaller",
               accuracy <= 1e-4 ? high > low : high >= low);
}

void run_profiles(const ExperimentContext& context, Report& report) {
  const std::vector<double> accuracies =
      context.fast ? std::vector<double>{1e-3} : std::vector<double>{1e-2, 1e-4, 1e-6};
  std::vector<Mechanism> all = mechanisms();
  if (context.fast) all.resize(4);
  Ratios ratios[measures];
  Table tables[measures] = {
      {"evaluations", "Evaluations of the equations for an error of q at the end", {"mechanism", "error"}, {}},
      {"processor_time", "Processor time for an error of q at the end, ms", {"mechanism", "error"}, {}}};
  for (const Measure measure : {evaluations, processor_time}) {
    for (const double accuracy : accuracies) ratios[measure][accuracy].resize(compared.size());
    for (const ControlledMethod& method : compared) tables[measure].columns.push_back(method.label);
  }
  for (std::size_t m = 0; m < all.size(); ++m) {
    const double share = 1.0 / double(all.size());
    const auto runs = ladders(all[m], double(m) * share, share, context);
    for (const Measure measure : {evaluations, processor_time})
      for (const double accuracy : accuracies)
        add_row(all[m].name, runs, accuracy, measure, ratios[measure], tables[measure]);
  }
  for (const double accuracy : accuracies) judge(accuracy, ratios[evaluations][accuracy], report);
  report.remarks.push_back(
      "Exponents of step control are those of the estimates (5, 5, 5, 5, 3, 3), not the printed ones. Answers are held "
      "against PHEM56 at fixed steps of 5e-5 s.");
  const std::string over = " over " + std::to_string(all.size()) + " mechanisms";
  report.figures.push_back(
      profile_figure("profiles", "Performance profiles" + over, "evaluations", ratios[evaluations]));
  report.figures.push_back(profile_figure("profiles_time", "Performance profiles by processor time" + over,
                                          "processor time", ratios[processor_time]));
  for (Table& table : tables) report.tables.push_back(std::move(table));
}

}  // namespace

Experiment performance_profiles() {
  return {"performance_profiles", "thesis chapter 3, Figures 3.6–3.16",
          "Performance profiles of the integrators over mechanisms of our own", run_profiles};
}

}  // namespace spook::papers
