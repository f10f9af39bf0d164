// spook-bench pace: every scene of the library at its defaults, or with its counts at the upper end of their sliders.
// Does it keep its frame?
#include <CLI/CLI.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "tests/bench/bench_scenes.h"

namespace spook::bench {

namespace {

using Json = nlohmann::ordered_json;

constexpr double p99_bar = 12.0, largest_bar = 16.7;  // ms, at the defaults
constexpr double upper_p95_bar = 16.7;                // ms, at the upper ends; else the slider names the pace

struct PaceChoice {
  int threads = 2;
  double seconds = 10.0;
  bool upper = false;
  std::string only, json;
};

bool has_counts(const Scenario& scenario) {
  return std::any_of(scenario.parameters.begin(), scenario.parameters.end(),
                     [](const ScenarioParameter& one) { return one.integer && one.name != "seed"; });
}

ScenarioValues upper_counts(const Scenario& scenario) {
  ScenarioValues values;
  for (const ScenarioParameter& one : scenario.parameters)
    if (one.integer && one.name != "seed") values[one.name] = one.maximum;
  return values;
}

Json run_pace(const Scenario& scenario, const PaceChoice& choice, int& missed) {
  World world(
      scene_of(scenario.name.c_str(), choice.upper ? upper_counts(scenario) : ScenarioValues{}, choice.threads));
  const auto ms = time_steps(5, int(choice.seconds * 60) - 5, [&] { world.step(); });
  const double median = quantile(ms, 0.5), p95 = quantile(ms, 0.95), p99 = quantile(ms, 0.99);
  const double largest = quantile(ms, 1.0);
  const bool met = choice.upper ? p95 <= upper_p95_bar : p99 <= p99_bar && largest <= largest_bar;
  missed += !met;
  std::printf("%-26s %6d %8.2f %8.2f %8.2f %8.2f  %s\n", scenario.name.c_str(), world.report().dynamic_bodies, median,
              p95, p99, largest, met ? "met" : "MISSED");
  std::fflush(stdout);
  return {{"scene", scenario.name}, {"median_ms", median},   {"p95_ms", p95},
          {"p99_ms", p99},          {"largest_ms", largest}, {"met", met}};
}

void pace(const PaceChoice& choice) {
  std::printf("%d threads, %.0f s, %s\n%-26s %6s %8s %8s %8s %8s\n", choice.threads, choice.seconds,
              choice.upper ? "counts at their upper ends: p95 at most 16.7 ms"
                           : "defaults: p99 at most 12, largest at most 16.7 ms",
              "", "bodies", "median", "p95", "p99", "largest");
  Json all = Json::array();
  int missed = 0;
  for (const Scenario& scenario : scenarios())
    if (scenario.name.find(choice.only) != std::string::npos && (!choice.upper || has_counts(scenario)))
      all.push_back(run_pace(scenario, choice, missed));
  std::printf("%zu scenes, %d missed\n", all.size(), missed);
  write_json(choice.json, all.dump(2));
}

const Register pace_command([](CLI::App& app) {
  const auto choice = std::make_shared<PaceChoice>();
  CLI::App* command = app.add_subcommand("pace", "Every scene of the library: does it keep its frame?");
  command->add_option("--threads", choice->threads, "Of a step")->check(CLI::Range(1, 64));
  command->add_option("--seconds", choice->seconds, "Of each scene")->check(CLI::Range(0.5, 600.0));
  command->add_flag("--upper", choice->upper, "Each count at the upper end of its slider");
  command->add_option("--only", choice->only, "Scenes with this in their name");
  command->add_option("--json", choice->json, "Figures to FILE, or - for standard output");
  command->callback([=] { pace(*choice); });
});

}  // namespace

}  // namespace spook::bench
