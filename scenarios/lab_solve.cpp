// spook-lab solve: one dumped step problem, or contact problems of others, by any solver.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <iomanip>
#include <iostream>
#include <map>
#include <mutex>
#include <sstream>

#include "engine/reference/cone_problem.h"
#include "engine/reference/step_lcp.h"
#include "engine/scene/numbers.h"
#include "engine/solve/solve_observer.h"
#include "scenarios/lab.h"
#include "scenarios/lab_solve_cones.h"
#include "scenarios/problem_file.h"

namespace spook::lab {
namespace {

struct SolveChoice : SceneChoice {
  std::vector<std::string> files;
  std::string solver_name = "all", history, impulses;
  int budget = -1;
  ConeChoice cones;
};

// the impulses after every entry of the history, as they come
class ImpulseTable : public SolveObserver {
 public:
  ImpulseTable() { csv_ << "solver,index,kind,island,contact,normal,tangent_1,tangent_2,state\n"; }
  void next_solver(const std::string& name) { solver_ = name, count_.clear(); }
  void look(const StepProblem&, const IslandRange& island, const StepSolution& solution,
            const SweepRecord& record) override {
    const std::lock_guard lock(mutex_);
    const int index = count_[record.island]++;
    for (int c = island.first_contact; c < island.first_contact + island.contact_count; ++c) {
      const Vec3& impulse = solution.contact_impulse[c];
      csv_ << solver_ << ',' << index << ',' << kind_of(record, index) << ',' << record.island << ',' << c;
      for (int k = 0; k < 3; ++k) csv_ << ',' << format_number(impulse[k]);
      csv_ << ',' << name_of_state(solution.contact_state[c]) << '\n';
    }
  }
  std::string text() const { return csv_.str(); }
  static const char* kind_of(const SweepRecord& record, int index) {
    return index == 0 ? "start" : record.direct ? "direct" : "sweep";
  }

