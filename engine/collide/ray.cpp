#include "engine/collide/ray.h"

#include <cmath>

namespace spook {
namespace {

// the part of a line that is inside all of some bodies so far, and the surface it came in through
struct Inside {
  double enter = -1e300, leave = 1e300;
  Vec3 normal = Vec3::Zero();

  void cut(double t, const Vec3& outward, bool entering) {
    if (entering && t > enter) enter = t, normal = outward;
    if (!entering && t < leave) leave = t;
  }
  void half_space(const Vec3& outward, double offset, const Vec3& from, const Vec3& direction) {
    const double speed = outward.dot(direction), height = outward.dot(from) - offset;
    if (speed != 0.0)
      cut(-height / speed, outward, speed < 0.0);
    else if (height > 0.0)
      leave = -1e300;
  }
};

// t of |from + t direction|² = radius², both roots, with the given components only
bool roots(const Vec3& from, const Vec3& direction, double radius, double& low, double& high) {
  const double a = direction.squaredNorm(), b = from.dot(direction), c = from.squaredNorm() - radius * radius;
  const double d = b * b - a * c;
  if (a == 0.0 || d < 0.0) return false;
  low = (-b - std::sqrt(d)) / a, high = (-b + std::sqrt(d)) / a;
  return true;
}

Inside through_ball(const Vec3& centre, double radius, const Vec3& from, const Vec3& direction) {
  Inside inside;
  double low, high;
  if (!roots(from - centre, direction, radius, low, high)) {
    inside.leave = -1e300;
    return inside;
  }
  inside.cut(low, (from + low * direction - centre) / radius, true);
  inside.leave = high;
  return inside;
}

Inside through_tube(double radius, const Vec3& from, const Vec3& direction) {
  Inside inside;
  const Vec3 flat_from(from.x(), from.y(), 0.0), flat(direction.x(), direction.y(), 0.0);
  double low, high;
  if (roots(flat_from, flat, radius, low, high)) {
    inside.cut(low, (flat_from + low * flat) / radius, true);
    inside.leave = high;
  } else if (flat.squaredNorm() > 0.0 || flat_from.norm() > radius) {
    inside.leave = -1e300;
  }
  return inside;
}

Inside through_cylinder(const Vec3& half, const Vec3& from, const Vec3& direction) {
  Inside inside = through_tube(half.x(), from, direction);
  inside.half_space(Vec3::UnitZ(), half.z(), from, direction);
  inside.half_space(-Vec3::UnitZ(), half.z(), from, direction);
  return inside;
}

Inside through_box(const Vec3& half, const Vec3& from, const Vec3& direction) {
  Inside inside;
  for (int i = 0; i < 3; ++i) {
    inside.half_space(Vec3::Unit(i), half[i], from, direction);
    inside.half_space(-Vec3::Unit(i), half[i], from, direction);
  }
  return inside;
}

// a capsule is the union of its tube and its two balls: the first of three ways in
Inside through_capsule(const Vec3& half, double radius, const Vec3& from, const Vec3& direction) {
  Inside first = through_cylinder({radius, radius, half.z()}, from, direction);
  for (double side : {-1.0, 1.0}) {
    const Inside ball = through_ball({0, 0, side * half.z()}, radius, from, direction);
    if (ball.enter > ball.leave) continue;
    if (first.enter > first.leave || ball.enter < first.enter) first.enter = ball.enter, first.normal = ball.normal;
    first.leave = std::max(first.enter, std::max(first.leave, ball.leave));
  }
  return first;
}

// x² + y² ≤ k² (h − z)², k = r / 2h, above the base and below the apex
Inside through_cone(const Vec3& half, const Vec3& from, const Vec3& direction) {
  const double k = half.x() / (2.0 * half.z()), h = half.z();
  const double a =
      direction.x() * direction.x() + direction.y() * direction.y() - k * k * direction.z() * direction.z();
  const double b = from.x() * direction.x() + from.y() * direction.y() + k * k * (h - from.z()) * direction.z();
  const double c = from.x() * from.x() + from.y() * from.y() - k * k * (h - from.z()) * (h - from.z());
  Inside inside;
  inside.enter = 1e300, inside.leave = -1e300;
  auto meet = [&](double t, const Vec3& normal) {
    if (t < inside.enter) inside.enter = t, inside.normal = normal;
    inside.leave = std::max(inside.leave, t);
  };
  const double d = b * b - a * c;
  if (d >= 0.0 && a != 0.0)
    for (double side : {-1.0, 1.0}) {
      const double t = (-b + side * std::sqrt(d)) / a;
      const Vec3 p = from + t * direction;
      if (p.z() >= -h && p.z() <= h) meet(t, Vec3(p.x(), p.y(), k * k * (h - p.z())).normalized());
    }
  const double t = (-h - from.z()) / direction.z();
  const Vec3 p = from + t * direction;
  if (direction.z() != 0.0 && p.x() * p.x() + p.y() * p.y() <= half.x() * half.x()) meet(t, -Vec3::UnitZ());
  return inside;
}

Inside through_polytope(const Polytope& polytope, const Vec3& from, const Vec3& direction) {
  Inside inside;
  for (const Polytope::Face& face : polytope.faces) inside.half_space(face.normal, face.offset, from, direction);
  return inside;
}

std::optional<RayEntry> enter_surface(const Surface& surface, const Vec3& from, const Vec3& direction, double length) {
  std::vector<int> faces;
  surface.find_along(from, from + length * direction, faces);
  std::optional<RayEntry> nearest;
  for (int face : faces) {
    const auto& c = surface.triangle(face).corners;
    const auto entry = enter_triangle(c[0], c[1], c[2], from, direction, nearest ? nearest->distance : length);
    if (entry) nearest = entry;
  }
  return nearest;
}

}  // namespace

std::optional<RayEntry> enter_convex(const Convex& shape, const Vec3& from, const Vec3& direction, double length) {
  Inside inside;
  switch (shape.kind) {
    case CoreKind::point:
      inside = through_ball(Vec3::Zero(), shape.rounding, from, direction);
      break;
    case CoreKind::segment:
      inside = through_capsule(shape.half, shape.rounding, from, direction);
      break;
    case CoreKind::box:
      inside = through_box(shape.half, from, direction);
      break;
    case CoreKind::cylinder:
      inside = through_cylinder(shape.half, from, direction);
      break;
    case CoreKind::cone:
      inside = through_cone(shape.half, from, direction);
      break;
    case CoreKind::hull:
      inside = through_polytope(*shape.polytope, from, direction);
      break;
    case CoreKind::triangle:
      return {};
  }
  if (inside.enter > inside.leave || inside.enter < 0.0 || inside.enter > length) return {};
  return RayEntry{inside.enter, inside.normal};
}

std::optional<RayEntry> enter_triangle(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& from,
                                       const Vec3& direction, double length) {
  const Vec3 normal = (q - p).cross(r - p), h = direction.cross(r - p);
  const double det = (q - p).dot(h);
  if (det == 0.0) return {};
  const Vec3 s = from - p, k = s.cross(q - p);
  const double u = s.dot(h) / det, v = direction.dot(k) / det, t = (r - p).dot(k) / det;
  if (u < 0.0 || v < 0.0 || u + v > 1.0 || t < 0.0 || t > length) return {};
  return RayEntry{t, normal.normalized()};
}

std::optional<RayEntry> enter_collider(const Collider& collider, const Vec3& from, const Vec3& direction,
                                       double length) {
  const Mat3& axes = collider.placed.axes;
  const Vec3 start = axes.transpose() * (from - collider.placed.position), way = axes.transpose() * direction;
  std::optional<RayEntry> entry;
  if (collider.kind == ColliderKind::plane) {
    const double height = collider.plane_normal.dot(start) - collider.plane_offset,
                 speed = collider.plane_normal.dot(way);
    if (height >= 0.0 && speed < 0.0 && height <= -speed * length)
      entry = RayEntry{-height / speed, collider.plane_normal};
  } else if (collider.kind == ColliderKind::convex) {
    entry = enter_convex(collider.convex, start, way, length);
  }
  if (collider.kind == ColliderKind::surface) entry = enter_surface(*collider.surface, start, way, length);
  if (entry) entry->normal = axes * entry->normal;
  return entry;
}

}  // namespace spook
