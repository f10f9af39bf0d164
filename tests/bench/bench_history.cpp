// spook-bench history: what recording the residuals of numerics §5 after every sweep and direct solve costs: a step
// with the history asked for beside one without, the same worlds in turn. Nobody looking, all that is left of it is a
// question at each place where a record would be made; those are counted, and timed by themselves.
#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "engine/world/world.h"
#include "scenarios/registry.h"
#include "tests/bench/bench.h"

namespace spook::bench {

namespace {

using Json = nlohmann::ordered_json;

struct HistoryCase {
  const char* name;
  const char* scene;
  ScenarioValues values;
  double settle;  // s
};

const HistoryCase history_cases[] = {{"wall 25 x 20 at rest", "brick_wall", {{"courses", 25}, {"bricks", 20}}, 1.0},
                                     {"200 logs", "log_pile", {{"logs", 200}}, 0.0},
                                     {"chain of 20, 1000 kg", "chain", {}, 0.0}};

double step_ms(World& world) {
  const auto start = std::chrono::steady_clock::now();
  world.step();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

// a question of an option and a jump past what would be done
double ns_of_a_question() {
  volatile bool asked = false;
  long made = 0;
  constexpr int count = 20000000;
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < count; ++i)
    if (asked) ++made;
  const double ns = std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
  return ns / count + double(made);
}

Json measure(const HistoryCase& one, double seconds, double question_ns) {
  ScenarioValues values;
  for (const ScenarioParameter& parameter : find_scenario(one.scene)->parameters)
    values[parameter.name] = parameter.value;
  for (const auto& [key, value] : one.values) values[key] = value;
  const Scene scene = find_scenario(one.scene)->build(values);
  World off(scene, {.publish = false}), on(scene, {.publish = false, .record_history = true});
  for (int i = 0; i < int(one.settle * 60); ++i) off.step(), on.step();
  std::vector<double> without, with;
  double records = 0.0;
  for (int i = 0; i < int(seconds * 60); ++i) {
    without.push_back(step_ms(off)), with.push_back(step_ms(on));
    records += double(on.report().solve.history.size()) / (seconds * 60);
  }
  const double bare = quantile(without, 0.5), looked = quantile(with, 0.5);
  const double unasked = 100.0 * records * question_ns * 1e-6 / bare, asked = 100.0 * (looked / bare - 1.0);
  std::printf("%-24s %10.3f %10.3f %12.1f %14.6f %12.1f\n", one.name, bare, looked, records, unasked, asked);
  std::fflush(stdout);
  return {{"scene", one.name},  {"off_ms", bare},         {"on_ms", looked},
          {"records", records}, {"off_percent", unasked}, {"on_percent", asked}};
}

void history(double seconds, const std::string& target) {
  const double question_ns = ns_of_a_question();
  std::printf("%-24s %10s %10s %12s %14s %12s   (median ms a step; a question takes %.2f ns)\n", "scene", "off", "on",
              "records", "off costs %", "on costs %", question_ns);
  Json all = Json::array();
  for (const HistoryCase& one : history_cases) all.push_back(measure(one, seconds, question_ns));
  write_json(target, all.dump(2));
}

const Register history_command([](CLI::App& app) {
  const auto seconds = std::make_shared<double>(4.0);
  const auto json = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("history", "What recording residuals costs, looked at and not");
  command->add_option("--seconds", *seconds, "Simulated time")->capture_default_str();
  command->add_option("--json", *json, "Figures to FILE, or - for standard output");
  command->callback([=] { history(*seconds, *json); });
});

}  // namespace

}  // namespace spook::bench
