// The general way (collision.md): Bullet's GJK apart, its EPA overlapping, on the cores, scaled so that its absolute
// thresholds do no harm; every candidate is judged by s(n).
#include <BulletCollision/CollisionShapes/btConvexInternalShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include <algorithm>
#include <cmath>

#include "engine/collide/gauss.h"
#include "engine/collide/normals.h"
#include "engine/collide/sides.h"

namespace spook {
namespace {

constexpr double working_size = 10.0;                            // geometric mean of the two radii after scaling
constexpr double nearby = 0.05, around = 0.3, everywhere = 4.0;  // rad, for refine_normal
constexpr double shallow = 1e-4;  // of the size: overlap that any certified normal tells well enough
constexpr double hopeless =
    0.15;  // of both sizes: so far below the best a climb does not begin; 0.06 … 0.3 find the same
constexpr int steps_between_searches = 8;
constexpr int flat_summits = 6;   // goes at most
constexpr double certain = 1e-7;  // of the size

btVector3 to_bullet(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}
Vec3 from_bullet(const btVector3& v) {
  return {v.x(), v.y(), v.z()};
}

// a core as Bullet sees it
class CoreShape final : public btConvexInternalShape {
 public:
  CoreShape() {
    m_shapeType = CUSTOM_CONVEX_SHAPE_TYPE;
    setMargin(0.0);
  }
  void show(const Convex& shape, double scale) { shape_ = &shape, scale_ = scale; }
  btVector3 localGetSupportingVertexWithoutMargin(const btVector3& direction) const override {
    return to_bullet(scale_ * core_support(*shape_, from_bullet(direction)));
  }
  btVector3 localGetSupportingVertex(const btVector3& direction) const override {
    return localGetSupportingVertexWithoutMargin(direction);
  }
  void batchedUnitVectorGetSupportingVertexWithoutMargin(const btVector3* directions, btVector3* out,
                                                         int count) const override {
    for (int i = 0; i < count; ++i) out[i] = localGetSupportingVertexWithoutMargin(directions[i]);
  }
  void calculateLocalInertia(btScalar, btVector3& inertia) const override { inertia.setZero(); }
  const char* getName() const override { return "core"; }

 private:
  const Convex* shape_ = nullptr;
  double scale_ = 1.0;
};

// of the two shapes, and s(n) apart along n
bool is_witness(const Placed& a, const Placed& b, const NormalAnswer& answer, double tolerance,
                const ManifoldPoint& point) {
  // a normal kept from last step is a little less wide than its points
  if (point.gap > answer.gap + (answer.kept ? loyalty * std::min(a.shape->size, b.shape->size) : tolerance))
    return false;
  const Vec3 core_a = point.a + a.shape->rounding * answer.normal, core_b = point.b - b.shape->rounding * answer.normal;
  return outside_core(a, core_a) <= tolerance && outside_core(b, core_b) <= tolerance;
}

bool has_witness(const Placed& a, const Placed& b, const NormalAnswer& answer, double size, const Manifold& manifold) {
  for (int i = 0; i < manifold.count; ++i)
    if (is_witness(a, b, answer, 1e-8 * size, manifold.points[i])) return true;
  return false;
}

void copy_manifold(const Manifold& from, double limit, Manifold& to) {
  to.begin(from.normal, from.own_normals);
  for (int i = 0; i < from.count; ++i)
    if (from.points[i].gap <= limit) to.points[to.count++] = from.points[i];
}

btTransform to_bullet(const Mat3& axes, const Vec3& position) {
  return btTransform(btMatrix3x3(axes(0, 0), axes(0, 1), axes(0, 2), axes(1, 0), axes(1, 1), axes(1, 2), axes(2, 0),
                                 axes(2, 1), axes(2, 2)),
                     to_bullet(position));
}

}  // namespace

struct GeneralFinder::Implementation {
  CoreShape shape_a, shape_b;
  btVoronoiSimplexSolver simplex;
  double scale = 1.0, size = 1.0;

  // s(n) of candidates, and the best so far
  Placed a, b;
  Vec3 normal = Vec3::UnitZ();
  double gap = -1e300;
  bool has_witness = false, certified = false;  // by two points; by the points of the manifold below
  Vec3 witness_a, witness_b;

