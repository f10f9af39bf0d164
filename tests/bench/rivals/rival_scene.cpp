#include <algorithm>
#include <stdexcept>

#include "engine/scene/names.h"
#include "engine/world/world.h"
#include "tests/bench/rivals/rival.h"

namespace spook::rivals {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw std::invalid_argument("not every engine takes " + what);
}

void check(const BodyDesc& body) {
  if (body.motion == Motion::kinematic) refuse("the kinematic body '" + body.name + "'");
  for (const ShapeDesc& shape : body.shapes)
    if (shape.type == ShapeType::mesh || shape.type == ShapeType::heightfield || shape.type == ShapeType::cone)
      refuse("the " + std::string(name_of(shape.type)) + " of '" + body.name + "'");
}

void check(const JointDesc& joint) {
  const bool known = joint.type == JointType::ball || joint.type == JointType::hinge ||
                     joint.type == JointType::slider || joint.type == JointType::fixed;
  if (!known) refuse("the " + std::string(name_of(joint.type)) + " joint '" + joint.name + "'");
  if (joint.limits || joint.motor || joint.lock || joint.friction_effort > 0.0)
    refuse("the limits, motor, lock or friction of joint '" + joint.name + "'");
}

int index_of(const Scene& scene, const std::optional<std::string>& name) {
  if (!name) return -1;
  const auto found = std::ranges::find(scene.bodies, *name, &BodyDesc::name);
  return static_cast<int>(found - scene.bodies.begin());
}

// frames and masses as our own world finds them
RivalBody rival_body(const World& world, const BodyDesc& description) {
  const BodyId id = *world.find_body(description.name);
  const BodyLook& look = world.look(id);
  RivalBody body;
  body.name = description.name;
  body.moves = description.motion == Motion::dynamic;
  body.pose = world.pose(id);
  body.velocity = world.velocity(id), body.angular_velocity = world.angular_velocity(id);
  body.mass = look.mass, body.inertia = look.principal_inertia;
  body.linear_damping = description.linear_damping, body.angular_damping = description.angular_damping;
  body.shapes = look.shapes;
  return body;
}

}  // namespace

RivalScene rival_scene(const Scene& scene) {
  if (!scene.drives.empty()) refuse("drives");
  RivalScene made{scene, {}, {}, {}};
  const World world(scene, {.publish = false});
  for (const BodyDesc& body : scene.bodies) {
    check(body);
    made.bodies.push_back(rival_body(world, body));
  }
  const auto keep_apart = [&](int a, int b) {
    if (a >= 0 && b >= 0) made.apart.insert({std::min(a, b), std::max(a, b)});
  };
  for (const JointDesc& joint : scene.joints) {
    check(joint);
    made.joints.push_back({joint, index_of(scene, joint.a), index_of(scene, joint.b)});
    if (!joint.collide) keep_apart(made.joints.back().a, made.joints.back().b);
  }
  for (const auto& [a, b] : scene.no_collide) keep_apart(index_of(scene, a), index_of(scene, b));
  return made;
}

}  // namespace spook::rivals
