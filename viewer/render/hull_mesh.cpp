// The faces of a convex hull, for drawing: gift wrapping over planes, exact enough for the tens of points a hull has.
#include <algorithm>
#include <cmath>
#include <glm/glm.hpp>
#include <map>
#include <set>

#include "viewer/render/drawn_mesh.h"

namespace spook {
namespace {

struct Face {
  std::array<int, 3> corners;
  Vec3 normal;
  double offset;
};

struct Hull {
  const std::vector<Vec3>& points;
  double tolerance;
  std::vector<Face> faces;

  void add(int a, int b, int c) {
    const Vec3 n = (points[b] - points[a]).cross(points[c] - points[a]).normalized();
    faces.push_back({{a, b, c}, n, n.dot(points[a])});
  }
  double above(const Face& face, int p) const { return face.normal.dot(points[p]) - face.offset; }
};

// four points that span a volume, or nothing
bool first_tetrahedron(const std::vector<Vec3>& p, double tolerance, std::array<int, 4>& t) {
  t = {0, -1, -1, -1};
  double best = tolerance;
  for (int i = 1; i < int(p.size()); ++i)
    if ((p[i] - p[0]).norm() > best) best = (p[i] - p[0]).norm(), t[1] = i;
  if (t[1] < 0) return false;
  best = tolerance;
  const Vec3 along = (p[t[1]] - p[0]).normalized();
  for (int i = 1; i < int(p.size()); ++i)
    if (along.cross(p[i] - p[0]).norm() > best) best = along.cross(p[i] - p[0]).norm(), t[2] = i;
  if (t[2] < 0) return false;
  best = tolerance;
  const Vec3 normal = (p[t[1]] - p[0]).cross(p[t[2]] - p[0]).normalized();
  for (int i = 1; i < int(p.size()); ++i)
    if (std::abs(normal.dot(p[i] - p[0])) > best) best = std::abs(normal.dot(p[i] - p[0])), t[3] = i;
  if (t[3] < 0) return false;
  if (normal.dot(p[t[3]] - p[0]) > 0) std::swap(t[1], t[2]);
  return true;
}

// the point takes away every face that sees it and closes the hole with a fan
void add_point(Hull& hull, int p) {
  std::set<std::pair<int, int>> rim;
  std::vector<Face> kept;
  for (const Face& face : hull.faces) {
    if (hull.above(face, p) <= hull.tolerance) {
      kept.push_back(face);
      continue;
    }
    for (int k = 0; k < 3; ++k) {
      const std::pair<int, int> edge(face.corners[k], face.corners[(k + 1) % 3]);
      if (!rim.erase({edge.second, edge.first})) rim.insert(edge);
    }
  }
  if (kept.size() == hull.faces.size()) return;
  hull.faces = std::move(kept);
  for (const auto& [a, b] : rim) hull.add(a, b, p);
}

}  // namespace

DrawnMesh hull_mesh(const std::vector<Vec3>& points) {
  DrawnMesh mesh;
  if (points.size() < 4) return mesh;
  Vec3 low = points[0], high = points[0];
  for (const Vec3& p : points) low = low.cwiseMin(p), high = high.cwiseMax(p);
  Hull hull{points, 1e-9 * std::max(1e-6, (high - low).norm()), {}};
  std::array<int, 4> t;
  if (!first_tetrahedron(points, 1e-6 * (high - low).norm(), t)) return mesh;
  hull.add(t[0], t[1], t[2]), hull.add(t[0], t[3], t[1]), hull.add(t[1], t[3], t[2]), hull.add(t[2], t[3], t[0]);
  for (int i = 0; i < int(points.size()); ++i) add_point(hull, i);

  const auto corner = [&](int i) { return glm::vec3(points[i].x(), points[i].y(), points[i].z()); };
  for (const Face& face : hull.faces)
    mesh.add_flat({corner(face.corners[0]), corner(face.corners[1]), corner(face.corners[2])});
  return mesh;
}

}  // namespace spook
