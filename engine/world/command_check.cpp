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

void stand_in(Scene& scene, const std::optional<std::string>& name) {
  if (!name) return;
  for (const BodyDesc& body : scene.bodies)
    if (body.name == *name) return;
  BodyDesc& body = scene.bodies.emplace_back();
  body.name = *name;
  body.motion = Motion::fixed;
}

// a description is checked in a scene of its own
std::string body_fault(const WorldData& world, const BodyDesc& body) {
  Scene scene = scene_of(body);
  scene.materials = world.given.scene.materials;
  return fault_of(scene);
}

std::string joint_fault(const WorldData& world, const JointDesc& joint) {
  std::vector<JointDesc> geared;
  if (joint.type == JointType::gear)
    for (const std::string& name : {joint.joint_a, joint.joint_b}) {
      const int slot = find_joint_slot(world, name);
      if (slot < 0) return {};  // nothing will be added
      geared.push_back(world.joints[slot].desc);
    }
  return fault_of(scene_of(joint, geared));
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

// of a motor or a lock: speed or position, and the effort it may take
std::string axis_fault(const WorldData& world, JointId id, const char* what, double value,
                       const std::optional<double>& effort) {
  if (!is_there(world.joints, id)) return {};
  const JointDesc& joint = world.joints[id.index].desc;
  const std::string whose = std::string(what) + " of the joint '" + joint.name + "'";
  const bool hoist = joint.type == JointType::distance && std::string_view(what) == "motor";
  if (!extras_of(joint.type).along_axis && !hoist)
    return "a " + whose + ", which is a " + std::string(name_of(joint.type));
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
    if (!is_there(world.joints, c.id)) return {};
    return joint_fault(world, edited(world.joints[c.id.index].desc, c.joint));
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

Scene scene_of(const BodyDesc& body) {
  Scene scene;
  scene.bodies.push_back(body);
  if (body.name.empty()) scene.bodies[0].name = "body";
  return scene;
}

Scene scene_of(const JointDesc& joint, const std::vector<JointDesc>& geared) {
  Scene scene;
  scene.joints.push_back(joint);
  if (joint.name.empty()) scene.joints[0].name = "joint";
  scene.joints.insert(scene.joints.end(), geared.begin(), geared.end());
  for (const JointDesc& one : scene.joints) stand_in(scene, one.a), stand_in(scene, one.b);
  return scene;
}

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
