#include "engine/world/world.h"

#include <span>
#include <utility>

#include "engine/step/step.h"
#include "engine/world/saved_state.h"
#include "engine/world/snapshot_fill.h"
#include "engine/world/snapshot_pool.h"

namespace spook {

struct World::Implementation {
  WorldData data;
  mutable std::shared_ptr<const Descriptions> descriptions;  // as they stand; none: edited since they were taken
  std::shared_ptr<const Parameters> shared_parameters;
  mutable bool moment_taken = false;  // since the last step: it begins with a refreshed solver
  bool applied_before_step = false;   // commands have taken effect since the last step, while paused

  // what other threads touch
  mutable std::mutex mutex;
  std::vector<Command> queue;
  std::shared_ptr<const Snapshot> latest;
  SnapshotPool pool;

  void take_commands() {
    {
      const std::lock_guard lock(mutex);
      data.commands.swap(queue);
    }
    for (const Command& command : data.commands) {
      if (changes_descriptions(command)) descriptions.reset();
      if (std::holds_alternative<SetParameters>(command)) shared_parameters.reset();
    }
  }

  void publish() {
    if (!shared_parameters) shared_parameters = std::make_shared<const Parameters>(data.parameters);
    std::shared_ptr<Snapshot> fresh = pool.take();
    fill_snapshot(data, shared_parameters, *fresh);
    std::shared_ptr<const Snapshot> old = std::move(fresh);
    {
      const std::lock_guard lock(mutex);
      latest.swap(old);
    }
  }

  const Body& body(BodyId id) const { return data.bodies.at(id.index); }
};

World::World(const Scene& scene, WorldOptions options) : implementation_(std::make_unique<Implementation>()) {
  WorldData& data = implementation_->data;
  data.options = options;
  load_scene(data, scene);
  data.report.hash = state_hash(data);
  stage::report_state(data);
  implementation_->publish();
}

World::~World() = default;

void World::step() {
  implementation_->take_commands();
  if (!implementation_->applied_before_step) implementation_->data.applied.clear();
  implementation_->applied_before_step = false;
  if (std::exchange(implementation_->moment_taken, false))
    implementation_->data.commands.insert(implementation_->data.commands.begin(), RefreshSolver{});
  spook::step(implementation_->data);
  if (implementation_->data.options.publish) implementation_->publish();
}

void World::apply_commands() {
  implementation_->take_commands();
  implementation_->data.report.flags.clear();
  if (!implementation_->applied_before_step) implementation_->data.applied.clear();
  implementation_->applied_before_step = true;
  apply_queue(implementation_->data);
  stage::report_state(implementation_->data);
  implementation_->publish();
}

std::span<const Command> World::applied_commands() const {
  return implementation_->data.applied;
}
const StepReport& World::report() const {
  return implementation_->data.report;
}
std::uint64_t World::step_count() const {
  return implementation_->data.steps;
}
double World::time() const {
  return implementation_->data.time;
}
std::uint64_t World::hash() const {
  return implementation_->data.report.hash;
}
const Parameters& World::parameters() const {
  return implementation_->data.parameters;
}
WorldOptions& World::options() {
  return implementation_->data.options;
}
Scene World::describe() const {
  return describe_world(implementation_->data);
}
const StepProblem& World::last_problem() const {
  return implementation_->data.scratch.problem;
}
const StepSolution& World::last_solution() const {
  return implementation_->data.scratch.solution;
}

std::shared_ptr<const SavedState> World::save() const {
  if (!implementation_->descriptions) implementation_->descriptions = take_descriptions(implementation_->data);
  implementation_->moment_taken = true;
  auto moment = take_moment(implementation_->data, implementation_->descriptions);
  if (implementation_->applied_before_step) moment->applied = implementation_->data.applied;
  return moment;
}

void World::restore(const SavedState& state) {
  put_moment(implementation_->data, state, state.descriptions == implementation_->descriptions);
  implementation_->descriptions = state.descriptions;
  implementation_->shared_parameters.reset();
  implementation_->moment_taken = true;
  implementation_->data.applied = state.applied;
  implementation_->applied_before_step = !state.applied.empty();
  implementation_->publish();
}

std::size_t World::bytes(const SavedState& state) {
  return sizeof(SavedState) + state.bodies.size() * sizeof(BodyState) + state.joints.size() * sizeof(JointMoment) +
         state.hands.size() * sizeof(Hand) + state.carried.size() * sizeof(CarriedContact) +
         (state.collision ? spook::bytes(*state.collision) : 0) +
         state.report.solve.history.size() * sizeof(SweepRecord);
}

std::vector<BodyId> World::body_ids() const {
  std::vector<BodyId> ids;
  const std::vector<Body>& bodies = implementation_->data.bodies;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (bodies[i].alive) ids.push_back({static_cast<std::uint32_t>(i), bodies[i].generation});
  return ids;
}

std::optional<BodyId> World::find_body(std::string_view name) const {
  const int slot = find_body_slot(implementation_->data, name);
  if (slot < 0) return std::nullopt;
  return BodyId{static_cast<std::uint32_t>(slot), implementation_->data.bodies[slot].generation};
}

std::optional<JointId> World::find_joint(std::string_view name) const {
  const int slot = find_joint_slot(implementation_->data, name);
  if (slot < 0) return std::nullopt;
  return JointId{static_cast<std::uint32_t>(slot), implementation_->data.joints[slot].generation};
}

Pose World::pose(BodyId id) const {
  return implementation_->body(id).state.pose;
}
Vec3 World::velocity(BodyId id) const {
  return implementation_->body(id).state.velocity;
}
Vec3 World::angular_velocity(BodyId id) const {
  return implementation_->body(id).state.omega;
}
const BodyLook& World::look(BodyId id) const {
  return *implementation_->body(id).look;
}

void World::queue(Command command) {
  const std::lock_guard lock(implementation_->mutex);
  implementation_->queue.push_back(std::move(command));
}

std::shared_ptr<const Snapshot> World::snapshot() const {
  const std::lock_guard lock(implementation_->mutex);
  return implementation_->latest;
}

std::optional<RayHit> World::pick(const Vec3& from, const Vec3& direction, double length) const {
  return implementation_->data.collision.cast_ray(from, direction, length);
}

}  // namespace spook
