#include "viewer/render/environment.h"

#include "viewer/render/looks.h"

namespace spook {

// a warm key light and a cool, bright sky: white in the sun comes out just below the paper's white
Environment studio_environment() {
  Environment e;
  e.sun_colour = glm::vec3(1.10f, 1.00f, 0.86f);
  e.sky_top = linear(0x8dbbe8);
  e.sky_horizon = linear(0xf2f3f3);
  e.ground = linear(0xe0dedb);
  e.grid = linear(0xadaaa6);
  e.exposure = 0.93f;
  e.haze_distance = 110.0f;
  return e;
}

}  // namespace spook
