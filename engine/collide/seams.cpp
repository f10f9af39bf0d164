#include "engine/collide/seams.h"

#include <algorithm>
#include <cmath>

#include "engine/collide/gauss.h"
#include "engine/collide/manifold.h"

namespace spook {
namespace {

constexpr double flush = 1e-4;  // of the size: by how much neighbours may miss one plane

// a contact as a shape that stands still sees it: a point on its surface, the normal out of it
struct Outward {
  const Collider& of;
  Vec3 point, normal;
  double gap;
};

bool has_point(const Collider& shape, const Vec3& point, double tolerance) {
  if (shape.kind == ColliderKind::plane) {
    const Vec3 normal = shape.placed.axes * shape.plane_normal;
    return normal.dot(point - shape.placed.position) - shape.plane_offset <= tolerance;
  }
  return outside_core(shape.placed, point) <= shape.convex.rounding + tolerance;
}

// how far a shape reaches beyond a point along a normal: nothing where the point is of its surface and the normal one
// that its surface has there
double beyond(const Collider& shape, const Vec3& normal, const Vec3& point) {
  if (shape.kind != ColliderKind::plane) return reach(shape.placed, normal) - normal.dot(point);
  const Vec3 own = shape.placed.axes * shape.plane_normal;
  if ((own - normal).squaredNorm() > 1e-12) return 1e300;
  return shape.plane_offset + own.dot(shape.placed.position - point);
}

double size_of(const Collider& shape) {
  return shape.kind == ColliderKind::plane ? 1.0 : shape.convex.size;
}

// The directions that lead out of two shapes at a point of both are those that lead out of each. So a normal of the one
// that leads into the other is of a side the other covers, or of an edge it continues ...
bool leads_into(const Outward& one, const Collider& other) {
  const double close = flush * std::min(size_of(one.of), size_of(other));
  return beyond(other, one.normal, one.point) > close && has_point(other, one.point, close);
}

// ... unless no direction leads out of both, as in a concave corner. What the body stands on tells one that does; what
// has sunk there touches the others by as much below their common face.
bool is_common(const Outward& ground, const Outward& one, const Collider& other) {
  const double most = flush * std::min(size_of(one.of), size_of(other)) + std::max(0.0, -ground.gap);
  return beyond(one.of, ground.normal, one.point) <= most && beyond(other, ground.normal, one.point) <= most;
}

}  // namespace

bool Seams::mark_touches(const ContactSet& set, const Colliders& colliders, std::vector<char>& hidden) {
  std::sort(touches_.begin(), touches_.end(),
            [](const Touch& p, const Touch& q) { return p.body != q.body ? p.body < q.body : p.contact < q.contact; });
  auto outward = [&](const Touch& touch) {
    const Contact& contact = set.contacts[touch.contact];
    return Outward{*colliders[touch.collider], touch.is_a ? contact.point_a : contact.point_b,
                   touch.is_a ? Vec3(-contact.normal) : contact.normal, contact.gap};
  };
  auto is_solid = [&](const Touch& touch) { return colliders[touch.collider]->kind != ColliderKind::surface; };
  bool any = false;
  for (auto first = touches_.begin(); first != touches_.end();) {
    auto last = first;
    while (last != touches_.end() && last->body == first->body) ++last;
    auto is_covered = [&](const Touch& touch) {
      const Outward one = outward(touch);
      for (auto other = first; other != last; ++other) {
        const Collider& neighbour = *colliders[other->collider];
        if (other->collider == touch.collider || !is_solid(*other) || !leads_into(one, neighbour)) continue;
        for (auto ground = first; ground != last; ++ground)
          if (ground->collider != touch.collider && is_solid(*ground) && is_common(outward(*ground), one, neighbour))
            return true;
      }
      return false;
    };
    for (auto one = first; one != last; ++one)
      if (!hidden[one->contact] && is_solid(*one) && is_covered(*one)) hidden[one->contact] = any = true;
    first = last;
  }
  return any;
}

}  // namespace spook
