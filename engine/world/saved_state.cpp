#include "engine/world/saved_state.h"

namespace spook {

namespace {

void rebuild_collision(WorldData& world, const std::vector<Body>& before) {
  for (std::size_t i = 0; i < before.size(); ++i)
    if (before[i].alive) world.collision.remove_body(static_cast<int>(i));
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const Body& body = world.bodies[i];
    if (body.alive)
      world.collision.add_body(static_cast<int>(i), {body.desc.shapes, body.desc.motion}, body.state.pose);
  }
  refresh_all_filters(world);
}

}  // namespace

void forget_the_past(WorldData& world) {
  world.solver_memory.clear(), world.impact_memory.clear();
  world.collision.look_anew();
}

std::shared_ptr<const Descriptions> take_descriptions(const WorldData& world) {
  auto descriptions = std::make_shared<Descriptions>();
  descriptions->given = world.given;
  descriptions->bodies = world.bodies;
  descriptions->joints = world.joints;
  descriptions->drives = world.drives;
  return descriptions;
}

std::shared_ptr<SavedState> take_moment(const WorldData& world,
                                        const std::shared_ptr<const Descriptions>& descriptions) {
  auto moment = std::make_shared<SavedState>();
  moment->descriptions = descriptions;
  moment->parameters = world.parameters;
  for (const Body& body : world.bodies) moment->bodies.push_back(body.state);
  for (const Joint& joint : world.joints)
    moment->joints.push_back({joint.memory, joint.desc.motor, joint.desc.lock, joint.lock_effort});
  moment->hands = world.hands;
  moment->carried = world.carried;
  moment->collision = world.collision.remember();
  moment->time = world.time;
  moment->steps = world.steps;
  moment->report = world.report;
  return moment;
}

void put_moment(WorldData& world, const SavedState& state, bool same_descriptions) {
  std::vector<Body> before;
  if (!same_descriptions) {
    before = std::move(world.bodies);
    world.given = state.descriptions->given;
    world.bodies = state.descriptions->bodies;
    world.joints = state.descriptions->joints;
    world.drives = state.descriptions->drives;
  }
  for (std::size_t i = 0; i < world.bodies.size(); ++i) world.bodies[i].state = state.bodies[i];
  for (std::size_t i = 0; i < world.joints.size(); ++i) {
    Joint& joint = world.joints[i];
    joint.memory = state.joints[i].memory;
    joint.desc.motor = state.joints[i].motor, joint.desc.lock = state.joints[i].lock;
    joint.lock_effort = state.joints[i].lock_effort;
  }
  if (!same_descriptions) rebuild_collision(world, before);
  world.parameters = state.parameters;
  world.hands = state.hands;
  world.carried = state.carried;
  if (state.collision) world.collision.recall(*state.collision);
  world.time = state.time;
  world.steps = state.steps;
  world.report = state.report;
  world.scratch.points.clear();
  world.scratch.problem.clear();
  forget_the_past(world);
}

bool changes_descriptions(const Command& command) {
  return std::holds_alternative<AddBody>(command) || std::holds_alternative<EditBody>(command) ||
         std::holds_alternative<RemoveBody>(command) || std::holds_alternative<SetMaterialTable>(command) ||
         std::holds_alternative<AddJoint>(command) || std::holds_alternative<EditJoint>(command) ||
         std::holds_alternative<RemoveJoint>(command);
}

}  // namespace spook
