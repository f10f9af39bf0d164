#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cinttypes>
#include <filesystem>
#include <iostream>
#include <set>

#include "engine/scene/files.h"
#include "engine/scene/numbers.h"
#include "engine/scene/scene_io.h"
#include "engine/tuning.h"
#include "engine/world/world.h"
#include "scenarios/import/import.h"
#include "scenarios/lab.h"
#include "scenarios/registry.h"

namespace spook::lab {
namespace {

namespace fs = std::filesystem;

constexpr double max_steps = 1e9;

// letters to insert, delete or replace to turn one word into the other
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
      diagonal = above;
    }
  }
  return row[b.size()];
}

[[noreturn]] void unknown_scene(const std::string& name) {
  const Scenario* nearest = nullptr;
  std::size_t least = 4;
  for (const Scenario& scenario : scenarios())
    if (const std::size_t d = edit_distance(name, scenario.name); d < least) least = d, nearest = &scenario;
  throw UsageError("there is no scene named '" + name + "' and no file of that name" +
                   (nearest ? "; did you mean " + nearest->name + "?" : " (spook-lab scenes lists the scenes)"));
}

ScenarioValues scenario_values(const SceneChoice& choice) {
  ScenarioValues values;
  for (const std::string& text : choice.parameters) {
    const auto [name, value] = split_assignment(text, "--param");
    const auto number = parse_number(value);
    if (!number) throw UsageError(std::string("--param ").append(name) + ": expected a number, found '" + value + "'");
    values[name] = *number;
  }
  return values;
}

}  // namespace

void add_scene_argument(CLI::App& app, SceneChoice& choice) {
  app.add_option("scene", choice.scene, "A scene's name, a file.json, or a model (.urdf .xml .sdf)")
      ->required()
      ->type_name("SCENE");
}

void add_param_option(CLI::App& app, SceneChoice& choice) {
  app.add_option("--param", choice.parameters, "A parameter of the scene (see scenes --json)")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
}

void add_solver_options(CLI::App& app, SceneChoice& choice) {
  app.add_option("--solver", choice.solver, "direct-iterative split direct-friction sweeps exact")->type_name("NAME");
  app.add_option("--sweeps", choice.sweeps, "Sweeps a step")->type_name("N");
  app.add_option("--sweep-kind", choice.sweep_kind, "separate block-tangents[-scaled] block-projection")
      ->type_name("KIND");
  app.add_option("--couplings", choice.couplings, "Rounds of sweeps and direct solve")->type_name("N");
  app.add_option("--set", choice.settings, "A solver parameter, as in a scene's solver object")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  app.add_option("--threads", choice.threads, "Threads of a step")
      ->type_name("N")
      ->check(CLI::Range(1, 256).description(""));
}

std::pair<std::string, std::string> split_assignment(const std::string& text, const std::string& option) {
  const auto equals = text.find('=');
  if (equals == text.npos || equals == 0) throw UsageError(option + ": expected NAME=VALUE, found '" + text + "'");
  return {text.substr(0, equals), text.substr(equals + 1)};
}

void apply_setting(Parameters& parameters, const std::string& name, const std::string& value) {
  const std::string error = set_any_parameter(parameters, name, value);
  if (!error.empty()) throw UsageError("--set " + error);
}

// of a flag of its own: the error names the parameter first, and the flag is called like it
void apply_flag(Parameters& parameters, const std::string& name, const std::string& value) {
  const std::string error = set_parameter(parameters, name, value);
  if (error.empty()) return;
  std::string flag = "--" + name;
  std::replace(flag.begin(), flag.end(), '_', '-');
  throw UsageError(flag + error.substr(name.size()));
}

Scene open_scene(const SceneChoice& choice) {
  Scene scene;
  if (const Scenario* scenario = find_scenario(choice.scene)) {
    try {
      scene = build_scenario(*scenario, scenario_values(choice));
    } catch (const std::invalid_argument& error) {
      throw UsageError(error.what());
    }
  } else {
    if (!fs::exists(choice.scene)) unknown_scene(choice.scene);
    if (!choice.parameters.empty())
      throw UsageError("--param: only scenes of the library have parameters, and '" + choice.scene + "' is a file");
    std::vector<models::Note> notes;
    scene = models::open_scene_file(choice.scene, &notes);
    if (!notes.empty() && !models::is_model_file(choice.scene))
      for (const models::Note& note : notes) std::cerr << "spook-lab: " << note.line() << "\n";
    else if (!notes.empty())
      std::cerr << "spook-lab: " << choice.scene << ": " << notes.size()
                << " things are not as in the model (spook-lab import names them)\n";
  }

  Parameters& parameters = scene.parameters;
  if (!choice.solver.empty()) apply_flag(parameters, "solver", choice.solver);
  if (!choice.sweep_kind.empty()) apply_flag(parameters, "sweep_kind", choice.sweep_kind);
  if (choice.sweeps != -1) apply_flag(parameters, "sweeps", std::to_string(choice.sweeps));
  if (choice.couplings != -1) apply_flag(parameters, "couplings", std::to_string(choice.couplings));
  for (const std::string& text : choice.settings) {
    const auto [name, value] = split_assignment(text, "--set");
    apply_setting(parameters, name, value);
  }
  parameters.threads = choice.threads;
  validate_scene(scene);
  return scene;
}

