// spook-lab solve: one dumped step problem, by any solver.
#include <CLI/CLI.hpp>
#include <chrono>
#include <iomanip>
#include <iostream>
#include <sstream>

#include "engine/scene/numbers.h"
#include "engine/solve/solver.h"
#include "scenarios/lab.h"

namespace spook::lab {
namespace {

struct SolveChoice : SceneChoice {
  std::string file, solver_name = "all", history;
  int budget = -1;
};

struct Solved {
  std::string name;
  SolveReport report;
  Residual residual;
  double joint_residual = 0.0, ms = 0.0;
};

SolveOptions options_of(const Parameters& parameters) {
  SolveOptions options;
  options.kind = parameters.solver;
  options.sweep_kind = parameters.sweep_kind;
  options.sweeps = parameters.sweeps;
  options.couplings = parameters.couplings;
  options.factorisation_budget = parameters.factorisation_budget;
  options.warm_start = parameters.warm_start;
  options.threads = parameters.threads;
  options.record_history = true;
  return options;
}

Solved solve_with(const std::string& name, const StepProblem& problem, const SolveOptions& options) {
  using Clock = std::chrono::steady_clock;
  Solved solved{name, {}, {}, 0.0, 0.0};
  StepSolution solution;
  SolverMemory memory;
  const auto start = Clock::now();
  solve(problem, options, memory, solution, solved.report);
  solved.ms = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  solved.residual = contact_residual(problem, solution);
  solved.joint_residual = joint_residual(problem, solution);
  return solved;
}

std::string history_csv(const std::vector<Solved>& all) {
  std::ostringstream csv;
  csv << "solver,index,kind,island,normal,tangent,changes,pivots,factorisations\n";
  for (const Solved& solved : all)
    for (std::size_t i = 0; i < solved.report.history.size(); ++i) {
      const SweepRecord& r = solved.report.history[i];
      csv << solved.name << ',' << i << ','
          << (i == 0     ? "start"
              : r.direct ? "direct"
                         : "sweep")
          << ',' << r.island << ',' << format_number(r.residual.normal) << ',' << format_number(r.residual.tangent)
          << ',' << r.changes << ',' << r.pivots << ',' << r.factorisations << '\n';
    }
  return csv.str();
}

void print_table(const std::vector<Solved>& all) {
  std::cout << std::left << std::setw(18) << "solver" << std::right << std::setw(11) << "normal" << std::setw(11)
            << "tangent" << std::setw(11) << "joints" << std::setw(8) << "pivots" << std::setw(9) << "factors"
            << std::setw(8) << "failed" << std::setw(10) << "ms" << '\n';
  for (const Solved& s : all)
    std::cout << std::left << std::setw(18) << s.name << std::right << std::scientific << std::setprecision(2)
              << std::setw(11) << s.residual.normal << std::setw(11) << s.residual.tangent << std::setw(11)
              << s.joint_residual << std::setw(8) << s.report.pivots << std::setw(9) << s.report.factorisations
              << std::setw(8) << s.report.failed << std::fixed << std::setprecision(3) << std::setw(10) << s.ms << '\n';
}

int solve_file(const SolveChoice& choice) {
  check_target(choice.history);
  Parameters parameters;
  if (!choice.sweep_kind.empty()) apply_setting(parameters, "sweep_kind", choice.sweep_kind);
  if (choice.sweeps != -1) apply_setting(parameters, "sweeps", std::to_string(choice.sweeps));
  if (choice.couplings != -1) apply_setting(parameters, "couplings", std::to_string(choice.couplings));
  if (choice.budget != -1) apply_setting(parameters, "factorisation_budget", std::to_string(choice.budget));
  parameters.threads = choice.threads;
  std::vector<std::string> names{choice.solver_name};
  if (choice.solver_name == "all") {
    const auto known = find_parameter("solver")->names;
    names.assign(known.begin(), known.end());
  }

  const StepProblem problem = read_problem(choice.file);
  std::vector<Solved> all;
  for (const std::string& name : names) {
    if (const std::string error = set_parameter(parameters, "solver", name); !error.empty())
      throw UsageError("--" + error);
    all.push_back(solve_with(name, problem, options_of(parameters)));
  }
  std::cout << choice.file << ": " << problem.bodies.size() << " bodies, " << problem.rows.size() << " joint rows, "
            << problem.contacts.size() << " contacts, " << problem.islands.size() << " islands\n";
  print_table(all);
  if (!choice.history.empty()) write_result(choice.history, history_csv(all));
  return good;
}

}  // namespace

void add_solve_command(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("solve", "Solves a step problem that run --dump-problem wrote");
  const auto choice = std::make_shared<SolveChoice>();
  command->add_option("file", choice->file, "The problem")->required()->type_name("problem-file");
  command->add_option("--solver", choice->solver_name, "direct-iterative split direct-friction sweeps exact, or all")
      ->type_name("NAME|all");
  command->add_option("--sweeps", choice->sweeps, "Sweeps")->type_name("N");
  command->add_option("--sweep-kind", choice->sweep_kind, "separate block-tangents[-scaled] block-projection")
      ->type_name("KIND");
  command->add_option("--couplings", choice->couplings, "Rounds of sweeps and direct solve")->type_name("N");
  command->add_option("--budget", choice->budget, "Factorisations a direct solve may spend; 0: unlimited")
      ->type_name("N");
  command->add_option("--threads", choice->threads, "Threads")
      ->type_name("N")
      ->check(CLI::Range(1, 256).description(""));
  command->add_option("--history", choice->history, "The residual after every sweep and direct solve")
      ->type_name("FILE.csv");
  command->footer("Example: spook-lab solve wall.problem --solver all --history residuals.csv");
  command->callback([&chosen, choice] { chosen = [choice] { return solve_file(*choice); }; });
}

}  // namespace spook::lab
