#include "engine/world/saved_state.h"

#include "engine/world/state_fields.h"

namespace spook {

namespace {

void rebuild_collision(WorldData& world, const std::vector<Body>& before) {
  world.collision.allow_all();  // what joints that came later kept apart
  for (std::size_t i = 0; i < before.size(); ++i)
    if (before[i].alive) world.collision.remove_body(static_cast<int>(i));
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const Body& body = world.bodies[i];
    if (body.alive)
      world.collision.add_body(static_cast<int>(i), {body.desc.shapes, body.desc.motion}, body.state.pose);
  }
  refresh_all_filters(world);
}

// a part of the state into a moment …
struct Save {
  template <class T>
  void operator()(const char*, const T& from, T& to) const {
    to = from;
  }
  void operator()(const char*, const std::vector<Body>& from, std::vector<BodyState>& to) const {
    to.reserve(from.size());
    for (const Body& body : from) to.push_back(body.state);
  }
  void operator()(const char*, const std::vector<Joint>& from, std::vector<JointMoment>& to) const {
    to.reserve(from.size());
    for (const Joint& joint : from)
      to.push_back({joint.memory, joint.desc.motor, joint.desc.lock, joint.lock_effort, joint.length});
  }
  template <class Memory, class Past>
  requires requires(const Memory& memory) { memory.remember(); }
  void operator()(const char*, const Memory& from, Past& to) const { to = from.remember(); }
};

// … and back
struct Restore {
  template <class T>
  void operator()(const char*, T& to, const T& from) const {
    to = from;
  }
  void operator()(const char*, std::vector<Body>& to, const std::vector<BodyState>& from) const {
    for (std::size_t i = 0; i < to.size(); ++i) to[i].state = from[i];
  }
  void operator()(const char*, std::vector<Joint>& to, const std::vector<JointMoment>& from) const {
    for (std::size_t i = 0; i < to.size(); ++i)
      to[i].memory = from[i].memory, to[i].desc.motor = from[i].motor, to[i].desc.lock = from[i].lock,
      to[i].lock_effort = from[i].lock_effort, to[i].length = from[i].length;
  }
  template <class Memory, class Past>
  requires requires(Memory& memory, const Past& past) { memory.recall(past); }
  void operator()(const char*, Memory& to, const Past& from) const { to.recall(from); }
};

// of what this moment alone shares with the world it was taken from
template <class T>
std::size_t own_bytes(const std::shared_ptr<const T>& shared, std::size_t bytes) {
  return shared && shared.use_count() <= 2 ? bytes : 0;
}

std::size_t bytes_of(const SolverPast& past) {
  std::size_t sum = past.islands.size() * sizeof(IslandPast);
  for (const IslandPast& island : past.islands) {
    for (const auto& matrix : island.matrix) sum += matrix ? own_bytes(matrix, matrix->bytes()) : 0;
    sum += island.joints ? own_bytes(island.joints, island.joints->bytes()) : 0;
  }
  return sum;
}

std::size_t bytes_of(const SavedState& state) {
  return sizeof(SavedState) + state.bodies.size() * sizeof(BodyState) + state.joints.size() * sizeof(JointMoment) +
         state.hands.size() * sizeof(Hand) + state.carried.size() * sizeof(CarriedContact) +
         own_bytes(state.collision.pairs, state.collision.pairs->size() * sizeof(CollisionMemory::Pair)) +
         own_bytes(state.collision.placed, state.collision.placed->size() * sizeof(Pose)) +
         bytes_of(state.solver_memory) + bytes_of(state.impact_memory) +
         state.report.solve.history.size() * sizeof(SweepRecord);
}

}  // namespace

std::shared_ptr<SavedState> take_moment(const WorldData& world,
                                        const std::shared_ptr<const Descriptions>& descriptions) {
  auto moment = std::make_shared<SavedState>();
  moment->descriptions = descriptions;
  visit_state(Save{}, world, *moment);
  moment->report = world.report;
  moment->bytes = bytes_of(*moment);
  return moment;
}

void put_moment(WorldData& world, const SavedState& state, bool same_descriptions) {
  if (!same_descriptions) {
    const std::vector<Body> before = std::move(world.bodies);
    static_cast<Descriptions&>(world) = *state.descriptions;
    rebuild_collision(world, before);
  }
  visit_state(Restore{}, world, state);
  world.report = state.report;
  world.scratch.points.clear();
  world.scratch.problem.clear();
}

bool changes_descriptions(const Command& command) {
  return std::holds_alternative<AddBody>(command) || std::holds_alternative<EditBody>(command) ||
         std::holds_alternative<RemoveBody>(command) || std::holds_alternative<SetMaterialTable>(command) ||
         std::holds_alternative<AddJoint>(command) || std::holds_alternative<EditJoint>(command) ||
         std::holds_alternative<RemoveJoint>(command) || std::holds_alternative<SetSolving>(command) ||
         std::holds_alternative<SetWind>(command);
}

}  // namespace spook
