// The world: stores, commands in, snapshots out, and the step, which reads as the stage list of architecture.md.
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "engine/collide/collision_world.h"
#include "engine/scene/scene.h"
#include "engine/world/commands.h"
#include "engine/world/snapshot.h"

namespace spook {

// all that a later step depends on besides descriptions: poses, velocities, impulses, stored slip, time. Small.
struct SavedState;

struct WorldOptions {
  bool publish = true;          // build a Snapshot every step (off in headless runs that do not look)
  bool record_history = false;  // residual after every sweep, for the Convergence panel
};

class World {
 public:
  explicit World(const Scene& scene, WorldOptions options = {});
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  // ---- the thread that steps
  void step();  // one time_step (of Parameters::substeps smaller ones)
  const StepReport& report() const;
  std::uint64_t step_count() const;
  double time() const;
  std::uint64_t hash() const;  // of all state, after the last step
  const Parameters& parameters() const;
  WorldOptions& options();

  // the scene as it stands now: edits, poses and velocities included
  Scene describe() const;
  // moments: for the scrubber, branching and Ctrl-Z
  std::shared_ptr<const SavedState> save() const;
  // Bodies and joints added, edited or removed since come back as they were, ids included (undo of Delete counts on
  // it). Publishes a snapshot.
  void restore(const SavedState& state);
  static std::size_t bytes(const SavedState& state);  // about: descriptions shared with other moments left out
  // stages 0 and 9 alone: queued commands take effect and a snapshot shows them, without a step (edits while paused)
  void apply_commands();

  // what the last step() applied at its stage 0, edits while paused before it included: what a recording keeps
  std::span<const Command> applied_commands() const;

  const StepProblem& last_problem() const;  // of the last (sub)step; the impact stage's is not kept
  const StepSolution& last_solution() const;

  std::vector<BodyId> body_ids() const;
  std::optional<BodyId> find_body(std::string_view name) const;
  std::optional<JointId> find_joint(std::string_view name) const;
  Pose pose(BodyId id) const;
  Vec3 velocity(BodyId id) const;
  Vec3 angular_velocity(BodyId id) const;
  const BodyLook& look(BodyId id) const;

  // ---- any thread
  void queue(Command command);
  std::shared_ptr<const Snapshot> snapshot() const;                                          // the latest; never null
  std::optional<RayHit> pick(const Vec3& from, const Vec3& direction, double length) const;  // on the stepping thread

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace spook
