// What the subcommands of spook-lab share. Each lives in a file of its own and adds itself to the program.
#pragma once

#include <functional>
#include <iosfwd>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/scene/scene.h"

namespace CLI {
class App;
}
namespace spook {
class World;
}

namespace spook::lab {

std::string parameter_tables();  // run --help-parameters

// exit codes
inline constexpr int good = 0, check_failed = 1, output_lost = 1, bad_input = 2;

// wrong usage or bad input: one line, then exit 2
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

int print_scene_runs(double seconds);  // scenes --run

// what the chosen subcommand will do, once the command line has been read; answers the exit code
using Command = std::function<int()>;

void add_scenes_command(CLI::App& app, Command& chosen);
void add_run_command(CLI::App& app, Command& chosen);
void add_export_command(CLI::App& app, Command& chosen);
void add_import_command(CLI::App& app, Command& chosen);
void add_materials_command(CLI::App& app, Command& chosen);
void add_check_command(CLI::App& app, Command& chosen);
void add_bench_command(CLI::App& app, Command& chosen);
void add_departures_command(CLI::App& app, Command& chosen);
void add_solve_command(CLI::App& app, Command& chosen);
void add_matrix_command(CLI::App& app, Command& chosen);
void add_ledger_command(CLI::App& app, Command& chosen);
void add_compliance_command(CLI::App& app, Command& chosen);
void add_replay_command(CLI::App& app, Command& chosen);
void add_sweep_command(CLI::App& app, Command& chosen);
void add_merge_command(CLI::App& app, Command& chosen);
void add_paper_command(CLI::App& app, Command& chosen);

// a scene as the command line names it, with everything that changes it
struct SceneChoice {
  std::string scene;                    // a name of the library, or a file
  std::vector<std::string> parameters;  // --param NAME=VALUE
  std::vector<std::string> settings;    // --set KEY=VALUE
  std::string solver, sweep_kind;       // "": as the scene has them
  int sweeps = -1, couplings = -1, threads = 1;
};

void add_scene_argument(CLI::App& app, SceneChoice& choice);
void add_param_option(CLI::App& app, SceneChoice& choice);
void add_solver_options(CLI::App& app, SceneChoice& choice);  // --solver … --threads

Scene open_scene(const SceneChoice& choice);  // throws UsageError, SceneError
void apply_setting(Parameters& parameters, const std::string& name, const std::string& value);
std::pair<std::string, std::string> split_assignment(const std::string& text, const std::string& option);

// "-" is standard output; a file is written whole or not at all
void write_result(const std::string& target, const std::string& text);
// throws WriteError where anything printed so far was lost
void check_standard_output();
// refuses early what could not be written after an hour's work
void check_target(const std::string& target);
// refuses results that would overwrite one another or the scene they come from; "" and missing ones do not count
void check_different(const std::vector<std::string>& targets, const std::string& scene);
// of a command line: NaN lies in no range, whatever the comparison says
std::function<std::string(const std::string&)> number_in(double low, double high);
long steps_of(double seconds, double time_step);
std::string csv_field(const std::string& text);
std::string hash_text(std::uint64_t hash);  // 16 hex digits

// Bodies that stopped being finite and were stopped: a run in which that happens has failed unless it was allowed.
class FrozenBodies {
 public:
  void add(const World& world);  // after every step
  std::size_t count() const { return count_; }
  // good or check_failed; complains in one line that names the first
  int verdict(bool allowed) const;

 private:
  std::size_t count_ = 0;
  std::string first_;
};
void add_allow_frozen(CLI::App& app, bool& allowed);

// a bar on standard error, where that is a terminal; nothing into a pipe
class Progress {
 public:
  Progress(std::string what, std::size_t total);
  ~Progress();
  void at(std::size_t done);

 private:
  std::string what_;
  std::size_t total_, shown_ = ~std::size_t{0};
  bool terminal_;
};

}  // namespace spook::lab
