#include "engine/step/ends.h"

#include "engine/step/gyroscope.h"
#include "engine/step/problem_builder.h"
#include "engine/step/rotation.h"
#include "engine/step/winch.h"

namespace spook {

namespace {

// moving freely from where it stands
Pose drifted(const Body& body, const Vec3& velocity, const Vec3& momentum, double h) {
  Pose pose = body.state.pose;
  pose.position += h * velocity;
  pose.orientation = rotate(pose.orientation, free_omega(pose.orientation, body.principal, momentum, h), h);
  return pose;
}

Pose carried(const Body& body, double h) {
  Pose pose = body.state.pose;
  pose.position += h * body.state.velocity;
  pose.orientation = rotate(pose.orientation, body.state.omega, h);
  return pose;
}

// Numerics §6. What is held: impulses change the momentum, and with it the body moves freely. The others: the free
// motion, then what was added to it; at large spins exp(h ω⁺) would turn the addition along.
Pose led_to(const WorldData& world, int body) {
  const Body& own = world.bodies[body];
  const BodyWork& work = world.scratch.bodies[body];
  const double h = world.scratch.h;
  if (work.row.index < 0)
    return own.desc.motion == Motion::kinematic && !own.state.frozen ? carried(own, h) : own.state.pose;
  const Vec6& velocity = world.scratch.solution.velocity[work.row.index];
  const Vec3 omega = velocity.tail<3>();
  Pose pose = own.state.pose;
  pose.position += h * velocity.head<3>();
  if (work.gyroscope.spins) {
    pose.orientation = gyroscope_orientation(work.gyroscope, pose.orientation, omega, h);
    return pose;
  }
  if (work.held()) return drifted(own, velocity.head<3>(), momentum_after_step(world, body), h);
  const Vec3 free = work.row.velocity.tail<3>();
  pose.orientation = rotate(rotate(pose.orientation, free, h), omega - free, h);
  return pose;
}

JointSide side_at(int body, const Pose& local, const Pose& pose, bool framed) {
  JointSide side;
  if (body >= 0) side.centre = pose.position;
  side.arm = pose.orientation * local.position;
  if (framed) side.frame = (pose.orientation * local.orientation).toRotationMatrix();
  return side;
}

JointSide side_after_step(WorldData& world, int body, const Pose& local, bool framed) {
  return side_at(body, local, body < 0 ? Pose{} : pose_after_step(world, body), framed);
}

JointGeometry geometry_after_step(WorldData& world, const Joint& joint) {
  JointGeometry geometry;
  const bool framed = joint.desc.type != JointType::ball;
  geometry.a = side_after_step(world, joint.body_a, joint.local_a, framed);
  geometry.b = side_after_step(world, joint.body_b, joint.local_b, framed);
  return geometry;
}

}  // namespace

Vec3 momentum_after_step(const WorldData& world, int body) {
  const BodyWork& own = world.scratch.bodies[body];
  const Vec3 omega = world.scratch.solution.velocity[own.row.index].tail<3>();
  if (own.gyroscope.spins) return gyroscope_momentum(world.bodies[body], own.gyroscope, omega, world.scratch.h);
  return world.bodies[body].state.angular_momentum + own.inertia * (omega - own.row.velocity.tail<3>());
}

const Pose& pose_after_step(WorldData& world, int body) {
  BodyWork& work = world.scratch.bodies[body];
  if (work.end_known) return work.end;
  work.end = led_to(world, body), work.end_known = true;
  work.turn_ahead = work.end.orientation * world.bodies[body].state.pose.orientation.conjugate();
  return work.end;
}

const Quat& turn_after_step(WorldData& world, int body) {
  pose_after_step(world, body);
  return world.scratch.bodies[body].turn_ahead;
}

const Quat& turn_before_step(WorldData& world, int body) {
  BodyWork& work = world.scratch.bodies[body];
  if (work.turn_behind_known) return work.turn_behind;  // many threads ask: nothing is written
  work.turn_behind = rotate(Quat::Identity(), -world.scratch.h * world.bodies[body].state.omega, 1.0);
  work.turn_behind_known = true;
  return work.turn_behind;
}

void forget_ends(WorldData& world) {
  for (BodyWork& body : world.scratch.bodies) body.end_known = false;
}

Vec6 violations_after_step(WorldData& world, const Joint& joint) {
  JointGeometry geometry = geometry_after_step(world, joint);
  geometry.length = joint.length + world.scratch.h * winding_speed(world, joint);
  return joint_violations(joint.desc.type, geometry);
}

double coordinate_after_step(WorldData& world, const Joint& joint) {
  ConstraintRows rows;
  coordinate_row(joint_type_info(joint.desc.type).coordinate, geometry_after_step(world, joint), rows);
  return rows.violation[0];
}

}  // namespace spook
