// Scenes as models of others, as far as those can say them; what they cannot is named.
#pragma once

#include <string>
#include <vector>

#include "engine/scene/scene.h"

namespace spook::models {

struct Exported {
  std::string text;
  std::vector<std::string> left_out;  // "body 'x': …", a line each
};

Exported export_mjcf(const Scene& scene);
Exported export_urdf(const Scene& scene);

}  // namespace spook::models
