// Anything on an unbounded plane: its support feature, corner by corner.
#pragma once

#include "engine/collide/manifold.h"

namespace spook {

// a is the shape, b the half-space normal · x ≤ offset
void plane_manifold(const Placed& a, const Vec3& normal, double offset, double limit, Manifold& manifold);

void swap_sides(Manifold& manifold);  // a and b exchanged

}  // namespace spook
