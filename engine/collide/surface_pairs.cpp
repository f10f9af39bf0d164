#include "engine/collide/surface_pairs.h"

#include <algorithm>
#include <cmath>

namespace spook {
namespace {

constexpr double gentle = 0.2;        // rise over distance from the deepest point of what still rests on a face
constexpr double one_normal = 0.985;  // cosine within which normals are one cluster
constexpr double one_place = 1e-3;    // of the size
// Triangles under one shape: with more, the deepest of each cell of its box speak for them. Chosen: no scene of the
// library has a third as many, and so many are looked at in some milliseconds.
constexpr std::size_t many_faces = 1024;
constexpr int cells_along = 16;  // a side of that box

// nearest point of a triangle (Ericson, Real-Time Collision Detection §5.1.5)
Vec3 nearest_in_triangle(const Triangle& t, const Vec3& p) {
  const Vec3 &a = t.corners[0], &b = t.corners[1], &c = t.corners[2];
  const Vec3 ab = b - a, ac = c - a, ap = p - a, bp = p - b, cp = p - c;
  const double d1 = ab.dot(ap), d2 = ac.dot(ap), d3 = ab.dot(bp), d4 = ac.dot(bp), d5 = ab.dot(cp), d6 = ac.dot(cp);
  if (d1 <= 0 && d2 <= 0) return a;
  if (d3 >= 0 && d4 <= d3) return b;
  if (d6 >= 0 && d5 <= d6) return c;
  const double vc = d1 * d4 - d3 * d2, vb = d5 * d2 - d1 * d6, va = d3 * d6 - d5 * d4;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return a + ab * (d1 / (d1 - d3));
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return a + ac * (d2 / (d2 - d6));
  if (va <= 0 && d4 >= d3 && d5 >= d6) return b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6)));
  return a + ab * (vb / (va + vb + vc)) + ac * (vc / (va + vb + vc));
}

NormalAnswer point_triangle(const Placed& a, const Placed& b) {
  const Vec3 nearest = b.position + nearest_in_triangle(*b.shape->triangle, a.position - b.position);
  const Vec3 way = a.position - nearest;
  const double distance = way.norm();
  NormalAnswer answer;
  answer.normal = distance > 1e-12 * a.shape->size ? Vec3(way / distance) : b.shape->triangle->normal;
  answer.gap = distance - a.shape->rounding;
  answer.has_witness = true;
  answer.witness_b = nearest;
  answer.witness_a = nearest + answer.gap * answer.normal;
  return answer;
}

}  // namespace

void SurfaceContacts::find(const Placed& a, const Box& box, const Surface& surface, const Reach& reach,
                           GeneralFinder& general) {
  points_.clear(), faces_.clear();
  const Vec3 around = Vec3::Constant(reach.widest());
  surface.find({box.min() - around, box.max() + around}, faces_);
  if (faces_.size() > many_faces) choose_deepest(a, box, surface, reach.widest());
  for (int face : faces_) touch(a, surface, face, reach, general);
  merge(a.shape->size);
  reduce_clusters(a.shape->size);
}

void SurfaceContacts::choose_deepest(const Placed& a, const Box& box, const Surface& surface, double limit) {
  deepest_.assign(cells_along * cells_along * cells_along, {});
  const Vec3 cells = cells_along * box.sizes().cwiseMax(1e-300).cwiseInverse();
  for (const int index : faces_) {
    const Surface::Face& face = surface.face(index);
    const double gap = -reach(a, -face.normal) - face.offset;
    if (gap > limit) continue;
    const Triangle triangle = surface.triangle(index);
    const Vec3 centre = (triangle.corners[0] + triangle.corners[1] + triangle.corners[2]) / 3.0;
    int cell = 0;
    for (int i = 0; i < 3; ++i) {
      const double place = std::clamp((centre[i] - box.min()[i]) * cells[i], 0.0, cells_along - 1.0);
      cell = cells_along * cell + static_cast<int>(place);
    }
    if (deepest_[cell].face < 0 || gap < deepest_[cell].gap) deepest_[cell] = {index, gap};
  }
  faces_.clear();
  for (const Deepest& one : deepest_)
    if (one.face >= 0) faces_.push_back(one.face);
  std::sort(faces_.begin(), faces_.end());
}

