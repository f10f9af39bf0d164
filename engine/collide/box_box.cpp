// Boxes, and what may be seen as boxes without some of their extents: points and segments.
#include <cmath>

#include "engine/collide/normals.h"

namespace spook {
namespace {

constexpr double face_preference = 1e-7;  // of the size: what an edge axis must gain over a face

// box b in the frame of box a
struct Relative {
  Mat3 turn, absolute;  // columns: b's axes; their absolute values
  Vec3 offset;          // from a's centre to b's
  Vec3 half_a, half_b;
};

struct Axis {
  int id = -1;  // 0–2 faces of a, 3–5 faces of b, 6 + 3 i + j edges i × j
  double gap = -1e300;
};

double face_a(const Relative& r, int i) {
  return std::abs(r.offset[i]) - r.half_a[i] - r.absolute.row(i).dot(r.half_b);
}

double face_b(const Relative& r, int j) {
  return std::abs(r.turn.col(j).dot(r.offset)) - r.half_b[j] - r.absolute.col(j).dot(r.half_a);
}

// along a_i × b_j, not normalised; length2 is its squared length
inline double edges(const Relative& r, int i, int j, double& length2) {
  const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
  const double across = r.offset[i2] * r.turn(i1, j) - r.offset[i1] * r.turn(i2, j);
  const double a = r.half_a[i1] * r.absolute(i2, j) + r.half_a[i2] * r.absolute(i1, j);
  const double b = r.half_b[j1] * r.absolute(i, j2) + r.half_b[j2] * r.absolute(i, j1);
  length2 = r.turn(i1, j) * r.turn(i1, j) + r.turn(i2, j) * r.turn(i2, j);
  return std::abs(across) - a - b;
}

double signed_square(double x) {
  return x * std::abs(x);
}

Axis widest_face(const Relative& r, double size) {
  Axis best;
  for (int i = 0; i < 3; ++i) {
    const double gap = face_a(r, i);
    if (gap > best.gap) best = {i, gap};
  }
  for (int j = 0; j < 3; ++j) {
    const double gap = face_b(r, j);
    if (gap > best.gap + face_preference * size) best = {3 + j, gap};
  }
  return best;
}

// compared by squares: most need no root
void widest_edge(const Relative& r, double size, Axis& best) {
  double beat = signed_square(best.gap + face_preference * size);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      double length2;
      const double gap = edges(r, i, j, length2);
      if (length2 < 1e-14 || signed_square(gap) <= beat * length2) continue;
      best = {6 + 3 * i + j, gap / std::sqrt(length2)};
      beat = signed_square(best.gap + face_preference * size);
    }
}

double gap_of(const Relative& r, int id) {
  if (id < 3) return face_a(r, id);
  if (id < 6) return face_b(r, id - 3);
  double length2;
  const double gap = edges(r, (id - 6) / 3, (id - 6) % 3, length2);
  return length2 < 1e-14 ? -1e300 : gap / std::sqrt(length2);
}

// from b to a, in a's frame
Vec3 direction_of(const Relative& r, int id) {
  Vec3 n = Vec3::Zero();
  if (id < 3)
    n[id] = 1.0;
  else if (id < 6)
    n = r.turn.col(id - 3);
  else
    n = Vec3::Unit((id - 6) / 3).cross(Vec3(r.turn.col((id - 6) % 3))).normalized();
  return n.dot(r.offset) > 0.0 ? Vec3(-n) : n;
}

double along(const Relative& r, const Vec3& n) {
  return -n.dot(r.offset) - n.cwiseAbs().dot(r.half_a) - (r.turn.transpose() * n).cwiseAbs().dot(r.half_b);
}

// corners of a box that differ: of a segment two, of a point one
template <class Visit>
void each_corner(const Vec3& half, Visit visit) {
  for (int k = 0; k < 8; ++k) {
    bool twin = false;
    Vec3 corner;
    for (int i = 0; i < 3; ++i) {
      const bool high = k >> i & 1;
      twin |= high && half[i] == 0.0;
      corner[i] = high ? half[i] : -half[i];
    }
    if (!twin) visit(corner);
  }
}

// Apart, the nearest points are on one of the fifteen axes unless a corner is one of them.
bool try_corners(const Relative& r, Vec3& n, double& gap, Vec3& on_a) {
  double least = 1e300;
  Vec3 way = Vec3::Zero(), touched = Vec3::Zero();
  auto consider = [&](const Vec3& from_b_to_a, const Vec3& point_of_a, const Mat3* axes) {
    const double squared = from_b_to_a.squaredNorm();
    if (squared < least) least = squared, touched = point_of_a, way = axes ? Vec3(*axes * from_b_to_a) : from_b_to_a;
  };
  each_corner(r.half_b, [&](const Vec3& corner) {
    const Vec3 p = r.offset + r.turn * corner;
    const Vec3 nearest = p.cwiseMax(-r.half_a).cwiseMin(r.half_a);
    consider(nearest - p, nearest, nullptr);
  });
  each_corner(r.half_a, [&](const Vec3& corner) {
    const Vec3 p = r.turn.transpose() * (corner - r.offset);
    consider(p - p.cwiseMax(-r.half_b).cwiseMin(r.half_b), corner, &r.turn);
  });
  if (least < 1e-300) return false;
  way /= std::sqrt(least);
  const double here = along(r, way);
  if (!(here > gap)) return false;
  gap = here, n = way, on_a = touched;
  return true;
}

}  // namespace

