// `corpus` and `random`: whole solves of kept and of made-up step problems, by count and by clock.
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
#include "tests/bench/bench.h"
#include "tests/paths.h"
#include "tests/unit/random_problem.h"

namespace spook::bench {

namespace {

struct Solved {
  StepSolution solution;
  SolveReport report;
  double ms = 1e300;
};

// from fresh memory each time: what a step costs that nothing is known of
Solved solve_fresh(const StepProblem& problem, const SolveOptions& options, int repeat) {
  Solved best;
  for (int r = 0; r < repeat; ++r) {
    SolverMemory memory;
    const auto start = std::chrono::steady_clock::now();
    solve(problem, options, memory, best.solution, best.report);
    best.ms =
        std::min(best.ms, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

int tried(const SolveReport& report, Rung rung) {
  return report.tried[static_cast<std::size_t>(rung)];
}

// natural residual of all contacts over the size of their impulses
double relative_residual(const StepProblem& problem, const StepSolution& solution) {
  double size = 0.0;
  for (const Vec3& impulse : solution.contact_impulse) size += impulse.squaredNorm();
  const Residual residual = contact_residual(problem, solution);
  return size > 0.0 ? std::hypot(residual.normal, residual.tangent) / std::sqrt(size) : 0.0;
}

void run_corpus(const std::string& folder, SolveOptions options, int repeat, const std::string& json) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".problem") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  nlohmann::json out = nlohmann::json::array();
  std::printf("%-22s %7s %8s %7s %7s %7s %7s %9s %9s %9s\n", "problem", "bodies", "contacts", "factors", "newton",
              "inside", "failed", "ms", "|s|", "residual");
  int factorisations = 0, inside = 0, failed = 0;
  double ms = 0.0;
  for (const auto& file : files) {
    const StepProblem problem = read_problem(file);
    const Solved a = solve_fresh(problem, options, repeat);
    const std::string name = file.stem().string();
    const double residual = relative_residual(problem, a.solution);
    std::printf("%-22s %7zu %8zu %7d %7d %7d %7d %9.3f %9.1e %9.1e\n", name.c_str(), problem.bodies.size(),
                problem.contacts.size(), a.report.factorisations, a.report.iterations, tried(a.report, Rung::interior),
                a.report.failed, a.ms, a.report.direct_residual, residual);
    inside += tried(a.report, Rung::interior);
    factorisations += a.report.factorisations, failed += a.report.failed, ms += a.ms;
    out.push_back({{"problem", name},
                   {"bodies", problem.bodies.size()},
                   {"contacts", problem.contacts.size()},
                   {"factorisations", a.report.factorisations},
                   {"iterations", a.report.iterations},
                   {"interior", tried(a.report, Rung::interior)},
                   {"failed", a.report.failed},
                   {"ms", a.ms},
                   {"direct_residual", a.report.direct_residual},
                   {"residual", residual}});
  }
  std::printf("%-22s %7s %8s %7d %7s %7d %7d %9.3f\n", "all", "", "", factorisations, "", inside, failed, ms);
  write_json(json, out.dump(2));
}

// how many seeded problems stay unsolved at the tolerance with the budget unlimited; those are named
int run_random(int first, int count, double least_T, const SolveOptions& options) {
  int unsolved = 0, factorisations = 0, most = 0;
  double worst = 0.0;
  for (int seed = first; seed < first + count; ++seed) {
    const StepProblem problem = test::make_random(seed, least_T);
    const Solved a = solve_fresh(problem, options, 1);
    bool finite = true;
    for (const Vec6& v : a.solution.velocity) finite = finite && v.allFinite();
    factorisations += a.report.factorisations, most = std::max(most, a.report.factorisations);
    worst = std::max(worst, a.report.direct_residual);
    if (finite && a.report.failed == 0 && a.report.direct_residual <= options.tolerance) continue;
    ++unsolved;
    std::printf("seed %d: |s| = %.2e, failed %d%s\n", seed, a.report.direct_residual, a.report.failed,
                finite ? "" : ", not finite");
  }
  std::printf("%d problems, T >= %.0e: %d unsolved at |s| <= %.0e, worst %.2e; %.2f factorisations each, %d at most\n",
              count, least_T, unsolved, options.tolerance, worst, double(factorisations) / count, most);
  return unsolved;
}

struct Choice {
  std::string folder = (test::source_folder() / "tests" / "corpus").string(), json, pivoting = "interior", solver;
  int repeat = 3, budget = 0, threads = 1, first = 0, count = 10000;
  double least_T = 1e-12;
  SolveOptions options() const {
    SolveOptions options;
    options.factorisation_budget = budget, options.threads = threads;
    Parameters parameters;
    std::string wrong = set_parameter(parameters, "pivoting", pivoting);
    if (wrong.empty() && !solver.empty()) wrong = set_parameter(parameters, "solver", solver);
    if (!wrong.empty()) throw std::runtime_error(wrong);
    options.pivoting = parameters.pivoting, options.kind = parameters.solver;
    return options;
  }
};

const Register corpus_command([](CLI::App& app) {
  CLI::App* command = app.add_subcommand("corpus", "Every problem of the corpus: factorisations, time, residuals");
  const auto choice = std::make_shared<Choice>();
  command->add_option("folder", choice->folder, "Where the problems are")->check(CLI::ExistingDirectory);
  command->add_option("--repeat", choice->repeat, "Times each is solved; the best counts")->check(CLI::PositiveNumber);
  command->add_option("--budget", choice->budget, "Factorisations a direct solve may take; 0: any");
  command->add_option("--threads", choice->threads, "Threads")->check(CLI::PositiveNumber);
  command->add_option("--pivoting", choice->pivoting, "published line-search interior");
  command->add_option("--solver", choice->solver, "The solver; without it direct-iterative");
  command->add_option("--json", choice->json, "Results to a file, or - for standard output");
  command->callback([=] { run_corpus(choice->folder, choice->options(), choice->repeat, choice->json); });
});

const Register random_command([](CLI::App& app) {
  CLI::App* command = app.add_subcommand("random", "Seeded random problems: how many stay unsolved");
  const auto choice = std::make_shared<Choice>();
  command->add_option("--first", choice->first, "First seed");
  command->add_option("--count", choice->count, "Seeds")->check(CLI::PositiveNumber);
  command->add_option("--budget", choice->budget, "Factorisations of a thousand bodies a step; 0: any");
  command->add_option("--least-T", choice->least_T, "Smallest T that may occur")->check(CLI::PositiveNumber);
  command->callback([=] {
    if (run_random(choice->first, choice->count, choice->least_T, choice->options()) > 0)
      throw std::runtime_error("some problems stayed unsolved");
  });
});

}  // namespace

}  // namespace spook::bench
