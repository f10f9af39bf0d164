// The experiments that run the engine itself, one maker each; engine_experiments.cpp lists them.
#pragma once

#include "engine/solve/solver.h"
#include "engine/world/world.h"
#include "scenarios/papers/experiment.h"
#include "scenarios/registry.h"

namespace spook::papers {

Experiment spook_oscillator();
Experiment spook_pendulum();
Experiment spook_penalties();
Experiment spook_bouncing_ball();
Experiment spook_relaxation_logs();
Experiment spook_relaxation_walls();
Experiment spook_relaxation_squeezed();
Experiment spook_cradle();
Experiment spook_smoothed_complementarity();
Experiment spook_symmetrised();
Experiment spook_loader();
Experiment spook_loader_residuals();
Experiment spook_loader_steps();
Experiment spook_loader_failures();
Experiment spook_residuals();
Experiment spook_error_against_h();

// a scene of the library by name; throws std::invalid_argument naming it where it is missing
Scene library_scene(std::string_view name, const ScenarioValues& values = {});
Vec3 position_of(const World& world, std::string_view body);

}  // namespace spook::papers
