#include "engine/collide/gauss.h"

#include <algorithm>
#include <cmath>

#include "engine/collide/manifold.h"

namespace spook {
namespace {

struct Builder {
  const Placed& placed;
  const Vec3 direction;  // in the shape's frame
  double angle;
  GaussPatch& patch;

  void face(const Vec3& normal) {
    if (patch.face_count == GaussPatch::capacity) return;
    if (angle >= 2.0 || (normal - direction).squaredNorm() < angle * angle)
      patch.faces[patch.face_count++] = placed.axes * normal;
  }
  void arc(const Vec3& axis, double level, const Vec3& through) {
    if (patch.arc_count == GaussPatch::capacity) return;
    if (angle >= 2.0 || std::abs(direction.dot(axis) - level) < angle)
      patch.arcs[patch.arc_count++] = {placed.axes * axis, level, placed.position + placed.axes * through};
  }
};

void box_patch(const Vec3& half, Builder& build) {
  const Vec3& d = build.direction;
  for (int i = 0; i < 3; ++i) {
    build.face(Vec3::Unit(i)), build.face(-Vec3::Unit(i));
    // of the four edges along i, the one that is farthest along d
    Vec3 through(std::copysign(half.x(), d.x()), std::copysign(half.y(), d.y()), std::copysign(half.z(), d.z()));
    through[i] = 0.0;
    build.arc(Vec3::Unit(i), 0.0, through);
  }
}

void polytope_patch(const Polytope& polytope, Builder& build) {
  const Vec3& d = build.direction;
  for (const auto& face : polytope.faces)
    if (build.angle < 2.0) build.face(face.normal);
  for (std::size_t e = 0; e < polytope.edge_vertices.size() && build.angle < 2.0; ++e) {
    const Vec3 &p = polytope.vertices[polytope.edge_vertices[e][0]],
               &q = polytope.vertices[polytope.edge_vertices[e][1]];
    const Vec3 axis = (q - p).normalized();
    if (std::abs(d.dot(axis)) >= build.angle) continue;
    // only edges whose own arc passes near
    const Vec3 &f = polytope.faces[polytope.edge_faces[e][0]].normal,
               &g = polytope.faces[polytope.edge_faces[e][1]].normal;
    const Vec3 middle = (f + g).normalized();
    if (middle.dot(d) > middle.dot(f) - 2.0 * build.angle) build.arc(axis, 0.0, p);
  }
}

void triangle_patch(const Triangle& triangle, Builder& build) {
  build.face(triangle.normal), build.face(-triangle.normal);
  for (int i = 0; i < 3; ++i)
    build.arc((triangle.corners[(i + 1) % 3] - triangle.corners[i]).normalized(), 0.0, triangle.corners[i]);
}

}  // namespace

void gauss_patch(const Placed& placed, const Vec3& direction, double angle, GaussPatch& patch) {
  const Convex& shape = *placed.shape;
  patch.face_count = patch.arc_count = 0;
  patch.rim = false;
  Builder build{placed, placed.axes.transpose() * direction, angle, patch};
  patch.corner = placed.position + placed.axes * core_support(shape, build.direction);
  const Vec3& half = shape.half;
  switch (shape.kind) {
    case CoreKind::point:
      break;
    case CoreKind::segment:
      build.arc(Vec3::UnitZ(), 0.0, Vec3::Zero());
      break;
    case CoreKind::box:
      box_patch(half, build);
      break;
    case CoreKind::cylinder:
      build.face(Vec3::UnitZ()), build.face(-Vec3::UnitZ());
      build.arc(Vec3::UnitZ(), 0.0, Vec3::Zero());
      patch.rim = true;
      patch.rim_axis = placed.axes.col(2);
      patch.rim_centre = placed.position + std::copysign(half.z(), build.direction.z()) * patch.rim_axis;
      break;
    case CoreKind::cone: {
      build.face(-Vec3::UnitZ());
      build.arc(Vec3::UnitZ(), half.x() / length_of(half.x(), 2.0 * half.z()), Vec3(0, 0, half.z()));
      patch.rim = core_support(shape, build.direction).z() < 0.0;
      patch.rim_axis = placed.axes.col(2);
      patch.rim_centre = placed.position - half.z() * patch.rim_axis;
      break;
    }
    case CoreKind::hull:
      polytope_patch(*shape.polytope, build);
      break;
    case CoreKind::triangle:
      triangle_patch(*shape.triangle, build);
      break;
  }
}

namespace {

struct Climb {
  const Placed &a, &b;
  Vec3& n;
  double& gap;
  const double angle;
  bool gained = false;

