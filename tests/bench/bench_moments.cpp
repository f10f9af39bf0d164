// spook-bench moments: what saving every step costs, as the sandbox does it for its scrubber, and whether saving and
// restoring leave the run as it is. Both runs go side by side, a step of one, a step of the other, so that what else
// the machine does falls on both. --all: equality alone, of every scene of the library.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <deque>
#include <nlohmann/json.hpp>

#include "tests/bench/bench_scenes.h"
#include "tests/physics/moment_check.h"

namespace spook::bench {

namespace {

using Json = nlohmann::ordered_json;

struct MomentCase {
  const char *name, *scene;
  ScenarioValues values;
  int settle, steps;
  bool at_rest;
};

// at rest: measured when memory of the oldest moments serves the new ones, as it does in a sandbox after some seconds
const MomentCase moment_cases[] = {
    {"wall at rest", "brick_wall", {}, 1300, 200, true},
    {"wall 25 x 20 at rest", "brick_wall", {{"courses", 25}, {"bricks", 20}}, 1300, 200, true},
    {"pyramid at rest", "pyramid", {}, 1300, 200, true},
    {"stack at rest", "stack", {}, 1300, 600, true},
    {"wall hit", "wall_ball", {}, 0, 180, false},
    {"rain", "mixed_rain", {}, 30, 180, false},
    {"logs falling", "log_pile", {{"logs", 100}}, 30, 180, false},
    {"ragdoll falling", "ragdoll", {}, 0, 240, false},
    {"chain swinging", "chain", {}, 0, 240, false},
};

constexpr double moment_rest_bar = 1.10;   // of the time of a run that is not saved
constexpr std::size_t kept_moments = 600;  // moments, as the sandbox's timeline

struct MomentCost {
  double plain_ms = 0.0, saved_ms = 0.0, bytes = 0.0;  // medians of a step; a moment's mean
  bool same = true;
};

MomentCost measure_moments(const MomentCase& one) {
  const Scene scene = scene_of(one.scene, one.values, 1);
  World plain(scene, {.publish = false}), saved(scene, {.publish = false});
  std::deque<std::shared_ptr<const SavedState>> moments;
  std::vector<double> plain_ms, saved_ms;
  MomentCost cost;
  const auto save = [&] {
    saved.step();
    moments.push_back(saved.save());
    if (moments.size() > kept_moments) moments.pop_front();
  };
  for (int i = 0; i < one.settle; ++i) plain.step(), save();
  for (int i = 0; i < one.steps; ++i) {
    plain_ms.push_back(time_steps(0, 1, [&] { plain.step(); })[0]);
    saved_ms.push_back(time_steps(0, 1, save)[0]);
    cost.same = cost.same && plain.hash() == saved.hash();
    cost.bytes += double(World::bytes(*moments.back())) / one.steps;
  }
  cost.plain_ms = quantile(plain_ms, 0.5), cost.saved_ms = quantile(saved_ms, 0.5);
  return cost;
}

Json run_moment_case(const MomentCase& one) {
  const MomentCost cost = measure_moments(one);
  const double ratio = cost.saved_ms / cost.plain_ms;
  const bool met = cost.same && (!one.at_rest || ratio <= moment_rest_bar);
  std::printf("%-22s %9.3f %9.3f %7.3f %5s %-6s %9.1f  %s\n", one.name, cost.plain_ms, cost.saved_ms, ratio,
              one.at_rest ? "1.10" : "", met ? "met" : "MISSED", 1e-3 * cost.bytes, cost.same ? "same" : "DIFFERS");
  std::fflush(stdout);
  return {{"case", one.name}, {"plain_ms", cost.plain_ms}, {"saved_ms", cost.saved_ms},
          {"ratio", ratio},   {"bytes", cost.bytes},       {"same_hashes", cost.same},
          {"met", met}};
}

Json moment_costs() {
  std::printf("%-22s %9s %9s %7s %5s %-6s %9s  %s\n", "", "plain ms", "saved ms", "ratio", "bar", "", "kB each",
              "hashes");
  Json all = Json::array();
  for (const MomentCase& one : moment_cases) all.push_back(run_moment_case(one));
  return all;
}

// saved at every step and restored at three moments, of every scene at its defaults
Json moments_equal(int steps, int threads) {
  Json all = Json::array();
  int differing = 0;
  for (const Scenario& scenario : scenarios()) {
    const Scene scene = scene_of(scenario.name.c_str(), {}, threads);
    const std::string fault = MomentCheck{scene, steps}.run({steps / 6, steps / 2, 5 * steps / 6});
    std::printf("%-28s %s\n", scenario.name.c_str(), fault.empty() ? "same" : fault.c_str());
    std::fflush(stdout);
    differing += !fault.empty();
    all.push_back({{"scene", scenario.name}, {"fault", fault}});
  }
  std::printf("%zu scenes, %d differ\n", scenarios().size(), differing);
  return all;
}

const Register moments_command([](CLI::App& app) {
  const auto all = std::make_shared<bool>(false);
  const auto steps = std::make_shared<int>(120), threads = std::make_shared<int>(1);
  const auto json = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("moments", "What saving every step costs, and that it changes nothing");
  command->add_flag("--all", *all, "Equality of saved and restored runs instead, of every scene of the library");
  command->add_option("--steps", *steps, "… over so many steps")->check(CLI::Range(6, 100000));
  command->add_option("--threads", *threads, "… on so many threads")->check(CLI::Range(1, 64));
  command->add_option("--json", *json, "Figures to FILE, or - for standard output");
  command->callback([=] { write_json(*json, (*all ? moments_equal(*steps, *threads) : moment_costs()).dump(2)); });
});

}  // namespace

}  // namespace spook::bench
