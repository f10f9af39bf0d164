// The list of experiments that run the engine itself: the figures of the SPOOK paper.
#include <stdexcept>

#include "scenarios/papers/engine_list.h"

namespace spook::papers {

Scene library_scene(std::string_view name, const ScenarioValues& values) {
  const Scenario* scenario = find_scenario(name);
  if (!scenario) throw std::invalid_argument("the library has no scene '" + std::string(name) + "'");
  return build_scenario(*scenario, values);
}

Vec3 position_of(const World& world, std::string_view body) {
  const auto id = world.find_body(body);
  if (!id) throw std::invalid_argument("the scene has no body '" + std::string(body) + "'");
  return world.pose(*id).position;
}

std::vector<Experiment> engine_experiments() {
  return {spook_oscillator(),       spook_pendulum(),
          spook_penalties(),        spook_bouncing_ball(),
          spook_cradle(),           spook_smoothed_complementarity(),
          spook_symmetrised(),      spook_relaxation_logs(),
          spook_relaxation_walls(), spook_relaxation_squeezed(),
          spook_residuals(),        spook_error_against_h(),
          spook_loader(),           spook_loader_residuals(),
          spook_loader_steps(),     spook_loader_failures()};
}

}  // namespace spook::papers