  bool offer(const Vec3& way) {
    const double squared = way.squaredNorm();
    if (!(squared > 1e-24)) return false;
    const Vec3 unit = way / std::sqrt(squared);
    const double here = separation(a, b, unit);
    if (!(here > gap)) return false;
    gap = here, n = unit, gained = true;
    return true;
  }

  // n · e1 = x and n · e2 = y
  void cross(const Vec3& e1, double x, const Vec3& e2, double y) {
    const double c = e1.dot(e2), sine2 = 1.0 - c * c;
    if (sine2 < 1e-12) return;
    const double p = (x - c * y) / sine2, q = (y - c * x) / sine2;
    const double rest = 1.0 - p * x - q * y;
    if (rest < 0.0) return;
    const Vec3 level = p * e1 + q * e2, up = e1.cross(e2) * std::sqrt(rest / sine2);
    const bool with = up.dot(n) >= 0.0;
    offer(with ? Vec3(level + up) : Vec3(level - up));
    if (angle >= 2.0) offer(with ? Vec3(level - up) : Vec3(level + up));
  }

  // an arc of a's outward normals and one of b's
  void meet(const GaussArc& arc_a, const GaussArc& arc_b) {
    cross(arc_a.axis, -arc_a.level, arc_b.axis, arc_b.level);
    // of parallel round sides the way between the axes
    if (std::abs(arc_a.axis.dot(arc_b.axis)) > 0.999)
      offer(on_arc(arc_b.axis, arc_b.level, arc_a.through - arc_b.through));
  }

  // on the arc n · axis = level the point nearest to a direction
  static Vec3 on_arc(const Vec3& axis, double level, const Vec3& toward) {
    const Vec3 across = toward - axis * axis.dot(toward);
    const double length = across.norm();
    if (length < 1e-300) return Vec3::Zero();
    return across * (std::sqrt(std::max(0.0, 1.0 - level * level)) / length) + axis * level;
  }

  // along an arc, smooth where the other shape turns a rim to it: parabolas through three points
  void search_arc(const Vec3& axis, double level) {
    Vec3 at = on_arc(axis, level, n);
    offer(at);
    double step = 0.02, f0 = separation(a, b, at);
    for (int round = 0; round < 8 && step > 1e-7; ++round) {
      const Vec3 side = axis.cross(at);
      const Vec3 low = on_arc(axis, level, at - step * side), high = on_arc(axis, level, at + step * side);
      const double fl = separation(a, b, low), fh = separation(a, b, high);
      const double bend = fl + fh - 2.0 * f0;
      const double move = bend < 0.0 ? std::clamp(0.5 * (fl - fh) / bend, -2.0, 2.0) : (fh > fl ? 1.0 : -1.0);
      const Vec3 next = on_arc(axis, level, at + move * step * side);
      const double there = separation(a, b, next);
      if (there > f0) at = next, f0 = there;
      step *= std::abs(move) > 0.5 ? 0.5 : 0.1;
    }
    offer(at);
  }

