// Light and air of the picture: one for the light theme, one for the dark.
#pragma once

#include <glm/glm.hpp>

namespace spook {

struct Environment {
  glm::vec3 sun_direction{-0.55f, -0.42f, 0.72f};  // towards the sun
  glm::vec3 sun_colour, sky_top, sky_horizon, ground, grid;
  float grid_strength = 1.0f, exposure = 1.0f, haze_distance = 120.0f, shadow_strength = 0.9f;
};

Environment day_environment();
Environment dusk_environment();

}  // namespace spook
