// spook-bench hits: what is hit, falls or rains, at the default effort: does a step keep its frame, and what does that
// cost in overlap? Each line beside its bar. Overlap is what the next step's collision finds at the poses there are.
#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "tests/bench/bench_scenes.h"

namespace spook::bench {

namespace {

using Json = nlohmann::ordered_json;

struct HitCase {
  const char *name, *scene;
  ScenarioValues values;
  int threads;
  double seconds;       // of the violence
  double ms_bar;        // p99
  double overlap_bar;   // m, peak
  double effort = 0.0;  // ms; 0: the default
};

const HitCase hit_cases[] = {
    {"wall 10 x 10 hit", "wall_ball", {{"courses", 10}, {"bricks", 10}}, 1, 5.0, 12.0, 0.02},
    {"wall 10 x 10 flat hit", "wall_ball_flat", {{"courses", 10}, {"bricks", 10}}, 1, 5.0, 12.0, 0.02},
    {"wall 12 x 16 hit", "wall_ball", {}, 1, 5.0, 12.0, 0.02},
    {"wall 25 x 20 hit", "wall_ball", {{"courses", 25}, {"bricks", 20}}, 1, 5.0, 12.0, 0.02},
    {"wall 25 x 20, effort 2", "wall_ball", {{"courses", 25}, {"bricks", 20}}, 1, 5.0, 12.0, 0.04, 2.0},
    {"wall 25 x 40 hit", "wall_ball", {{"courses", 25}, {"bricks", 40}}, 2, 5.0, 16.7, 0.03},
    {"200 logs falling", "log_pile", {{"logs", 200}}, 1, 6.0, 12.0, 0.02},
    {"rain of 300", "mixed_rain", {}, 1, 8.0, 12.0, 0.04},
    {"wrecking ball", "wrecking_ball", {}, 2, 8.0, 12.0, 0.02},
};

constexpr double afterwards = 5.0;     // s until all overlaps are to be below …
constexpr double overlap_left = 1e-3;  // … m

// where a case's time goes, step by step
void print_step(const StepReport& report, std::FILE* file) {
  const SolveReport& solve = report.solve;
  std::fprintf(file, "%llu,%.3f,%.3f,%.3f,%.3f,%d,%d,%d,%d,%.3f,%.6f\n", (unsigned long long)report.step,
               report.ms.total, report.ms.collide, report.ms.direct, report.ms.sweeps, report.islands, report.contacts,
               solve.factorisations, solve.failed, solve.work, report.penetration_max);
}

Json run_hit(const HitCase& one, double effort, std::FILE* steps) {
  Scene scene = scene_of(one.scene, one.values, one.threads);
  if (one.effort > 0.0) scene.parameters.effort = one.effort;
  if (effort > 0.0) scene.parameters.effort = effort;
  World world(scene, {.publish = false});
  double overlap = 0.0, gap = 0.0;
  int cut_off = 0;
  // the first steps fill memories: no hit is among them
  const auto ms = time_steps(10, int(one.seconds * 60) - 10, [&] {
    world.step();
    overlap = std::max(overlap, world.report().penetration_max);
    gap = std::max(gap, world.report().joint_max_m);
    cut_off += world.report().solve.failed > 0;
    if (steps) print_step(world.report(), steps);
  });
  for (int k = 0; k < int(afterwards * 60); ++k) world.step();
  const double left = world.report().penetration_max, p99 = quantile(ms, 0.99);
  const bool in_time = p99 <= one.ms_bar, shallow = overlap <= one.overlap_bar, settled = left <= overlap_left;
  std::printf("%-24s %2d %8.2f %8.2f %5.1f %-6s %8.2f %9.1f %4.0f %-6s %9.3f %-6s %8.3f %5d\n", one.name, one.threads,
              quantile(ms, 0.5), p99, one.ms_bar, in_time ? "met" : "MISSED", quantile(ms, 1.0), 1e3 * overlap,
              1e3 * one.overlap_bar, shallow ? "met" : "MISSED", 1e3 * left, settled ? "met" : "MISSED", 1e3 * gap,
              cut_off);
  std::fflush(stdout);
  return {{"case", one.name},     {"threads", one.threads},           {"median_ms", quantile(ms, 0.5)},
          {"p99_ms", p99},        {"p99_bar_ms", one.ms_bar},         {"largest_ms", quantile(ms, 1.0)},
          {"overlap_m", overlap}, {"overlap_bar_m", one.overlap_bar}, {"overlap_left_m", left},
          {"joint_gap_m", gap},   {"steps_cut_off", cut_off},         {"met", in_time && shallow && settled}};
}

void hits(double effort, const std::string& only, const std::string& steps, const std::string& target) {
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(steps.empty() ? nullptr : std::fopen(steps.c_str(), "w"),
                                                       &std::fclose);
  if (!steps.empty() && !file) throw std::runtime_error("cannot write " + steps);
  if (file)
    std::fputs("step,ms,collide_ms,direct_ms,sweeps_ms,islands,contacts,factorisations,cut_off,work,overlap_m\n",
               file.get());
  std::printf("%-24s %2s %8s %8s %5s %-6s %8s %9s %4s %-6s %9s %-6s %8s %5s\n", "", "th", "median", "p99 ms", "bar", "",
              "largest", "overlap", "bar", "", "5 s later", "", "gap mm", "cut");
  Json all = Json::array();
  for (const HitCase& one : hit_cases)
    if (std::string(one.name).find(only) != std::string::npos) all.push_back(run_hit(one, effort, file.get()));
  write_json(target, all.dump(2));
}

const Register hits_command([](CLI::App& app) {
  const auto effort = std::make_shared<double>(0.0);
  const auto json = std::make_shared<std::string>();
  const auto only = std::make_shared<std::string>();
  const auto steps = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("hits", "What is hit, falls or rains at the default effort, beside its bars");
  command->add_option("--effort", *effort, "Another effort for all, ms");
  command->add_option("--json", *json, "Figures to FILE, or - for standard output");
  command->add_option("--only", *only, "Cases with this in their name");
  command->add_option("--steps", *steps, "Where each step's time goes, to FILE.csv");
  command->callback([=] { hits(*effort, *only, *steps, *json); });
});

}  // namespace

}  // namespace spook::bench
