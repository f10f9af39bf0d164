#include "viewer/render/environment.h"

#include "viewer/render/looks.h"

namespace spook {

Environment day_environment() {
  Environment e;
  e.sun_colour = glm::vec3(1.75f, 1.58f, 1.36f);
  e.sky_top = linear(0x6fa3d8);
  e.sky_horizon = linear(0xd9e4ec);
  e.ground = linear(0xb4b2ac);
  e.grid = linear(0x83858a);
  e.exposure = 0.72f;
  return e;
}

Environment dusk_environment() {
  Environment e;
  e.sun_colour = glm::vec3(1.55f, 1.34f, 1.12f);
  e.sky_top = linear(0x26324a);
  e.shadow_strength = 0.82f;
  e.sky_horizon = linear(0x47566b);
  e.ground = linear(0x4b5058);
  e.grid = linear(0x7a828e);
  e.exposure = 0.95f;
  e.haze_distance = 90.0f;
  return e;
}

}  // namespace spook
