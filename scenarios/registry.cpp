#include "scenarios/registry.h"

#include <stdexcept>

namespace spook {

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
    complete[name] = value;
  }
  return scenario.build(complete);
}

}  // namespace spook
