// Where a ray first enters a shape: closed forms, true geometry.
#pragma once

#include <optional>

#include "engine/collide/collider.h"

namespace spook {

struct RayEntry {
  double distance = 0.0;
  Vec3 normal;
};

// direction is a unit vector; a ray that starts inside does not enter
std::optional<RayEntry> enter_convex(const Convex& shape, const Vec3& from, const Vec3& direction, double length);
std::optional<RayEntry> enter_triangle(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& from,
                                       const Vec3& direction, double length);
// world frame
std::optional<RayEntry> enter_collider(const Collider& collider, const Vec3& from, const Vec3& direction,
                                       double length);

}  // namespace spook
