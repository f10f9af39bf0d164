// What a body seems made of, where a file has only a colour, a roughness and a metalness to tell it.
#pragma once

#include "engine/world/snapshot.h"

namespace spook {

struct BodyColour {
  Vec3 linear = Vec3::Ones();
  double roughness = 0.6, metalness = 0.0;
};

BodyColour body_colour(const BodyLook& look);

}  // namespace spook
