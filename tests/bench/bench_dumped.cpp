// spook-bench dumped: it may never fail. Every scene of the library runs at its defaults; the step problem of every
// N-th step, as --dump-problem writes it, is solved from fresh memory with the budget unlimited, and ‖s‖ of every
// direct solve in it is held to the tolerance.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/solve/solver.h"
#include "scenarios/problem_file.h"
#include "tests/bench/bench_scenes.h"

namespace spook::bench {

namespace {

using Json = nlohmann::ordered_json;

const std::pair<const char*, SolverKind> judged_solvers[] = {{"direct-iterative", SolverKind::direct_iterative},
                                                             {"direct-friction", SolverKind::direct_friction},
                                                             {"exact", SolverKind::exact},
                                                             {"split", SolverKind::split}};

struct DumpedChoice {
  double seconds = 5.0, tolerance = 1e-9;
  int every = 10, problems = 1000;
  std::vector<std::string> scenes, solvers{"direct-iterative", "direct-friction", "exact"};
  std::string json, keep;
};

SolverKind solver_of(const std::string& name) {
  for (const auto& [known, kind] : judged_solvers)
    if (name == known) return kind;
  throw std::runtime_error("no solver " + name + " to judge");
}

// what one solver made of a scene's problems
struct Tally {
  int problems = 0, unsolved = 0, factorisations = 0, most = 0;
  double worst = 0.0, natural = 0.0, seconds = 0.0;
  void operator+=(const Tally& other) {
    problems += other.problems, unsolved += other.unsolved, factorisations += other.factorisations;
    most = std::max(most, other.most), worst = std::max(worst, other.worst);
    natural = std::max(natural, other.natural), seconds += other.seconds;
  }
};

// natural residual of all contacts over the size of their impulses
double natural_residual(const StepProblem& problem, const StepSolution& solution) {
  double size = 0.0;
  for (const Vec3& impulse : solution.contact_impulse) size += impulse.squaredNorm();
  const Residual residual = contact_residual(problem, solution);
  return size > 0.0 ? std::hypot(residual.normal, residual.tangent) / std::sqrt(size) : 0.0;
}

bool is_finite(const StepSolution& solution) {
  return std::all_of(solution.velocity.begin(), solution.velocity.end(), [](const Vec6& v) { return v.allFinite(); });
}

// false: it stayed above the tolerance
bool judge(const StepProblem& problem, SolverKind kind, double tolerance, Tally& tally) {
  SolveOptions options;
  options.kind = kind, options.factorisation_budget = 0, options.tolerance = tolerance;
  SolverMemory memory;
  StepSolution solution;
  SolveReport report;
  const auto start = std::chrono::steady_clock::now();
  solve(problem, options, memory, solution, report);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  // not a number is above every tolerance
  const bool solved = is_finite(solution) && report.failed == 0 && report.direct_residual <= tolerance;
  tally += {1,
            solved ? 0 : 1,
            report.factorisations,
            report.factorisations,
            report.direct_residual,
            natural_residual(problem, solution),
            seconds};
  return solved;
}

void print_tally(const std::string& scene, const char* solver, const Tally& t) {
  std::printf("%-22s %-17s %8d %9d %9.1e %10.1e %8d %6d %8.2f\n", scene.c_str(), solver, t.problems, t.unsolved,
              t.worst, t.natural, t.factorisations, t.most, t.seconds);
  std::fflush(stdout);
}

Json to_json(const std::string& scene, const std::string& solver, const Tally& t) {
  return {{"scene", scene},
          {"solver", solver},
          {"problems", t.problems},
          {"unsolved", t.unsolved},
          {"worst_residual", t.worst},
          {"worst_natural_residual", t.natural},
          {"factorisations", t.factorisations},
          {"most_factorisations", t.most},
          {"seconds", t.seconds}};
}

void keep_problem(const StepProblem& problem, const DumpedChoice& choice, const std::string& name) {
  std::printf("  unsolved: %s\n", name.c_str());
  if (!choice.keep.empty()) write_problem(problem, std::filesystem::path(choice.keep) / (name + ".problem"));
}

std::vector<Tally> judge_scene(const std::string& name, const DumpedChoice& choice) {
  World world(scene_of(name.c_str(), {}, 1), {.publish = false});
  const long steps = std::lround(choice.seconds / world.parameters().time_step);
  std::vector<Tally> tallies(choice.solvers.size());
  int problems = 0;
  for (long step = 1; step <= steps && problems < choice.problems; ++step) {
    world.step();
    if (step % choice.every != 0) continue;
    const StepProblem& problem = world.last_problem();
    ++problems;
    for (std::size_t s = 0; s < choice.solvers.size(); ++s)
      if (!judge(problem, solver_of(choice.solvers[s]), choice.tolerance, tallies[s]))
        keep_problem(problem, choice, name + "_" + std::to_string(step) + "_" + choice.solvers[s]);
  }
  return tallies;
}

int judge_dumped(const DumpedChoice& choice) {
  std::vector<std::string> names = choice.scenes;
  if (names.empty())
    for (const Scenario& scenario : scenarios()) names.push_back(scenario.name);
  if (!choice.keep.empty()) std::filesystem::create_directories(choice.keep);
  std::printf("%-22s %-17s %8s %9s %9s %10s %8s %6s %8s\n", "scene", "solver", "problems", "unsolved", "worst |s|",
              "residual", "factors", "most", "seconds");
  Json all = Json::array();
  std::vector<Tally> sums(choice.solvers.size());
  const auto put = [&](const std::string& scene, const std::vector<Tally>& tallies) {
    for (std::size_t s = 0; s < tallies.size(); ++s) {
      print_tally(scene, choice.solvers[s].c_str(), tallies[s]);
      all.push_back(to_json(scene, choice.solvers[s], tallies[s]));
    }
  };
  for (const std::string& name : names) {
    const std::vector<Tally> tallies = judge_scene(name, choice);
    put(name, tallies);
    for (std::size_t s = 0; s < sums.size(); ++s) sums[s] += tallies[s];
  }
  put("all", sums);
  write_json(choice.json, all.dump(2));
  int unsolved = 0;
  for (const Tally& sum : sums) unsolved += sum.unsolved;
  return unsolved;
}

const Register dumped_command([](CLI::App& app) {
  const auto choice = std::make_shared<DumpedChoice>();
  CLI::App* command =
      app.add_subcommand("dumped", "Step problems of every scene, budget unlimited: how many stay unsolved");
  command->add_option("--seconds", choice->seconds, "Simulated time of each scene")->capture_default_str();
  command->add_option("--every", choice->every, "Steps from one problem to the next")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--problems", choice->problems, "At most so many of a scene")->capture_default_str();
  command->add_option("--scene", choice->scenes, "These scenes alone");
  command->add_option("--solver", choice->solvers, "direct-iterative, direct-friction, exact, split")
      ->capture_default_str();
  command->add_option("--tolerance", choice->tolerance, "Of |s|, relative")->capture_default_str();
  command->add_option("--keep", choice->keep, "Folder that unsolved problems are written to");
  command->add_option("--json", choice->json, "Figures to FILE, or - for standard output");
  command->callback([choice] {
    if (judge_dumped(*choice) > 0) throw CLI::RuntimeError(1);
  });
});

}  // namespace

}  // namespace spook::bench
