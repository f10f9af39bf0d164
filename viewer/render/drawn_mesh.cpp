#include "viewer/render/drawn_mesh.h"

#include <cmath>
#include <glm/gtc/constants.hpp>

namespace spook {
namespace {

using glm::vec3;

// rings of vertices around z, row by row from the top; triangles between neighbouring rows
void join_rows(DrawnMesh& mesh, int rows, int segments) {
  const std::uint32_t stride = std::uint32_t(segments + 1);
  for (std::uint32_t row = 0; row + 1 < std::uint32_t(rows); ++row) {
    for (std::uint32_t i = 0; i < std::uint32_t(segments); ++i) {
      const std::uint32_t a = row * stride + i, b = a + stride;
      mesh.indices.insert(mesh.indices.end(), {a, b, a + 1, a + 1, b, b + 1});
    }
  }
}

vec3 ring_point(int i, int segments) {
  const float angle = glm::two_pi<float>() * float(i) / float(segments);
  return {std::cos(angle), std::sin(angle), 0.0f};
}

void add_sphere_row(DrawnMesh& mesh, float latitude, float stretch, int segments) {
  for (int i = 0; i <= segments; ++i) {
    const vec3 p = ring_point(i, segments) * std::cos(latitude) + vec3(0, 0, std::sin(latitude));
    mesh.vertices.push_back({p, p, stretch});
  }
}

void add_cap(DrawnMesh& mesh, float z, int segments) {
  const std::uint32_t centre = std::uint32_t(mesh.vertices.size());
  const vec3 normal(0, 0, z);
  mesh.vertices.push_back({{0, 0, z}, normal, 0});
  for (int i = 0; i <= segments; ++i) mesh.vertices.push_back({ring_point(i, segments) + vec3(0, 0, z), normal, 0});
  for (std::uint32_t i = 1; i <= std::uint32_t(segments); ++i) {
    if (z > 0)
      mesh.indices.insert(mesh.indices.end(), {centre, centre + i, centre + i + 1});
    else
      mesh.indices.insert(mesh.indices.end(), {centre, centre + i + 1, centre + i});
  }
}

}  // namespace

void DrawnMesh::add_flat(const std::vector<vec3>& polygon) {
  const std::uint32_t first = std::uint32_t(vertices.size());
  vec3 normal(0);  // Newell's
  for (std::size_t i = 0; i < polygon.size(); ++i) normal += glm::cross(polygon[i], polygon[(i + 1) % polygon.size()]);
  normal = glm::length(normal) > 0 ? glm::normalize(normal) : vec3(0, 0, 1);
  for (const vec3& p : polygon) vertices.push_back({p, normal, 0});
  for (std::uint32_t i = 2; i < polygon.size(); ++i) indices.insert(indices.end(), {first, first + i - 1, first + i});
}

DrawnMesh sphere_mesh(int segments) {
  DrawnMesh mesh;
  const int rows = segments / 2 + 1;
  for (int row = 0; row < rows; ++row)
    add_sphere_row(mesh, glm::half_pi<float>() - glm::pi<float>() * float(row) / float(rows - 1), 0, segments);
  join_rows(mesh, rows, segments);
  return mesh;
}

DrawnMesh capsule_mesh(int segments) {
  DrawnMesh mesh;
  const int half = segments / 4;
  for (int row = 0; row <= half; ++row)
    add_sphere_row(mesh, glm::half_pi<float>() * (1.0f - float(row) / float(half)), 1, segments);
  for (int row = 0; row <= half; ++row)
    add_sphere_row(mesh, -glm::half_pi<float>() * float(row) / float(half), -1, segments);
  join_rows(mesh, 2 * half + 2, segments);
  return mesh;
}

DrawnMesh box_mesh() {
  DrawnMesh mesh;
  for (int axis = 0; axis < 3; ++axis) {
    for (const float side : {-1.0f, 1.0f}) {
      vec3 n(0), u(0), v(0);
      n[axis] = side, u[(axis + 1) % 3] = side, v[(axis + 2) % 3] = 1.0f;
      mesh.add_flat({n - u - v, n + u - v, n + u + v, n - u + v});
    }
  }
  return mesh;
}

DrawnMesh cylinder_mesh(int segments) {
  DrawnMesh mesh;
  for (const float z : {1.0f, -1.0f})
    for (int i = 0; i <= segments; ++i)
      mesh.vertices.push_back({ring_point(i, segments) + vec3(0, 0, z), ring_point(i, segments), 0});
  join_rows(mesh, 2, segments);
  add_cap(mesh, 1, segments);
  add_cap(mesh, -1, segments);
  return mesh;
}

DrawnMesh cone_mesh(int segments) {
  DrawnMesh mesh;
  // a row of apex vertices, each with its own normal; slopes are corrected by the instance's scale
  for (const float z : {1.0f, -1.0f}) {
    for (int i = 0; i <= segments; ++i) {
      const vec3 out = ring_point(i, segments);
      mesh.vertices.push_back({z > 0 ? vec3(0, 0, 1) : out - vec3(0, 0, 1), glm::normalize(out + vec3(0, 0, 0.5f)), 0});
    }
  }
  join_rows(mesh, 2, segments);
  add_cap(mesh, -1, segments);
  return mesh;
}

DrawnMesh quad_mesh() {
  DrawnMesh mesh;
  mesh.add_flat({{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}});
  return mesh;
}

DrawnMesh surface_mesh(const std::vector<Vec3>& points, const std::vector<std::array<int, 3>>& triangles) {
  DrawnMesh mesh;
  const auto point = [&](int i) { return vec3(points[i].x(), points[i].y(), points[i].z()); };
  for (const auto& t : triangles) mesh.add_flat({point(t[0]), point(t[1]), point(t[2])});
  return mesh;
}

DrawnMesh heightfield_mesh(const ShapeDesc& shape) {
  DrawnMesh mesh;
  const auto height = [&](int row, int column) {
    row = std::clamp(row, 0, shape.rows - 1), column = std::clamp(column, 0, shape.columns - 1);
    return float(shape.heights[std::size_t(row) * shape.columns + column]);
  };
  const float s = float(shape.spacing);
  for (int row = 0; row < shape.rows; ++row) {
    for (int column = 0; column < shape.columns; ++column) {
      const float dx = height(row, column + 1) - height(row, column - 1),
                  dy = height(row + 1, column) - height(row - 1, column);
      const vec3 p((float(column) - 0.5f * float(shape.columns - 1)) * s,
                   (float(row) - 0.5f * float(shape.rows - 1)) * s, height(row, column));
      mesh.vertices.push_back({p, glm::normalize(vec3(-dx, -dy, 2 * s)), 0});
    }
  }
  for (int row = 0; row + 1 < shape.rows; ++row) {
    for (int column = 0; column + 1 < shape.columns; ++column) {
      const std::uint32_t a = std::uint32_t(row * shape.columns + column), b = a + std::uint32_t(shape.columns);
      mesh.indices.insert(mesh.indices.end(), {a, a + 1, b + 1, a, b + 1, b});
    }
  }
  return mesh;
}

}  // namespace spook
