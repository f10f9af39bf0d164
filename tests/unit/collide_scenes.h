// Small worlds of shapes for the collision tests.
#pragma once

#include <random>
#include <vector>

#include "engine/collide/collision_world.h"

namespace spook::test {

inline ShapeDesc sphere(double radius) {
  ShapeDesc shape;
  shape.type = ShapeType::sphere;
  shape.radius = radius;
  return shape;
}

inline ShapeDesc box(const Vec3& half) {
  ShapeDesc shape;
  shape.type = ShapeType::box;
  shape.half_extents = half;
  return shape;
}

inline ShapeDesc rounded(ShapeType type, double radius, double half_length) {
  ShapeDesc shape;
  shape.type = type;
  shape.radius = radius;
  shape.half_length = half_length;
  shape.height = 2 * half_length;
  return shape;
}

inline ShapeDesc plane(const Vec3& normal = Vec3::UnitZ(), double offset = 0.0) {
  ShapeDesc shape;
  shape.type = ShapeType::plane;
  shape.normal = normal;
  shape.offset = offset;
  return shape;
}

inline ShapeDesc hull(std::vector<Vec3> points) {
  ShapeDesc shape;
  shape.type = ShapeType::hull;
  shape.points = std::move(points);
  return shape;
}

inline Quat about(const Vec3& axis, double angle) {
  return Quat(Eigen::AngleAxisd(angle, axis.normalized()));
}

struct Stage {
  CollisionWorld world;
  std::vector<CollisionState> states;
  CollideOptions options;

  int add(const ShapeDesc& shape, const Vec3& position, const Quat& orientation = Quat::Identity(),
          Motion motion = Motion::dynamic) {
    return add(std::vector<ShapeDesc>{shape}, {position, orientation}, motion);
  }
  int add(std::vector<ShapeDesc> shapes, const Pose& pose, Motion motion = Motion::dynamic) {
    const int id = static_cast<int>(states.size());
    world.add_body(id, {std::move(shapes), motion}, pose);
    states.push_back({pose, Vec3::Zero(), Vec3::Zero()});
    return id;
  }
  const ContactSet& collide() { return world.collide(states, options); }
};

// a running-bond wall of bricks on a plane
inline void build_wall(Stage& stage, int columns, int rows) {
  stage.add(plane(), Vec3::Zero(), Quat::Identity(), Motion::fixed);
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
      stage.add(box({0.5, 0.25, 0.25}), Vec3(column * 1.0 + (row % 2) * 0.5, 0.0, 0.25 + row * 0.5));
}

}  // namespace spook::test
