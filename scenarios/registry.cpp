#include "scenarios/registry.h"

#include <cmath>
#include <stdexcept>

#include "scenarios/families.h"

namespace spook {

namespace {

using Family = std::vector<Scenario> (*)();
constexpr Family all_families[] = {
    families::basics,    families::stacks,   families::walls,   families::balance, families::piles,
    families::squeezed,  families::chains,   families::swings,  families::spins,   families::beside,
    families::papers,    families::linkages, families::terrain, families::heaps,   families::toys,
    families::plant,     families::tracked,  families::cranes,  families::ragdoll, families::wheel_loaders,
    families::tutorials,
};

std::vector<Scenario> collect() {
  std::vector<Scenario> all;
  for (Family family : all_families)
    for (Scenario& scenario : family()) all.push_back(std::move(scenario));
  return all;
}

}  // namespace

std::span<const Scenario> scenarios() {
  static const std::vector<Scenario> all = collect();
  return all;
}

const Scenario* find_scenario(std::string_view name) {
  for (const Scenario& scenario : scenarios())
    if (scenario.name == name) return &scenario;
  return nullptr;
}

Scene build_scenario(const Scenario& scenario, const ScenarioValues& values) {
  ScenarioValues complete;
  for (const ScenarioParameter& parameter : scenario.parameters) complete[parameter.name] = parameter.value;
  for (const auto& [name, value] : values) {
    const ScenarioParameter* known = nullptr;
    for (const ScenarioParameter& parameter : scenario.parameters)
      if (parameter.name == name) known = &parameter;
    if (!known) throw std::invalid_argument("scene " + scenario.name + " has no parameter '" + name + "'");
    if (!(value >= known->minimum && value <= known->maximum))
      throw std::invalid_argument("parameter " + name + " of scene " + scenario.name + " is out of range");
    complete[name] = known->integer ? std::round(value) : value;
  }
  Scene scene = scenario.build(complete);
  if (scene.name.empty()) scene.name = scenario.name;
  if (scene.description.empty()) scene.description = scenario.description;
  return scene;
}

}  // namespace spook
