#include "engine/collide/convex.h"

#include <cmath>

namespace spook {
namespace {

Vec3 polytope_support(const Polytope& polytope, const Vec3& direction) {
  const Vec3* best = polytope.vertices.data();
  double reached = direction.dot(*best);
  for (const Vec3& vertex : polytope.vertices) {
    const double here = direction.dot(vertex);
    if (here > reached) reached = here, best = &vertex;
  }
  return *best;
}

// the point of a circle of the given radius about z that is farthest along a direction
Vec3 rim_support(double radius, double height, const Vec3& direction) {
  const double across = length_of(direction.x(), direction.y());
  if (across < 1e-300) return {radius, 0.0, height};
  return {radius * direction.x() / across, radius * direction.y() / across, height};
}

}  // namespace

Vec3 core_support(const Convex& shape, const Vec3& direction) {
  const Vec3& half = shape.half;
  switch (shape.kind) {
    case CoreKind::point:
      return Vec3::Zero();
    case CoreKind::segment:
      return {0.0, 0.0, std::copysign(half.z(), direction.z())};
    case CoreKind::box:
      return {std::copysign(half.x(), direction.x()), std::copysign(half.y(), direction.y()),
              std::copysign(half.z(), direction.z())};
    case CoreKind::cylinder:
      return rim_support(half.x(), std::copysign(half.z(), direction.z()), direction);
    case CoreKind::cone: {
      const Vec3 rim = rim_support(half.x(), -half.z(), direction);
      return direction.z() * half.z() > direction.dot(rim) ? Vec3(0.0, 0.0, half.z()) : rim;
    }
    case CoreKind::triangle: {
      const auto& c = shape.triangle->corners;
      const double d0 = direction.dot(c[0]), d1 = direction.dot(c[1]), d2 = direction.dot(c[2]);
      return d0 >= d1 && d0 >= d2 ? c[0] : d1 >= d2 ? c[1] : c[2];
    }
    case CoreKind::hull:
      break;
  }
  return polytope_support(*shape.polytope, direction);
}

Vec3 support(const Placed& placed, const Vec3& direction) {
  const Vec3 local = core_support(*placed.shape, placed.axes.transpose() * direction);
  return placed.position + placed.axes * local + placed.shape->rounding * direction;
}

double reach(const Placed& placed, const Vec3& direction) {
  const Convex& shape = *placed.shape;
  const Vec3 d = placed.axes.transpose() * direction;
  double core = 0.0;
  if (shape.kind == CoreKind::box)
    core = shape.half.dot(d.cwiseAbs());
  else if (shape.kind == CoreKind::cylinder)
    core = shape.half.z() * std::abs(d.z()) + shape.half.x() * length_of(d.x(), d.y());
  else
    core = core_support(shape, d).dot(d);
  return placed.position.dot(direction) + core + shape.rounding;
}

double separation(const Placed& a, const Placed& b, const Vec3& normal) {
  return -reach(a, -normal) - reach(b, normal);
}

Eigen::AlignedBox3d bounding_box(const Placed& placed) {
  const Convex& shape = *placed.shape;
  const Mat3& axes = placed.axes;
  Vec3 low, high;
  if (shape.kind <= CoreKind::box) {
    high = axes.cwiseAbs() * shape.half;
    low = -high;
  } else if (shape.kind == CoreKind::cylinder) {
    // a disc of radius r with axis k reaches r √(1 − k_i²) along axis i
    const auto axis = axes.col(2).array();
    high = (axis.abs() * shape.half.z() + shape.half.x() * (1.0 - axis.square()).max(0.0).sqrt()).matrix();
    low = -high;
  } else {
    for (int i = 0; i < 3; ++i) {
      const Vec3 d = axes.row(i);
      high[i] = core_support(shape, d).dot(d);
      low[i] = core_support(shape, -d).dot(d);
    }
  }
  const Vec3 around = Vec3::Constant(shape.rounding);
  return {placed.position + low - around, placed.position + high + around};
}

}  // namespace spook