  // smooth in both directions between rims: Newton on differences
  void search_around() {
    double step = 3e-3;
    for (int round = 0; round < 6; ++round) {
      Vec3 u, v;
      tangent_frame(n, u, v);
      auto s = [&](double x, double y) { return separation(a, b, (n + step * (x * u + y * v)).normalized()); };
      const double f = gap, fu = s(1, 0), gu = s(-1, 0), fv = s(0, 1), gv = s(0, -1), fuv = s(1, 1), guv = s(-1, -1);
      const double hu = fu + gu - 2 * f, hv = fv + gv - 2 * f, huv = 0.5 * (fuv + guv - fu - gu - fv - gv + 2 * f);
      const double du = 0.5 * (fu - gu), dv = 0.5 * (fv - gv), det = hu * hv - huv * huv;
      double x = 0.0, y = 0.0;
      const double slope = length_of(du, dv);
      if (det > 0.0 && hu < 0.0)
        x = -(hv * du - huv * dv) / det, y = -(hu * dv - huv * du) / det;
      else if (slope > 0.0)
        x = 2.0 * du / slope, y = 2.0 * dv / slope;  // no summit in sight: uphill
      const double length = length_of(x, y);
      if (length > 3.0) x *= 3.0 / length, y *= 3.0 / length;
      const Vec3 before = n;
      const bool better = offer(n + step * (x * u + y * v));
      if (!better)
        offer(before + step * u), offer(before - step * u), offer(before + step * v), offer(before - step * v);
      step *= length < 1.0 ? 0.1 : 0.5;
      if (step < 1e-7) return;
    }
  }
};

// What an arc is led to by the other shape's corner. A rim's farthest point goes along with the normal: the way to it
// from a side along it is the mirror image of the normal at the best one, just as good, and the answer went from one to
// the other at every step. The rim's centre tells the best one itself.
Vec3 tip(const GaussPatch& patch, const GaussArc& arc) {
  constexpr double along = 0.99;
  return patch.rim && std::abs(arc.axis.dot(patch.rim_axis)) > along ? patch.rim_centre : patch.corner;
}

}  // namespace

bool refine_normal(const Placed& a, const Placed& b, double angle, Rims rims, Vec3& n, double& gap) {
  GaussPatch pa, pb;
  gauss_patch(a, -n, angle, pa);
  gauss_patch(b, n, angle, pb);
  Climb climb{a, b, n, gap, angle};
  for (int i = 0; i < pa.face_count; ++i) climb.offer(-pa.faces[i]);
  for (int j = 0; j < pb.face_count; ++j) climb.offer(pb.faces[j]);
  for (int i = 0; i < pa.arc_count; ++i)
    for (int j = 0; j < pb.arc_count; ++j) climb.meet(pa.arcs[i], pb.arcs[j]);
  // arcs at the other's corner, or along its rim
  for (int i = 0; i < pa.arc_count; ++i) {
    const GaussArc& arc = pa.arcs[i];
    climb.offer(Climb::on_arc(arc.axis, -arc.level, arc.through - tip(pb, arc)));
    if (pb.rim && rims == Rims::search) climb.search_arc(arc.axis, -arc.level);
  }
  for (int j = 0; j < pb.arc_count; ++j) {
    const GaussArc& arc = pb.arcs[j];
    climb.offer(Climb::on_arc(arc.axis, arc.level, tip(pa, arc) - arc.through));
    if (pa.rim && rims == Rims::search) climb.search_arc(arc.axis, arc.level);
  }
  if (!pa.rim && !pb.rim) climb.offer(pa.corner - pb.corner);
  if (rims == Rims::search && (pa.rim || pb.rim)) climb.search_around();
  return climb.gained;
}

double outside_core(const Placed& placed, const Vec3& point) {
  const Convex& shape = *placed.shape;
  const Vec3 p = placed.axes.transpose() * (point - placed.position);
  const double across = std::sqrt(p.x() * p.x() + p.y() * p.y());
  switch (shape.kind) {
    case CoreKind::point:
      return p.norm();
    case CoreKind::segment:
      return std::max(across, std::abs(p.z()) - shape.half.z());
    case CoreKind::box:
      return (p.cwiseAbs() - shape.half).maxCoeff();
    case CoreKind::cylinder:
      return std::max(across - shape.half.x(), std::abs(p.z()) - shape.half.z());
    case CoreKind::cone: {
      const double r = shape.half.x(), h = shape.half.z();
      return std::max(-h - p.z(), (across * 2.0 * h - r * (h - p.z())) / length_of(r, 2.0 * h));
    }
    case CoreKind::hull: {
      double most = -1e300;
      for (const auto& face : shape.polytope->faces) most = std::max(most, face.normal.dot(p) - face.offset);
      return most;
    }
    case CoreKind::triangle: {
      const Triangle& t = *shape.triangle;
      double most = std::abs(t.normal.dot(p - t.corners[0]));
      for (int i = 0; i < 3; ++i) {
        const Vec3 out = (t.corners[(i + 1) % 3] - t.corners[i]).cross(t.normal).normalized();
        most = std::max(most, out.dot(p - t.corners[i]));
      }
      return most;
    }
  }
  return 0.0;
}

}  // namespace spook
