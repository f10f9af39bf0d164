// A scene becomes a world, and a world as it stands becomes a scene again.
#include <algorithm>

#include "engine/world/world_data.h"

namespace spook {

namespace {

Drive placed_drive(const WorldData& world, const DriveDesc& desc) {
  Drive drive;
  drive.desc = desc;
  if (const auto* force = std::get_if<ForceDrive>(&desc)) drive.body = find_body_slot(world, force->body);
  if (const auto* speed = std::get_if<SpeedDrive>(&desc)) drive.joint = find_joint_slot(world, speed->joint);
  return drive;
}

// coordinates count from where a joint stands when it is made: limits and locks move along
JointDesc present_joint(const WorldData& world, const Joint& joint) {
  JointDesc desc = joint.desc;
  if (desc.type == JointType::gear) return desc;
  const JointGeometry now = joint_geometry(joint, world.bodies);
  desc.anchor = now.b.anchor();
  desc.anchor_a = now.a.anchor(), desc.anchor_b = now.b.anchor();
  desc.axis = desc.type == JointType::universal ? now.a.frame.col(2) : now.b.frame.col(2);
  if (desc.type == JointType::universal) desc.axis2 = now.b.frame.col(0);
  if (desc.type == JointType::distance) desc.length = joint.length;
  const double position = joint_position(joint, world.bodies);
  if (desc.limits) desc.limits = {(*desc.limits)[0] - position, (*desc.limits)[1] - position};
  if (desc.lock) desc.lock->position -= position;
  return desc;
}

// a drive's times count from the beginning of the scene
DriveDesc present_drive(const WorldData& world, const Drive& drive) {
  DriveDesc desc = drive.desc;
  if (auto* force = std::get_if<ForceDrive>(&desc)) {
    force->body = world.bodies[drive.body].desc.name;
    force->from = std::max(0.0, force->from - world.time);
    if (force->to < 1e299) force->to = std::max(0.0, force->to - world.time);
  }
  if (auto* speed = std::get_if<SpeedDrive>(&desc)) {
    speed->joint = world.joints[drive.joint].desc.name;
    for (auto& point : speed->motor_speed) point[0] -= world.time;
  }
  return desc;
}

}  // namespace

void rebuild_materials(WorldData& world) {
  Surroundings& given = world.given;
  given.scene.materials.try_emplace("default");
  given.material_index.clear();
  std::vector<std::string> names;
  for (const auto& [name, material] : given.scene.materials) {
    given.material_index[name] = static_cast<int>(names.size());
    names.push_back(name);
  }
  given.mixed.clear();
  for (const std::string& a : names)
    for (const std::string& b : names) {
      const Material mixed = mix_materials(given.scene, a, b);
      given.mixed.push_back({mixed.friction, mixed.restitution, mixed.compliance, mixed.relaxation_steps});
    }
  for (Body& body : world.bodies) {
    if (!body.alive) continue;
    for (std::size_t i = 0; i < body.materials.size(); ++i) {
      const auto found = given.material_index.find(body.desc.shapes[i].material);
      body.materials[i] = found != given.material_index.end() ? found->second : given.material_index.at("default");
    }
  }
}

void load_scene(WorldData& world, const Scene& scene) {
  world.given.scene = scene;
  world.given.scene.bodies.clear(), world.given.scene.joints.clear(), world.given.scene.drives.clear();
  world.parameters = scene.parameters;
  rebuild_materials(world);
  for (const BodyDesc& body : scene.bodies) add_body(world, body);
  // gears name other joints, in any order
  for (const bool gears : {false, true})
    for (const JointDesc& joint : scene.joints)
      if ((joint.type == JointType::gear) == gears && add_joint(world, joint) < 0)
        world.report.flags.push_back("joint \"" + joint.name + "\" names what is not there");
  for (const DriveDesc& drive : scene.drives) world.drives.push_back(placed_drive(world, drive));
}

Scene describe_world(const WorldData& world) {
  Scene scene = world.given.scene;
  scene.parameters = world.parameters;
  for (const Body& body : world.bodies)
    if (body.alive) scene.bodies.push_back(present_description(body));
  for (const Joint& joint : world.joints)
    if (joint.alive) scene.joints.push_back(present_joint(world, joint));
  std::erase_if(scene.no_collide, [&](const std::array<std::string, 2>& pair) {
    return find_body_slot(world, pair[0]) < 0 || find_body_slot(world, pair[1]) < 0;
  });
  for (const Drive& drive : world.drives) {
    const auto* force = std::get_if<ForceDrive>(&drive.desc);
    if (force && drive.body >= 0 && force->to > world.time) scene.drives.push_back(present_drive(world, drive));
    if (!force && drive.joint >= 0) scene.drives.push_back(present_drive(world, drive));
  }
  return scene;
}

}  // namespace spook
