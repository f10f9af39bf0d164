#include "scenarios/playback/shape_mesh.h"

#include <cmath>
#include <numbers>

#include "engine/scene/convex_hull.h"

namespace spook {
namespace {

constexpr int around = 32;         // corners of a circle
constexpr int rows_of_sphere = 8;  // from pole to equator

// a corner of its own for every triangle, so that edges stay sharp
ShapeMesh faceted(const ShapeMesh& mesh) {
  ShapeMesh flat;
  for (const auto& [a, b, c] : mesh.triangles) {
    const Vec3 &p = mesh.points[std::size_t(a)], &q = mesh.points[std::size_t(b)], &r = mesh.points[std::size_t(c)];
    const Vec3 across = (q - p).cross(r - p);
    if (across.norm() <= 0.0) continue;
    const int first = int(flat.points.size());
    for (const Vec3& corner : {p, q, r}) flat.points.push_back(corner), flat.normals.push_back(across.normalized());
    flat.triangles.push_back({first, first + 1, first + 2});
  }
  return flat;
}

// a ring around z, of one normal's slope; joined to the ring before where there is one
struct Ring {
  double radius, z, out, up;
  bool joined;
};

ShapeMesh turned(const std::vector<Ring>& rings) {
  ShapeMesh mesh;
  for (std::size_t k = 0; k < rings.size(); ++k) {
    const Ring& ring = rings[k];
    for (int i = 0; i <= around; ++i) {
      const double angle = 2.0 * std::numbers::pi * i / around, c = std::cos(angle), s = std::sin(angle);
      mesh.points.emplace_back(ring.radius * c, ring.radius * s, ring.z);
      mesh.normals.push_back(Vec3(ring.out * c, ring.out * s, ring.up).normalized());
    }
    if (!ring.joined) continue;
    const int above = int(k - 1) * (around + 1), below = int(k) * (around + 1);
    for (int i = 0; i < around; ++i) {
      if (rings[k].radius > 0) mesh.triangles.push_back({above + i, below + i, below + i + 1});
      if (rings[k - 1].radius > 0) mesh.triangles.push_back({above + i, below + i + 1, above + i + 1});
    }
  }
  return mesh;
}

ShapeMesh capsule(double radius, double half_length) {
  std::vector<Ring> rings;
  for (const double end : {1.0, -1.0})
    for (int row = 0; row <= rows_of_sphere; ++row) {
      const int from_pole = end > 0 ? row : rows_of_sphere - row;
      const double angle = 0.5 * std::numbers::pi * from_pole / rows_of_sphere;
      const double r = from_pole ? std::sin(angle) : 0.0, z = end * std::cos(angle);
      rings.push_back({radius * r, radius * z + end * half_length, r, z, !rings.empty()});
    }
  return turned(rings);
}

ShapeMesh cylinder(double radius, double half_length) {
  return turned({{0, half_length, 0, 1, false},
                 {radius, half_length, 0, 1, true},
                 {radius, half_length, 1, 0, false},
                 {radius, -half_length, 1, 0, true},
                 {radius, -half_length, 0, -1, false},
                 {0, -half_length, 0, -1, true}});
}

ShapeMesh cone(double radius, double height) {
  return turned({{0, 0.5 * height, height, radius, false},
                 {radius, -0.5 * height, height, radius, true},
                 {radius, -0.5 * height, 0, -1, false},
                 {0, -0.5 * height, 0, -1, true}});
}

ShapeMesh box(const Vec3& half) {
  ShapeMesh mesh;
  for (int axis = 0; axis < 3; ++axis)
    for (const double side : {-1.0, 1.0}) {
      const int first = int(mesh.points.size());
      Vec3 n = Vec3::Zero(), u = Vec3::Zero(), v = Vec3::Zero();
      n[axis] = side, u[(axis + 1) % 3] = side, v[(axis + 2) % 3] = 1.0;
      for (const Vec3& corner : {Vec3(n - u - v), Vec3(n + u - v), Vec3(n + u + v), Vec3(n - u + v)})
        mesh.points.push_back(corner.cwiseProduct(half)), mesh.normals.push_back(n);
      mesh.triangles.push_back({first, first + 1, first + 2});
      mesh.triangles.push_back({first, first + 2, first + 3});
    }
  return mesh;
}

ShapeMesh plane(const ShapeDesc& shape, double reach) {
  const Quat turn = Quat::FromTwoVectors(Vec3::UnitZ(), shape.normal);
  ShapeMesh mesh;
  for (const auto& [x, y] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) {
    mesh.points.push_back(turn * Vec3(x * reach, y * reach, shape.offset));
    mesh.normals.push_back(turn * Vec3::UnitZ());
  }
  mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
  return mesh;
}

ShapeMesh field(const ShapeDesc& shape) {
  ShapeMesh mesh;
  for (int row = 0; row < shape.rows; ++row)
    for (int column = 0; column < shape.columns; ++column)
      mesh.points.emplace_back((column - 0.5 * (shape.columns - 1)) * shape.spacing,
                               (row - 0.5 * (shape.rows - 1)) * shape.spacing,
                               shape.heights[std::size_t(row) * std::size_t(shape.columns) + std::size_t(column)]);
  for (int row = 0; row + 1 < shape.rows; ++row)
    for (int column = 0; column + 1 < shape.columns; ++column) {
      const int a = row * shape.columns + column, b = a + shape.columns;
      mesh.triangles.push_back({a, a + 1, b + 1});
      mesh.triangles.push_back({a, b + 1, b});
    }
  return faceted(mesh);
}

}  // namespace

ShapeMesh corners_of(const ShapeDesc& shape) {
  if (shape.type == ShapeType::mesh) return {shape.points, {}, shape.triangles};
  ConvexHull hull = convex_hull(shape.points);
  return {std::move(hull.vertices), {}, std::move(hull.triangles)};
}

ShapeMesh shape_mesh(const ShapeDesc& shape, double plane_reach) {
  switch (shape.type) {
    case ShapeType::sphere:
      return capsule(shape.radius, 0.0);
    case ShapeType::capsule:
      return capsule(shape.radius, shape.half_length);
    case ShapeType::cylinder:
      return cylinder(shape.radius, shape.half_length);
    case ShapeType::cone:
      return cone(shape.radius, shape.height);
    case ShapeType::box:
      return box(shape.half_extents);
    case ShapeType::plane:
      return plane(shape, plane_reach);
    case ShapeType::heightfield:
      return field(shape);
    case ShapeType::hull:
    case ShapeType::mesh:
      break;
  }
  return faceted(corners_of(shape));
}

}  // namespace spook