  Manifold manifold;  // scratch

  Reach reach;

  void begin(const Placed& first, const Placed& second, const Reach& how_far) {
    reach = how_far;
    a = first, b = second, gap = -1e300, has_witness = certified = false, normal = Vec3::UnitZ();
    size = std::min(a.shape->size, b.shape->size);
    scale = working_size / std::sqrt(a.shape->size * b.shape->size);
    shape_a.show(*a.shape, scale);
    shape_b.show(*b.shape, scale);
  }

  NormalAnswer answer() const { return {normal, gap, has_witness, witness_a, witness_b, false}; }

  // Two points, one of each shape, s(n) apart along n: no other direction can be wider by distance (apart), or none
  // nearby (overlapping).
  bool certify() {
    has_witness = certified = false;
    make_manifold(a, b, answer(), std::max(reach.along(normal), gap + 1e-6 * size), size, manifold);
    for (int i = 0; i < manifold.count; ++i) {
      const ManifoldPoint& point = manifold.points[i];
      if (!is_witness(a, b, answer(), certain * size, point)) continue;
      has_witness = certified = true, witness_a = point.a, witness_b = point.b;
      return true;
    }
    return false;
  }

  void return_to(const NormalAnswer& kept) {
    normal = kept.normal, gap = kept.gap;
    certify();
  }

  // apart there is one summit: closed forms that certify themselves, else GJK. Overlapping there may be several.
  void search() {
    const double limit = reach.widest();
    has_witness = certified = false;
    offer(a.position - b.position);
    if (gap > limit) return;
    refine_normal(a, b, everywhere, Rims::skip, normal, gap);
    refine_normal(a, b, nearby, Rims::search, normal, gap);
    if (gap > limit || (gap > 0.0 && certify())) return;
    if (offer_gjk()) {
      if (refine_normal(a, b, nearby, Rims::search, normal, gap)) certify();
      return;
    }
    const Vec3 closed = normal;
    offer_seeds();
    if (!offer_triangle_axes()) {
      if (!offer_epa()) offer_polytope_axes();
      polish();
      refine_normal(a, b, nearby, Rims::search, normal, gap);
      climb_from(closed);
      if (a.shape->kind >= CoreKind::cylinder && b.shape->kind >= CoreKind::cylinder) climb_from_seeds();
      // flat summits between rims take several goes
      for (int i = 0; i < flat_summits && refine_normal(a, b, nearby, Rims::search, normal, gap);) ++i;
    }
    certify();
  }

  // another summit may be higher
  void climb_from(const Vec3& start) {
    Vec3 n = start;
    double here = separation(a, b, n);
    if (here < gap - hopeless * (a.shape->size + b.shape->size)) return;
    refine_normal(a, b, nearby, Rims::search, n, here);
    if (here > gap) gap = here, normal = n, has_witness = certified = false;
  }

  void climb_from_seeds() {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        const Vec3 across = a.axes.col(i) - b.axes.col(j), along = a.axes.col(i) + b.axes.col(j);
        for (const Vec3& start : {across, along})
          if (start.squaredNorm() > 0.1) climb_from(start.normalized()), climb_from(-start.normalized());
      }
  }

  // Last step's normal, moved to its best place nearby: apart, or just touching, a certified one is the true one.
  void follow_or_search(PairMemory& memory) {
    const double limit = reach.widest();
    bool loyal = false;
    if (memory.known) {
      if (gap > limit) return;
      refine_normal(a, b, nearby, Rims::skip, normal, gap);
      if (gap > limit) return;
      loyal = certify() || (refine_normal(a, b, nearby, Rims::search, normal, gap) && certify()) ||
              (refine_normal(a, b, around, Rims::search, normal, gap) && certify());
      const bool deep = gap <= -shallow * size;
      if (loyal && (!deep || (memory.age < steps_between_searches && !reach.rests))) {
        // what gets deep is searched anew at once: it may have slid onto another side
        memory.age = static_cast<std::int8_t>(deep ? memory.age + 1 : steps_between_searches);
        return;
      }
    }
    const NormalAnswer kept = answer();
    search();
    if (loyal && gap < kept.gap + loyalty * size) return_to(kept);
    memory.age = gap > -shallow * size ? steps_between_searches : 0;
  }

