// spook-lab scenes: what the library holds.
#include <CLI/CLI.hpp>
#include <iomanip>
#include <iostream>
#include <nlohmann/json.hpp>

#include "scenarios/lab.h"
#include "scenarios/registry.h"

namespace spook::lab {
namespace {

using Json = nlohmann::ordered_json;

Json parameters_json(const Scenario& scenario) {
  Json list = Json::array();
  for (const ScenarioParameter& p : scenario.parameters)
    list.push_back({{"name", p.name},
                    {"default", p.value},
                    {"minimum", p.minimum},
                    {"maximum", p.maximum},
                    {"integer", p.integer},
                    {"unit", p.unit},
                    {"help", p.help}});
  return list;
}

void print_json() {
  Json list = Json::array();
  for (const Scenario& scenario : scenarios()) {
    const Scene scene = build_scenario(scenario);
    list.push_back({{"name", scenario.name},
                    {"group", scenario.group},
                    {"bodies", scene.bodies.size()},
                    {"joints", scene.joints.size()},
                    {"description", scenario.description},
                    {"parameters", parameters_json(scenario)}});
  }
  std::cout << list.dump(2) << '\n';
}

void print_table() {
  std::size_t name_width = 4, group_width = 5;
  for (const Scenario& scenario : scenarios()) {
    name_width = std::max(name_width, scenario.name.size());
    group_width = std::max(group_width, scenario.group.size());
  }
  const auto row = [&](const auto& name, const auto& group, const auto& bodies, const auto& joints,
                       const auto& description) {
    std::cout << std::left << std::setw(int(name_width) + 2) << name << std::setw(int(group_width) + 2) << group
              << std::right << std::setw(6) << bodies << std::setw(8) << joints << "  " << description << '\n';
  };
  row("name", "group", "bodies", "joints", "what it shows");
  for (const Scenario& scenario : scenarios()) {
    const Scene scene = build_scenario(scenario);
    row(scenario.name, scenario.group, scene.bodies.size(), scene.joints.size(), scenario.description);
  }
}

}  // namespace

void add_scenes_command(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("scenes", "Lists the scenes of the library");
  const auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "As JSON, with every scene's parameters and their ranges");
  command->footer("Example: spook-lab scenes --json");
  command->callback([&chosen, json] {
    chosen = [json] {
      *json ? print_json() : print_table();
      return good;
    };
  });
}

}  // namespace spook::lab
