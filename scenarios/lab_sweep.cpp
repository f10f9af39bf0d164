// spook-lab sweep: one scene over a grid of parameters, a row of metrics a run.
#include <CLI/CLI.hpp>
#include <atomic>
#include <cmath>
#include <mutex>
#include <sstream>
#include <thread>

#include "engine/scene/numbers.h"
#include "engine/world/world.h"
#include "scenarios/lab.h"
#include "scenarios/metrics.h"

namespace spook::lab {
namespace {

struct SweepChoice : SceneChoice {
  std::vector<std::string> vary;
  double seconds = 0.0;
  int jobs = 1;
  std::string target;
};

struct Axis {
  std::string key;
  bool setting = true;  // a solver parameter; otherwise one of the scene's own
  std::vector<std::string> values;
};

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text)
    if (c == separator)
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

// lo:hi:n and lo:hi:log:n; whole numbers where the parameter needs them
std::vector<std::string> range_values(const std::string& key, const std::string& text, bool whole) {
  const auto parts = split(text, ':');
  const bool logarithmic = parts.size() == 4 && parts[2] == "log";
  const auto low = parse_number(parts[0]), high = parse_number(parts[1]);
  const auto count = parse_integer(parts.back());
  if (!(parts.size() == 3 || logarithmic) || !low || !high || !count || *count < 1 || *count > 100000 ||
      (logarithmic && !(*low > 0.0 && *high > 0.0)))
    throw UsageError("--vary " + key + ": expected lo:hi:n or lo:hi:log:n, found '" + text + "'");
  std::vector<std::string> values;
  for (int i = 0; i < *count; ++i) {
    const double share = *count == 1 ? 0.0 : double(i) / (*count - 1);
    double value = logarithmic ? *low * std::pow(*high / *low, share) : *low + (*high - *low) * share;
    if (i + 1 == *count && i > 0) value = *high;
    values.push_back(whole ? std::to_string(std::lround(value)) : format_number(value));
  }
  return values;
}

Axis axis_of(const std::string& text) {
  const auto [key, values] = split_assignment(text, "--vary");
  const ParameterInfo* info = find_parameter(key);
  if (info && info->type == ParameterType::vector)
    throw UsageError("--vary " + key + ": a vector cannot be varied; use --set " + key + "=x,y,z");
  const bool whole = info && info->type == ParameterType::integer;
  return {key, info != nullptr,
          values.find(':') == values.npos ? split(values, ',') : range_values(key, values, whole)};
}

// the grid's points: the last axis runs fastest
std::vector<std::vector<std::size_t>> grid_of(const std::vector<Axis>& axes) {
  std::vector<std::vector<std::size_t>> points{{}};
  for (const Axis& axis : axes) {
    std::vector<std::vector<std::size_t>> longer;
    for (const auto& point : points)
      for (std::size_t i = 0; i < axis.values.size(); ++i) {
        longer.push_back(point);
        longer.back().push_back(i);
      }
    points = std::move(longer);
    if (points.size() > 100000) throw UsageError("--vary: more than 100000 runs");
  }
  return points;
}

SceneChoice at_point(const SweepChoice& choice, const std::vector<Axis>& axes, const std::vector<std::size_t>& point) {
  SceneChoice chosen = choice;
  for (std::size_t a = 0; a < axes.size(); ++a)
    (axes[a].setting ? chosen.settings : chosen.parameters).push_back(axes[a].key + "=" + axes[a].values[point[a]]);
  return chosen;
}

struct Row {
  std::vector<std::pair<std::string, double>> figures;
  std::string hash;
};

Row run_one(const Scene& scene, double seconds) {
  World world(scene, {.publish = false});
  Metrics metrics(world);
  const long steps = std::lround(seconds / scene.parameters.time_step);
  for (long step = 0; step < steps; ++step) {
    world.step();
    metrics.add(world);
  }
  return {metrics.figures(world), hash_text(world.hash())};
}

// jobs threads take the runs in turn; the first error ends them all
std::vector<Row> run_all(const std::vector<SceneChoice>& runs, double seconds, int jobs) {
  std::vector<Row> rows(runs.size());
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr error;
  std::size_t done = 0;
  Progress progress("sweep", runs.size());
  const auto work = [&] {
    for (std::size_t i = next++; i < runs.size(); i = next++) try {
        Row row = run_one(open_scene(runs[i]), seconds);
        const std::lock_guard lock(mutex);
        rows[i] = std::move(row);
        progress.at(++done);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!error) error = std::current_exception();
        next = runs.size();
      }
  };
  std::vector<std::thread> threads;
  for (int t = 1; t < jobs; ++t) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  if (error) std::rethrow_exception(error);
  return rows;
}

int sweep(const SweepChoice& choice) {
  check_target(choice.target);
  std::vector<Axis> axes;
  for (const std::string& text : choice.vary) axes.push_back(axis_of(text));
  const auto grid = grid_of(axes);
  std::vector<SceneChoice> runs;
  for (const auto& point : grid) runs.push_back(at_point(choice, axes, point));
  // every mistake comes before the first run
  for (const SceneChoice& run : runs) open_scene(run);
  const auto rows = run_all(runs, choice.seconds, choice.jobs);

  std::ostringstream csv;
  for (const Axis& axis : axes) csv << csv_field(axis.key) << ',';
  for (const auto& [name, value] : rows.at(0).figures) csv << csv_field(name) << ',';
  csv << "hash\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t a = 0; a < axes.size(); ++a) csv << csv_field(axes[a].values[grid[i][a]]) << ',';
    for (const auto& [name, value] : rows[i].figures) csv << format_number(value) << ',';
    csv << rows[i].hash << '\n';
  }
  write_result(choice.target, csv.str());
  return good;
}

}  // namespace

void add_sweep_command(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("sweep", "Runs a scene over a grid of parameters, a CSV row a run");
  const auto choice = std::make_shared<SweepChoice>();
  add_scene_argument(*command, *choice);
  command->add_option("--vary", choice->vary, "A solver's or the scene's parameter: a,b,c or lo:hi:n or lo:hi:log:n")
      ->type_name("KEY=VALUES")
      ->required()
      ->allow_extra_args(false);
  command->add_option("--seconds", choice->seconds, "How long each runs")
      ->type_name("S")
      ->required()
      ->check(CLI::Range(0.0, 1e9).description(""));
  command->add_option("--jobs", choice->jobs, "Runs at a time")
      ->type_name("N")
      ->check(CLI::Range(1, 256).description(""));
  command->add_option("--out", choice->target, "The table; - is standard output")->type_name("FILE.csv")->required();
  add_solver_options(*command, *choice);
  add_param_option(*command, *choice);
  command->footer(
      "Example: spook-lab sweep pyramid --vary sweeps=5:50:10 --vary solver=split,sweeps --seconds 2 --out s.csv");
  command->callback([&chosen, choice] { chosen = [choice] { return sweep(*choice); }; });
}

}  // namespace spook::lab
