// The convex hull of points: its triangles for volume integrals, and its flat faces as polygons for contacts. Built
// from the original vertices; coplanar triangles are merged.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "engine/types.h"

namespace spook {

struct HullFace {
  Vec3 normal = Vec3::Zero();  // unit, outward
  double offset = 0.0;         // n·x of the face's outermost vertex
  std::vector<int> vertices;   // counterclockwise seen from outside, corners only
};

struct ConvexHull {
  std::vector<Vec3> vertices;  // those of the points that are corners, in the points' order
  std::vector<HullFace> faces;
  std::vector<std::array<int, 3>> triangles;  // counterclockwise seen from outside

  bool empty() const { return triangles.empty(); }
};

// Empty where there is none: fewer than four points, all of them in one plane (to 1e-7 of their extent), or not finite.
ConvexHull convex_hull(std::span<const Vec3> points);

}  // namespace spook