  bool offer(const Vec3& n) {
    const double squared = n.squaredNorm();
    if (!(squared > 1e-24)) return false;
    const Vec3 unit = n / std::sqrt(squared);
    const double here = separation(a, b, unit);
    if (!(here > gap)) return false;
    gap = here, normal = unit, has_witness = certified = false;
    return true;
  }

  void offer_both(const Vec3& n) { offer(n), offer(-n); }

  // cheap candidates: axes, axes crossed, the way between the centres
  void offer_seeds() {
    offer(a.position - b.position);
    for (int i = 0; i < 3; ++i) offer_both(a.axes.col(i)), offer_both(b.axes.col(i));
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) offer_both(a.axes.col(i).cross(b.axes.col(j)));
  }

  // of a triangle, the second shape; with a box that is all there is to try
  bool offer_triangle_axes() {
    const Triangle* triangle = b.shape->triangle;
    if (!triangle) return false;
    offer_both(b.axes * triangle->normal);
    for (int k = 0; k < 3; ++k) {
      const Vec3 side = b.axes * (triangle->corners[(k + 1) % 3] - triangle->corners[k]);
      offer(b.axes * triangle->normal.cross(side));
      offer(b.axes * side.cross(triangle->normal));
      for (int i = 0; i < 3; ++i) offer_both(a.axes.col(i).cross(side));
    }
    return a.shape->kind <= CoreKind::box;
  }

  // faces and crossed edges of polytopes, when all else has failed
  void offer_polytope_axes() {
    for (const Placed* p : {&a, &b})
      if (p->shape->polytope)
        for (const auto& face : p->shape->polytope->faces) offer_both(p->axes * face.normal);
    if (!a.shape->polytope || !b.shape->polytope) return;
    auto edge = [](const Placed& p, const std::array<int, 2>& ends) {
      return Vec3(p.axes * (p.shape->polytope->vertices[ends[1]] - p.shape->polytope->vertices[ends[0]]));
    };
    for (const auto& ea : a.shape->polytope->edge_vertices)
      for (const auto& eb : b.shape->polytope->edge_vertices) offer_both(edge(a, ea).cross(edge(b, eb)).normalized());
  }

  // GJK with a moved by shift; true where its answer certifies itself
  bool nearest(const Vec3& shift, Vec3& n, double& distance, Vec3& on_b) {
    simplex.reset();
    simplex.setEqualVertexThreshold(0.0);
    btGjkPairDetector detector(&shape_a, &shape_b, CUSTOM_CONVEX_SHAPE_TYPE, CUSTOM_CONVEX_SHAPE_TYPE, 0.0, 0.0,
                               &simplex, nullptr);
    detector.setCachedSeparatingAxis(to_bullet(normal));
    btDiscreteCollisionDetectorInterface::ClosestPointInput input;
    input.m_transformA = to_bullet(a.axes, scale * (a.position + shift - b.position));
    input.m_transformB = to_bullet(b.axes, Vec3::Zero());
    btPointCollector output;
    detector.getClosestPointsNonVirtual(input, output, nullptr);
    if (!output.m_hasResult) return false;
    n = from_bullet(output.m_normalOnBInWorld);
    distance = output.m_distance / scale;
    on_b = from_bullet(output.m_pointInWorld) / scale + b.position;
    return distance > 0.0 && std::isfinite(distance) && n.allFinite() && n.squaredNorm() > 0.5;
  }

  bool offer_gjk() {
    Vec3 n, on_b;
    double distance;
    if (!nearest(Vec3::Zero(), n, distance, on_b)) return false;
    offer(n);
    const double rounding = a.shape->rounding + b.shape->rounding;
    if (gap < distance - rounding - 1e-7 * size) return false;
    has_witness = true;
    witness_b = on_b + b.shape->rounding * normal;
    witness_a = witness_b + gap * normal;
    return true;
  }

  bool offer_epa() {
    btGjkEpaSolver2::sResults results;
    const btTransform place_a = to_bullet(a.axes, scale * (a.position - b.position));
    const btTransform place_b = to_bullet(b.axes, Vec3::Zero());
    if (!btGjkEpaSolver2::Penetration(&shape_a, place_a, &shape_b, place_b, to_bullet(Vec3(a.position - b.position)),
                                      results, false))
      return false;
    // its normal is in the frame of shape 0
    offer_both(a.axes * from_bullet(results.normal));
    return true;
  }

  // apart by a little, GJK tells the normal better than EPA does overlapping
  void polish() {
    for (int round = 0; round < 10; ++round) {
      const double apart = 0.02 * size - gap;
      Vec3 n, on_b;
      double distance;
      const double before = gap;
      if (!nearest(apart * normal, n, distance, on_b) || !offer(n)) return;
      if (gap - before < 1e-13 * size) return;
    }
  }
};

