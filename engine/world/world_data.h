// Everything a world holds. The stores are the state; the scratch is one step's work, reused and never saved.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/collide/collision_world.h"
#include "engine/constraint/contact_rows.h"
#include "engine/constraint/islands.h"
#include "engine/solve/solver.h"
#include "engine/step/work.h"
#include "engine/thread_pool.h"
#include "engine/world/body_store.h"
#include "engine/world/commands.h"
#include "engine/world/joint_store.h"
#include "engine/world/world.h"

namespace spook {

// what a contact hands on to the next step under its key
struct CarriedContact {
  ContactKey key;
  Vec3 local_point = Vec3::Zero();                            // in body a's frame, to find it again under another key
  double normal_impulse = 0.0;                                // ν
  Vec3 friction_impulse = Vec3::Zero(), slip = Vec3::Zero();  // β, u as world vectors
  ContactState state = ContactState::open;
};

// what is as the user made it; steps do not change it
struct Surroundings {
  Scene scene;  // without bodies, joints and drives: those live in the stores
  std::map<std::string, int> material_index;
  std::vector<Material> mixed;  // material a × material b
};

// What is as edits left it, but for the states of bodies and joints. Of saved moments: the same object for all between
// two edits.
struct Descriptions {
  Surroundings given;
  std::vector<Body> bodies;
  std::vector<Joint> joints;
  std::vector<Drive> drives;
};

struct WorldData : Descriptions {
  WorldData() = default;
  WorldData(const WorldData&) = delete;
  WorldData& operator=(const WorldData&) = delete;

  // ---- state (state_fields.h), with that of bodies and joints
  Parameters parameters;
  std::optional<double> pace;  // ms: the effort of a step where it is less than the parameter's
  std::vector<Hand> hands;
  std::vector<CarriedContact> carried;  // sorted by key
  double time = 0.0;
  std::uint64_t steps = 0;
  CollisionWorld collision;                   // of it what it remembers: CollisionMemory
  SolverMemory solver_memory, impact_memory;  // … SolverPast

  // ---- machinery
  ThreadPool pool;                // of all stages: parameters.threads, as of the step's beginning
  std::vector<Command> commands;  // taken from the queue for this step
  std::vector<Command> applied;   // since the step before, for recordings
  WorldOptions options;
  StepReport report;
  StepWork scratch;  // of the step being made, reused, never saved

  // what the solves of a step, all substeps together, may take, ms; unset: any
  std::optional<double> effort() const {
    if (!pace && !parameters.effort) return std::nullopt;
    return std::min(pace.value_or(unbounded), parameters.effort.value_or(unbounded));
  }
  double step_length() const { return parameters.time_step / std::max(1, parameters.substeps); }
};

// ---- building and editing (edit.cpp, load.cpp)
void load_scene(WorldData& world, const Scene& scene);
void rebuild_materials(WorldData& world);
std::vector<int> shape_materials(const WorldData& world, const BodyDesc& desc);  // each shape's row of the table
int add_body(WorldData& world, const BodyDesc& desc);
void fill_body_slot(WorldData& world, int slot, const BodyDesc& desc);  // its name is free; filters are not looked at
void edit_body(WorldData& world, int slot, const BodyDesc& desc);
void remove_body(WorldData& world, int slot);
int add_joint(WorldData& world, const JointDesc& desc);  // −1: a body or joint it names is missing
// where the bodies and joints stand that a description names; −1: there is none
struct SlotFinder {
  std::function<int(const std::string&)> body, joint;
};
std::optional<Joint> make_joint(const WorldData& world, const JointDesc& desc, const SlotFinder& slots);
void remove_joint(WorldData& world, int slot);
void refresh_all_filters(WorldData& world);
int find_body_slot(const WorldData& world, std::string_view name);
int find_joint_slot(const WorldData& world, std::string_view name);
Scene describe_world(const WorldData& world);

// freezes a body whose state is not finite any more, and says so
void contain(WorldData& world, int slot);
bool is_finite(const Body& body);
void apply_queue(WorldData& world);  // the commands of stage 0, without its drives and hands
void wake(WorldData& world, int slot);
void wake(WorldData& world, const Joint& joint);  // the bodies it holds
GripNumbers grip_numbers(const WorldData& world, const Hand& hand);

std::uint64_t state_hash(const WorldData& world, ThreadPool* pool = nullptr);

}  // namespace spook
