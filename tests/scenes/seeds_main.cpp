// spook-seeds: nothing explodes. Steps seeded scenes and judges their mechanical energy from outside
// (tests/physics/energy_judge.h); exits with 1 where a scene misses its bar, 2 for wrong usage.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <thread>

#include "../physics/energy_judge.h"
#include "../physics/seeded_scenes.h"
#include "engine/scene/scene_io.h"

namespace spook::test {
namespace {

struct Choice {
  std::string family = "tame", json;
  unsigned from = 0, count = 1000;
  double seconds = 5.0, bar = 0.0;
  int threads = 1, worst = 20;
  std::vector<std::string> files, exported;  // exported: SEED FILE
};

struct Judged {
  std::string name;
  EnergyVerdict verdict;
};

EnergyVerdict judge_safely(const Scene& scene, double seconds) try {
  return judge_energy(scene, seconds);
} catch (const std::exception& error) {
  return {.fault = error.what()};
}

// a scene with motors, drives or moving carriers gains energy rightly
void refuse_driven(const Scene& scene, const std::string& file) {
  const bool driven = !scene.drives.empty() || std::ranges::any_of(scene.joints, [](const JointDesc& joint) {
    return joint.motor.has_value();
  }) || std::ranges::any_of(scene.bodies, [](const BodyDesc& b) { return b.motion == Motion::kinematic; });
  if (driven) throw std::runtime_error(file + ": it has a motor, a drive or a kinematic body, so it may gain energy");
}

std::vector<Judged> judge_files(const Choice& choice) {
  std::vector<Judged> all;
  for (const std::string& file : choice.files) {
    const Scene scene = load_scene(file);
    refuse_driven(scene, file);
    all.push_back({file, judge_safely(scene, choice.seconds)});
  }
  return all;
}

// worlds side by side, a seed each; which thread had which never shows
std::vector<Judged> judge_seeds(const Choice& choice, SeedFamily family) {
  std::vector<Judged> all(choice.count);
  std::atomic<unsigned> next = 0;
  const auto work = [&] {
    for (unsigned i = next++; i < choice.count; i = next++) {
      const unsigned seed = choice.from + i;
      all[i] = {std::to_string(seed), judge_safely(seeded_scene(family, seed), choice.seconds)};
    }
  };
  std::vector<std::thread> threads;
  for (int t = 1; t < choice.threads; ++t) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  return all;
}

bool is_worse(const Judged& a, const Judged& b) {
  if (a.verdict.fault.empty() != b.verdict.fault.empty()) return b.verdict.fault.empty();
  return a.verdict.share > b.verdict.share;
}

long count_above(const std::vector<Judged>& all, double share) {
  return std::ranges::count_if(all, [share](const Judged& one) { return one.verdict.share > share; });
}

nlohmann::json as_json(const std::vector<Judged>& all, double bar) {
  nlohmann::json scenes = nlohmann::json::array();
  for (const Judged& one : all) {
    if (one.verdict.fault.empty() && one.verdict.share <= 0.1 * bar) continue;
    scenes.push_back({{"scene", one.name},
                      {"share", one.verdict.share},
                      {"time", one.verdict.time},
                      {"rise", one.verdict.rise},
                      {"rise_time", one.verdict.rise_time}});
    if (!one.verdict.fault.empty()) scenes.back()["fault"] = one.verdict.fault;
  }
  return {{"scenes", all.size()}, {"bar", bar}, {"above_tenth_of_bar", scenes}};
}

// answers how many miss the bar
long print(std::vector<Judged> all, double bar, const Choice& choice) {
  std::ranges::sort(all, is_worse);
  const long faults = std::ranges::count_if(all, [](const Judged& one) { return !one.verdict.fault.empty(); });
  const long missed = std::ranges::count_if(
      all, [bar](const Judged& one) { return !one.verdict.fault.empty() || one.verdict.share > bar; });
  std::printf(
      "%zu scenes of %g s: gained more than 1 %%: %ld, 5 %%: %ld, 10 %%: %ld, 100 %%: %ld; frozen or refused: %ld\n",
      all.size(), choice.seconds, count_above(all, 0.01), count_above(all, 0.05), count_above(all, 0.1),
      count_above(all, 1.0), faults);
  for (int i = 0; i < choice.worst && i < static_cast<int>(all.size()); ++i)
    std::printf("  %-12s %12.4g %% at %6.3f s, rose by %12.4g %% until %6.3f s  %s\n", all[i].name.c_str(),
                100.0 * all[i].verdict.share, all[i].verdict.time, 100.0 * all[i].verdict.rise,
                all[i].verdict.rise_time, all[i].verdict.fault.c_str());
  std::printf("bar %g %%: %s\n", 100.0 * bar, missed ? ("missed by " + std::to_string(missed)).c_str() : "met");
  return missed;
}

void write_json(const std::string& file, const nlohmann::json& json) {
  std::ofstream out(file);
  out << json.dump(1) << "\n";
  if (!out) throw std::runtime_error("cannot write " + file);
}

int run(const Choice& choice) {
  SeedFamily family = SeedFamily::tame;
  if (!find_family(choice.family, family))
    throw std::runtime_error("--family: expected tame, wild, dropped or scaled, found '" + choice.family + "'");
  if (!choice.exported.empty()) {
    save_scene(seeded_scene(family, static_cast<unsigned>(std::stoul(choice.exported[0]))), choice.exported[1]);
    return 0;
  }
  const double usual = family == SeedFamily::scaled ? 1e300 : family == SeedFamily::wild ? 0.05 : 0.01;
  const double bar = choice.bar > 0.0 ? choice.bar : usual;
  const std::vector<Judged> all = choice.files.empty() ? judge_seeds(choice, family) : judge_files(choice);
  if (!choice.json.empty()) write_json(choice.json, as_json(all, bar));
  return print(all, bar, choice) ? 1 : 0;
}

}  // namespace
}  // namespace spook::test

int main(int argc, char** argv) {
  spook::test::Choice choice;
  CLI::App app{"Nothing explodes: steps seeded scenes, or files, and judges their mechanical energy from outside.",
               "spook-seeds"};
  app.add_option("--family", choice.family, "tame, wild, dropped or scaled (tests/physics/seeded_scenes.h)");
  app.add_option("--from", choice.from, "the first seed");
  app.add_option("--count", choice.count, "how many seeds");
  app.add_option("--seconds", choice.seconds, "how long each is stepped")->check(CLI::PositiveNumber);
  app.add_option("--bar", choice.bar, "share gained that is let pass (default 0.01, wild 0.05, scaled any)");
  app.add_option("--threads", choice.threads, "worlds stepped side by side")->check(CLI::Range(1, 256));
  app.add_option("--worst", choice.worst, "how many of the worst are listed");
  app.add_option("--json", choice.json, "write every scene above a tenth of the bar to this file");
  app.add_option("--file", choice.files, "judge these scene files instead");
  app.add_option("--export", choice.exported, "SEED FILE: write that scene, and run nothing")->expected(2);
  CLI11_PARSE(app, argc, argv);
  try {
    return spook::test::run(choice);
  } catch (const std::exception& error) {
    std::cerr << "spook-seeds: " << error.what() << "\n";
    return 2;
  }
}