GeneralFinder::GeneralFinder() : implementation_(std::make_unique<Implementation>()) {}
GeneralFinder::~GeneralFinder() = default;
GeneralFinder::GeneralFinder(GeneralFinder&&) noexcept = default;

const Manifold* GeneralFinder::certificate() const {
  return implementation_->certified ? &implementation_->manifold : nullptr;
}

NormalAnswer GeneralFinder::find(const Placed& a, const Placed& b, const Reach& reach, PairMemory& memory) {
  Implementation& work = *implementation_;
  work.begin(a, b, reach);
  if (memory.known) work.offer(b.axes * memory.normal);
  const Vec3 offered = work.normal;
  work.follow_or_search(memory);
  // what stays is not written again: to the body's axes and back is a rounding, and what rests is to find the same
  if (!memory.known || work.normal != offered) memory.normal = b.axes.transpose() * work.normal;
  memory.known = true;
  return work.answer();
}

namespace {

// what is round about its own axis: cylinders and capsules
bool has_side(CoreKind kind) {
  return kind == CoreKind::cylinder || kind == CoreKind::segment;
}

}  // namespace

NormalAnswer collide_convexes(const Placed& a, const Placed& b, const Reach& reach, PairMemory& memory,
                              GeneralFinder& general, Manifold& manifold) {
  const CoreKind ka = a.shape->kind, kb = b.shape->kind;
  const double size = std::min(a.shape->size, b.shape->size);
  NormalAnswer answer;
  if (has_side(ka) && has_side(kb) && sides_along(a, b, reach, answer, manifold)) {
    memory.known = true;
    memory.normal = b.axes.transpose() * answer.normal;
    return answer;
  }
  if (ka <= CoreKind::box && kb <= CoreKind::box) {
    bool boxes = false;
    if (ka <= CoreKind::segment && kb <= CoreKind::segment)
      answer = round_round(a, b);
    else if (ka == CoreKind::point)
      answer = point_box(a, b);
    else if (kb == CoreKind::point)
      answer = turned(point_box(b, a));
    else
      answer = box_box(a, b, memory, reach.widest()), boxes = true;
    const double limit = reach.along(answer.normal);
    if (boxes && ka == kb && memory.axis < 6 && answer.gap <= limit) {
      const FaceMeeting meeting = box_faces(a, b, answer, memory.axis, limit, size, manifold);
      if (meeting == FaceMeeting::proven || (meeting == FaceMeeting::found && answer.gap <= 0.0)) return answer;
    }
    make_manifold(a, b, answer, limit, size, manifold);
    const bool apart =
        boxes && answer.gap + a.shape->rounding + b.shape->rounding > 0.0 && answer.gap <= reach.widest();
    if (apart && !has_witness(a, b, answer, size, manifold) && box_corners(a, b, answer))
      make_manifold(a, b, answer, reach.along(answer.normal), size, manifold);
    return answer;
  }
  answer = general.find(a, b, reach, memory);
  if (const Manifold* made = general.certificate())
    copy_manifold(*made, reach.along(answer.normal), manifold);
  else
    make_manifold(a, b, answer, reach.along(answer.normal), size, manifold);
  return answer;
}

}  // namespace spook
