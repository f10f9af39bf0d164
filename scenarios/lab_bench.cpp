// spook-lab bench: where the time of a step goes, scene by scene.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>

#include "engine/world/world.h"
#include "scenarios/lab.h"
#include "scenarios/metrics.h"
#include "scenarios/registry.h"

namespace spook::lab {
namespace {

using Json = nlohmann::ordered_json;

struct BenchChoice : SceneChoice {
  std::vector<std::string> scenes;
  int repeat = 3;
  long steps = 300;
  std::string json;
};

// what a bare `bench` runs, where the library has it: quiet structures, piles, joints, machines
constexpr const char* usual_scenes[] = {"pyramid",          "brick_wall", "wall_ball",   "log_pile",
                                        "card_house",       "arch",       "chain",       "rope_bridge",
                                        "heavy_ball_chain", "mixed_rain", "wheel_loader"};

constexpr long warm_up = 10;

constexpr std::pair<const char*, double StageTimes::*> stages[] = {
    {"commands", &StageTimes::commands}, {"collide", &StageTimes::collide},     {"match", &StageTimes::match},
    {"impact", &StageTimes::impact},     {"islands", &StageTimes::islands},     {"assemble", &StageTimes::assemble},
    {"solve", &StageTimes::solve},       {"direct", &StageTimes::direct},       {"sweeps", &StageTimes::sweeps},
    {"measure", &StageTimes::measure},   {"integrate", &StageTimes::integrate}, {"publish", &StageTimes::publish},
    {"total", &StageTimes::total}};
constexpr std::size_t stage_count = std::size(stages);

// one run: mean milliseconds of every stage, and the median and p95 of the whole step
struct Run {
  std::array<double, stage_count> means{};
  double median = 0.0, p95 = 0.0, contacts = 0.0;
};

Run run_once(const Scene& scene, long steps) {
  World world(scene, {.publish = false});
  std::array<Series, stage_count> times;
  Series contacts;
  for (long step = 0; step < steps + warm_up; ++step) {
    world.step();
    if (step < warm_up) continue;
    const StepReport& report = world.report();
    for (std::size_t s = 0; s < stage_count; ++s) times[s].add(report.ms.*stages[s].second);
    contacts.add(report.contacts);
  }
  Run run;
  for (std::size_t s = 0; s < stage_count; ++s) run.means[s] = times[s].mean();
  run.median = times.back().quantile(0.5);
  run.p95 = times.back().quantile(0.95);
  run.contacts = contacts.mean();
  return run;
}

template <typename Function>
std::pair<double, double> best_and_median(const std::vector<Run>& runs, Function&& figure) {
  Series series;
  for (const Run& run : runs) series.add(figure(run));
  return {series.quantile(0.0), series.quantile(0.5)};
}

Json json_of(const std::string& name, const Scene& scene, const BenchChoice& choice, const std::vector<Run>& runs) {
  const auto pair = [&](auto&& figure) {
    const auto [best, median] = best_and_median(runs, figure);
    return Json{{"best", best}, {"median", median}};
  };
  Json stage_json;
  for (std::size_t s = 0; s < stage_count; ++s)
    stage_json[stages[s].first] = pair([&](const Run& run) { return run.means[s]; });
  return {{"scene", name},
          {"bodies", scene.bodies.size()},
          {"joints", scene.joints.size()},
          {"contacts", runs.back().contacts},
          {"steps", choice.steps},
          {"repeat", choice.repeat},
          {"threads", scene.parameters.threads},
          {"step_ms",
           {{"mean", pair([](const Run& run) { return run.means.back(); })},
            {"median", pair([](const Run& run) { return run.median; })},
            {"p95", pair([](const Run& run) { return run.p95; })}}},
          {"stages_ms", stage_json}};
}

void print_row(const Json& row) {
  const auto stage = [&](const char* name) { return row["stages_ms"][name]["best"].get<double>(); };
  std::printf("%-22s %6d %7.0f  %8.3f %8.3f %8.3f  %7.3f %7.3f %7.3f %7.3f %7.3f\n",
              row["scene"].get<std::string>().c_str(), row["bodies"].get<int>(), row["contacts"].get<double>(),
              row["step_ms"]["mean"]["best"].get<double>(), row["step_ms"]["mean"]["median"].get<double>(),
              row["step_ms"]["p95"]["best"].get<double>(), stage("collide"), stage("impact"), stage("assemble"),
              stage("direct"), stage("sweeps"));
}

std::vector<std::string> scenes_of(const BenchChoice& choice) {
  if (!choice.scenes.empty()) return choice.scenes;
  std::vector<std::string> names;
  for (const char* name : usual_scenes)
    if (find_scenario(name)) names.emplace_back(name);
  return names;
}

int bench(const BenchChoice& choice) {
  check_target(choice.json);
  const auto names = scenes_of(choice);
  const bool table = choice.json != "-";
  std::vector<Scene> scenes;
  for (const std::string& name : names) {
    SceneChoice one = choice;
    one.scene = name;
    scenes.push_back(open_scene(one));
  }
  if (table)
    std::printf("%-22s %6s %7s  %8s %8s %8s  %7s %7s %7s %7s %7s   (ms a step)\n", "scene", "bodies", "contacts",
                "best", "median", "p95", "collide", "impact", "assemb.", "direct", "sweeps");
  Json all = Json::array();
  std::size_t done = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::vector<Run> runs;
    {
      Progress progress("bench", names.size() * std::size_t(choice.repeat));
      for (int r = 0; r < choice.repeat; ++r) {
        progress.at(done++);
        runs.push_back(run_once(scenes[i], choice.steps));
      }
    }
    all.push_back(json_of(names[i], scenes[i], choice, runs));
    if (table) print_row(all.back());
    std::fflush(stdout);
  }
  if (!choice.json.empty()) write_result(choice.json, all.dump(2) + "\n");
  return good;
}

}  // namespace

void add_bench_command(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("bench", "Times a step's stages, scene by scene; best and median of the runs");
  const auto choice = std::make_shared<BenchChoice>();
  command->add_option("scenes", choice->scenes, "Scenes or files; the usual ones if none")->type_name("SCENE");
  command->add_option("--repeat", choice->repeat, "Runs a scene (3)")
      ->type_name("N")
      ->check(CLI::Range(1, 1000).description(""));
  command->add_option("--steps", choice->steps, "Steps a run, after 10 to warm up (300)")
      ->type_name("N")
      ->check(CLI::Range(1L, 1000000L).description(""));
  command->add_option("--json", choice->json, "All figures; - is standard output")->type_name("FILE");
  add_solver_options(*command, *choice);
  command->footer("Example: spook-lab bench pyramid brick_wall --repeat 5 --json -");
  command->callback([&chosen, choice] { chosen = [choice] { return bench(*choice); }; });
}

}  // namespace spook::lab
