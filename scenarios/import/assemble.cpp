#include "scenarios/import/assemble.h"

#include <algorithm>
#include <cmath>

namespace spook::models {
namespace {

bool moves(const ModelLink& link) {
  return link.free || link.kinematic || !link.joints.empty();
}

MassProperties in_world(const MassProperties& mass, const Pose& pose) {
  const Mat3 turn = pose.orientation.toRotationMatrix();
  return {mass.mass, pose.to_parent(mass.centre), turn * mass.inertia * turn.transpose()};
}

MassProperties link_mass(const ModelLink& link) {
  if (link.mass) return *link.mass;
  std::vector<MassProperties> parts;
  for (const ModelShape& shape : link.shapes)
    if (shape.weighs) parts.push_back(shape.mass);
  return sum_masses(parts);
}

// half the height of a shape standing as it does, below its origin
double reach_down(const ShapeDesc& shape, const Pose& world) {
  const Vec3 down = world.orientation.conjugate() * Vec3(0, 0, -1);
  switch (shape.type) {
    case ShapeType::sphere:
      return shape.radius;
    case ShapeType::box:
      return down.cwiseAbs().dot(shape.half_extents);
    case ShapeType::capsule:
      return shape.radius + std::abs(down.z()) * shape.half_length;
    case ShapeType::cylinder:
      return shape.radius * down.head<2>().norm() + std::abs(down.z()) * shape.half_length;
    default:
      break;
  }
  double reach = 0.0;
  for (const Vec3& p : shape.points) reach = std::max(reach, down.dot(p));
  return reach;
}

}  // namespace

std::string Assembly::free_name(const std::string& wanted, std::set<std::string>& taken) const {
  std::string name = wanted.empty() ? "part" : wanted;
  for (int i = 2; taken.contains(name); ++i) name = wanted + "_" + std::to_string(i);
  taken.insert(name);
  return name;
}

std::optional<std::string> Assembly::body_of(int link) const {
  const int group = group_of[std::size_t(link)];
  if (group == 0) return std::nullopt;
  return groups.at(group).body;
}

void Assembly::make_groups() {
  std::map<int, std::vector<MassProperties>> masses;
  std::map<int, std::vector<std::pair<const ModelShape*, const Pose*>>> seen;
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const ModelLink& link = model.links[i];
    const int number = i == 0 || moves(link) ? int(i) : group_of[std::size_t(link.parent)];
    group_of.push_back(number);
    Group& group = groups[number];
    if (number == int(i)) group.link = &link;
    if (number != int(i) && link.parent != 0)
      notes.add(*link.at, "<" + link.at->name + "> without a joint: one body with the one above it");
    masses[number].push_back(in_world(link_mass(link), link.pose));
    for (const ModelShape& shape : link.shapes) {
      if (!shape.collides) {
        seen[number].push_back({&shape, &link.pose});
        continue;
      }
      group.solid.push_back(&shape);
      group.poses.push_back(link.pose);
    }
  }
  for (auto& [number, group] : groups) {
    group.mass = sum_masses(masses[number]);
    group.only_seen = group.solid.empty() && number != 0;
    for (const auto& [shape, pose] : seen[number]) {
      if (!group.only_seen) {
        notes.add(*shape->at, "<" + shape->at->name + "> only to be looked at is not imported");
        continue;
      }
      group.solid.push_back(shape);
      group.poses.push_back(*pose);
    }
  }
}

// a body that moves has a mass and an inertia, or is given one where models usually leave it out
void Assembly::give_weight(Group& group, double heaviest) {
  const ModelLink& link = *group.link;
  const bool has_mass = group.mass.mass > 0.0, has_inertia = group.mass.inertia.trace() > 0.0;
  if (has_mass && has_inertia) return;
  if (!model.massless_links) link.at->fail("a body that moves needs a mass and an inertia");
  if (!has_mass) {
    group.mass = {carrier_share * (heaviest > 0.0 ? heaviest : 1.0), link.pose.position, Mat3::Zero()};
    notes.add(*link.at, "a link that moves without mass gets a thousandth of the heaviest one's");
  } else {
    notes.add(*link.at, "a link that moves without inertia gets that of a ball of 8 cm");
  }
  constexpr double radius = 0.05;  // m, of gyration; chosen: 0.02 to 0.1 serve
  group.mass.inertia = group.mass.mass * radius * radius * Mat3::Identity();
}

void Assembly::make_bodies() {
  double heaviest = 0.0;
  for (const auto& [number, group] : groups)
    if (number != 0) heaviest = std::max(heaviest, group.mass.mass);
  for (auto& [number, group] : groups) {
    if (number == 0 && group.solid.empty()) continue;
    const ModelLink& link = *group.link;
    BodyDesc body;
    body.name = group.body = free_name(link.name, names);
    body.motion = number == 0 ? Motion::fixed : link.kinematic ? Motion::kinematic : Motion::dynamic;
    if (body.motion == Motion::dynamic) {
      give_weight(group, heaviest);
      const BodyMass mass = principal_frame(group.mass);
      group.frame = mass.frame;
      body.mass = mass.mass;
      body.inertia = mass.principal;
      if (!(mass.principal.array() > 0.0).all()) link.at->fail("its moments of inertia are not all positive");
    } else if (number != 0) {
      group.frame = link.pose;
    }
    body.pose = group.frame;
    for (std::size_t s = 0; s < group.solid.size(); ++s) {
      ShapeDesc shape = group.solid[s]->shape;
      shape.pose = group.frame.inverse() * (group.poses[s] * shape.pose);
      body.shapes.push_back(std::move(shape));
    }
    scene.bodies.push_back(std::move(body));
  }
}

void Assembly::add_ground() {
  double lowest = 0.0;
  bool any = false;
  for (const BodyDesc& body : scene.bodies)
    for (const ShapeDesc& shape : body.shapes) {
      if (shape.type == ShapeType::plane) continue;
      const Pose world = body.pose * shape.pose;
      const double z = world.position.z() - reach_down(shape, world);
      lowest = any ? std::min(lowest, z) : z;
      any = true;
    }
  BodyDesc ground;
  ground.name = free_name("ground", names);
  ground.motion = Motion::fixed;
  ShapeDesc plane;
  plane.type = ShapeType::plane;
  plane.offset = lowest;
  ground.shapes.push_back(plane);
  scene.bodies.push_back(ground);
}

Scene assemble(const Model& model, const ImportOptions& options, Notes& notes) {
  Assembly assembly{.model = model, .options = options, .notes = notes};
  assembly.scene.name = model.name.empty() ? "model" : model.name;
  assembly.scene.parameters.gravity = model.gravity;
  assembly.make_groups();
  assembly.make_bodies();
  if (assembly.scene.bodies.empty()) model.links[0].at->fail("expected a body, or a shape, and there is none");
  assembly.make_joints();
  assembly.make_ties();
  assembly.make_contacts();
  if (options.ground) assembly.add_ground();
  return std::move(assembly.scene);
}

}  // namespace spook::models
