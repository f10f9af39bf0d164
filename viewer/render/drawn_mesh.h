// Triangles on the processor's side: what the shapes look like, for drawing and for picking alike.
#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "engine/scene/scene.h"

namespace spook {

struct MeshVertex {
  glm::vec3 position, normal;
  float stretch = 0.0f;  // −1, 0, 1: moved along z by the instance's stretch (capsules)
};

struct DrawnMesh {
  std::vector<MeshVertex> vertices;
  std::vector<std::uint32_t> indices;

  // a corner of its own normal a face: sharp edges
  void add_flat(const std::vector<glm::vec3>& polygon);
};

DrawnMesh sphere_mesh(int segments);                   // unit radius
DrawnMesh box_mesh();                                  // half extents 1
DrawnMesh capsule_mesh(int segments);                  // unit radius, stretched by half_length
DrawnMesh cylinder_mesh(int segments);                 // unit radius, half length 1
DrawnMesh cone_mesh(int segments);                     // unit radius, z from −1 to 1
DrawnMesh quad_mesh();                                 // unit square in xy, facing z: planes
DrawnMesh hull_mesh(const std::vector<Vec3>& points);  // flat faces of the convex hull
DrawnMesh surface_mesh(const std::vector<Vec3>& points, const std::vector<std::array<int, 3>>& triangles);
DrawnMesh heightfield_mesh(const ShapeDesc& shape);

}  // namespace spook
