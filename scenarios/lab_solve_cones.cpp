// spook-lab solve on contact problems that others published: every solver on every file, judged by one measure.
#include "scenarios/lab_solve_cones.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <sstream>

#include "engine/reference/cone_solvers.h"
#include "engine/scene/numbers.h"
#include "scenarios/lab.h"
#include "scenarios/papers/plot_png.h"

namespace spook::lab {
namespace {

using reference::ConeProblem;
using reference::ConeResult;

struct Run {
  std::string problem, solver;
  ConeResult result;
};

std::vector<reference::NamedConeSolver> chosen_solvers(const std::string& name) {
  std::vector<reference::NamedConeSolver> chosen;
  std::string known;
  for (const auto solvers : {reference::cone_solvers(), siconos_solvers()})
    for (const auto& solver : solvers) {
      known += " " + std::string(solver.name);
      if (name == "all" || name == solver.name) chosen.push_back(solver);
    }
  if (chosen.empty()) throw UsageError("--solver " + name + ": contact problems are solved by" + known + ", or all");
  return chosen;
}

void print_header() {
  std::cout << std::left << std::setw(36) << "problem" << std::right << std::setw(9) << "contacts"
            << "  " << std::left << std::setw(22) << "solver" << std::right << std::setw(11) << "iterations"
            << std::setw(11) << "error" << std::setw(12) << "ms"
            << "  solved\n";
}

void print_run(const ConeProblem& problem, const Run& run) {
  std::cout << std::left << std::setw(36) << run.problem << std::right << std::setw(9) << problem.contacts() << "  "
            << std::left << std::setw(22) << run.solver << std::right << std::setw(11) << run.result.iterations
            << std::scientific << std::setprecision(2) << std::setw(11) << run.result.error << std::fixed
            << std::setprecision(2) << std::setw(12) << 1e3 * run.result.seconds << "  "
            << (run.result.solved ? "yes" : "no") << std::endl;
}

// SPOOK's contacts give way by ε: its own problem solved to the same tolerance, then measured as if it were rigid
Run run_compliant(const ConeProblem& problem, const ConeChoice& choice, double compliance) {
  Run run{problem.name, "newton, W + " + format_number(compliance), {}};
  reference::Vector r;
  run.result = solve_cone_newton(with_compliance(problem, compliance), r,
                                 {.tolerance = choice.tolerance, .iterations = 0, .seconds = choice.seconds});
  run.result.error = cone_error(problem, r);
  return run;
}

// ρ_s(τ): the share of problems that solver s solves within τ times the fastest solver's time
struct Profile {
  std::vector<std::string> solvers;
  std::vector<std::vector<double>> ratios;  // a solver, the problems it solved
  std::size_t problems = 0;
  double share(std::size_t solver, double tau) const {
    const auto within = std::ranges::count_if(ratios[solver], [&](double ratio) { return ratio <= tau; });
    return problems ? double(within) / double(problems) : 0.0;
  }
};

Profile profile_of(const std::vector<Run>& runs) {
  Profile profile;
  std::vector<std::string> problems;
  for (const Run& run : runs) {
    if (std::ranges::find(problems, run.problem) == problems.end()) problems.push_back(run.problem);
    if (std::ranges::find(profile.solvers, run.solver) == profile.solvers.end()) profile.solvers.push_back(run.solver);
  }
  profile.problems = problems.size();
  profile.ratios.resize(profile.solvers.size());
  for (const std::string& problem : problems) {
    double fastest = INFINITY;
    for (const Run& run : runs)
      if (run.problem == problem && run.result.solved) fastest = std::min(fastest, run.result.seconds);
    for (const Run& run : runs)
      if (run.problem == problem && run.result.solved)
        profile.ratios[std::size_t(std::ranges::find(profile.solvers, run.solver) - profile.solvers.begin())].push_back(
            run.result.seconds / std::max(fastest, 1e-9));
  }
  return profile;
}

void print_profile(const Profile& profile) {
  constexpr double taus[] = {1, 2, 5, 10, 100, 1000, INFINITY};
  std::cout << "\nshare of " << profile.problems << " problems solved within τ times the fastest solver's time\n"
            << std::left << std::setw(24) << "solver" << std::right;
  for (const double tau : taus) std::cout << std::setw(8) << (std::isinf(tau) ? "any" : format_number(tau));
  std::cout << '\n';
  for (std::size_t s = 0; s < profile.solvers.size(); ++s) {
    std::cout << std::left << std::setw(24) << profile.solvers[s] << std::right << std::fixed << std::setprecision(2);
    for (const double tau : taus) std::cout << std::setw(8) << profile.share(s, tau);
    std::cout << '\n';
  }
}

void draw_profile(const Profile& profile, const std::string& file) {
  papers::Figure figure;
  figure.name = "profile", figure.title = "Published contact problems: performance profile";
  papers::Panel panel;
  panel.x = {"time over the fastest solver's, τ", true, 1.0, {}};
  panel.y = {"share of problems solved", false, 0.0, 1.05};
  panel.legend = papers::LegendPlace::bottom_right;
  double furthest = 10.0;
  for (const auto& ratios : profile.ratios)
    for (const double ratio : ratios) furthest = std::max(furthest, ratio);
  for (std::size_t s = 0; s < profile.solvers.size(); ++s) {
    papers::Series series;
    series.label = profile.solvers[s], series.steps = true;
    std::vector<double> taus = profile.ratios[s];
    taus.push_back(1.0), taus.push_back(1.3 * furthest);
    std::ranges::sort(taus);
    for (const double tau : taus) series.x.push_back(tau), series.y.push_back(profile.share(s, tau));
    panel.series.push_back(std::move(series));
  }
  figure.panels.push_back(std::move(panel));
  papers::write_png(figure, file);
}

}  // namespace

int solve_cone_files(const ConeChoice& choice) {
  const auto solvers = chosen_solvers(choice.solver);
  if (!choice.profile.empty()) check_target(choice.profile);
  std::vector<Run> runs;
  bool all_solved = true;
  print_header();
  for (const std::string& file : choice.files) {
    const ConeProblem problem = reference::read_cone_problem(file);
    for (const auto& solver : solvers) {
      Run run{problem.name, std::string(solver.name), {}};
      reference::Vector r;
      run.result =
          solver.solve(problem, r, {.tolerance = choice.tolerance, .iterations = 0, .seconds = choice.seconds});
      all_solved &= run.result.solved || run.solver.starts_with("siconos");
      print_run(problem, run);
      runs.push_back(std::move(run));
    }
    for (const double compliance : choice.compliances) print_run(problem, run_compliant(problem, choice, compliance));
  }
  const Profile profile = profile_of(runs);
  if (choice.files.size() > 1 && solvers.size() > 1) print_profile(profile);
  if (!choice.profile.empty()) draw_profile(profile, choice.profile);
  return all_solved ? good : check_failed;
}

}  // namespace spook::lab