namespace {

Relative relate(const Placed& a, const Placed& b) {
  Relative r;
  r.turn.noalias() = a.axes.transpose() * b.axes;
  r.absolute = r.turn.cwiseAbs();
  r.offset.noalias() = a.axes.transpose() * (b.position - a.position);
  r.half_a = a.shape->half, r.half_b = b.shape->half;
  return r;
}

}  // namespace

NormalAnswer box_box(const Placed& a, const Placed& b, PairMemory& memory, double limit) {
  const Relative r = relate(a, b);
  const double size = std::min(a.shape->size, b.shape->size);
  const double rounding = a.shape->rounding + b.shape->rounding;
  Axis axis = widest_face(r, size);
  if (axis.gap <= limit + rounding) widest_edge(r, size, axis);
  bool kept = false;
  if (memory.axis >= 0 && memory.axis != axis.id) {
    const double gap = gap_of(r, memory.axis);
    kept = gap > axis.gap - loyalty * size;
    if (kept) axis = {memory.axis, gap};
  }
  memory.axis = static_cast<std::int8_t>(axis.id);
  return {a.axes * direction_of(r, axis.id), axis.gap - rounding, false, {}, {}, kept};
}

bool box_corners(const Placed& a, const Placed& b, NormalAnswer& answer) {
  const Relative r = relate(a, b);
  const double rounding = a.shape->rounding + b.shape->rounding;
  Vec3 n, on_a;
  const double margin = answer.kept ? loyalty * std::min(a.shape->size, b.shape->size) : 0.0;
  double gap = answer.gap + rounding + margin;
  if (!try_corners(r, n, gap, on_a)) return false;
  answer.normal = a.axes * n;
  answer.gap = gap - rounding;
  answer.kept = false;
  answer.has_witness = true;
  answer.witness_a = a.position + a.axes * on_a - a.shape->rounding * answer.normal;
  answer.witness_b = answer.witness_a - answer.gap * answer.normal;
  return true;
}

NormalAnswer point_box(const Placed& a, const Placed& b) {
  const Vec3 p = b.axes.transpose() * (a.position - b.position);
  const Vec3& half = b.shape->half;
  const Vec3 nearest = p.cwiseMax(-half).cwiseMin(half);
  Vec3 way = p - nearest;
  double distance = way.norm();
  if (distance > 1e-14 * a.shape->size) {
    way /= distance;
  } else {
    int k = 0;
    for (int i = 1; i < 3; ++i)
      if (std::abs(p[i]) - half[i] > std::abs(p[k]) - half[k]) k = i;
    distance = std::abs(p[k]) - half[k];
    way = Vec3::Unit(k) * (p[k] < 0.0 ? -1.0 : 1.0);
  }
  NormalAnswer answer{b.axes * way, distance - a.shape->rounding - b.shape->rounding, true, {}, {}, false};
  answer.witness_a = a.position - a.shape->rounding * answer.normal;
  answer.witness_b = answer.witness_a - answer.gap * answer.normal;
  return answer;
}

}  // namespace spook
