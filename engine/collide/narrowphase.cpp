#include "engine/collide/narrowphase.h"

#include <algorithm>

#include "engine/collide/plane_pairs.h"

namespace spook {
namespace {

// farthest point of a shape from its body's centre
double arm(const Collider& collider) {
  return (collider.placed.position - collider.body_position).norm() + collider.convex.size;
}

bool apart(const Box& a, const Box& b, double limit) {
  return ((a.min() - b.max()).array() > limit).any() || ((b.min() - a.max()).array() > limit).any();
}

}  // namespace

double travel(const Collider& collider, double time_step) {
  return time_step * (collider.velocity.norm() + collider.spin.norm() * arm(collider));
}

double reach_of_pair(const Collider& a, const Collider& b, const CollideOptions& options) {
  const double spin = a.spin.norm() * arm(a) + b.spin.norm() * arm(b);
  return std::max(options.margin, options.time_step * ((a.velocity - b.velocity).norm() + spin));
}

void Narrowphase::collide(const Collider& a, const Collider& b, PairRecord& record, const CollideOptions& options,
                          std::vector<Contact>& contacts) {
  double limit = reach_of_pair(a, b, options);
  const std::size_t first = contacts.size();
  manifold_.count = 0;
  if (a.kind == ColliderKind::plane || b.kind == ColliderKind::plane) {
    const bool swapped = a.kind == ColliderKind::plane;
    const Collider &plane = swapped ? a : b, &shape = swapped ? b : a;
    const Vec3 normal = plane.placed.axes * plane.plane_normal;
    const double offset = plane.plane_offset + normal.dot(plane.placed.position);
    plane_manifold(shape.placed, normal, offset, limit, manifold_);
    if (swapped) swap_sides(manifold_);
  } else {
    if (apart(a.box, b.box, limit)) {
      record.memory = {};
      return;
    }
    const double size = std::min(a.convex.size, b.convex.size);
    const NormalAnswer answer = find_normal(a.placed, b.placed, limit, record.memory, general_);
    // only what approaches counts beyond the margin
    const double approach = -answer.normal.dot(a.velocity - b.velocity);
    const double spin = a.spin.norm() * arm(a) + b.spin.norm() * arm(b);
    limit = std::max(options.margin, options.time_step * (approach + spin));
    make_manifold(a.placed, b.placed, answer, limit, size, manifold_);
  }
  add(a, b, contacts);
  std::sort(contacts.begin() + first, contacts.end(), [](const Contact& p, const Contact& q) { return p.key < q.key; });
}

void Narrowphase::add(const Collider& a, const Collider& b, std::vector<Contact>& contacts) {
  for (int i = 0; i < manifold_.count; ++i) {
    const ManifoldPoint& point = manifold_.points[i];
    Contact& contact = contacts.emplace_back();
    contact.body_a = a.body, contact.body_b = b.body;
    contact.shape_a = a.shape, contact.shape_b = b.shape;
    contact.key = {static_cast<std::uint32_t>(a.body), static_cast<std::uint32_t>(b.body),
                   static_cast<std::uint16_t>(a.shape), static_cast<std::uint16_t>(b.shape), point.feature};
    contact.point_a = point.a, contact.point_b = point.b;
    contact.normal = manifold_.normal;
    contact.gap = point.gap;
  }
}

}  // namespace spook
