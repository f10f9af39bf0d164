#include "scenarios/registry.h"

#include <algorithm>
#include <cctype>
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

// where the name says it badly; the others are their names with spaces
constexpr std::pair<std::string_view, std::string_view> own_titles[] = {
    {"mass_ratio_stacks", "Mass-ratio stacks"},
    {"pyramid_square", "Square pyramid"},
    {"brick_wall_flat", "Wall of flat bricks"},
    {"wall_ball", "Ball through a wall"},
    {"wall_ball_flat", "Ball through flat bricks"},
    {"wrecking_ball_flat", "Wrecking ball, flat bricks"},
    {"double_arch_bridge", "Double-arch bridge"},
    {"heavy_ball_chain", "Heavy ball on a chain"},
    {"cradle", "Newton's cradle"},
    {"t_handle", "T-handle"},
    {"pendulum_beside", "Pendulum, four integrators"},
    {"bouncing_ball_beside", "Bouncing ball and exact"},
    {"chaplygin_sleigh", "Chaplygin sleigh"},
    {"double_pendulum_wall", "Double pendulum at a wall"},
    {"stick_slip_block", "Stick-slip block"},
    {"painleve_rod", "Painlevé's rod"},
    {"slider_crank", "Slider-crank"},
    {"slider_crank_clearance", "Slider-crank with play"},
    {"four_bar", "Four-bar linkage"},
    {"hinge_ring", "Ring of hinges"},
    {"double_hinge", "Door on two hinges"},
    {"parabola_edge", "Edge of a parabola"},
    {"odd_hole", "Cross-shaped hole"},
    {"balls_in_bowl", "Balls in a bowl"},
    {"spheres_216", "216 spheres"},
    {"jenga", "Jenga tower"},
};

std::vector<Scenario> collect() {
  std::vector<Scenario> all;
  for (Family family : all_families)
    for (Scenario& scenario : family()) {
      for (const auto& [name, seconds] : picture_times)
        if (name == scenario.name) scenario.picture_at = seconds;
      scenario.title = scene_title(scenario.name);
      all.push_back(std::move(scenario));
    }
  return all;
}

}  // namespace

std::string scene_title(std::string_view name) {
  for (const auto& [key, title] : own_titles)
    if (key == name) return std::string(title);
  std::string title(name);
  if (title.find(' ') != std::string::npos) return title;  // a file's own words
  std::replace(title.begin(), title.end(), '_', ' ');
  if (!title.empty()) title[0] = char(std::toupper(static_cast<unsigned char>(title[0])));
  return title;
}

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
