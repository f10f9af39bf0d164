// spook-lab sweep: one scene over a grid of parameters, a row of metrics a run.
#include "scenarios/lab_sweep.h"

#include <CLI/CLI.hpp>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <map>
#include <mutex>
#include <thread>

#include "engine/scene/numbers.h"
#include "engine/world/world.h"
#include "scenarios/metrics.h"

namespace spook::lab {
namespace {

namespace fs = std::filesystem;

struct Row {
  std::string header, text;  // without line ends
};

Row run_one(const SweepChoice& choice, const Grid& grid, std::size_t run) {
  const Scene scene = open_scene(grid.scene_of(run, choice));
  World world(scene, {.publish = false});
  Metrics metrics(world);
  const long steps = steps_of(choice.seconds, scene.parameters.time_step);
  for (long step = 0; step < steps; ++step) {
    world.step();
    metrics.add(world);
  }
  Row row;
  for (std::size_t a = 0; a < grid.axes().size(); ++a) {
    row.header += csv_field(grid.axes()[a].key) + ',';
    row.text += csv_field(grid.value(run, a)) + ',';
  }
  for (const auto& [name, value] : metrics.figures(world)) {
    if (!choice.times && name.starts_with("ms.")) continue;
    row.header += csv_field(name) + ',';
    row.text += format_number(value) + ',';
  }
  row.header += "hash";
  row.text += hash_text(world.hash());
  return row;
}

using TakeRow = std::function<void(std::size_t place, const Row& row)>;

// jobs threads take the runs in turn and hand each row over, one at a time; the first error ends them all
void run_all(const SweepChoice& choice, const Grid& grid, const std::vector<std::size_t>& runs, const TakeRow& take) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr error;
  std::size_t done = 0;
  Progress progress("sweep", runs.size());
  const auto work = [&] {
    for (std::size_t i = next++; i < runs.size(); i = next++) try {
        const Row row = run_one(choice, grid, runs[i]);
        const std::lock_guard lock(mutex);
        if (error) return;
        take(i, row);
        progress.at(++done);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!error) error = std::current_exception();
        next = runs.size();
      }
  };
  std::vector<std::thread> threads;
  for (int t = 1; t < choice.jobs; ++t) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  if (error) std::rethrow_exception(error);
}

// no file to keep rows in: each is told as soon as those before it are
void stream(const SweepChoice& choice, const Grid& grid, const std::vector<std::size_t>& runs) {
  std::map<std::size_t, std::string> waiting;
  std::size_t told = 0;
  run_all(choice, grid, runs, [&](std::size_t place, const Row& row) {
    waiting[place] = row.text + '\n';
    if (place == 0) waiting[0] = row.header + '\n' + waiting[0];
    for (auto first = waiting.begin(); first != waiting.end() && first->first == told; ++told) {
      write_result(choice.target, first->second);
      first = waiting.erase(first);
    }
  });
}

Shard shard_of(const std::string& text) {
  if (text.empty()) return {};
  const auto slash = text.find('/');
  const auto number = parse_integer(text.substr(0, slash));
  const auto count = slash == text.npos ? std::nullopt : parse_integer(text.substr(slash + 1));
  if (!number || !count || *number < 1 || *number > *count)
    throw UsageError("--shard: expected K/N with K from 1 to N, as in 3/40, found '" + text + "'");
  return {std::size_t(*number), std::size_t(*count)};
}

// every mistake comes before the first run; of a grid on many machines each value is tried once
void check_scenes(const SweepChoice& choice, const Grid& grid, const std::vector<std::size_t>& runs) {
  for (const std::size_t run : runs) open_scene(grid.scene_of(run, choice));
}

std::vector<std::size_t> runs_that_try_each_value(const Grid& grid) {
  std::vector<std::size_t> runs{0};
  std::size_t stride = grid.size();
  for (const Axis& axis : grid.axes()) {
    stride /= axis.values.size();
    for (std::size_t i = 1; i < axis.values.size(); ++i) runs.push_back(i * stride);
  }
  return runs;
}

void refuse_earlier_rows(const RowFolder& folder, const Grid& grid) {
  const RowIndex index(folder, grid.size());
  if (index.count() == 0) return;
  throw UsageError(folder.path + " has " + std::to_string(index.count()) + " of " + std::to_string(grid.size()) +
                   " rows of an earlier start: --resume goes on with them; or remove that folder");
}

