// The world: stores, commands in, snapshots out, and the step, which reads as the stage list of engine/README.md.
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "engine/collide/ray_hit.h"
#include "engine/scene/scene.h"
#include "engine/world/commands.h"
#include "engine/world/snapshot.h"

namespace spook {

// All that a later step reads (state_fields.h): opaque, never changed once made; what moments have in common they
// share. It belongs to the World that made it and may outlive edits of it.
struct SavedState;

struct WorldOptions {
  bool publish = true;          // build a Snapshot every step (off in headless runs that do not look)
  bool record_history = false;  // residual after every sweep, for the Convergence panel
  // looks on inside of every step; with it the history is recorded, of all solves of the step
  SolveObserver* observer = nullptr;
};

// what a joint row of the step problem is there for
enum class RowUse : std::uint8_t { joint, limit, motor, lock, joint_friction, grip };

// A world is stepped by one thread at a time, whichever that is. queue() and snapshot() may be called by any thread at
// any time; everything else only between steps, by the thread that steps. Worlds share nothing: each may have a thread.
// The same build, scene and commands give the same bits, whatever Parameters::threads says.
class World {
 public:
  // Copies what it needs of the scene, which is one that a reader gave or validate_scene has let pass: what is built in
  // code is not checked again here.
  explicit World(const Scene& scene, WorldOptions options = {});
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  // ---- the thread that steps

  // One time_step (of Parameters::substeps smaller ones). Never throws for what happens in the world: a body whose
  // state is no longer finite is frozen and named in report().flags.
  void step();
  // of the last step; valid until the next
  const StepReport& report() const;
  std::uint64_t step_count() const;
  double time() const;         // s since the scene began
  std::uint64_t hash() const;  // of all state, after the last step
  const Parameters& parameters() const;
  std::optional<double> pace() const;               // as SetPace left it
  const std::vector<SolvingMark>& solving() const;  // as the scene or SetSolving left them
  WorldOptions& options();

  // the scene as it stands now: edits, poses and velocities included
  Scene describe() const;
  // Moments: for the scrubber, branching and Ctrl-Z. Saving changes nothing, and what is restored goes on as the run
  // that was not stopped, to the last bit (but with contact_source bullet, which says so in the report).
  std::shared_ptr<const SavedState> save() const;
  // Bodies and joints added, edited or removed since come back as they were, ids included (undo of Delete counts on
  // it). Publishes a snapshot. The state must come from this world.
  void restore(const SavedState& state);
  static std::size_t bytes(const SavedState& state);  // about: without what earlier moments hold already
  // does any joint still follow its scene's script at that time? SetMotor takes a joint over for good
  static bool follows_script(const SavedState& state, double time);
  // stages 0 and 9 alone: queued commands take effect and a snapshot shows them, without a step (edits while paused)
  void apply_commands();

  // what the last step() applied at its stage 0, edits while paused before it included: what a recording keeps
  std::span<const Command> applied_commands() const;

  const StepProblem& last_problem() const;  // of the last (sub)step; the impact stage's is not kept
  const StepSolution& last_solution() const;
  std::vector<RowUse> row_uses() const;    // of the last problem's rows
  std::vector<BodyId> row_bodies() const;  // of the last problem's bodies

  std::vector<BodyId> body_ids() const;  // of those that are there, by index
  std::optional<BodyId> find_body(std::string_view name) const;
  std::optional<JointId> find_joint(std::string_view name) const;
  bool contains(BodyId id) const;  // false once it was removed, whatever stands in its slot now

  // of the centre-of-mass frame, world axes; std::out_of_range where contains() is false
  Pose pose(BodyId id) const;
  Vec3 velocity(BodyId id) const;
  Vec3 angular_velocity(BodyId id) const;
  const BodyLook& look(BodyId id) const;

  // the nearest shape that a ray meets within length, as of the last step; a direction of length one
  std::optional<RayHit> pick(const Vec3& from, const Vec3& direction, double length) const;

  // ---- any thread

  // Takes effect at the beginning of the next step (or apply_commands), in order. What names something that has gone
  // does nothing; what no scene file may say (a number out of range) is refused, and report().flags tells why.
  void queue(Command command);
  // the latest; never null, never changed again, free to be read for as long as it is held
  std::shared_ptr<const Snapshot> snapshot() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace spook
