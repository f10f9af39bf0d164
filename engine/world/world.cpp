#include "engine/world/world.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <span>
#include <stdexcept>
#include <utility>

#include "engine/step/step.h"
#include "engine/world/saved_state.h"
#include "engine/world/snapshot_fill.h"

namespace spook {

struct World::Implementation {
  WorldData data;
  mutable std::shared_ptr<const Descriptions> descriptions;  // as they stand; none: edited since they were taken
  std::shared_ptr<const Parameters> shared_parameters;
  bool applied_before_step = false;  // commands have taken effect since the last step, while paused

  // what other threads touch
  mutable std::mutex mutex;
  std::vector<Command> queue;
  std::shared_ptr<const Snapshot> latest;

  // Snapshots are filled again once the last reader lets go, so that the steady state allocates nothing.
  static constexpr std::size_t max_kept = 64;
  std::vector<std::shared_ptr<Snapshot>> kept;

  // a motor that a script moves: the drive, which only descriptions hold, goes
  bool takes_over(const Command& command) const {
    const auto* motor = std::get_if<SetMotor>(&command);
    return motor && std::any_of(data.drives.begin(), data.drives.end(),
                                [&](const Drive& drive) { return drive.joint == static_cast<int>(motor->id.index); });
  }

  void take_commands() {
    {
      const std::lock_guard lock(mutex);
      data.commands.swap(queue);
    }
    for (const Command& command : data.commands) {
      if (changes_descriptions(command) || takes_over(command)) descriptions.reset();
      if (std::holds_alternative<SetParameters>(command)) shared_parameters.reset();
    }
  }

  std::shared_ptr<Snapshot> free_snapshot() {
    for (const std::shared_ptr<Snapshot>& one : kept) {
      if (one.use_count() > 1) continue;
#if !defined(__SANITIZE_THREAD__)  // it knows no fences, but sees what the count's own changes order
      std::atomic_thread_fence(std::memory_order_acquire);  // after all that readers on other threads did with it
#endif
      return one;
    }
    auto fresh = std::make_shared<Snapshot>();
    if (kept.size() < max_kept) kept.push_back(fresh);
    return fresh;
  }

  void publish() {
    if (!shared_parameters) shared_parameters = std::make_shared<const Parameters>(data.parameters);
    std::shared_ptr<Snapshot> fresh = free_snapshot();
    fill_snapshot(data, shared_parameters, *fresh);
    std::shared_ptr<const Snapshot> old = std::move(fresh);
    {
      const std::lock_guard lock(mutex);
      latest.swap(old);
    }
  }

  const Body& body(BodyId id) const {
    if (!is_there(data.bodies, id)) throw std::out_of_range("World: no body has this id (any more)");
    return data.bodies[id.index];
  }
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
  spook::step(implementation_->data);
  if (!implementation_->data.report.broken.empty()) implementation_->descriptions.reset();
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
std::optional<double> World::pace() const {
  return implementation_->data.pace;
}
const std::vector<SolvingMark>& World::solving() const {
  return implementation_->data.given.scene.solving;
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
  const Descriptions& now = implementation_->data;
  if (!implementation_->descriptions) implementation_->descriptions = std::make_shared<const Descriptions>(now);
  auto moment = take_moment(implementation_->data, implementation_->descriptions);
  if (implementation_->applied_before_step) moment->applied = implementation_->data.applied;
  return moment;
}

void World::restore(const SavedState& state) {
  put_moment(implementation_->data, state, state.descriptions == implementation_->descriptions);
  implementation_->descriptions = state.descriptions;
  implementation_->shared_parameters.reset();
  implementation_->data.applied = state.applied;
  implementation_->applied_before_step = !state.applied.empty();
  if (state.parameters.contact_source == ContactSource::bullet)
    implementation_->data.report.flags.emplace_back(
        "contact_source bullet: its contacts are not saved, they begin anew");
  implementation_->publish();
}

std::size_t World::bytes(const SavedState& state) {
  return state.bytes;
}

bool World::follows_script(const SavedState& state, double time) {
  return std::any_of(state.descriptions->drives.begin(), state.descriptions->drives.end(), [&](const Drive& drive) {
    const auto* speed = std::get_if<SpeedDrive>(&drive.desc);
    return speed && drive.joint >= 0 && !speed->motor_speed.empty() && time < speed->motor_speed.back()[0];
  });
}

std::vector<RowUse> World::row_uses() const {
  constexpr std::array extras{RowUse::limit,          RowUse::motor,          RowUse::lock,
                              RowUse::joint_friction, RowUse::joint_friction, RowUse::joint_friction};
  const StepWork& work = implementation_->data.scratch;
  std::vector<RowUse> uses(work.problem.rows.size(), RowUse::joint);
  const std::vector<Joint>& joints = implementation_->data.joints;
  const auto is_wound = [&](const BlockSource& source) {
    return source.joint >= 0 && is_hoist(joints[std::size_t(source.joint)].desc);
  };
  for (std::size_t block = 0; block < work.sources.size() && block < work.problem.joints.size(); ++block) {
    const BlockSource& source = work.sources[block];
    const JointBlock& joint = work.problem.joints[block];
    for (int i = 0; i < joint.row_count; ++i)
      uses[joint.first_row + i] = source.grip >= 0   ? RowUse::grip
                                  : source.extras    ? extras[std::uint8_t(source.slot[std::size_t(i)])]
                                  : is_wound(source) ? RowUse::motor
                                                     : RowUse::joint;
  }
  return uses;
}

std::vector<BodyId> World::row_bodies() const {
  std::vector<BodyId> ids;
  for (const IslandPlace& place : implementation_->data.scratch.layout.bodies)
    ids.push_back({static_cast<std::uint32_t>(place.index), implementation_->data.bodies[place.index].generation});
  return ids;
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

bool World::contains(BodyId id) const {
  return is_there(implementation_->data.bodies, id);
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
