#include "viewer/interact/picking.h"

#include <algorithm>
#include <cmath>

#include "viewer/render/convert.h"

namespace spook {
namespace {

constexpr double far_away = 1e5;

struct LocalRay {
  glm::dvec3 from, direction;
};

glm::dvec3 stretched(const MeshVertex& v, const ShapeModel& shape) {
  return glm::dvec3(v.position) * glm::dvec3(shape.size) + glm::dvec3(0, 0, v.stretch * shape.size.w);
}

// Möller and Trumbore
double hit_triangle(const LocalRay& ray, const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c) {
  const glm::dvec3 ab = b - a, ac = c - a, p = glm::cross(ray.direction, ac);
  const double determinant = glm::dot(ab, p);
  if (std::abs(determinant) < 1e-14) return far_away;
  const glm::dvec3 s = ray.from - a;
  const double u = glm::dot(s, p) / determinant;
  if (u < 0 || u > 1) return far_away;
  const glm::dvec3 q = glm::cross(s, ab);
  const double v = glm::dot(ray.direction, q) / determinant;
  if (v < 0 || u + v > 1) return far_away;
  const double t = glm::dot(ac, q) / determinant;
  return t > 1e-9 ? t : far_away;
}

double hit_mesh(const LocalRay& ray, const DrawnMesh& mesh, const ShapeModel& shape, glm::dvec3& normal) {
  double nearest = far_away;
  for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
    const glm::dvec3 a = stretched(mesh.vertices[mesh.indices[i]], shape),
                     b = stretched(mesh.vertices[mesh.indices[i + 1]], shape),
                     c = stretched(mesh.vertices[mesh.indices[i + 2]], shape);
    const double t = hit_triangle(ray, a, b, c);
    if (t < nearest) nearest = t, normal = glm::cross(b - a, c - a);
  }
  return nearest;
}

bool misses_ball(const Vec3& from, const Vec3& direction, const Vec3& centre, double radius) {
  const Vec3 to = centre - from;
  const double along = to.dot(direction), off = to.squaredNorm() - along * along;
  return off > radius * radius || along < -radius;
}

// one body, hits nearer than `nearest` only
void cast_body(const PickScene& scene, int index, const Pose& pose, const Vec3& from, const Vec3& direction,
               PickHit& best) {
  const BodyView& body = scene.snapshot.bodies[index];
  const BodyModel& model = scene.shapes.model(body.look);
  for (std::size_t s = 0; s < model.shapes.size(); ++s) {
    const ShapeModel& shape = model.shapes[s];
    const ShapeDesc& desc = body.look->shapes[s];
    const Pose place = model.skinned ? pose : pose * desc.pose;
    if (shape.mesh < 0) {
      const Vec3 n = place.orientation * desc.normal.normalized();
      const double approach = n.dot(direction), height = n.dot(from - place.position) - desc.offset;
      const double t = approach < -1e-9 && height > 0 ? -height / approach : far_away;
      if (t < best.distance) best = {index, t, from + direction * t, n};
      continue;
    }
    if (misses_ball(from, direction, place.position, shape.reach)) continue;
    const Vec3 f = place.to_local(from), d = place.orientation.conjugate() * direction;
    glm::dvec3 normal(0, 0, 1);
    const double t =
        hit_mesh({{f.x(), f.y(), f.z()}, {d.x(), d.y(), d.z()}}, scene.shapes.meshes()[shape.mesh], shape, normal);
    if (t >= best.distance) continue;
    Vec3 n = place.orientation * Vec3(normal.x, normal.y, normal.z).normalized();
    if (n.dot(direction) > 0) n = -n;
    best = {index, t, from + direction * t, n};
  }
}

}  // namespace

std::optional<PickHit> cast(const PickScene& scene, const Vec3& from, const Vec3& direction, int skip) {
  PickHit best;
  best.distance = far_away;
  for (int i = 0; i < int(scene.snapshot.bodies.size()) && i < int(scene.poses.size()); ++i)
    if (i != skip) cast_body(scene, i, scene.poses[i], from, direction, best);
  if (best.body < 0) return std::nullopt;
  return best;
}

// Columns through the body: for each, its underside from below and what stands under it from above.
std::optional<double> drop_to_rest(const PickScene& scene, int body, const Pose& pose) {
  const BodyModel& model = scene.shapes.model(scene.snapshot.bodies[body].look);
  Eigen::AlignedBox3d box;
  std::vector<Vec2> columns;
  for (const ShapeModel& shape : model.shapes) {
    if (shape.mesh < 0) return std::nullopt;
    for (const MeshVertex& v : scene.shapes.meshes()[shape.mesh].vertices) {
      const glm::vec4 p = shape.place * glm::vec4(glm::vec3(stretched(v, shape)), 1.0f);
      const Vec3 world = pose.to_parent({p.x, p.y, p.z});
      box.extend(world);
      if (columns.size() < 64) columns.emplace_back(world.x(), world.y());
    }
  }
  if (box.isEmpty()) return std::nullopt;
  // vertices drawn in a little so that they meet the body's own triangles, and a grid over the whole footprint
  const Vec2 middle(pose.position.x(), pose.position.y());
  for (Vec2& c : columns) c = middle + (c - middle) * 0.9995;
  constexpr int n = 9;
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k)
      columns.emplace_back(box.min().x() + box.sizes().x() * (i + 0.5) / n,
                           box.min().y() + box.sizes().y() * (k + 0.5) / n);

  std::optional<double> drop;
  for (const Vec2& c : columns) {
    PickHit under;
    under.distance = far_away;
    cast_body(scene, body, pose, Vec3(c.x(), c.y(), box.min().z() - 1.0), Vec3::UnitZ(), under);
    if (under.body < 0) continue;
    // start above the body's top: resting places inside it are found too, and lift it
    const auto below = cast(scene, Vec3(c.x(), c.y(), box.max().z() + 0.05), -Vec3::UnitZ(), body);
    if (!below) continue;
    const double gap = under.point.z() - below->point.z();
    if (!drop || gap < *drop) drop = gap;
  }
  if (drop) return -*drop;
  return std::nullopt;
}

}  // namespace spook
