// Two cylinders or capsules that lie along one another: a line of contact that a common normal tells badly.
#pragma once

#include "engine/collide/normals.h"

namespace spook {

// True where the round sides of two near-parallel cylinders or capsules face each other; fills the manifold, every
// point with a normal of its own, and the answer of the nearest of them. False: the shapes meet some other way, nothing
// is written.
bool sides_along(const Placed& a, const Placed& b, const Reach& reach, NormalAnswer& answer, Manifold& manifold);

}  // namespace spook
