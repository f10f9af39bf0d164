// The motion that bodies of an island have in common, and what is left of theirs without it: energy is taken from a
// motion within or given to it without changing momentum.
#pragma once

#include <Eigen/Cholesky>

#include "engine/world/world_data.h"

namespace spook {

// of a top only what turns its axis: what it holds in its spin is no one's to change
inline Vec6 without_spin(const BodyScratch& body, const Vec6& velocity) {
  Vec6 own = velocity;
  if (body.gyroscope.spins) own.tail<3>() -= body.gyroscope.axis * body.gyroscope.axis.dot(own.tail<3>());
  return own;
}

struct RigidMotion {
  Vec3 centre = Vec3::Zero(), velocity = Vec3::Zero(), omega = Vec3::Zero();
  Vec6 of(const Vec3& position) const {
    Vec6 v;
    v << velocity + omega.cross(position - centre), omega;
    return v;
  }
};

// of the bodies of an island for which takes_part(world, row), with the velocities velocity(row)
template <typename TakesPart, typename Velocity>
RigidMotion common_motion(const WorldData& world, const IslandRange& island, TakesPart takes_part, Velocity velocity) {
  RigidMotion common;
  double mass = 0.0;
  const auto each = [&](auto use) {
    for (int row = island.first_body; row < island.first_body + island.body_count; ++row)
      if (takes_part(world, row)) use(world.bodies[world.scratch.layout.bodies[row].index], row);
  };
  each([&](const Body& body, int row) {
    mass += body.mass;
    common.centre += body.mass * body.state.pose.position;
    common.velocity += body.mass * velocity(row).template head<3>();
  });
  common.centre /= mass, common.velocity /= mass;
  Vec3 momentum = Vec3::Zero();
  Mat3 inertia = Mat3::Zero();
  each([&](const Body& body, int row) {
    const Mat3& own = world.scratch.bodies[world.scratch.layout.bodies[row].index].inertia;
    const Vec3 arm = body.state.pose.position - common.centre;
    const Vec6& v = velocity(row);
    momentum += body.mass * arm.cross(v.template head<3>()) + own * v.template tail<3>();
    inertia += own + body.mass * (arm.squaredNorm() * Mat3::Identity() - arm * arm.transpose());
  });
  common.omega = inertia.ldlt().solve(momentum);
  return common;
}

}  // namespace spook