void SurfaceContacts::touch(const Placed& a, const Surface& surface, int index, const Reach& reach,
                            GeneralFinder& general) {
  const Surface::Face& face = surface.face(index);
  const double deepest = -spook::reach(a, -face.normal) - face.offset;
  const double highest = spook::reach(a, face.normal) - face.offset;
  // beyond reach, or more behind than in front
  if (deepest > reach.widest() || deepest + highest < 0.0) return;
  const Triangle triangle = surface.triangle(index);
  Convex shape;
  shape.kind = CoreKind::triangle;
  const Vec3 centre = (triangle.corners[0] + triangle.corners[1] + triangle.corners[2]) / 3.0;
  Triangle centred = triangle;
  for (Vec3& corner : centred.corners) corner -= centre, shape.size = std::max(shape.size, corner.norm());
  shape.triangle = &centred;
  const Placed b{&shape, centre, Mat3::Identity()};
  const double size = a.shape->size;
  // where the shape's deepest part is above the triangle the face's normal is the true one
  make_manifold(a, b, {face.normal, deepest, false, {}, {}, false}, reach.along(face.normal), size, manifold_,
                Fallback::inside);
  double least = 1e300;
  for (int i = 0; i < manifold_.count; ++i) least = std::min(least, manifold_.points[i].gap);
  if (least <= deepest + 1e-6 * size) return take(nullptr, deepest, size);
  if (face.ridged) {
    PairMemory none;
    const NormalAnswer answer =
        a.shape->kind == CoreKind::point ? point_triangle(a, b) : general.find(a, b, reach, none);
    if (answer.gap > reach.widest()) return;
    if (surface.supports(index, answer.normal)) {
      make_manifold(a, b, answer, reach.along(answer.normal), size, manifold_);
      return take(nullptr, answer.gap, size);
    }
  }
  // a part that is not the deepest, of a shape nearly level with the face
  const Vec3 lowest = support(a, -face.normal);
  take(&lowest, deepest, size);
}

// keeps the manifold's points; of a shape whose deepest point is elsewhere those that rise gently from it
void SurfaceContacts::take(const Vec3* lowest, double deepest, double size) {
  const Vec3& n = manifold_.normal;
  for (int i = 0; i < manifold_.count; ++i) {
    const ManifoldPoint& point = manifold_.points[i];
    if (lowest) {
      const Vec3 way = point.a - *lowest;
      const double aside = (way - n * n.dot(way)).norm();
      if (point.gap - deepest > gentle * aside + 1e-6 * size) continue;
    }
    points_.push_back({point, n});
  }
}

// several triangles may tell of one place: the nearest speaks for all with its normal
void SurfaceContacts::merge(double size) {
  // deepest first; what differs by less than a billionth of the size goes by name, then by normal
  auto level = [grain = 1e-9 * size](const SurfacePoint& p) { return std::round(p.point.gap / grain); };
  std::sort(points_.begin(), points_.end(), [&](const SurfacePoint& p, const SurfacePoint& q) {
    const double lp = level(p), lq = level(q);
    if (lp != lq) return lp < lq;
    if (p.point.feature != q.point.feature) return p.point.feature < q.point.feature;
    return std::lexicographical_compare(p.normal.begin(), p.normal.end(), q.normal.begin(), q.normal.end());
  });
  kept_.clear();
  for (const SurfacePoint& candidate : points_) {
    const bool known = std::any_of(kept_.begin(), kept_.end(), [&](const SurfacePoint& other) {
      return other.normal.dot(candidate.normal) > one_normal &&
             (other.point.b - candidate.point.b).norm() < one_place * size;
    });
    if (!known) kept_.push_back(candidate);
  }
  points_.swap(kept_);
}

// points with nearly one normal are reduced like one manifold; each keeps its own
void SurfaceContacts::reduce_clusters(double size) {
  kept_.clear();
  taken_.assign(points_.size(), 0);
  for (std::size_t i = 0; i < points_.size(); ++i) {
    if (taken_[i]) continue;
    manifold_.begin(points_[i].normal);
    for (std::size_t j = i; j < points_.size(); ++j) {
      if (taken_[j] || points_[j].normal.dot(points_[i].normal) < one_normal) continue;
      taken_[j] = 1;
      if (manifold_.count == Manifold::capacity) reduce_manifold(manifold_, size);
      manifold_.points[manifold_.count] = points_[j].point;
      manifold_.points[manifold_.count++].source = static_cast<int>(j);
    }
    reduce_manifold(manifold_, size);
    for (int k = 0; k < manifold_.count; ++k) kept_.push_back(points_[manifold_.points[k].source]);
  }
  points_.swap(kept_);
}

}  // namespace spook
