// spook-lab scenes: what the library holds.
#include <CLI/CLI.hpp>
#include <algorithm>
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

// a page of pictures, three abreast, group by group; `pictures` is their folder as seen from the page
void print_gallery(const std::string& pictures) {
  std::vector<std::string> groups;
  for (const Scenario& scenario : scenarios())
    if (std::find(groups.begin(), groups.end(), scenario.group) == groups.end()) groups.push_back(scenario.group);
  std::cout
      << "# The scenes\n\n"
      << scenarios().size()
      << " scenes, as `spook-lab scenes` lists them and the sandbox's gallery (Ctrl-O) offers them. Page and pictures "
         "are made by the programs: `sh assets/make_gallery.sh`.\n";
  for (const std::string& group : groups) {
    std::cout << "\n## " << group << "\n\n| | | |\n| :-: | :-: | :-: |\n";
    int column = 0;
    for (const Scenario& scenario : scenarios()) {
      if (scenario.group != group) continue;
      std::cout << "| ![" << scenario.name << "](" << pictures << '/' << scenario.name << ".png)<br>**" << scenario.name
                << "**<br>" << scenario.description << ' ';
      if (++column % 3 == 0) std::cout << "|\n";
    }
    for (; column % 3 != 0; ++column) std::cout << "| " << (column % 3 == 2 ? "|\n" : "");
  }
}

}  // namespace

void add_scenes_command(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("scenes", "Lists the scenes of the library");
  const auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "As JSON, with every scene's parameters and their ranges");
  const auto gallery = std::make_shared<std::string>();
  command->add_option("--gallery", *gallery, "As a Markdown page of the pictures in a folder")->type_name("FOLDER");
  const auto seconds = std::make_shared<double>(0.0);
  command->add_option("--run", *seconds, "Runs every one so long: a Markdown table of how it went")
      ->type_name("S")
      ->check(number_in(0.0, 1e6));
  command->footer("Example: spook-lab scenes --json");
  command->callback([&chosen, json, gallery, seconds] {
    chosen = [json, gallery, seconds] {
      if (*seconds > 0) return print_scene_runs(*seconds);
      if (!gallery->empty()) return print_gallery(*gallery), good;
      *json ? print_json() : print_table();
      return good;
    };
  });
}

}  // namespace spook::lab
