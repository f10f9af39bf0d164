#include "tests/bench/rivals/convex_frame.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/scene/convex_hull.h"

namespace spook::rivals {
namespace {

bool known(const std::vector<Vec3>& directions, const Vec3& d) {
  return std::ranges::any_of(directions, [&](const Vec3& e) { return e.cross(d).norm() < 1e-9; });
}

double between(const Placed& a, const Placed& b, const Vec3& n) {
  return a.support(n) + b.support(-n);
}

double beside_plane(const Placed& plane, const Placed& other) {
  const Vec3 n = plane.pose.orientation * plane.frame->shape->normal.normalized();
  return plane.frame->shape->offset + n.dot(plane.pose.position) + other.support(-n);
}

// directions that may separate two shapes: normals of faces, of pairs of edges, and for round ones towards each other
class Directions {
 public:
  Directions(const Placed& a, const Placed& b) {
    for (const Vec3& n : a.frame->normals) add(a.pose.orientation * n);
    for (const Vec3& n : b.frame->normals) add(-(b.pose.orientation * n));
    const std::size_t faces = found_.size();
    for (const Vec3& p : a.frame->edges)
      for (const Vec3& q : b.frame->edges) both((a.pose.orientation * p).cross(b.pose.orientation * q));
    if (a.frame->flat() && b.frame->flat()) return;
    const Vec3 across = b.pose.position - a.pose.position;
    both(across);
    for (const Placed* side : {&a, &b})
      for (const Vec3& local : side->frame->edges) {
        const Vec3 e = side->pose.orientation * local;
        both(across - across.dot(e) * e);
      }
    between_faces(std::min<std::size_t>(faces, 16), across);
  }
  const std::vector<Vec3>& all() const { return found_; }

 private:
  void add(const Vec3& n) {
    if (n.norm() > 1e-9) found_.push_back(n.normalized());
  }
  void both(const Vec3& n) { add(n), add(-n); }
  // towards edges and corners of a polyhedron, and the rim of a cylinder
  void between_faces(std::size_t count, const Vec3& across) {
    const std::vector<Vec3> faces(found_.begin(), found_.begin() + static_cast<std::ptrdiff_t>(count));
    for (std::size_t i = 0; i < count; ++i) {
      add(faces[i] + across.normalized());
      for (std::size_t j = i + 1; j < count; ++j) {
        add(faces[i] + faces[j]);
        for (std::size_t k = j + 1; k < count; ++k) add(faces[i] + faces[j] + faces[k]);
      }
    }
  }

  std::vector<Vec3> found_;
};

// ever smaller steps around a direction
double refined(const Placed& a, const Placed& b, Vec3 axis, double value) {
  double step = 0.3, turn = 0.0;
  for (int round = 0; round < 120 && step > 3e-7 && value > 0.0; ++round) {
    const Vec3 u = axis.unitOrthogonal(), w = axis.cross(u);
    Vec3 improved = axis;
    for (int k = 0; k < 6; ++k) {
      const double angle = turn + k * std::numbers::pi / 3;
      const Vec3 n = (axis + step * (std::cos(angle) * u + std::sin(angle) * w)).normalized();
      if (const double trial = between(a, b, n); trial < value) value = trial, improved = n;
    }
    step = improved == axis ? 0.6 * step : std::min(0.3, 1.2 * step);
    turn += std::numbers::phi * 2 * std::numbers::pi;  // other directions every time
    axis = improved;
  }
  return value;
}

double best_of(const Placed& a, const Placed& b, std::vector<std::pair<double, Vec3>>& starts) {
  constexpr std::size_t tries = 12;
  std::ranges::sort(starts, {}, [](const auto& s) { return s.first; });
  double best = starts.front().first;
  std::vector<Vec3> tried;
  for (const auto& [value, start] : starts) {
    if (tried.size() == tries || best <= 0.0) break;
    if (std::ranges::any_of(tried, [&](const Vec3& t) { return t.dot(start) > 0.98; })) continue;
    tried.push_back(start);
    best = std::min(best, refined(a, b, start, value));
  }
  return best;
}

}  // namespace

ConvexFrame::ConvexFrame(const ShapeDesc& described) : shape(&described) {
  switch (described.type) {
    case ShapeType::box:
      for (int i = 0; i < 3; ++i) {
        normals.insert(normals.end(), {Vec3(Vec3::Unit(i)), Vec3(-Vec3::Unit(i))});
        edges.push_back(Vec3::Unit(i));
      }
      break;
    case ShapeType::hull: {
      const ConvexHull hull = convex_hull(described.points);
      corners = hull.vertices;
      for (const HullFace& face : hull.faces) {
        normals.push_back(face.normal);
        for (std::size_t i = 0; i < face.vertices.size(); ++i) {
          const Vec3 e =
              (corners[face.vertices[(i + 1) % face.vertices.size()]] - corners[face.vertices[i]]).normalized();
          if (!known(edges, e)) edges.push_back(e);
        }
      }
      break;
    }
    case ShapeType::cylinder:
      normals = {Vec3::UnitZ(), -Vec3::UnitZ()};
      edges = {Vec3::UnitZ()};
      break;
    case ShapeType::capsule:
      edges = {Vec3::UnitZ()};
      break;
    default:
      break;
  }
}

double ConvexFrame::support(const Vec3& d) const {
  switch (shape->type) {
    case ShapeType::sphere:
      return shape->radius * d.norm();
    case ShapeType::box:
      return d.cwiseAbs().dot(shape->half_extents);
    case ShapeType::capsule:
      return std::abs(d.z()) * shape->half_length + shape->radius * d.norm();
    case ShapeType::cylinder:
      return std::abs(d.z()) * shape->half_length + shape->radius * std::hypot(d.x(), d.y());
    default: {
      double best = -1e300;
      for (const Vec3& p : corners) best = std::max(best, d.dot(p));
      return best;
    }
  }
}

double overlap_of(const Placed& a, const Placed& b) {
  if (a.frame->plane() && b.frame->plane()) return 0.0;
  if (a.frame->plane()) return beside_plane(a, b);
  if (b.frame->plane()) return beside_plane(b, a);
  std::vector<std::pair<double, Vec3>> starts;
  const Directions directions(a, b);
  for (const Vec3& n : directions.all()) {
    starts.emplace_back(between(a, b, n), n);
    if (starts.back().first <= 0.0) return starts.back().first;  // apart: how far is of no interest
  }
  if (a.frame->flat() && b.frame->flat())
    return std::ranges::min(starts, {}, [](const auto& s) { return s.first; }).first;
  return best_of(a, b, starts);
}

}  // namespace spook::rivals
