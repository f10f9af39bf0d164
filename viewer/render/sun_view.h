// The sun's orthographic view of what moves near the camera.
#pragma once

#include <glm/glm.hpp>

#include "viewer/render/camera.h"
#include "viewer/render/draw_list.h"
#include "viewer/render/environment.h"

namespace spook {

struct SunView {
  glm::mat4 to_texture;  // world to the shadow map's texture space
  float texel;           // of the map, m
};

SunView sun_view(const DrawList& list, const ViewMatrices& view, const Environment& environment, int texels);

}  // namespace spook
