// What a ray met.
#pragma once

#include "engine/types.h"

namespace spook {

struct RayHit {
  int body = -1, shape = -1;  // the body's slot (BodyId::index) and which of its shapes
  double distance = 0.0;      // along the ray, m
  Vec3 point, normal;         // world; the normal points out of the shape
};

}  // namespace spook
