// Convex shapes by value: a core (point, segment, box, cylinder, cone, hull, triangle) and a rounding radius around it.
// A sphere is a rounded point, a capsule a rounded segment; every distance is the cores' distance less the roundings.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "engine/types.h"

namespace spook {

enum class CoreKind : std::uint8_t { point, segment, box, cylinder, cone, hull, triangle };

// a polytope's faces, each in order counter-clockwise seen from outside
struct Polytope {
  struct Face {
    Vec3 normal;
    double offset = 0.0;       // normal · x = offset
    int first = 0, count = 0;  // in corners
  };
  std::vector<Vec3> vertices;
  std::vector<Face> faces;
  std::vector<int> corners;                    // vertex of a face's corner
  std::vector<int> edges;                      // edge id of the side from this corner to the next
  std::vector<std::array<int, 2>> edge_faces;  // the two faces of an edge
  std::vector<std::array<int, 2>> edge_vertices;
};

// hull of the points; without faces where they lie in one plane
Polytope make_polytope(const std::vector<Vec3>& points);

struct Triangle {
  std::array<Vec3, 3> corners;
  std::array<std::uint32_t, 3> vertices, edges;  // ids
  Vec3 normal;
};

struct Convex {
  CoreKind kind = CoreKind::point;
  double rounding = 0.0;
  Vec3 half = Vec3::Zero();            // box; segment: (0, 0, l); cylinder: (r, r, l); cone: (r, r, h/2), apex up
  const Polytope* polytope = nullptr;  // hull
  const Triangle* triangle = nullptr;
  double size = 0.0;  // no point is farther from the frame's origin, rounding included
};

// where a shape stands in the world; axes are the columns
struct Placed {
  const Convex* shape = nullptr;
  Vec3 position = Vec3::Zero();
  Mat3 axes = Mat3::Identity();
};

// without the care for overflow that makes std::hypot slow
inline double length_of(double x, double y) {
  return std::sqrt(x * x + y * y);
}

// farthest point of the core along a direction, in the shape's frame
Vec3 core_support(const Convex& shape, const Vec3& direction);
// the same in the world, rounding included; the direction is a unit vector
Vec3 support(const Placed& placed, const Vec3& direction);
// farthest reach along a unit direction: max of direction · x
double reach(const Placed& placed, const Vec3& direction);
// s(n): the gap a unit normal from b to a leaves between the two. Its maximum over n is the true gap (collision.md).
double separation(const Placed& a, const Placed& b, const Vec3& normal);

Eigen::AlignedBox3d bounding_box(const Placed& placed);

}  // namespace spook
