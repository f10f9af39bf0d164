#include "engine/collide/near.h"

namespace spook {
namespace {

struct Ball {
  Vec3 centre;
  double radius;
};

Ball ball_around(const Collider& collider, const Pose& pose) {
  return {pose.to_parent(collider.local.position), collider.convex.size};
}

// of what stands still, as it is placed; nothing is known of what moves
bool clears(const Ball& ball, const Collider& other) {
  if (other.motion != Motion::fixed) return false;
  if (other.kind == ColliderKind::surface)
    return other.box.squaredExteriorDistance(ball.centre) > ball.radius * ball.radius;
  const Vec3 normal = other.placed.axes * other.plane_normal;
  return normal.dot(ball.centre - other.placed.position) - other.plane_offset > ball.radius;
}

}  // namespace

bool may_meet(const Collider& a, const Pose& pose_a, const Collider& b, const Pose& pose_b) {
  if (a.kind == ColliderKind::convex && b.kind == ColliderKind::convex) {
    const Ball one = ball_around(a, pose_a), other = ball_around(b, pose_b);
    const double both = one.radius + other.radius;
    return (one.centre - other.centre).squaredNorm() <= both * both;
  }
  if (a.kind == ColliderKind::convex) return !clears(ball_around(a, pose_a), b);
  if (b.kind == ColliderKind::convex) return !clears(ball_around(b, pose_b), a);
  return true;
}

bool stays_inside(const Collider& collider, const Pose& pose, const Box& box) {
  if (collider.kind != ColliderKind::convex || !box.contains(collider.box)) return false;
  const Ball ball = ball_around(collider, pose);
  return ((ball.centre - box.min()).array() >= ball.radius).all() &&
         ((box.max() - ball.centre).array() >= ball.radius).all();
}

}  // namespace spook