 private:
  static const char* name_of_state(ContactState state) {
    return state == ContactState::open ? "open" : state == ContactState::sliding ? "slide" : "stick";
  }
  std::mutex mutex_;
  std::map<int, int> count_;  // entries of an island so far
  std::string solver_;
  std::ostringstream csv_;
};

struct Solved {
  std::string name;
  SolveReport report;
  Residual residual;
  double joint_residual = 0.0, ms = 0.0;
};

SolveOptions recorded_options_of(const Parameters& parameters) {
  SolveOptions options = options_of(parameters);
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

Solved solve_as_lcp(const reference::StepLcpMethod& method, const StepProblem& problem) {
  using Clock = std::chrono::steady_clock;
  Solved solved{std::string(method.name), {}, {}, 0.0, 0.0};
  StepSolution solution;
  const auto start = Clock::now();
  const reference::StepLcpReport report = solve_step_lcp(problem, method, solution);
  solved.ms = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  solved.report.pivots = report.pivots, solved.report.failed = report.status != reference::LcpStatus::solved;
  solved.residual = contact_residual(problem, solution), solved.joint_residual = joint_residual(problem, solution);
  std::cout << method.name << ": " << name_of(report.status) << ", largest LCP " << report.largest
            << " unknowns, its residual " << std::scientific << std::setprecision(2) << report.residual
            << (method.rigid ? "; rigid contacts, so that the step's own residual is not its aim\n" : "\n");
  return solved;
}

// the engine's solvers, and those of the papers: "papers" is all of the latter
std::vector<const reference::StepLcpMethod*> lcp_methods_named(const std::string& name) {
  std::vector<const reference::StepLcpMethod*> chosen;
  for (const reference::StepLcpMethod& method : reference::step_lcp_methods())
    if (name == "papers" || name == method.name) chosen.push_back(&method);
  return chosen;
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

// contact problems are told by their first bytes; a step problem comes alone
bool others_problems(const std::vector<std::string>& files) {
  const auto others = std::ranges::count_if(files, [](const std::string& f) { return reference::is_cone_problem(f); });
  if (others == 0 && files.size() > 1) throw UsageError("solve: one step problem at a time");
  if (others > 0 && std::size_t(others) < files.size())
    throw UsageError(
        "solve: " +
        *std::ranges::find_if_not(files, [](const std::string& f) { return reference::is_cone_problem(f); }) +
        " is not a contact problem as the others are");
  return others > 0;
}

// a whole folder's files may be given: pages that lie beside the problems are left out, and said so
std::vector<std::string> without_pages(const std::vector<std::string>& files) {
  std::vector<std::string> problems;
  for (const std::string& file : files)
    if (files.size() > 1 && file.ends_with(".md"))
      std::cerr << "spook-lab: solve: " << file << " is a page, not a problem: left out\n";
    else
      problems.push_back(file);
  return problems;
}

int solve_files(SolveChoice choice) {
  choice.files = without_pages(choice.files);
  if (choice.files.empty()) throw UsageError("solve: no problem among these files");
  if (others_problems(choice.files)) {
    ConeChoice cones = choice.cones;
    cones.files = choice.files, cones.solver = choice.solver_name;
    return solve_cone_files(cones);
  }
  const std::string& file = choice.files.front();
  check_target(choice.history), check_target(choice.impulses);
  check_different({choice.history, choice.impulses}, file);
  Parameters parameters;
  if (!choice.sweep_kind.empty()) apply_setting(parameters, "sweep_kind", choice.sweep_kind);
  if (choice.sweeps != -1) apply_setting(parameters, "sweeps", std::to_string(choice.sweeps));
  if (choice.couplings != -1) apply_setting(parameters, "couplings", std::to_string(choice.couplings));
  if (choice.budget != -1) apply_setting(parameters, "factorisation_budget", std::to_string(choice.budget));
  parameters.threads = choice.threads;
  const auto of_papers = lcp_methods_named(choice.solver_name);
  std::vector<std::string> names;
  if (of_papers.empty()) names = {choice.solver_name};
  if (choice.solver_name == "all") {
    const auto known = find_parameter("solver")->names;
    names.assign(known.begin(), known.end());
  }

  const StepProblem problem = read_problem(file);
  std::vector<Solved> all;
  ImpulseTable impulses;
  for (const std::string& name : names) {
    if (const std::string error = set_parameter(parameters, "solver", name); !error.empty())
      throw UsageError("--" + error);
    SolveOptions options = recorded_options_of(parameters);
    if (!choice.impulses.empty()) impulses.next_solver(name), options.observer = &impulses;
    all.push_back(solve_with(name, problem, options));
  }
  for (const reference::StepLcpMethod* method : of_papers) all.push_back(solve_as_lcp(*method, problem));
  std::cout << file << ": " << problem.bodies.size() << " bodies, " << problem.rows.size() << " joint rows, "
            << problem.contacts.size() << " contacts, " << problem.islands.size() << " islands\n";
  print_table(all);
  if (!choice.history.empty()) write_result(choice.history, history_csv(all));
  if (!choice.impulses.empty()) write_result(choice.impulses, impulses.text());
  return good;
}

}  // namespace

void add_solve_command(CLI::App& app, Command& chosen) {
  CLI::App* command =
      app.add_subcommand("solve", "Solves a step problem that run --dump-problem wrote, or contact problems of others");
  const auto choice = std::make_shared<SolveChoice>();
  command->add_option("files", choice->files, "A step problem; or contact problems: Siconos' text, FCLIB's HDF5")
      ->required()
      ->type_name("FILE…");
  command
      ->add_option(
          "--solver", choice->solver_name,
          "Step: direct-iterative split direct-friction sweeps exact, or all of them; lemke block-pivot "
          "anitescu-potra trapezoidal, or papers; contact: gauss-seidel newton natural-map interior-point, or all")
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
  command->add_option("--impulses", choice->impulses, "Every contact's impulse after every sweep and direct solve")
      ->type_name("FILE.csv");
  command->add_option("--tolerance", choice->cones.tolerance, "Contact problems: Siconos' measure of the error");
  command->add_option("--seconds", choice->cones.seconds, "Contact problems: processor time a solver may take");
  command
      ->add_option("--compliance", choice->cones.compliances, "Contact problems: solved with W + ε 1 too, as by SPOOK")
      ->type_name("ε")
      ->allow_extra_args(false);
  command->add_option("--profile", choice->cones.profile, "Contact problems: performance profile")
      ->type_name("FILE.png");
  command->footer("Example: spook-lab solve wall.problem --solver all --history residuals.csv");
  command->callback([&chosen, choice] { chosen = [choice] { return solve_files(*choice); }; });
}

}  // namespace spook::lab
