#include "viewer/interact/edits.h"

#include <algorithm>

#include "viewer/interact/selection.h"

namespace spook {
namespace {

constexpr SpawnShape shapes[] = {{"Box", ShapeType::box},         {"Ball", ShapeType::sphere},
                                 {"Capsule", ShapeType::capsule}, {"Cylinder", ShapeType::cylinder},
                                 {"Cone", ShapeType::cone},       {"Gem", ShapeType::hull}};

}  // namespace

std::span<const SpawnShape> spawn_shapes() {
  return shapes;
}

std::vector<Command> remove_bodies(const std::set<BodyId>& bodies) {
  std::vector<Command> commands;
  for (const BodyId id : bodies) commands.push_back(RemoveBody{id});
  return commands;
}

BodyDesc describe_body(const BodyView& body) {
  BodyDesc desc;
  desc.name = body.look->name, desc.motion = body.look->motion, desc.look = body.look->look;
  desc.pose = body.pose, desc.velocity = body.velocity, desc.angular_velocity = body.angular_velocity;
  desc.shapes = body.look->shapes;
  if (desc.motion == Motion::dynamic) desc.mass = body.look->mass, desc.inertia = body.look->principal_inertia;
  return desc;
}

double kinetic_energy_of(const BodyView& body) {
  const Vec3 spin = body.pose.orientation.conjugate() * body.angular_velocity;
  return 0.5 * body.look->mass * body.velocity.squaredNorm() +
         0.5 * spin.dot(body.look->principal_inertia.cwiseProduct(spin));
}

// clones stand on top of the whole group
std::vector<Command> clone_bodies(const Snapshot& snapshot, const std::set<BodyId>& bodies) {
  std::vector<Command> commands;
  double low = 1e30, high = -1e30;
  for (const BodyId id : bodies) {
    const int index = index_of(snapshot, id);
    if (index < 0) continue;
    low = std::min(low, snapshot.bodies[index].bounds_min.z()),
    high = std::max(high, snapshot.bodies[index].bounds_max.z());
  }
  for (const BodyId id : bodies) {
    const int index = index_of(snapshot, id);
    if (index < 0 || snapshot.bodies[index].look->motion == Motion::fixed) continue;
    BodyDesc desc = describe_body(snapshot.bodies[index]);
    desc.pose.position.z() += std::clamp(high - low, 0.01, 100.0) + 0.01;
    desc.velocity = desc.angular_velocity = Vec3::Zero();
    commands.push_back(AddBody{desc});
  }
  return commands;
}

BodyDesc spawned(ShapeType type, double size, const Vec3& point, const Vec3& normal, int number) {
  BodyDesc body;
  ShapeDesc shape;
  shape.type = type;
  shape.half_extents = Vec3::Constant(0.5 * size);
  shape.radius = type == ShapeType::sphere ? 0.5 * size : 0.35 * size;
  shape.half_length = type == ShapeType::capsule ? 0.3 * size : 0.5 * size;
  shape.height = size;
  if (type == ShapeType::hull)
    for (int i = 0; i < 12; ++i) {
      const int layer = i / 3;
      const double turn = 2.0943951 * (i % 3) + 1.0471976 * layer, level = layer / 1.5 - 1.0;
      const double ring = layer % 3 == 0 ? 0.3 : 0.55;
      shape.points.emplace_back(ring * size * std::cos(turn), ring * size * std::sin(turn), 0.5 * size * level);
    }
  body.shapes = {shape};
  body.name = std::string("spawned_") + std::to_string(number);
  body.look = "plain";
  const double reach = type == ShapeType::capsule ? 0.65 * size : 0.5 * size;
  body.pose.position = point + normal * (reach + 0.002);
  return body;
}

}  // namespace spook
