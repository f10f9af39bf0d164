// spook-bench all: the speed table of the README, line by line: what was measured, its bar, whether it is met. Every
// subject is measured by its own subcommand, whose figures are read back; what no subject has is measured here.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/world/world.h"
#include "scenarios/registry.h"
#include "tests/bench/bench_scenes.h"

namespace spook::bench {

namespace {

using Json = nlohmann::ordered_json;

// a line of the table; no bar: reported only
struct Line {
  std::string what, unit;
  double measured = 0.0;
  std::optional<double> bar;
  bool at_least = false;  // the bar is a floor
  bool met() const { return !bar || (at_least ? measured >= *bar : measured <= *bar); }
};

// what a subcommand writes with --json
Json figures_of(std::vector<std::string> arguments) {
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("spook-bench-" + std::to_string(getpid()) + ".json");
  std::printf("\n%s\n", arguments[0].c_str());
  CLI::App app;
  app.require_subcommand(1);
  for (const AddCommand& add : commands()) add(app);
  arguments.insert(arguments.end(), {"--json", file.string()});
  std::reverse(arguments.begin(), arguments.end());  // as CLI11 takes a vector
  app.parse(arguments);
  std::ifstream in(file);
  Json figures = Json::parse(in);
  in.close();
  std::filesystem::remove(file);
  return figures;
}

std::string milliseconds(double ms) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", ms);
  return text;
}

void add_peers(bool quick, std::vector<Line>& lines) {
  for (const Json& one : figures_of({"peers", "--seconds", "8", "--repeat", quick ? "1" : "3"}))
    lines.push_back({one["scene"].get<std::string>() + ", " + milliseconds(one["ours_ms"]) + " ms", "x Bullet",
                     one["ratio"], one["bar"].get<double>()});
}

void add_linear_algebra(bool quick, std::vector<Line>& lines) {
  for (const Json& one : figures_of({"factor", "--repeat", quick ? "7" : "15"})) {
    Line line{"factorisation, " + one["case"].get<std::string>(), "x faster than Eigen", one["ratio"], {}, true};
    if (one["case"] != "wall 10 x 10") line.bar = 5.0;
    lines.push_back(line);
  }
  for (const Json& one : figures_of({"sweeps", "--repeat", quick ? "7" : "15"})) {
    Line line{"sweep, " + one["case"].get<std::string>(), "ns a row", one["wide_ns_a_row"], {}};
    if (one["case"] == "20 000 rows") line.bar = 3.0;
    lines.push_back(line);
  }
}

void add_hardest(bool quick, std::vector<Line>& lines) {
  for (const Json& one : figures_of({"hardest", "--threads", "2", "--seconds", quick ? "3" : "5"})) {
    const std::string scene = one["scene"];
    lines.push_back({scene + ", p99, two threads", "ms", one["p99_ms"], 16.0});
    lines.push_back({scene + ", steps the budget ended", "", one["steps_over_budget"], {}});
    lines.push_back({scene + ", overlap at the end", "mm", 1e3 * one["overlap_end_m"].get<double>(), {}});
  }
}

void add_history(bool quick, std::vector<Line>& lines) {
  for (const Json& one : figures_of({"history", "--seconds", quick ? "1" : "4"})) {
    const std::string scene = one["scene"];
    lines.push_back({"recording residuals unasked, " + scene, "% of the step", one["off_percent"], 3.0});
    lines.push_back({"recording residuals asked for, " + scene, "% of the step", one["on_percent"], {}});
  }
}

void add_growth(bool quick, std::vector<Line>& lines) {
  const Json growth = figures_of({"growth", "--seconds", quick ? "0.3" : "1"});
  for (const Json& wall : growth["walls"])
    lines.push_back({"wall of " + std::to_string(wall["bricks"].get<int>()) + " bricks", "ms", wall["median_ms"], {}});
  lines.push_back({"step time grows with bricks to the power", "", growth["exponent"], {}});
}

// a wall that has come to rest: what its steps cost in factorisations, and what looking at it costs
void add_quiet(std::vector<Line>& lines) {
  std::printf("\nquiet\n");
  World world(build_scenario(*find_scenario("brick_wall"), {{"courses", 25}, {"bricks", 20}}), {.publish = false});
  for (int i = 0; i < 60; ++i) world.step();
  double factorisations = 0.0, reused = 0.0, measuring = 0.0, total = 0.0;
  constexpr int steps = 60;
  for (int i = 0; i < steps; ++i) {
    world.step();
    const StepReport& report = world.report();
    factorisations += report.solve.factorisations, reused += report.solve.reused_factors;
    measuring += report.ms.measure, total += report.ms.total;
  }
  std::printf(
      "wall 25 x 20 at rest: %.2f factorisations a step, %.2f solves by an older factor, %.3f of %.3f ms "
      "spent measuring\n",
      factorisations / steps, reused / steps, measuring / steps, total / steps);
  lines.push_back({"wall 25 x 20 at rest, new factorisations", "a step", factorisations / steps, 0.0});
  lines.push_back({"wall 25 x 20 at rest, solves by an older factor", "a step", reused / steps, {}});
  lines.push_back({"measuring overlaps and joints, always", "% of the step", 100.0 * measuring / total, 3.0});
}

// an arch of hulls that has come to rest: nothing is looked at again
void add_arch(std::vector<Line>& lines) {
  World world(build_scenario(*find_scenario("arch"), {}), {.publish = false});
  const double ms = quantile(time_steps(600, 600, [&] { world.step(); }), 0.5);
  std::printf("arch at rest: %.3f ms a step\n", ms);
  lines.push_back({"arch at rest", "ms", ms, 0.05});
}

void all(bool quick, const std::string& target) {
  std::vector<Line> lines;
  add_peers(quick, lines);
  add_linear_algebra(quick, lines);
  add_quiet(lines);
  add_arch(lines);
  add_history(quick, lines);
  add_hardest(quick, lines);
  add_growth(quick, lines);
  std::printf("\n%-52s %10s %-20s %10s\n", "what", "measured", "", "bar");
  Json json = Json::array();
  int missed = 0;
  for (const Line& line : lines) {
    const std::string bar =
        line.bar ? (line.at_least ? ">= " : "<= ") + std::to_string(*line.bar).substr(0, 4) : std::string("reported");
    std::printf("%-52s %10.3f %-20s %10s %s\n", line.what.c_str(), line.measured, line.unit.c_str(), bar.c_str(),
                !line.bar    ? ""
                : line.met() ? "met"
                             : "SHORT");
    missed += !line.met();
    json.push_back({{"what", line.what}, {"measured", line.measured}, {"unit", line.unit}});
    if (line.bar) json.back()["bar"] = *line.bar, json.back()["met"] = line.met();
  }
  std::printf("%zu lines, %d bars missed\n", lines.size(), missed);
  write_json(target, json.dump(2));
}

const Register all_command([](CLI::App& app) {
  const auto quick = std::make_shared<bool>(false);
  const auto json = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("all", "The whole speed table: every line measured, beside its bar");
  command->add_flag("--quick", *quick, "Shorter runs, one a side: a minute or two");
  command->add_option("--json", *json, "Figures to FILE, or - for standard output");
  command->callback([=] { all(*quick, *json); });
});

}  // namespace

}  // namespace spook::bench
