// Bodies and joints come and go: slots, generations, collision filters.
#include <cmath>

#include "engine/scene/limits.h"
#include "engine/world/world_data.h"

namespace spook {

namespace {

template <typename Slot>
int free_slot(std::vector<Slot>& slots) {
  for (std::size_t i = 0; i < slots.size(); ++i)
    if (!slots[i].alive) return static_cast<int>(i);
  slots.emplace_back();
  return static_cast<int>(slots.size()) - 1;
}

template <typename Taken>
std::string free_name(const std::string& wanted, Taken taken) {
  std::string name = wanted;
  for (int number = 2; name.empty() || taken(name); ++number) name = wanted + "_" + std::to_string(number);
  return name;
}

bool names_pair(const std::array<std::string, 2>& pair, const std::string& a, const std::string& b) {
  return (pair[0] == a && pair[1] == b) || (pair[0] == b && pair[1] == a);
}

// joints without `collide` and the scene's no_collide list keep two bodies from colliding
void refresh_filter(WorldData& world, int a, int b) {
  if (a < 0 || b < 0 || a == b || !world.bodies[a].alive || !world.bodies[b].alive) return;
  bool forbidden = false;
  for (const auto& pair : world.given.scene.no_collide)
    forbidden = forbidden || names_pair(pair, world.bodies[a].desc.name, world.bodies[b].desc.name);
  for (const Joint& joint : world.joints)
    forbidden = forbidden || (joint.alive && !joint.desc.collide && joint.desc.type != JointType::gear &&
                              ((joint.body_a == a && joint.body_b == b) || (joint.body_a == b && joint.body_b == a)));
  if (forbidden)
    world.collision.forbid(a, b);
  else
    world.collision.allow(a, b);
}

// a body that comes or changes: what the scene's lists say of its name
void refresh_filters(WorldData& world, int slot) {
  for (const auto& pair : world.given.scene.no_collide)
    if (pair[0] == world.bodies[slot].desc.name || pair[1] == world.bodies[slot].desc.name)
      refresh_filter(world, find_body_slot(world, pair[0]), find_body_slot(world, pair[1]));
  for (const Joint& joint : world.joints)
    if (joint.alive && (joint.body_a == slot || joint.body_b == slot))
      refresh_filter(world, joint.body_a, joint.body_b);
}

// who touched it wakes
void forget_contacts(WorldData& world, int slot) {
  std::erase_if(world.carried, [&](const CarriedContact& contact) {
    const int a = static_cast<int>(contact.key.body_a), b = static_cast<int>(contact.key.body_b);
    if (a != slot && b != slot) return false;
    wake(world, a == slot ? b : a);
    return true;
  });
}

}  // namespace

std::vector<int> shape_materials(const WorldData& world, const BodyDesc& desc) {
  std::vector<int> materials;
  for (const ShapeDesc& shape : desc.shapes) {
    const auto found = world.given.material_index.find(shape.material);
    materials.push_back(found != world.given.material_index.end() ? found->second
                                                                  : world.given.material_index.at("default"));
  }
  return materials;
}

void refresh_all_filters(WorldData& world) {
  for (std::size_t i = 0; i < world.bodies.size(); ++i)
    if (world.bodies[i].alive) refresh_filters(world, static_cast<int>(i));
}

int find_body_slot(const WorldData& world, std::string_view name) {
  for (std::size_t i = 0; i < world.bodies.size(); ++i)
    if (world.bodies[i].alive && world.bodies[i].desc.name == name) return static_cast<int>(i);
  return -1;
}

int find_joint_slot(const WorldData& world, std::string_view name) {
  for (std::size_t i = 0; i < world.joints.size(); ++i)
    if (world.joints[i].alive && world.joints[i].desc.name == name) return static_cast<int>(i);
  return -1;
}

void wake(WorldData& world, int slot) {
  BodyState& state = world.bodies[slot].state;
  state.calm_time = 0.0;
  state.sleeping = false;
}

void wake(WorldData& world, const Joint& joint) {
  for (const int body : {joint.body_a, joint.body_b})
    if (body >= 0) wake(world, body);
}

void fill_body_slot(WorldData& world, int slot, const BodyDesc& desc) {
  Body& body = world.bodies[slot];
  describe_body(body, desc, world.given.scene);
  body.materials = shape_materials(world, body.desc);
  world.collision.add_body(slot, {body.desc.shapes, body.desc.motion}, body.state.pose);
}

int add_body(WorldData& world, const BodyDesc& desc) {
  const int slot = free_slot(world.bodies);
  BodyDesc named = desc;
  named.name = free_name(desc.name.empty() ? "body" : desc.name,
                         [&](const std::string& name) { return find_body_slot(world, name) >= 0; });
  ++world.bodies[slot].generation;
  fill_body_slot(world, slot, named);
  refresh_filters(world, slot);
  return slot;
}

void edit_body(WorldData& world, int slot, const BodyDesc& desc) {
  Body& body = world.bodies[slot];
  BodyDesc named = desc;
  const int other = find_body_slot(world, desc.name);
  if (desc.name.empty() || (other >= 0 && other != slot)) named.name = body.desc.name;
  forget_contacts(world, slot);
  world.collision.remove_body(slot);
  fill_body_slot(world, slot, named);
  refresh_filters(world, slot);
}

void remove_body(WorldData& world, int slot) {
  for (std::size_t i = 0; i < world.joints.size(); ++i)
    if (world.joints[i].alive && (world.joints[i].body_a == slot || world.joints[i].body_b == slot))
      remove_joint(world, static_cast<int>(i));
  for (Hand& hand : world.hands)
    if (hand.body == slot) hand.alive = false;
  for (Drive& drive : world.drives)
    if (drive.body == slot) drive.body = -1;
  forget_contacts(world, slot);
  world.collision.remove_body(slot);
  world.bodies[slot].alive = false;
}

std::optional<Joint> make_joint(const WorldData& world, const JointDesc& desc, const SlotFinder& slots) {
  Joint joint;
  joint.alive = true;
  joint.desc = desc;
  if (desc.a && (joint.body_a = slots.body(*desc.a)) < 0) return std::nullopt;
  if (desc.b && (joint.body_b = slots.body(*desc.b)) < 0) return std::nullopt;
  if (desc.type == JointType::gear) {
    joint.gear_a = slots.joint(desc.joint_a), joint.gear_b = slots.joint(desc.joint_b);
    if (joint.gear_a < 0 || joint.gear_b < 0) return std::nullopt;
    place_gear(joint, world.joints, world.bodies);
  }
  place_joint(joint, world.bodies);
  return joint;
}

int add_joint(WorldData& world, const JointDesc& desc) {
  JointDesc named = desc;
  named.name = free_name(desc.name.empty() ? "joint" : desc.name,
                         [&](const std::string& name) { return find_joint_slot(world, name) >= 0; });
  std::optional<Joint> made = make_joint(world, named,
                                         {[&](const std::string& name) { return find_body_slot(world, name); },
                                          [&](const std::string& name) { return find_joint_slot(world, name); }});
  if (!made) return -1;
  Joint& joint = *made;
  const int slot = free_slot(world.joints);
  joint.generation = world.joints[slot].generation + 1;
  world.joints[slot] = joint;
  if (!desc.collide) refresh_filter(world, joint.body_a, joint.body_b);
  wake(world, joint);
  return slot;
}

void remove_joint(WorldData& world, int slot) {
  Joint& joint = world.joints[slot];
  joint.alive = false;
  for (std::size_t i = 0; i < world.joints.size(); ++i)
    if (world.joints[i].alive && (world.joints[i].gear_a == slot || world.joints[i].gear_b == slot))
      world.joints[i].alive = false;
  for (Drive& drive : world.drives)
    if (drive.joint == slot) drive.joint = -1;
  refresh_filter(world, joint.body_a, joint.body_b);
  wake(world, joint);
}

bool is_finite(const Body& body) {
  constexpr double far = limits::max_state;
  const BodyState& state = body.state;
  const bool finite = state.pose.position.allFinite() && state.pose.orientation.coeffs().allFinite() &&
                      state.velocity.allFinite() && state.omega.allFinite() && state.angular_momentum.allFinite();
  return finite && state.pose.position.norm() < far && state.velocity.norm() < far && state.omega.norm() < far;
}

void contain(WorldData& world, int slot) {
  Body& body = world.bodies[slot];
  if (!body.state.pose.position.allFinite() || body.state.pose.position.norm() >= limits::max_state)
    body.state.pose.position = body.desc.pose.position;
  if (!body.state.pose.orientation.coeffs().allFinite()) body.state.pose.orientation = body.desc.pose.orientation;
  body.state.velocity.setZero();
  set_omega(body, Vec3::Zero());
  body.state.frozen = true;
  world.report.flags.push_back("frozen: body \"" + body.desc.name + "\" stopped being finite");
}

}  // namespace spook
