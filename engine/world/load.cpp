// A scene becomes a world, and a world as it stands becomes a scene again.
#include <algorithm>
#include <optional>
#include <unordered_map>

#include "engine/scene/limits.h"
#include "engine/scene/scene_io.h"
#include "engine/world/world_data.h"

namespace spook {

namespace {

Drive placed_drive(const DriveDesc& desc, const SlotFinder& slots) {
  Drive drive;
  drive.desc = desc;
  if (const auto* force = std::get_if<ForceDrive>(&desc)) drive.body = slots.body(force->body);
  if (const auto* speed = std::get_if<SpeedDrive>(&desc)) drive.joint = slots.joint(speed->joint);
  return drive;
}

// A scene's bodies and joints one after the other, as add_body and add_joint would, but with tables of names: those
// look at all others for every one, which a scene of a hundred thousand does not bear.
class Loader {
 public:
  explicit Loader(WorldData& world) : world_(world) {}

  void add(const BodyDesc& body) {
    int slot = static_cast<int>(world_.bodies.size());
    if (body.name.empty() || bodies_.contains(body.name)) {
      slot = add_body(world_, body);
    } else {
      ++world_.bodies.emplace_back().generation;
      fill_body_slot(world_, slot, body);
    }
    bodies_[world_.bodies[slot].desc.name] = slot;
    const std::size_t most = limits::max_pairs(world_.collision.shapes());
    if (world_.collision.pairs() > most)
      throw SceneError("body \"" + world_.bodies[slot].desc.name + "\": with it more than " + std::to_string(most) +
                       " pairs of shapes overlap, " + std::to_string(world_.collision.shapes()) +
                       " shapes in all: place bodies apart");
  }
  bool add(const JointDesc& desc) {
    int slot = static_cast<int>(world_.joints.size());
    if (desc.name.empty() || joints_.contains(desc.name)) {
      slot = add_joint(world_, desc);
      if (slot < 0) return false;
    } else {
      std::optional<Joint> joint = make_joint(world_, desc, finder());
      if (!joint) return false;
      joint->generation = 1;
      world_.joints.push_back(std::move(*joint));
    }
    const Joint& joint = world_.joints[slot];
    joints_[joint.desc.name] = slot;
    if (!desc.collide && desc.type != JointType::gear) forbid(joint.body_a, joint.body_b);
    return true;
  }
  void forbid(int a, int b) {
    if (a >= 0 && b >= 0 && a != b) world_.collision.forbid(a, b);
  }
  SlotFinder finder() const {
    return {[this](const std::string& name) { return find(bodies_, name); },
            [this](const std::string& name) { return find(joints_, name); }};
  }

 private:
  using Slots = std::unordered_map<std::string, int>;
  static int find(const Slots& slots, const std::string& name) {
    const auto found = slots.find(name);
    return found == slots.end() ? -1 : found->second;
  }

  WorldData& world_;
  Slots bodies_, joints_;
};

// the second axis of a universal joint that is torn, put at right angles to the first again
Vec3 square_to(const Vec3& axis, const Vec3& axis2) {
  const Vec3 across = axis2 - axis * axis.dot(axis2);
  return across.norm() > 1e-3 ? Vec3(across.normalized()) : Vec3(axis.unitOrthogonal());
}

// coordinates count from where a joint stands when it is made: limits and locks move along
JointDesc present_joint(const WorldData& world, const Joint& joint) {
  JointDesc desc = joint.desc;
  // what it holds may have been renamed since
  if (desc.type == JointType::gear) {
    if (joint.gear_a < 0 || joint.gear_b < 0) return desc;
    desc.joint_a = world.joints[joint.gear_a].desc.name, desc.joint_b = world.joints[joint.gear_b].desc.name;
    return desc;
  }
  if (joint.body_a >= 0) desc.a = world.bodies[joint.body_a].desc.name;
  if (joint.body_b >= 0) desc.b = world.bodies[joint.body_b].desc.name;
  const JointGeometry now = joint_geometry(joint, world.bodies);
  desc.anchor = now.b.anchor();
  desc.anchor_a = now.a.anchor(), desc.anchor_b = now.b.anchor();
  const bool on_plane = joint_type_info(desc.type).nonholonomic, of_a = on_plane || desc.type == JointType::universal;
  desc.axis = of_a ? now.a.frame.col(2) : now.b.frame.col(2);
  if (of_a) desc.axis2 = on_plane ? Vec3(now.b.frame.col(2)) : square_to(desc.axis, now.b.frame.col(0));
  if (on_plane) desc.anchor = now.a.anchor();
  if (desc.type == JointType::distance) desc.length = joint.length;
  const double position = joint_position(joint, world.bodies);
  const auto from_here = [&](double value) {
    return std::clamp(value - position, -limits::max_plain, limits::max_plain);
  };
  if (desc.limits) desc.limits = {from_here((*desc.limits)[0]), from_here((*desc.limits)[1])};
  if (desc.lock) desc.lock->position = from_here(desc.lock->position);
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
  given.mixed.clear();
  for (const auto& [a, material] : given.scene.materials) {
    given.material_index.emplace(a, static_cast<int>(given.material_index.size()));
    for (const auto& [b, other] : given.scene.materials) given.mixed.push_back(mix_materials(given.scene, a, b));
  }
  for (Body& body : world.bodies)
    if (body.alive) body.materials = shape_materials(world, body.desc);
}

void load_scene(WorldData& world, const Scene& scene) {
  world.given.scene = scene;
  world.given.scene.bodies.clear(), world.given.scene.joints.clear(), world.given.scene.drives.clear();
  world.parameters = scene.parameters;
  rebuild_materials(world);
  Loader loader(world);
  for (const BodyDesc& body : scene.bodies) loader.add(body);
  // gears name other joints, in any order
  for (const bool gears : {false, true})
    for (const JointDesc& joint : scene.joints)
      if ((joint.type == JointType::gear) == gears && !loader.add(joint))
        world.report.flags.push_back("joint \"" + joint.name + "\" names what is not there");
  const SlotFinder slots = loader.finder();
  for (const auto& [a, b] : scene.no_collide) loader.forbid(slots.body(a), slots.body(b));
  for (const DriveDesc& drive : scene.drives) world.drives.push_back(placed_drive(drive, slots));
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
  std::erase_if(scene.solving, [&](const SolvingMark& mark) {
    const auto gone = [&](const std::string& body) { return find_body_slot(world, body) < 0; };
    if (!mark.joint.empty()) return find_joint_slot(world, mark.joint) < 0;
    return mark.body.empty() ? gone(mark.between[0]) || gone(mark.between[1]) : gone(mark.body);
  });
  for (const Drive& drive : world.drives) {
    const auto* force = std::get_if<ForceDrive>(&drive.desc);
    if (force && drive.body >= 0 && force->to > world.time) scene.drives.push_back(present_drive(world, drive));
    const bool driven = !force && drive.joint >= 0 && world.joints[drive.joint].desc.motor;
    if (driven) scene.drives.push_back(present_drive(world, drive));
  }
  return scene;
}

}  // namespace spook