void check_target(const std::string& target) {
  if (target.empty() || target == "-") return;
  const fs::path folder = fs::absolute(target).parent_path();
  if (fs::is_directory(target)) throw UsageError("cannot write " + target + ": it is a folder");
  if (!fs::is_directory(folder)) throw UsageError("cannot write " + target + ": there is no folder " + folder.string());
  if (::access(folder.c_str(), W_OK) != 0 && !fs::exists(target))
    throw UsageError("cannot write " + target + ": the folder " + folder.string() + " is not writable");
}

void check_different(const std::vector<std::string>& targets, const std::string& scene) {
  std::set<fs::path> seen;
  const auto identity = [](const std::string& target) {
    std::error_code none;
    return target == "-" ? fs::path(target) : fs::weakly_canonical(fs::absolute(target), none);
  };
  if (fs::is_regular_file(scene)) seen.insert(identity(scene));
  for (const std::string& target : targets) {
    if (target.empty() || (fs::exists(target) && !fs::is_regular_file(target))) continue;
    if (!seen.insert(identity(target)).second)
      throw UsageError(target == "-" ? "two results would be mixed on standard output (-)"
                                     : "cannot write " + target + ": it is named twice on this command line");
  }
}

std::function<std::string(const std::string&)> number_in(double low, double high) {
  return [low, high](const std::string& text) -> std::string {
    const auto number = parse_number(text);
    if (number && *number >= low && *number <= high) return {};
    return "expected a number from " + format_number(low) + " to " + format_number(high) + ", found '" + text + "'";
  };
}

long steps_of(double seconds, double time_step) {
  const double steps = seconds / time_step;
  if (!(steps <= max_steps))
    throw UsageError("--seconds: " + format_number(seconds) + " s are more than " + format_number(max_steps) +
                     " steps of " + format_number(time_step) + " s");
  return std::lround(steps);
}

void write_result(const std::string& target, const std::string& text) {
  if (target == "-") {
    std::cout << text << std::flush;
    check_standard_output();
  } else {
    write_file(target, text);
  }
}

void check_standard_output() {
  errno = 0;
  std::cout.flush();
  const bool all_arrived = std::cout.good() && std::fflush(stdout) == 0 && !std::ferror(stdout);
  const int reason = errno;
  if (all_arrived) return;
  throw WriteError("cannot write to standard output" +
                   (reason ? ": " + std::generic_category().message(reason) : std::string()));
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == text.npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string hash_text(std::uint64_t hash) {
  char text[17];
  std::snprintf(text, sizeof text, "%016" PRIx64, hash);
  return text;
}

void FrozenBodies::add(const World& world) {
  for (const std::string& flag : world.report().flags)
    if (flag.starts_with("frozen: ") && ++count_ == 1)
      first_ = flag.substr(std::string("frozen: ").size()) + " in step " + std::to_string(world.step_count());
}

int FrozenBodies::verdict(bool allowed) const {
  if (count_ == 0 || allowed) return good;
  std::cerr << "spook-lab: " << count_ << (count_ == 1 ? " body" : " bodies") << " froze: first " << first_
            << " (--allow-frozen lets that pass)\n";
  return check_failed;
}

void add_allow_frozen(CLI::App& app, bool& allowed) {
  app.add_flag("--allow-frozen", allowed, "Exit 0 also where bodies stopped being finite");
}

Progress::Progress(std::string what, std::size_t total)
    : what_(std::move(what)), total_(std::max<std::size_t>(total, 1)), terminal_(::isatty(STDERR_FILENO) == 1) {}

void Progress::at(std::size_t done) {
  constexpr std::size_t width = 40;
  const std::size_t percent = std::min<std::size_t>(100, done * 100 / total_);
  if (!terminal_ || percent == shown_) return;
  shown_ = percent;
  const std::size_t full = percent * width / 100;
  std::cerr << '\r' << what_ << " [" << std::string(full, '=') << std::string(width - full, ' ') << "] " << percent
            << " % " << std::flush;
}

Progress::~Progress() {
  if (shown_ != ~std::size_t{0}) std::cerr << "\r\033[K" << std::flush;
}

}  // namespace spook::lab
