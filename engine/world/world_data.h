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
#include "engine/step/contact_energy.h"
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
  double stored = 0.0;        // J
  double next_gap = 0.0;      // m, where its row led to
  Vec3 speed = Vec3::Zero();  // of a against b there, by the velocities of the step's end
};

struct MixedMaterial {
  double friction = 0.5, restitution = 0.0, compliance = 1e-8, relaxation_steps = 2.0;
};

// what is as the user made it; steps do not change it
struct Surroundings {
  Scene scene;  // without bodies, joints and drives: those live in the stores
  std::map<std::string, int> material_index;
  std::vector<MixedMaterial> mixed;  // material a × material b
};

// a body of revolution that spins fast while something holds it (gyroscope.cpp)
struct Gyroscope {
  bool spins = false;
  Vec3 axis = Vec3::UnitZ();         // e, world
  double across = 1.0, along = 1.0;  // I₁, I₃
  double half = 0.0;                 // ½ h I₃ ω₃
  Vec3 guess = Vec3::Zero();         // of ω_⊥⁺: what the problem was put with
  std::array<Vec3, 3> guesses{}, answers{};
  int rounds = 0;
};

// The last step of a body that drifted freely with what it had found: as long as it stands and moves as that left it,
// this is where it comes from.
struct DriftedFrom {
  bool known = false;
  double h = 0.0;
  Pose pose, to;
  Vec3 velocity, momentum;
};

// numbers per body that one step derives and uses
struct BodyScratch {
  RowBody row;  // index in the problem; velocity, with ω̄ of numerics §6 where nothing is held
  bool jointed = false;
  bool touched = false;  // contacts, near ones too
  // its rows see the ω of its momentum, which is what impulses work against
  bool held() const { return jointed || touched; }
  Vec6 force = Vec6::Zero();        // external: gravity, drives
  Mat3 inertia = Mat3::Identity();  // world axes
  Mat3 tension = Mat3::Zero();      // stiff part of h K, numerics §7
  bool sudden = false;              // that tension came on in this step
  Vec6 balance = Vec6::Zero();      // momentum that gives back what bending joints took (refine_balance.cpp)
  Mat3 turning = Mat3::Zero();      // what joints to the world add to the inertia it is judged by
  Gyroscope gyroscope;
  Pose before, after;  // where it comes from and where the solution leads, where a joint asks
  bool before_known = false, after_known = false;
  DriftedFrom drifted_from;
};

// an island, an index: sorted, so that an island is one run
struct IslandPlace {
  int island = -1, index = -1;
  auto operator<=>(const IslandPlace&) const = default;  // NOLINT(modernize-use-nullptr): the linter reads <=> as 0
};

struct ProblemLayout {
  std::vector<IslandPlace> bodies, joints, hands, pairs;
  std::vector<int> contact_of;  // contact point of each contact row
};

// rows of a joint, hand or gear in the problem, in an order that does not depend on islands
struct BlockPlace {
  int grip = -1, joint = -1, block = -1, first_row = 0, row_count = 0;
  auto operator<=>(const BlockPlace&) const = default;  // NOLINT(modernize-use-nullptr): the linter reads <=> as 0
};

// what stage 6 needs where it solves again
struct RefineScratch {
  std::vector<char> chosen;          // islands
  std::vector<IslandRange> islands;  // all of them, while some are solved
  std::vector<ContactState> states;
  std::vector<Mat3> pull;                     // a body's Σ h r pᵀ
  std::vector<double> rhs;                    // of the rows, as they were
  std::vector<double> bend;                   // a row's curvature ahead, as the solution has it
  std::vector<double> bend_left;              // an island's work that hung on it at the solve before, J
  std::vector<double> bend_share;             // of the way to the bend found that its rows go
  std::vector<std::array<double, 2>> wanted;  // an island's work of joints, and what is allowed of it, J
  StepSolution other;
  SolveReport report;
  // contacts nothing foresaw (refine_contacts.cpp)
  std::vector<char> surprised;  // a body
  std::vector<Pose> poses;      // where it ends
  std::vector<Contact> unseen;
  ContactSet merged[2];  // with what was unseen; one of the two is the step's
  int turn = 0;
  std::vector<ContactPoint> points;
  std::vector<char> is_ahead, was_ahead;    // a contact: ours
  std::vector<std::pair<int, int>> passed;  // bodies that went through one another
  std::vector<BlockPlace> blocks_before, blocks_after;
  std::vector<Vec6> velocity;  // a body's
  std::vector<Vec6> motion;    // of an island's bodies, within (contact_payment.cpp)
};

struct StepScratch {
  double h = 1.0 / 60.0;
  std::vector<BodyScratch> bodies;
  std::vector<double> motor_speed;  // of each joint, now
  std::vector<char> flung;          // of each island: jointed bodies turn by radians a step
  std::vector<CollisionState> collision_states;
  const ContactSet* contacts = nullptr;
  std::vector<ContactPoint> points;                                 // one a contact of the set, in its order
  std::vector<char> member, chosen_island, chosen_contact, struck;  // struck: by an impact of this step
  std::vector<char> measured;                                       // joints whose violation the problem's rows tell
  Islands islands, impact_islands;
  ProblemLayout layout, impact_layout;
  std::vector<BlockSource> sources;
  StepProblem problem, impact_problem;
  StepSolution solution, impact_solution;
  RefineScratch refine;
  std::vector<Vec6> impact_before, impact_plastic, impact_after;  // synchronised velocities of the impact problem
  std::vector<double> compression;                                // ν_c of Poisson's law
  std::vector<ContactGain> gains;                                 // of each contact row
  std::vector<double> residuals;  // of each contact row; only where a history was asked for
};

struct WorldData {
  WorldData() = default;
  WorldData(const WorldData&) = delete;
  WorldData& operator=(const WorldData&) = delete;

  // ---- state
  Surroundings given;
  Parameters parameters;
  std::vector<Body> bodies;
  std::vector<Joint> joints;
  std::vector<Hand> hands;
  std::vector<Drive> drives;
  std::vector<CarriedContact> carried;  // sorted by key
  double time = 0.0;
  std::uint64_t steps = 0;

  // ---- machinery
  ThreadPool pool;  // of all stages: parameters.threads, as of the step's beginning
  CollisionWorld collision;
  SolverMemory solver_memory, impact_memory;
  std::vector<Command> commands;  // taken from the queue for this step
  std::vector<Command> applied;   // since the step before, for recordings
  WorldOptions options;
  StepReport report;
  StepScratch scratch;

  double step_length() const { return parameters.time_step / std::max(1, parameters.substeps); }
};

// ---- building and editing (edit.cpp, load.cpp)
void load_scene(WorldData& world, const Scene& scene);
void rebuild_materials(WorldData& world);
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
// all that a step may use of those before it but must not depend on: factors, contacts of what has not moved, ways come
void forget_the_past(WorldData& world);
void apply_queue(WorldData& world);  // the commands of stage 0, without its drives and hands
void wake(WorldData& world, int slot);
GripNumbers grip_numbers(const WorldData& world, const Hand& hand);

std::uint64_t state_hash(const WorldData& world, ThreadPool* pool = nullptr);

}  // namespace spook
