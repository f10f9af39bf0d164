// Light and air of the picture: one bright studio, whatever the panels' theme.
#pragma once

#include <glm/glm.hpp>

namespace spook {

struct Environment {
  glm::vec3 sun_direction{-0.55f, -0.42f, 0.72f};  // towards the sun
  glm::vec3 sun_colour, sky_top, sky_horizon, ground, grid;
  float grid_strength = 1.0f, exposure = 1.0f, haze_distance = 120.0f, shadow_strength = 0.94f;
};

Environment studio_environment();

}  // namespace spook
