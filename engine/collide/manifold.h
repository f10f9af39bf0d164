// Contact points of two convex shapes from their common normal: support features along it, projected on the plane
// across it and intersected; each point's gap is the difference of the two features' heights. Complete on the first
// call.
#pragma once

#include <algorithm>
#include <cmath>

#include "engine/collide/feature.h"

namespace spook {

constexpr double coincident = 5e-4;    // of the size: a corner this near a side counts as inside, a twin is dropped
constexpr double flat_face = 0.99995;  // only beyond sides of faces as square to the normal as this heights may be told

struct ManifoldPoint {
  Vec3 a, b;  // on the two surfaces
  double gap = 0.0;
  std::uint64_t feature = 0;
  int source = 0;      // the caller's own
  Vec3 normal;         // where the manifold says so
  double share = 1.0;  // see share_of_line()
};

struct Manifold {
  static constexpr int capacity = 4 * Feature::capacity;
  Vec3 normal = Vec3::Zero();  // from b to a
  bool own_normals = false;    // every point has its own; the above is the nearest's
  int count = 0;
  ManifoldPoint points[capacity];

  // To be called before points are put in, each of them whole: a thread's scratch still holds the previous pair's.
  void begin(const Vec3& nearest_normal, bool normals_of_points = false) {
    normal = nearest_normal, own_normals = normals_of_points, count = 0;
  }
};

// which features made a point: the same numbers for as long as the same corners, sides or ends meet
enum class Meeting : std::uint64_t { constant, vertex_a, vertex_b, edges, witness };
constexpr std::uint64_t feature_id(Meeting meeting, std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint64_t>(meeting) << 60 | (a & 0x3fffffff) << 30 | (b & 0x3fffffff);
}

struct NormalAnswer {
  Vec3 normal;       // from b to a
  double gap = 0.0;  // s(n)
  bool has_witness = false;
  Vec3 witness_a, witness_b;
  bool kept = false;  // out of loyalty to last step: some other normal has a slightly greater s
};

// What to do where the features do not overlap: always: the witness stands for them (or one supporting corner); inside:
// only if it lies above b's polygon.
enum class Fallback { always, inside };

// how far from where two round sides are nearest they have opened by so much; most, if that is farther
inline double sides_open(double radii, double sine, double open, double most) {
  const double squared = 2.0 * radii * open;
  return squared < most * most * sine * sine ? std::sqrt(squared) / sine : most;
}

// As how many points of a material's compliance ε one counts that tells of such a stretch of a round side. A line of
// length L gives by F = (π/4) E* L d whatever the radii, so its stiffness must be that of its length, not of the number
// of points that tell it. A punch of radius a gives by F = 2 E* a d: with the ε of a lone point meant for a patch of a
// fifth of the body's radius r, a line's stiffness is L / (ε r/2). (Hertz's patches are smaller, lines stiffer yet.)
// None is softer than a lone point.
inline double share_of_line(double stretch, double radius) {
  return std::max(1.0, 2.0 * stretch / radius);
}

// only slender sides are lines: what is as thick as it is long rocks from end to end as on points
inline bool is_slender(double length, double radius) {
  return length > 4.0 * radius;
}

// the same for each of so many points of two sides askew: of their length what presses, as they curve apart
inline double share_of_sides(double length, int points, double sine, double radius_a, double radius_b) {
  constexpr double pressed = 5e-4;  // of the thinner one's radius: how far sides under load still press
  const double radius = std::min(radius_a, radius_b);
  return share_of_line(sides_open(radius_a + radius_b, sine, pressed * radius, length / points), radius);
}

// keeps points with a gap up to limit; size is a length typical of the pair, to which tolerances refer
void make_manifold(const Placed& a, const Placed& b, const NormalAnswer& answer, double limit, double size,
                   Manifold& manifold, Fallback fallback = Fallback::always);

// at most four, by a fixed rule: the deepest, and the widest quadrilateral; near-collinear points go first
void reduce_manifold(Manifold& manifold, double size);

// two unit vectors that make a right-handed frame with n
inline void tangent_frame(const Vec3& n, Vec3& u, Vec3& v) {
  const double sign = std::copysign(1.0, n.z()), c = -1.0 / (sign + n.z()), d = n.x() * n.y() * c;
  u = Vec3(1.0 + sign * n.x() * n.x() * c, sign * d, -sign * n.x());
  v = Vec3(d, sign + n.y() * n.y() * c, -n.y());
}

}  // namespace spook
