// Scenes for measuring, past the ranges a slider offers.
#pragma once

#include <chrono>
#include <stdexcept>

#include "engine/world/world.h"
#include "scenarios/registry.h"
#include "tests/bench/bench.h"

namespace spook::bench {

// growth wants walls nobody would drag a brick from
inline Scene scene_of(const char* name, const ScenarioValues& values, int threads) {
  const Scenario* scenario = find_scenario(name);
  if (!scenario) throw std::runtime_error(std::string("no scene ") + name);
  ScenarioValues complete;
  for (const ScenarioParameter& parameter : scenario->parameters) complete[parameter.name] = parameter.value;
  for (const auto& [key, value] : values) {
    if (!complete.contains(key)) throw std::runtime_error(std::string(name) + " has no parameter " + key);
    complete[key] = value;
  }
  Scene scene = scenario->build(complete);
  scene.parameters.threads = threads;
  return scene;
}

// ms of each step, after `settle` steps that do not count
template <class Step>
std::vector<double> time_steps(int settle, int steps, Step&& step) {
  std::vector<double> ms;
  for (int k = 0; k < settle; ++k) step();
  for (int k = 0; k < steps; ++k) {
    const auto start = std::chrono::steady_clock::now();
    step();
    ms.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  return ms;
}

}  // namespace spook::bench
