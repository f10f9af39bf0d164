// spook-bench hardest: real time where it is hardest, with one thread and with two.
// spook-bench threads: what more threads gain, and that they change nothing.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>

#include "tests/bench/bench_scenes.h"

namespace spook::bench {

namespace {

using Json = nlohmann::ordered_json;

struct HardestChoice {
  std::vector<int> threads{1, 2};
  int budget = 2;
  double seconds = 5.0;
  std::string json;
};

// ---- hardest

// a scene that is hard, with the budget its groups of bodies get a step
struct HardCase {
  const char* name;
  const char* scene;
  ScenarioValues values;
};

const HardCase hard_cases[] = {{"wall 25 x 40 hit by 500 kg", "wall_ball", {{"courses", 25}, {"bricks", 40}}},
                               {"500 logs dropping", "log_pile", {{"logs", 500}}}};

struct Hardship {
  int bitten = 0;  // steps that the budget ended
  double overlap = 0.0, gain = 0.0, energy = 0.0;
};

// what p99 the budget keeps, how often it bit, and what that cost
Json run_hard(const HardCase& one, int threads, const HardestChoice& choice) {
  Scene scene = scene_of(one.scene, one.values, threads);
  scene.parameters.effort = choice.budget * ms_a_factorisation;
  World world(scene, {.publish = false});
  Hardship hard;
  std::vector<double> cpu;
  const auto ms = time_steps(0, int(choice.seconds * 60), [&] {
    const std::clock_t start = std::clock();
    world.step();
    cpu.push_back(1e3 * double(std::clock() - start) / CLOCKS_PER_SEC);
    const StepReport& report = world.report();
    hard.bitten += report.solve.failed + report.impact.failed > 0;
    hard.overlap = std::max(hard.overlap, report.penetration_max);
    if (cpu.size() > 1) hard.gain = std::max(hard.gain, report.energy.synchronised - hard.energy);
    hard.energy = report.energy.synchronised;
  });
  const StepReport& end = world.report();
  std::printf("%-28s %7d %8.2f %8.2f %8.2f %8.2f %8.2f %4d/%-4zu %7.2f mm %7.3f mm %10.3g J\n", one.name, threads,
              quantile(ms, 0.5), quantile(ms, 0.95), quantile(ms, 0.99), quantile(ms, 1.0), quantile(cpu, 0.99),
              hard.bitten, ms.size(), hard.overlap * 1e3, end.penetration_max * 1e3, hard.gain);
  std::fflush(stdout);
  return {{"scene", one.name},
          {"budget", choice.budget},
          {"threads", threads},
          {"median_ms", quantile(ms, 0.5)},
          {"p95_ms", quantile(ms, 0.95)},
          {"p99_ms", quantile(ms, 0.99)},
          {"max_ms", quantile(ms, 1.0)},
          {"cpu_p99_ms", quantile(cpu, 0.99)},
          {"steps_over_budget", hard.bitten},
          {"peak_overlap_m", hard.overlap},
          {"overlap_end_m", end.penetration_max},
          {"largest_energy_gain_J", hard.gain},
          {"energy_end", end.energy.total()}};
}

void hardest(const HardestChoice& choice) {
  Json all = Json::array();
  std::printf("%-28s %7s %8s %8s %8s %8s %8s %8s %10s %10s %12s\n", "scene", "threads", "median", "p95", "p99",
              "max ms", "cpu p99", "bitten", "overlap", "at the end", "energy gain");
  for (const HardCase& one : hard_cases)
    for (const int threads : choice.threads) all.push_back(run_hard(one, threads, choice));
  write_json(choice.json, all.dump(2));
}

// ---- threads

// walls of their own, each an island
Scene many_walls(int count) {
  Scene scene = scene_of("brick_wall", {{"courses", 5}, {"bricks", 6}}, 1);
  const std::vector<BodyDesc> one = scene.bodies;
  for (int i = 1; i < count; ++i)
    for (BodyDesc body : one) {
      if (body.motion == Motion::fixed) continue;
      body.name += "_" + std::to_string(i);
      body.pose.position.y() += 2.0 * i;
      scene.bodies.push_back(body);
    }
  return scene;
}

struct ThreadCase {
  const char* name;
  Scene scene;
  int settle, steps;
};

std::vector<ThreadCase> thread_cases() {
  std::vector<ThreadCase> cases;
  cases.push_back({"wall 25 x 40 at rest", scene_of("brick_wall", {{"courses", 25}, {"bricks", 40}}, 1), 60, 120});
  cases.push_back({"wall 25 x 40 hit, budget 2", scene_of("wall_ball", {{"courses", 25}, {"bricks", 40}}, 1), 30, 120});
  cases.back().scene.parameters.effort = 2 * ms_a_factorisation;
  cases.push_back({"wall 25 x 20 hit, budget 40", scene_of("wall_ball", {{"courses", 25}, {"bricks", 20}}, 1), 30, 40});
  cases.push_back({"500 logs dropping, budget 2", scene_of("log_pile", {{"logs", 500}}, 1), 20, 120});
  cases.back().scene.parameters.effort = 2 * ms_a_factorisation;
  cases.push_back({"40 walls of 5 x 6 at rest", many_walls(40), 60, 120});
  return cases;
}

void threads_gain(const HardestChoice& choice) {
  Json all = Json::array();
  std::printf("%-28s %8s %8s %10s %10s %7s %s\n", "scene", "islands", "threads", "median ms", "mean ms", "gain",
              "hash");
  for (ThreadCase& one : thread_cases()) {
    double first_mean = 0.0;
    std::uint64_t first_hash = 0;
    for (const int threads : choice.threads) {
      one.scene.parameters.threads = threads;
      World world(one.scene, {.publish = false});
      const auto ms = time_steps(one.settle, one.steps, [&] { world.step(); });
      double mean = 0.0;
      for (const double each : ms) mean += each / double(ms.size());
      const bool first = first_mean == 0.0;
      if (first) first_mean = mean, first_hash = world.hash();
      const bool same = world.hash() == first_hash;
      std::printf("%-28s %8d %8d %10.2f %10.2f %7.2f %s\n", one.name, world.report().islands, threads,
                  quantile(ms, 0.5), mean, first_mean / mean,
                  first  ? ""
                  : same ? "the same"
                         : "ANOTHER");
      std::fflush(stdout);
      all.push_back({{"scene", one.name},
                     {"islands", world.report().islands},
                     {"threads", threads},
                     {"median_ms", quantile(ms, 0.5)},
                     {"mean_ms", mean},
                     {"gain", first_mean / mean},
                     {"same_hash", same}});
    }
  }
  write_json(choice.json, all.dump(2));
}

void add_thread_options(CLI::App* command, const std::shared_ptr<HardestChoice>& choice) {
  command->add_option("--threads", choice->threads, "numbers of threads, one after another")->capture_default_str();
  command->add_option("--json", choice->json, "figures to FILE, or - for standard output");
}

const Register hardest_command([](CLI::App& app) {
  auto choice = std::make_shared<HardestChoice>();
  auto* command =
      app.add_subcommand("hardest", "a wall of 1000 hit by a ball, 500 logs dropping: does it stay in 16 ms");
  add_thread_options(command, choice);
  command->add_option("--seconds", choice->seconds, "simulated time")->capture_default_str();
  command
      ->add_option("--budget", choice->budget,
                   "factorisations of a thousand bodies a step; 40 is the default of scenes")
      ->capture_default_str();
  command->callback([choice] { hardest(*choice); });
});

const Register threads_command([](CLI::App& app) {
  auto choice = std::make_shared<HardestChoice>();
  auto* command = app.add_subcommand("threads", "what threads gain: large islands, many islands; the same hash");
  add_thread_options(command, choice);
  command->callback([choice] { threads_gain(*choice); });
});

}  // namespace

}  // namespace spook::bench
