// Spheres and capsules against each other: nearest points of two segments, either of which may be a point.
#include <algorithm>
#include <cmath>

#include "engine/collide/normals.h"

namespace spook {
namespace {

// parameters in [−l, l] of the nearest points of two segments through pa, pb along unit vectors da, db
void nearest_parameters(const Vec3& offset, const Vec3& da, double la, const Vec3& db, double lb, double& s,
                        double& t) {
  const double c = da.dot(db), a = da.dot(offset), b = db.dot(offset), sine2 = 1.0 - c * c;
  s = sine2 > 1e-12 ? std::clamp((a - c * b) / sine2, -la, la) : std::clamp(a, -la, la);
  t = std::clamp(c * s - b, -lb, lb);
  s = std::clamp(c * t + a, -la, la);
}

}  // namespace

NormalAnswer round_round(const Placed& a, const Placed& b) {
  const Vec3 da = a.axes.col(2), db = b.axes.col(2), offset = b.position - a.position;
  double s = 0.0, t = 0.0;
  nearest_parameters(offset, da, a.shape->half.z(), db, b.shape->half.z(), s, t);
  const Vec3 core_a = a.position + s * da, core_b = b.position + t * db;
  Vec3 n = core_a - core_b;
  const double distance = n.norm(), size = std::min(a.shape->size, b.shape->size);
  if (distance > 1e-12 * size) {
    n /= distance;
  } else {
    // axes that meet: across both; one line or one point: any way across
    const Vec3 across = da.cross(db);
    Vec3 u, v;
    tangent_frame(a.shape->half.z() > 0.0 ? da : db, u, v);
    n = across.squaredNorm() > 1e-12 ? Vec3(across.normalized())
                                     : (a.shape->half.z() + b.shape->half.z() > 0.0 ? u : Vec3::UnitZ());
  }
  NormalAnswer answer{n, distance - a.shape->rounding - b.shape->rounding, true, {}, {}, false};
  answer.witness_a = core_a - a.shape->rounding * n;
  answer.witness_b = core_b + b.shape->rounding * n;
  return answer;
}

NormalAnswer turned(NormalAnswer answer) {
  answer.normal = -answer.normal;
  std::swap(answer.witness_a, answer.witness_b);
  return answer;
}

}  // namespace spook
