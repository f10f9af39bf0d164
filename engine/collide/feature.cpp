#include "engine/collide/feature.h"

#include <array>
#include <cmath>

namespace spook {
namespace {

constexpr int rim_points = 8;
constexpr double root_half = 0.70710678118654752440;
// fixed in the body, so that a standing cylinder keeps its points
constexpr double rim_x[rim_points] = {1, root_half, 0, -root_half, -1, -root_half, 0, root_half};
constexpr double rim_y[rim_points] = {0, root_half, 1, root_half, 0, -root_half, -1, -root_half};
constexpr std::uint32_t rim_edge_id = 100;
constexpr std::uint32_t side_end_id = 200;
constexpr std::uint32_t rim_support_id = 300;

void point_feature(const Placed& placed, const Vec3& local, std::uint32_t id, Feature& feature) {
  feature.count = 1;
  feature.points[0] = placed.position + placed.axes * local;
  feature.vertices[0] = feature.edges[0] = id;
}

constexpr int sign_u[4] = {-1, 1, 1, -1}, sign_v[4] = {-1, -1, 1, 1};

constexpr BoxFaceNames make_box_face_names(int k, bool up) {
  const int u = (k + 1) % 3, v = (k + 2) % 3;
  BoxFaceNames names{};
  for (int i = 0; i < 4; ++i) {
    const std::uint32_t bit_u = sign_u[i] > 0, bit_v = (sign_v[i] > 0) == up, bit_k = up;
    names.corners[i] = (bit_u << u) | (bit_v << v) | (bit_k << k);
    // sides 0 and 2 run along u, 1 and 3 along v; the other two signs name them
    const int along = i % 2 == 0 ? u : v;
    const std::uint32_t next_v = (sign_v[(i + 1) % 4] > 0) == up, next_u = sign_u[(i + 1) % 4] > 0;
    const std::uint32_t across = i % 2 == 0 ? (next_v << v) : (next_u << u);
    names.sides[i] = 8 * along + (across | (bit_k << k));
  }
  return names;
}

constexpr BoxFaceNames box_names[3][2] = {{make_box_face_names(0, false), make_box_face_names(0, true)},
                                          {make_box_face_names(1, false), make_box_face_names(1, true)},
                                          {make_box_face_names(2, false), make_box_face_names(2, true)}};

// the face a box turns toward d (in its frame)
void box_feature(const Placed& placed, const Vec3& d, Feature& feature) {
  int k = 0;
  if (std::abs(d.y()) > std::abs(d[k])) k = 1;
  if (std::abs(d.z()) > std::abs(d[k])) k = 2;
  const int u = (k + 1) % 3, v = (k + 2) % 3;
  const bool up = d[k] > 0.0;
  const double side = up ? 1.0 : -1.0;
  const Vec3& half = placed.shape->half;
  const Vec3 centre = placed.position + placed.axes.col(k) * (side * half[k]);
  const Vec3 along_u = placed.axes.col(u) * half[u], along_v = placed.axes.col(v) * (side * half[v]);
  feature.count = 4;
  feature.normal = side * placed.axes.col(k);
  const BoxFaceNames& names = box_face_names(k, up);
  for (int i = 0; i < 4; ++i) {
    feature.points[i] = centre + sign_u[i] * along_u + sign_v[i] * along_v;
    feature.vertices[i] = names.corners[i], feature.edges[i] = names.sides[i];
  }
}

void cap_feature(const Placed& placed, double radius, double height, bool up, Feature& feature) {
  feature.count = rim_points;
  feature.curved = true;
  feature.normal = (up ? 1.0 : -1.0) * placed.axes.col(2);
  for (int i = 0; i < rim_points; ++i) {
    const int k = up ? i : rim_points - 1 - i;
    const std::uint32_t id = (up ? rim_points : 0) + k;
    feature.points[i] = placed.position + placed.axes * Vec3(radius * rim_x[k], radius * rim_y[k], height);
    feature.vertices[i] = id;
    feature.edges[i] = rim_edge_id + (up ? rim_points : 0) + (up ? k : (k + rim_points - 1) % rim_points);
  }
}

void segment_feature(const Placed& placed, const Vec3& low, const Vec3& high, double roundness, Feature& feature) {
  feature.count = 2;
  feature.roundness = roundness;
  feature.points[0] = placed.position + placed.axes * low;
  feature.points[1] = placed.position + placed.axes * high;
  for (int i = 0; i < 2; ++i) feature.vertices[i] = feature.edges[i] = side_end_id + i;
}

void cylinder_feature(const Placed& placed, const Vec3& d, Feature& feature) {
  const Vec3& half = placed.shape->half;
  const double across = length_of(d.x(), d.y());
  if (std::abs(d.z()) > across)
    return cap_feature(placed, half.x(), std::copysign(half.z(), d.z()), d.z() > 0, feature);
  const double x = half.x() * d.x() / across, y = half.x() * d.y() / across;
  segment_feature(placed, {x, y, -half.z()}, {x, y, half.z()}, half.x(), feature);
}

// base or side, whichever normal is nearer
void cone_feature(const Placed& placed, const Vec3& d, Feature& feature) {
  const double radius = placed.shape->half.x(), half = placed.shape->half.z();
  const double slant = length_of(radius, 2 * half), across = length_of(d.x(), d.y());
  const double side = (across * 2 * half + d.z() * radius) / slant;
  if (-d.z() > side || across < 1e-12 * std::abs(d.z())) {
    if (d.z() > 0) return point_feature(placed, {0, 0, half}, side_end_id + 1, feature);
    return cap_feature(placed, radius, -half, false, feature);
  }
  // far above the side's normal only the apex is near
  if (side < 0.7) return point_feature(placed, {0, 0, half}, side_end_id + 1, feature);
  const Vec3 rim(radius * d.x() / across, radius * d.y() / across, -half);
  segment_feature(placed, rim, {0, 0, half}, radius, feature);
}

void polytope_feature(const Placed& placed, const Vec3& d, Feature& feature) {
  const Polytope& polytope = *placed.shape->polytope;
  // of the faces at the farthest corner the one with most corners as far, then the one that turns most toward d
  const double level = core_support(*placed.shape, d).dot(d) - 1e-7 * placed.shape->size;
  const Polytope::Face* best = nullptr;
  int most = 0;
  for (const Polytope::Face& face : polytope.faces) {
    int corners = 0;
    for (int i = 0; i < face.count; ++i) corners += d.dot(polytope.vertices[polytope.corners[face.first + i]]) >= level;
    if (corners < most || corners == 0) continue;
    if (corners > most || face.normal.dot(d) > best->normal.dot(d)) best = &face, most = corners;
  }
  feature.count = std::min(best->count, Feature::capacity);
  feature.normal = placed.axes * best->normal;
  for (int i = 0; i < feature.count; ++i) {
    const int corner = best->first + i;
    feature.points[i] = placed.position + placed.axes * polytope.vertices[polytope.corners[corner]];
    feature.vertices[i] = polytope.corners[corner];
    feature.edges[i] = polytope.edges[corner];
  }
}

void triangle_feature(const Placed& placed, const Vec3& d, Feature& feature) {
  const Triangle& triangle = *placed.shape->triangle;
  const bool front = triangle.normal.dot(d) >= 0.0;
  feature.count = 3;
  feature.normal = placed.axes * (front ? triangle.normal : Vec3(-triangle.normal));
  for (int i = 0; i < 3; ++i) {
    const int k = front ? i : 2 - i;
    feature.points[i] = placed.position + placed.axes * triangle.corners[k];
    feature.vertices[i] = triangle.vertices[k];
    feature.edges[i] = triangle.edges[front ? k : (k + 2) % 3];
  }
}

}  // namespace

const BoxFaceNames& box_face_names(int k, bool up) {
  return box_names[k][up];
}

void support_feature(const Placed& placed, const Vec3& direction, Feature& feature) {
  const Convex& shape = *placed.shape;
  const Vec3 d = placed.axes.transpose() * direction;
  feature.curved = false;
  feature.roundness = shape.rounding;
  switch (shape.kind) {
    case CoreKind::point:
      point_feature(placed, Vec3::Zero(), rim_support_id, feature);
      break;
    case CoreKind::segment:
      segment_feature(placed, {0, 0, -shape.half.z()}, {0, 0, shape.half.z()}, shape.rounding, feature);
      break;
    case CoreKind::box:
      box_feature(placed, d, feature);
      break;
    case CoreKind::cylinder:
      cylinder_feature(placed, d, feature);
      break;
    case CoreKind::cone:
      cone_feature(placed, d, feature);
      break;
    case CoreKind::triangle:
      triangle_feature(placed, d, feature);
      break;
    case CoreKind::hull:
      polytope_feature(placed, d, feature);
      break;
  }
  if (shape.rounding > 0.0)
    for (int i = 0; i < feature.count; ++i) feature.points[i] += shape.rounding * direction;
}

}  // namespace spook
