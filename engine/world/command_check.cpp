#include "engine/world/command_check.h"

#include <cmath>

#include "engine/scene/limits.h"
#include "engine/scene/names.h"
#include "engine/scene/numbers.h"
#include "engine/scene/validate.h"

namespace spook {
namespace {

std::string fault_of(const Scene& scene) {
  try {
    check_scene(scene);
  } catch (const SceneFault& fault) {
    return fault.text();
  }
  return {};
}

// a description is checked in a scene of its own
std::string body_fault(const WorldData& world, const BodyDesc& body) {
  Scene scene;
  scene.materials = world.given.scene.materials;
  scene.bodies.push_back(body);
  if (body.name.empty()) scene.bodies[0].name = "body";
  return fault_of(scene);
}

void stand_in(Scene& scene, const std::string& name) {
  for (const BodyDesc& body : scene.bodies)
    if (body.name == name) return;
  BodyDesc& body = scene.bodies.emplace_back();
  body.name = name;
  body.motion = Motion::fixed;
}

std::string joint_fault(const WorldData& world, const JointDesc& joint) {
  Scene scene;
  scene.joints.push_back(joint);
  if (joint.name.empty()) scene.joints[0].name = "joint";
  for (const auto& body : {joint.a, joint.b})
    if (body) stand_in(scene, *body);
  if (joint.type == JointType::gear)
    for (const std::string& name : {joint.joint_a, joint.joint_b}) {
      const int slot = find_joint_slot(world, name);
      if (slot < 0) return {};  // nothing will be added
      JointDesc& geared = scene.joints.emplace_back(world.joints[slot].desc);
      for (const auto& body : {geared.a, geared.b})
        if (body) stand_in(scene, *body);
    }
  return fault_of(scene);
}

std::string materials_fault(const WorldData& world, const SetMaterialTable& table) {
  Scene scene;
  scene.materials = table.materials;
  scene.materials.try_emplace("default");
  scene.material_pairs = table.pairs;
  for (const Body& body : world.bodies) {
    if (!body.alive) continue;
    for (const ShapeDesc& shape : body.desc.shapes)
      if (!scene.materials.contains(shape.material))
        return "the material '" + shape.material + "' of the body '" + body.desc.name + "' is missing";
  }
  return fault_of(scene);
}

const Joint* joint_of(const WorldData& world, JointId id) {
  if (id.index >= world.joints.size()) return nullptr;
  const Joint& joint = world.joints[id.index];
  return joint.alive && joint.generation == id.generation ? &joint : nullptr;
}

// of a motor or a lock: speed or position, and the effort it may take
std::string axis_fault(const WorldData& world, JointId id, const char* what, double value,
                       const std::optional<double>& effort) {
  const Joint* joint = joint_of(world, id);
  if (!joint) return {};
  const std::string whose = std::string(what) + " of the joint '" + joint->desc.name + "'";
  const bool hoist = joint->desc.type == JointType::distance && std::string_view(what) == "motor";
  if (!extras_of(joint->desc.type).along_axis && !hoist)
    return "a " + whose + ", which is a " + std::string(name_of(joint->desc.type));
  if (!(std::abs(value) <= limits::max_plain) || (effort && !(std::isfinite(*effort) && *effort >= 0.0)))
    return "a " + whose + " without a number that makes sense";
  return {};
}

struct Fault {
  const WorldData& world;

  std::string operator()(const SetParameters& c) const {
    Scene scene;
    scene.parameters = c.parameters;
    return fault_of(scene);
  }
  std::string operator()(const AddBody& c) const { return body_fault(world, c.body); }
  std::string operator()(const EditBody& c) const { return body_fault(world, c.body); }
  std::string operator()(const SetMaterialTable& c) const { return materials_fault(world, c); }
  std::string operator()(const AddJoint& c) const { return joint_fault(world, c.joint); }
  std::string operator()(const EditJoint& c) const {
    const Joint* joint = joint_of(world, c.id);
    return joint ? joint_fault(world, edited(joint->desc, c.joint)) : std::string();
  }
  std::string operator()(const SetMotor& c) const { return axis_fault(world, c.id, "motor", c.speed, c.max_effort); }
  std::string operator()(const SetLock& c) const { return axis_fault(world, c.id, "lock", c.position, c.max_effort); }
  std::string operator()(const Grip& c) const {
    const bool finite = c.local_point.allFinite() && c.target.allFinite() &&
                        c.target_orientation.coeffs().allFinite() && std::isfinite(c.effort_scale) &&
                        std::isfinite(c.stiffness_scale) && c.stiffness_scale > 0.0;
    return finite ? "" : "a grip whose numbers are not finite";
  }
  std::string operator()(const MoveGrip& c) const {
    const bool finite = c.target.allFinite() && (!c.target_orientation || c.target_orientation->coeffs().allFinite());
    return finite ? "" : "a grip moved to where is nothing";
  }
  std::string operator()(const SetPace& c) const {
    return !c.effort || *c.effort > 0.0 ? "" : "a pace that leaves no effort";
  }
  std::string operator()(const SetWind& c) const {
    return c.velocity.norm() <= limits::max_wind ? ""
                                                 : "a wind faster than " + format_number(limits::max_wind) + " m/s";
  }
  std::string operator()(const Explode& c) const {
    const bool sound = c.centre.allFinite() && c.strength >= 0.0 && c.strength <= limits::max_plain && c.reach > 0.0 &&
                       c.reach <= limits::max_plain;
    return sound ? "" : "a blast whose numbers make no sense";
  }
  template <typename Other>
  std::string operator()(const Other&) const {
    return {};  // motion that is not finite is stopped where it shows (contain)
  }
};

}  // namespace

JointDesc edited(const JointDesc& old, const JointDesc& wanted) {
  JointDesc joint = wanted;
  joint.name = old.name, joint.type = old.type, joint.a = old.a, joint.b = old.b;
  joint.joint_a = old.joint_a, joint.joint_b = old.joint_b;
  return joint;
}

std::string command_fault(const WorldData& world, const Command& command) {
  return std::visit(Fault{world}, command);
}

}  // namespace spook
