// spook-lab materials: the presets that scene files can name.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>
#include <memory>

#include "engine/scene/material_presets.h"
#include "scenarios/lab.h"

namespace spook::lab {
namespace {

int print_materials() {
  std::printf("%-10s %9s %9s %12s %16s  %s\n", "name", "density", "friction", "restitution", "stiffness", "sources");
  std::printf("%-10s %10s %9s %12s %16s\n", "", "kg/m³", "", "", "N/m");
  for (const MaterialPreset& preset : material_presets())
    std::printf("%-10s %9.0f %9.2f %12.2f %16.2g  %s\n", std::string(preset.name).c_str(), preset.density,
                preset.friction, preset.restitution, preset.stiffness(), std::string(preset.source).c_str());
  std::cout << "\nFriction: on itself, dry, at rest. Stiffness: of a contact, as of a cube 0.1 m on edge (E · 0.1 m).\n"
               "D, F: OpenStax University Physics 1, tables 14.1 and 6.1. E: OpenStax College Physics, table 5.3.\n"
               "R: The Physics Factbook. H: CRC and Marks' handbooks. P: Petrovic 2003. A: ACI 318. G: Byerlee 1978.\n"
               "C: chosen within what is usual.\n";
  return good;
}

}  // namespace

void add_materials_command(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("materials", "Lists the materials that scene files can name, with sources");
  command->footer("In a scene: { \"type\": \"box\", …, \"material\": \"steel\" }\nExample: spook-lab materials");
  command->callback([&chosen] { chosen = [] { return print_materials(); }; });
}

}  // namespace spook::lab
