#include "engine/collide/narrowphase.h"

#include <algorithm>

#include "engine/collide/plane_pairs.h"

namespace spook {
namespace {

constexpr double touching = 0.02;  // of the margin: how near a swept shape must come to count

bool apart(const Box& a, const Box& b, double limit) {
  return ((a.min() - b.max()).array() > limit).any() || ((b.min() - a.max()).array() > limit).any();
}

Reach reach_of(const Collider& a, const Collider& b, const CollideOptions& options) {
  return {options.margin, options.time_step, a.velocity - b.velocity, a.spin_speed + b.spin_speed, a.stays && b.stays};
}

Reach exchanged(Reach reach) {
  reach.velocity = -reach.velocity;
  return reach;
}

// a point's place in key order among equals: surfaces may touch one feature with several normals
bool tell_equals_apart(std::vector<Contact>::iterator first, std::vector<Contact>::iterator last) {
  std::uint64_t copy = 0;
  bool any = false;
  for (auto at = first; at != last; ++at) {
    const bool again = at != first && ((at - 1)->key.feature & ~(15ull << 56)) == at->key.feature;
    copy = again ? copy + 1 : 0;
    at->key.feature |= std::min<std::uint64_t>(copy, 15) << 56;
    any |= again;
  }
  return any;
}

bool by_key(const Contact& p, const Contact& q) {
  // within a pair only the features differ
  if (p.key.feature != q.key.feature) return p.key.feature < q.key.feature;
  return std::lexicographical_compare(p.normal.begin(), p.normal.end(), q.normal.begin(), q.normal.end());
}

}  // namespace

void Narrowphase::collide(const Collider& a, const Collider& b, PairRecord& record, const CollideOptions& options,
                          std::vector<Contact>& contacts) {
  const std::size_t first = contacts.size();
  a_ = &a, b_ = &b, contacts_ = &contacts;
  const Reach reach = reach_of(a, b, options);
  if (a.kind == ColliderKind::plane || b.kind == ColliderKind::plane)
    on_plane(a, b, reach);
  else if (apart(a.box, b.box, reach.widest()))
    record.memory = {};
  else if (a.kind == ColliderKind::surface || b.kind == ColliderKind::surface)
    on_surface(a, b, reach);
  else
    convexes(a, b, reach, record.memory);
  if (contacts.size() - first < 2) return;
  if (!std::is_sorted(contacts.begin() + first, contacts.end(), by_key))
    std::sort(contacts.begin() + first, contacts.end(), by_key);
  if (tell_equals_apart(contacts.begin() + first, contacts.end()))
    std::sort(contacts.begin() + first, contacts.end(), by_key);
}

void Narrowphase::convexes(const Collider& a, const Collider& b, const Reach& reach, PairMemory& memory) {
  const NormalAnswer answer = collide_convexes(a.placed, b.placed, reach, memory, general_, manifold_);
  if (answer.gap > reach.margin && manifold_.count > 0) sweep(a.placed, b.placed, reach, answer);
  put_manifold();
}

// Beyond the margin only what the motion really leads to counts, or a ball would be held up by all it flies past. Steps
// along the motion as far as the present normal allows until the shapes all but touch; what they touch with, and with
// what normal, is what they are held apart by now.
void Narrowphase::sweep(const Placed& a, const Placed& b, const Reach& reach, NormalAnswer answer) {
  const double target = std::max(touching * reach.margin, reach.spin * reach.time_step);
  Reach wide = reach;
  wide.margin = reach.widest();
  PairMemory memory;
  Placed moved = a;
  double time = 0.0;
  for (int i = 0; i < 24 && answer.gap > 2.0 * target; ++i) {
    const double closing = -answer.normal.dot(reach.velocity);
    if (closing > 0.0) time += (answer.gap - target) / closing;
    if (closing <= 0.0 || time > reach.time_step) {
      manifold_.count = 0;
      return;
    }
    moved.position = a.position + time * reach.velocity;
    answer = collide_convexes(moved, b, wide, memory, general_, manifold_);
  }
  collide_convexes(moved, b, {std::max(reach.margin, 2.0 * target), 0.0, Vec3::Zero(), 0.0}, memory, general_,
                   manifold_);
  for (int i = 0; i < manifold_.count; ++i) {
    ManifoldPoint& point = manifold_.points[i];
    point.a -= time * reach.velocity;
    point.gap = (manifold_.own_normals ? point.normal : manifold_.normal).dot(point.a - point.b);
  }
}

void Narrowphase::on_plane(const Collider& a, const Collider& b, const Reach& reach) {
  const bool swapped = a.kind == ColliderKind::plane;
  const Collider &plane = swapped ? a : b, &shape = swapped ? b : a;
  if (shape.kind != ColliderKind::convex) return;
  const Vec3 normal = plane.placed.axes * plane.plane_normal;
  const double offset = plane.plane_offset + normal.dot(plane.placed.position);
  const double limit = (swapped ? exchanged(reach) : reach).along(normal);
  manifold_.count = 0;
  if (normal.dot(shape.placed.position) - offset > shape.convex.size + limit) return;  // high above
  plane_manifold(shape.placed, normal, offset, limit, manifold_);
  if (swapped) swap_sides(manifold_);
  put_manifold();
}

void Narrowphase::on_surface(const Collider& a, const Collider& b, const Reach& reach) {
  const bool swapped = a.kind == ColliderKind::surface;
  const Collider &ground = swapped ? a : b, &shape = swapped ? b : a;
  if (shape.kind != ColliderKind::convex) return;
  // into the surface's frame and back
  const Mat3& axes = ground.placed.axes;
  const Vec3& origin = ground.placed.position;
  const Placed placed{&shape.convex, axes.transpose() * (shape.placed.position - origin),
                      axes.transpose() * shape.placed.axes};
  Reach local = swapped ? exchanged(reach) : reach;
  local.velocity = axes.transpose() * local.velocity;
  surface_.find(placed, bounding_box(placed), *ground.surface, local, general_);
  for (const SurfacePoint& found : surface_.points()) {
    ManifoldPoint point = found.point;
    point.a = origin + axes * point.a, point.b = origin + axes * point.b;
    if (swapped) std::swap(point.a, point.b);
    put(point, (swapped ? -1.0 : 1.0) * (axes * found.normal));
  }
}

// in key order already: the points move less than contacts would
void Narrowphase::put_manifold() {
  ManifoldPoint* points = manifold_.points;
  for (int i = 1; i < manifold_.count; ++i)
    for (int k = i; k > 0 && points[k].feature < points[k - 1].feature; --k) std::swap(points[k], points[k - 1]);
  for (int i = 0; i < manifold_.count; ++i) put(points[i], manifold_.own_normals ? points[i].normal : manifold_.normal);
}

void Narrowphase::put(const ManifoldPoint& point, const Vec3& normal) {
  const Collider &a = *a_, &b = *b_;
  Contact& contact = contacts_->emplace_back();
  contact.body_a = a.body, contact.body_b = b.body;
  contact.shape_a = a.shape, contact.shape_b = b.shape;
  contact.key = {static_cast<std::uint32_t>(a.body), static_cast<std::uint32_t>(b.body),
                 static_cast<std::uint16_t>(a.shape), static_cast<std::uint16_t>(b.shape), point.feature};
  contact.point_a = point.a, contact.point_b = point.b;
  contact.normal = normal;
  contact.gap = contact.gap_as_placed = point.gap;
  contact.share = point.share;
}

}  // namespace spook