int sweep_elsewhere(const SweepChoice& choice, const Grid& grid, const RowFolder& folder) {
  check_scenes(choice, grid, runs_that_try_each_value(grid));
  folder.begin(sweep_plan(choice, grid));
  if (!choice.resume) refuse_earlier_rows(folder, grid);
  return choice.slurm > 0 ? submit_to_slurm(choice, folder) : print_parallel_line(choice, folder);
}

std::vector<std::size_t> runs_of(const Grid& grid, const Shard& shard, const RowIndex* known = nullptr) {
  std::vector<std::size_t> runs;
  for (std::size_t run = shard.number - 1; run < grid.size(); run += shard.count)
    if (!known || !known->has(run)) runs.push_back(run);
  return runs;
}

int sweep_into_folder(const SweepChoice& choice, const Grid& grid, const RowFolder& folder) {
  const Shard shard = shard_of(choice.shard);
  check_scenes(choice, grid, runs_of(grid, shard));
  folder.begin(sweep_plan(choice, grid));
  // a shard that starts afresh looks at no other shard's rows
  if (!choice.resume && (choice.shard.empty() || folder.tries(shard) > 0)) refuse_earlier_rows(folder, grid);

  auto runs = runs_of(grid, shard);
  if (choice.resume) {
    const RowIndex known(folder, grid.size());
    runs = runs_of(grid, shard, &known);
  }
  if (!runs.empty()) {
    RowFile file(folder.path, shard);
    run_all(choice, grid, runs,
            [&](std::size_t place, const Row& row) { file.add(runs[place], row.header, row.text); });
    file.finish();
  }
  if (!choice.shard.empty()) return good;  // spook-lab merge makes the table
  RowIndex(folder, grid.size()).write_table(choice.target);
  folder.remove();
  return good;
}

int sweep(const SweepChoice& choice) {
  check_target(choice.target);
  const Grid grid(choice.vary);
  const bool elsewhere = choice.slurm > 0 || choice.parallel > 0;
  if ((choice.slurm > 0) + (choice.parallel > 0) + !choice.shard.empty() > 1)
    throw UsageError("--shard, --slurm and --parallel: only one of them at a time");
  if (choice.target != "-" && (!fs::exists(choice.target) || fs::is_regular_file(choice.target))) {
    const RowFolder folder(choice.target);
    return elsewhere ? sweep_elsewhere(choice, grid, folder) : sweep_into_folder(choice, grid, folder);
  }
  if (choice.resume || elsewhere || !choice.shard.empty())
    throw UsageError("--out " + choice.target + ": --resume, --shard, --slurm and --parallel need a file");
  const auto runs = runs_of(grid, {});
  check_scenes(choice, grid, runs);
  stream(choice, grid, runs);
  return good;
}

void add_machine_options(CLI::App& command, SweepChoice& choice) {
  const auto shards = CLI::Range(1, 1000000).description("");
  command.add_option("--shard", choice.shard, "Only the K-th of N parts; spook-lab merge joins them")->type_name("K/N");
  command.add_flag("--resume", choice.resume, "Goes on where an earlier start was ended");
  command.add_option("--slurm", choice.slurm, "Writes and submits a Slurm job array of N shards")
      ->type_name("N")
      ->check(shards);
  command.add_option("--sbatch", choice.sbatch, "With --slurm: one more argument for sbatch")
      ->type_name("ARG")
      ->allow_extra_args(false);
  command.add_flag("--no-submit", choice.no_submit, "With --slurm: only writes the scripts");
  command.add_option("--parallel", choice.parallel, "Prints a GNU parallel line of N shards")
      ->type_name("N")
      ->check(shards);
  command.add_option("--hosts", choice.hosts, "With --parallel: its ssh hosts, with a comma between")
      ->type_name("LIST");
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
      ->check(number_in(0.0, 1e9));
  command->add_option("--jobs", choice->jobs, "Runs at a time")
      ->type_name("N")
      ->check(CLI::Range(1, 256).description(""));
  command->add_option("--out", choice->target, "The table; - is standard output")->type_name("FILE.csv")->required();
  command->add_flag("--times", choice->times, "Step times too; they differ from run to run");
  add_machine_options(*command, *choice);
  add_solver_options(*command, *choice);
  add_param_option(*command, *choice);
  command->footer(
      "Example: spook-lab sweep pyramid --vary sweeps=5:50:10 --vary solver=split,sweeps --seconds 2 --out s.csv");
  command->callback([&chosen, choice] { chosen = [choice] { return sweep(*choice); }; });
}

}  // namespace spook::lab
