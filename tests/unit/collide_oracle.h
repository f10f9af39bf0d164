// Ground truth for two convex shapes, found without any of the engine's collision code: supports and membership written
// out again, penetration of polytopes over all face normals and edge pairs, of round things by search over directions.
#pragma once

#include <cmath>
#include <random>
#include <vector>

#include "engine/scene/scene.h"

namespace spook::test {

struct Solid {
  ShapeDesc shape;
  Pose pose;
};

inline bool is_polytope(const ShapeDesc& s) {
  return s.type == ShapeType::sphere || s.type == ShapeType::capsule || s.type == ShapeType::box ||
         s.type == ShapeType::hull;
}
// what is added around the polytope
inline double around(const ShapeDesc& s) {
  return s.type == ShapeType::sphere || s.type == ShapeType::capsule ? s.radius : 0.0;
}

inline std::vector<Vec3> corners(const ShapeDesc& s) {
  switch (s.type) {
    case ShapeType::sphere:
      return {Vec3::Zero()};
    case ShapeType::capsule:
      return {Vec3(0, 0, s.half_length), Vec3(0, 0, -s.half_length)};
    case ShapeType::box: {
      std::vector<Vec3> points;
      for (int k = 0; k < 8; ++k)
        points.push_back(s.half_extents.cwiseProduct(Vec3(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1)));
      return points;
    }
    default:
      return s.points;
  }
}

// max of d · x over the shape, in its frame
inline double reach_of(const ShapeDesc& s, const Vec3& d) {
  const double across = std::sqrt(d.x() * d.x() + d.y() * d.y());
  if (s.type == ShapeType::cylinder) return s.radius * across + s.half_length * std::abs(d.z());
  if (s.type == ShapeType::cone) return std::max(0.5 * s.height * d.z(), s.radius * across - 0.5 * s.height * d.z());
  if (s.type == ShapeType::box) return s.half_extents.dot(d.cwiseAbs());
  double best = -1e300;
  for (const Vec3& p : corners(s)) best = std::max(best, p.dot(d));
  return best + around(s) * d.norm();
}

inline double reach_of(const Solid& s, const Vec3& d) {
  return s.pose.position.dot(d) + reach_of(s.shape, s.pose.orientation.conjugate() * d);
}

// the gap a unit normal from b to a leaves
inline double gap_along(const Solid& a, const Solid& b, const Vec3& n) {
  return -reach_of(a, -n) - reach_of(b, n);
}

// all planes that hold three corners with the rest on one side: enough for the small hulls of the tests
inline std::vector<Vec3> face_normals(const ShapeDesc& s) {
  std::vector<Vec3> normals;
  if (s.type == ShapeType::box) return {Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};
  if (s.type != ShapeType::hull) return normals;
  const auto p = corners(s);
  for (std::size_t i = 0; i < p.size(); ++i)
    for (std::size_t j = i + 1; j < p.size(); ++j)
      for (std::size_t k = j + 1; k < p.size(); ++k) {
        const Vec3 n = (p[j] - p[i]).cross(p[k] - p[i]).normalized();
        double low = 1e300, high = -1e300;
        for (const Vec3& q : p) low = std::min(low, n.dot(q - p[i])), high = std::max(high, n.dot(q - p[i]));
        const double size = high - low;
        if (high < 1e-9 * size) normals.push_back(n);
        if (low > -1e-9 * size) normals.push_back(-n);
      }
  return normals;
}

// how far outside a point is, at least: 0 or less is inside
inline double outside(const Solid& s, const Vec3& world) {
  const Vec3 p = s.pose.to_local(world);
  const ShapeDesc& d = s.shape;
  const double across = std::sqrt(p.x() * p.x() + p.y() * p.y());
  switch (d.type) {
    case ShapeType::sphere:
      return p.norm() - d.radius;
    case ShapeType::capsule:
      return (p - Vec3(0, 0, std::clamp(p.z(), -d.half_length, d.half_length))).norm() - d.radius;
    case ShapeType::box:
      return (p.cwiseAbs() - d.half_extents).maxCoeff();
    case ShapeType::cylinder:
      return std::max(across - d.radius, std::abs(p.z()) - d.half_length);
    case ShapeType::cone:
      return std::max(-0.5 * d.height - p.z(),
                      (across * d.height - d.radius * (0.5 * d.height - p.z())) / std::hypot(d.radius, d.height));
    default: {
      double most = -1e300;
      for (const Vec3& n : face_normals(d)) most = std::max(most, n.dot(p) - reach_of(d, n));
      return most;
    }
  }
}

inline std::vector<Vec3> edge_directions(const ShapeDesc& s) {
  if (s.type == ShapeType::capsule) return {Vec3::UnitZ()};
  if (s.type == ShapeType::box) return {Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};
  std::vector<Vec3> edges;
  const auto p = corners(s);
  for (std::size_t i = 0; i < p.size(); ++i)
    for (std::size_t j = i + 1; j < p.size(); ++j) edges.push_back((p[j] - p[i]).normalized());
  return edges;
}

// the normal of greatest gap, for overlapping shapes
struct Deepest {
  Vec3 normal = Vec3::UnitZ();
  double gap = -1e300;
  void offer(const Solid& a, const Solid& b, const Vec3& n) {
    if (n.squaredNorm() < 1e-20) return;
    const Vec3 unit = n.normalized();
    const double here = gap_along(a, b, unit);
    if (here > gap) gap = here, normal = unit;
  }
};

inline Deepest overlap_of_polytopes(const Solid& a, const Solid& b) {
  Deepest best;
  auto both = [&](const Vec3& n) { best.offer(a, b, n), best.offer(a, b, -n); };
  for (const Vec3& n : face_normals(a.shape)) both(a.pose.orientation * n);
  for (const Vec3& n : face_normals(b.shape)) both(b.pose.orientation * n);
  for (const Vec3& p : edge_directions(a.shape))
    for (const Vec3& q : edge_directions(b.shape)) both((a.pose.orientation * p).cross(b.pose.orientation * q));
  return best;
}

// ever smaller steps around a direction: apart, s(n) has one summit
inline Deepest climb(const Solid& a, const Solid& b, Deepest here, std::mt19937& random) {
  std::normal_distribution<double> normal;
  for (double step = 0.2; step > 1e-8; step *= 0.75)
    for (int i = 0; i < 16; ++i)
      here.offer(a, b, here.normal + step * Vec3(normal(random), normal(random), normal(random)));
  return here;
}

// search: spread directions, then ever smaller steps around the best few
inline Deepest overlap_by_search(const Solid& a, const Solid& b, std::mt19937& random, int spread = 300) {
  std::normal_distribution<double> normal;
  std::vector<Deepest> starts;
  for (int i = 0; i < spread; ++i) {
    Deepest one;
    one.offer(a, b, Vec3(normal(random), normal(random), normal(random)));
    starts.push_back(one);
  }
  for (const Solid* s : {&a, &b})
    for (int i = 0; i < 3; ++i)
      for (double side : {-1.0, 1.0}) {
        Deepest one;
        one.offer(a, b, s->pose.orientation * Vec3(side * Vec3::Unit(i)));
        starts.push_back(one);
      }
  std::sort(starts.begin(), starts.end(), [](const Deepest& p, const Deepest& q) { return p.gap > q.gap; });
  Deepest best;
  for (int k = 0; k < 6; ++k) {
    const Deepest here = climb(a, b, starts[k], random);
    if (here.gap > best.gap) best = here;
  }
  return best;
}

}  // namespace spook::test
