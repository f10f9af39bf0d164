#include "scenarios/registry.h"

#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <utility>

#include "scenarios/families.h"

namespace spook {

namespace {

using Family = std::vector<Scenario> (*)();
constexpr Family all_families[] = {
    families::basics,        families::stacks,   families::walls,     families::balance, families::piles,
    families::squeezed,      families::chains,   families::swings,    families::spins,   families::beside,
    families::rolling,       families::papers,   families::linkages,  families::terrain, families::heaps,
    families::toys,          families::plant,    families::tracked,   families::cranes,  families::ragdoll,
    families::wheel_loaders, families::breaking, families::tutorials,
};

// when a scene looks its best, in seconds; the others at their start
constexpr std::pair<std::string_view, double> picture_times[] = {{"oscillator", 0.4},
                                                                 {"bouncing_ball", 0.3},
                                                                 {"friction_ramp", 2.1},
                                                                 {"rolling_sphere", 1.2},
                                                                 {"wall_ball", 0.8},
                                                                 {"wall_ball_flat", 0.8},
                                                                 {"wrecking_ball", 2.2},
                                                                 {"wrecking_ball_flat", 2.2},
                                                                 {"log_pile", 3},
                                                                 {"rolling_plate", 0.15},
                                                                 {"heavy_ball_chain", 0.75},
                                                                 {"rope_bridge", 1},
                                                                 {"chain", 0.85},
                                                                 {"cradle", 2.3},
                                                                 {"pendulum", 0.35},
                                                                 {"spinning_tops", 2},
                                                                 {"t_handle", 2.2},
                                                                 {"heavy_top", 0.6},
                                                                 {"chaplygin_sleigh", 1.6},
                                                                 {"rolling_disc", 0.8},
                                                                 {"pendulum_beside", 5.2},
                                                                 {"bouncing_ball_beside", 1.6},
                                                                 {"double_pendulum_wall", 0.35},
                                                                 {"two_carts", 1.2},
                                                                 {"three_balls", 0.3},
                                                                 {"painleve_rod", 0.12},
                                                                 {"slider_crank", 1.2},
                                                                 {"slider_crank_clearance", 0.3},
                                                                 {"four_bar", 0.6},
                                                                 {"hinge_ring", 1.2},
                                                                 {"double_hinge", 0.7},
                                                                 {"parabola_edge", 0.7},
                                                                 {"rover", 5.5},
                                                                 {"odd_hole", 0.9},
                                                                 {"balls_in_bowl", 1},
                                                                 {"mixed_rain", 1.4},
                                                                 {"spheres_216", 1.1},
                                                                 {"jacks", 2},
                                                                 {"domino_spiral", 3},
                                                                 {"jenga", 5.5},
                                                                 {"washing_machine", 4},
                                                                 {"conveyor", 2.5},
                                                                 {"gears", 1},
                                                                 {"universal_shaft", 0.4},
                                                                 {"tracked_vehicle", 3.2},
                                                                 {"crane", 6},
                                                                 {"harvester", 6.2},
                                                                 {"ragdoll", 1.2},
                                                                 {"brittle_bridge", 1.3},
                                                                 {"wheel_loader", 5.8},
                                                                 {"tutorial", 1.1}};

std::vector<Scenario> collect() {
  std::vector<Scenario> all;
  for (Family family : all_families)
    for (Scenario& scenario : family()) {
      for (const auto& [name, seconds] : picture_times)
        if (name == scenario.name) scenario.picture_at = seconds;
      all.push_back(std::move(scenario));
    }
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

namespace {
std::string short_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}
}  // namespace

Scene build_scenario(const Scenario& scenario, const ScenarioValues& values) {
  ScenarioValues complete;
  for (const ScenarioParameter& parameter : scenario.parameters) complete[parameter.name] = parameter.value;
  for (const auto& [name, value] : values) {
    const ScenarioParameter* known = nullptr;
    for (const ScenarioParameter& parameter : scenario.parameters)
      if (parameter.name == name) known = &parameter;
    if (!known) throw std::invalid_argument("scene " + scenario.name + " has no parameter '" + name + "'");
    if (!(value >= known->minimum && value <= known->maximum))
      throw std::invalid_argument("parameter " + name + " of scene " + scenario.name + ": expected " +
                                  short_number(known->minimum) + " to " + short_number(known->maximum) + ", found " +
                                  short_number(value));
    complete[name] = known->integer ? std::round(value) : value;
  }
  Scene scene = scenario.build(complete);
  if (scene.name.empty()) scene.name = scenario.name;
  if (scene.description.empty()) scene.description = scenario.description;
  return scene;
}

}  // namespace spook
