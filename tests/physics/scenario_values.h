// The settings a scene is tried with: its defaults, and each parameter at both ends of its range.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "scenarios/registry.h"

namespace spook::test {

struct Setting {
  std::string name;  // "defaults", "logs=500"
  ScenarioValues values;
};

inline std::vector<Setting> settings_of(const Scenario& scenario) {
  std::vector<Setting> settings{{"defaults", {}}};
  for (const ScenarioParameter& parameter : scenario.parameters)
    for (double end : {parameter.minimum, parameter.maximum}) {
      if (end == parameter.value) continue;
      std::string text = std::to_string(end);
      while (text.back() == '0') text.pop_back();
      if (text.back() == '.') text.pop_back();
      settings.push_back({parameter.name + "=" + text, {{parameter.name, end}}});
    }
  return settings;
}

}  // namespace spook::test
