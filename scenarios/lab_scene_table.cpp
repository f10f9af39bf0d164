// spook-lab scenes --run: every scene stepped for a while, one row each.
#include <algorithm>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <map>
#include <sstream>

#include "engine/world/world.h"
#include "scenarios/lab.h"
#include "scenarios/metrics.h"
#include "scenarios/registry.h"

namespace spook::lab {
namespace {

std::string figure(double value, int digits = 2) {
  std::ostringstream text;
  text << std::setprecision(digits) << value;
  return text.str();
}

// worse than this, and the scene is named at the end
bool sound(const World& world) {
  for (BodyId id : world.body_ids())
    if (!world.pose(id).position.allFinite() || !world.velocity(id).allFinite()) return false;
  return true;
}

// true where it stayed finite
bool print_row(const Scenario& scenario, double seconds) {
  Scene scene = build_scenario(scenario);
  scene.parameters.threads = 2;  // as the bar of 60 Hz has it; the motion does not depend on them
  World world(scene, {.publish = false});
  Metrics metrics(world);
  const long steps = std::lround(seconds / scene.parameters.time_step);
  for (long step = 0; step < steps; ++step) {
    world.step();
    metrics.add(world);
  }
  std::map<std::string, double> m;
  for (const auto& [name, value] : metrics.figures(world)) m[name] = value;
  const double from = m["energy.total_start"], to = m["energy.total_end"];
  const double most = std::max({std::abs(from), std::abs(to), 1e-12});
  std::cout << "| " << scenario.name << " | " << scene.bodies.size() << " | " << scene.joints.size() << " | "
            << figure(m["contacts.mean"], 3) << " | " << figure(1e3 * m["penetration.max_m"]) << " | "
            << figure(1e3 * m["penetration.rms_m"]) << " | "
            << (scene.joints.empty() ? "" : figure(1e3 * m["joint_error.rms_m"])) << " | "
            << (scene.joints.empty() ? "" : figure(1e3 * m["joint_error.max_m"])) << " | " << m["pivots.failed"]
            << " | " << figure(100 * (to - from) / most) << " | " << figure(m["energy.max_gain_in_a_step"] / most)
            << " | " << figure(m["factorisations.mean"]) << " | " << figure(m["ms.median"]) << " | "
            << figure(m["ms.p99"]) << " | " << figure(m["ms.max"]) << " |\n"
            << std::flush;
  return sound(world);
}

}  // namespace

int print_scene_runs(double seconds) {
  std::cout
      << "# Every scene, " << seconds
      << " s at its defaults\n\n"
         "Made by `spook-lab scenes --run "
      << seconds
      << "`. Overlaps and joint errors in millimetres; *most* is the worst contact or joint of any step, *rms* "
         "over all; *failed* counts direct solves that stopped early; *energy* is the change of the total from "
         "start to end in %, *gain* the most that a step added, of the larger of both (motors add, falls turn); "
         "factorisations a step; milliseconds a step with two threads on the machine that made the page.\n\n"
         "| scene | bodies | joints | contacts | overlap most | rms | joint rms | most | failed | energy % | gain "
         "| fact. | ms median | ms 99 % | largest |\n"
         "| :- | -: | -: | -: | -: | -: | -: | -: | -: | -: | -: | -: | -: | -: | -: |\n";
  std::vector<std::string> bad;
  for (const Scenario& scenario : scenarios())
    if (!print_row(scenario, seconds)) bad.push_back(scenario.name);
  for (const std::string& name : bad) std::cerr << "not finite: " << name << '\n';
  return bad.empty() ? good : check_failed;
}

}  // namespace spook::lab
