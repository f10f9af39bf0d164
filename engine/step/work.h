// What one step derives and uses: reused from step to step, never saved, never read by a later step.
#pragma once

#include <array>
#include <tuple>
#include <vector>

#include "engine/collide/collision_world.h"
#include "engine/constraint/contact_rows.h"
#include "engine/constraint/islands.h"
#include "engine/constraint/joint_step.h"
#include "engine/solve/solver.h"
#include "engine/step/options.h"
#include "engine/step/report.h"

namespace spook {

// a body of revolution that spins fast while something holds it (gyroscope.h)
struct Gyroscope {
  bool spins = false;
  Vec3 axis = Vec3::UnitZ();         // e, world
  double across = 1.0, along = 1.0;  // I₁, I₃
  double half = 0.0;                 // ½ h I₃ ω₃
};

// numbers per body
struct BodyWork {
  RowBody row;  // index in the problem; velocity, with ω̄ of numerics §6 where nothing is held
  bool jointed = false;
  bool rolls = false;    // or skates: a nonholonomic joint's
  bool touched = false;  // contacts, near ones too
  // its rows see the ω of its momentum, which is what impulses work against
  bool held() const { return jointed || touched; }
  Vec6 force = Vec6::Zero();        // external: gravity, drives
  Mat3 inertia = Mat3::Identity();  // world axes
  Gyroscope gyroscope;
  // numerics §7 (tension.h)
  Mat3 tension = Mat3::Zero();  // stiff part of h K
  double matrix_weight = 0.0, right_weight = 0.0;
  Mat3 turning = Mat3::Zero();  // what joints to the world add to the inertia it is judged by
  // at the end of the trial
  Pose end;
  Quat turn_ahead = Quat::Identity(), turn_behind = Quat::Identity();  // ends.h
  bool end_known = false, turn_behind_known = false;
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

constexpr int rounds_remembered = 2;  // by the acceleration of the rounds (accept.cpp)

// What the motion of a trial adds to the linear problem: to each joint row the speed by which its violation moves
// otherwise than G v⁺ says, to each body a momentum. The step is solved where a trial asks for what it was put with.
struct Turning {
  std::vector<double> rows;    // m/s, rad/s
  std::vector<Vec6> momentum;  // N s, N m s
};

// an island's way through the rounds of a step
struct IslandRounds {
  int rounds = 0;
  RoundReason reason = RoundReason::none;  // the last
  double residual = 0.0;                   // over the tolerance: at most 1 where it is solved
  double way = 0.0;                        // m or rad, by which its rows miss the motion found
  int judged = 0;
  double best_residual = 1e300, best_way = 0.0, share = 1.0;  // of the best trial so far; of the way on from there
  bool solved = false, guarded = false;
  bool new_matrix = false;  // to be solved again whatever its residual
};

// what an island's impulses made in the step, of motion and in all, and what they may, J (guard.cpp)
struct IslandEnergy {
  double motion = 0.0, made = 0.0, allowed = 0.0, noise = 0.0;
};

// contacts nothing foresaw (look_ahead.cpp)
struct LookWork {
  std::vector<char> surprised;  // a body
  std::vector<Pose> poses;      // where it ends
  std::vector<Contact> unseen;
  ContactSet merged[2];  // with what was unseen; one of the two is the step's
  int turn = 0;
  std::vector<ContactPoint> points;
  std::vector<std::pair<int, int>> passed;  // bodies that went through one another
  std::vector<BlockPlace> blocks_before, blocks_after;
  std::vector<Vec6> velocity;  // a body's
  StepSolution before;
};

// bodies that stand in one another (crowd.cpp)
struct CrowdWork {
  bool is = false;                                    // in this step
  std::vector<int> neighbours;                        // a body
  std::vector<std::tuple<int, double, int>> of_body;  // body, −depth, pair
  std::vector<char> counts;                           // a pair
  ContactSet thinned;
};

struct StepWork {
  StepOptions options;
  double h = 1.0 / 60.0;
  std::vector<BodyWork> bodies;
  std::vector<double> motor_speed;  // of each joint, now
  std::vector<CollisionState> collision_states;
  const ContactSet* contacts = nullptr;
  CrowdWork crowd;
  std::vector<ContactPoint> points;                                 // one a contact of the set, in its order
  std::vector<char> member, chosen_island, chosen_contact, struck;  // struck: by an impact of this step
  std::vector<char> taken;                                          // carried contacts that have found theirs
  std::vector<char> measured;                                       // joints whose violation the problem's rows tell
  Islands islands, impact_islands;

  // the loop
  ProblemLayout layout;
  std::vector<BlockSource> sources;
  StepProblem problem;
  StepSolution solution;  // the trial
  Turning used, found, best_used, best_found;
  std::array<Turning, rounds_remembered> last_used, last_found;
  std::vector<char> open;            // islands that are solved in the next round
  std::vector<IslandRounds> rounds;  // an island
  std::vector<IslandEnergy> energies;
  std::vector<Vec6> mean_velocity;  // of an island's bodies over the step
  std::vector<Mat3> pull;           // a body's Σ h r pᵀ
  SolveReport again;
  LookWork look;

  // impacts
  ProblemLayout impact_layout;
  StepProblem impact_problem;
  StepSolution impact_solution;
  std::vector<Vec6> impact_before, impact_plastic, impact_after;  // synchronised velocities of the impact problem
  std::vector<double> compression;                                // ν_c of Poisson's law
  std::vector<double> residuals;  // of each contact row; only where a history was asked for
};

}  // namespace spook
