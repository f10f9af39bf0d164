// Triangles of a shape, for what is written to files that others show.
#pragma once

#include <array>
#include <vector>

#include "engine/scene/scene.h"

namespace spook {

struct ShapeMesh {
  std::vector<Vec3> points, normals;  // normals: one a point, or none
  std::vector<std::array<int, 3>> triangles;
};

// corners and triangles of a hull or a mesh, without normals
ShapeMesh corners_of(const ShapeDesc& shape);
// any shape, in its own frame (without ShapeDesc::pose); planes so far in each direction
ShapeMesh shape_mesh(const ShapeDesc& shape, double plane_reach);

}  // namespace spook
