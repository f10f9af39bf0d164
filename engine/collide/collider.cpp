#include "engine/collide/collider.h"

#include <cmath>

namespace spook {
namespace {

Box turned(const Box& box, const Placed& placed) {
  const Vec3 centre = placed.position + placed.axes * box.center(),
             reach = placed.axes.cwiseAbs() * (0.5 * box.sizes());
  return {centre - reach, centre + reach};
}

Convex make_convex(const ShapeDesc& shape) {
  Convex convex;
  switch (shape.type) {
    case ShapeType::sphere:
      convex.kind = CoreKind::point;
      convex.rounding = shape.radius;
      break;
    case ShapeType::capsule:
      convex.kind = CoreKind::segment;
      convex.half = {0.0, 0.0, shape.half_length};
      convex.rounding = shape.radius;
      break;
    case ShapeType::box:
      convex.kind = CoreKind::box;
      convex.half = shape.half_extents;
      break;
    case ShapeType::cylinder:
      convex.kind = CoreKind::cylinder;
      convex.half = {shape.radius, shape.radius, shape.half_length};
      break;
    case ShapeType::cone:
      convex.kind = CoreKind::cone;
      convex.half = {shape.radius, shape.radius, 0.5 * shape.height};
      break;
    default:
      break;
  }
  convex.size = convex.half.norm() + convex.rounding;
  if (convex.kind == CoreKind::cylinder || convex.kind == CoreKind::cone)
    convex.size = std::hypot(convex.half.x(), convex.half.z());
  return convex;
}

}  // namespace

Collider make_collider(int body, int shape, Motion motion, const ShapeDesc& description) {
  Collider collider;
  collider.body = body, collider.shape = shape, collider.motion = motion;
  collider.local = description.pose;
  if (description.type == ShapeType::plane) {
    collider.kind = ColliderKind::plane;
    collider.plane_normal = description.normal.normalized();
    collider.plane_offset = description.offset;
  } else if (description.type == ShapeType::mesh || description.type == ShapeType::heightfield) {
    collider.kind = ColliderKind::surface;
    collider.surface = std::make_unique<Surface>(description);
    collider.empty = collider.surface->box().isEmpty();
  } else if (description.type == ShapeType::hull) {
    collider.polytope = std::make_unique<Polytope>(make_polytope(description.points));
    collider.convex.kind = CoreKind::hull;
    collider.convex.polytope = collider.polytope.get();
    for (const Vec3& vertex : collider.polytope->vertices)
      collider.convex.size = std::max(collider.convex.size, vertex.norm());
    collider.empty = collider.polytope->faces.empty();
  } else {
    collider.convex = make_convex(description);
  }
  return collider;
}

Displacement displacement(const Pose& from, const Pose& to) {
  const Quat turned = to.orientation * from.orientation.conjugate();
  return {to.position - from.position, std::copysign(2.0, turned.w()) * turned.vec()};
}

void place(Collider& collider, const Pose& body) {
  const Pose pose = body * collider.local;
  collider.placed.shape = &collider.convex;
  collider.placed.position = pose.position;
  collider.placed.axes = pose.orientation.toRotationMatrix();
  collider.body_position = body.position;
  collider.usable = pose.position.allFinite() && collider.placed.axes.allFinite();
  if (collider.empty) {
    collider.usable = false;
    collider.box = {pose.position, pose.position};
    return;
  }
  if (collider.kind == ColliderKind::convex) collider.box = bounding_box(collider.placed);
  if (collider.kind == ColliderKind::surface) collider.box = turned(collider.surface->box(), collider.placed);
}

}  // namespace spook
