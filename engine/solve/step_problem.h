// One step as plain data: what stages 6 and 7 see, and all they see. numerics §1 names every symbol.
//
//   M v⁺ − Gᵀλ − Nᵀν − Dᵀβ = p          p = M v + h f  (and b·K v of the geometric stiffness, §7)
//   G v⁺ + T λ = r,       lower ≤ λ ≤ upper       joints, limits, motors, locks, joint friction, grips
//   0 ≤ ν ⊥ N v⁺ + T ν + b ≥ 0                    contact normals
//   D v⁺ + T_f β + b_f + s = 0,  ‖β‖ ≤ μ ν        dry friction, two rows a contact; s opposes β
//
// Only bodies with unknowns appear. Static and kinematic bodies are index −1; what their motion adds is in r, b, b_f.
// Everything is ordered by island: an island is one run of bodies, joint blocks, contact pairs and contacts.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "engine/solve/solve_by.h"
#include "engine/types.h"

namespace spook {

inline constexpr double unbounded = std::numeric_limits<double>::infinity();

struct BodyBlock {
  double mass = 1.0;
  Mat3 inertia = Mat3::Identity();  // world axes; the geometric stiffness a·h·K is added here
  Vec6 momentum = Vec6::Zero();     // p above: linear, angular
  Vec6 velocity = Vec6::Zero();     // before the step: linear of the centre of mass, angular
};

struct JointRow {
  double compliance = 0.0;                       // T > 0 (Δ for velocity rows)
  double rhs = 0.0;                              // r
  double lower = -unbounded, upper = unbounded;  // of the impulse
  double warm = 0.0;                             // last step's impulse
};

// 1 to 6 rows that share their bodies
struct JointBlock {
  int body_count = 0;
  std::array<int, 4> bodies{-1, -1, -1, -1};
  int first_jacobian = 0;  // body_count matrices in StepProblem::jacobians, rows 0 … row_count−1 used
  int first_row = 0, row_count = 0;
};

struct ContactRow {
  int body_a = -1, body_b = -1;  // the normal points from b to a: N v = n·(velocity of a − velocity of b) at the point
  Vec3 arm_a = Vec3::Zero(), arm_b = Vec3::Zero();  // from the centres of mass, world axes
  Mat3 frame = Mat3::Identity();                    // rows: normal, tangent, tangent
  double friction = 0.0;                            // μ
  double compliance = 0.0, bias = 0.0;              // T, b
  double friction_compliance = 0.0;                 // T_f
  Vec2 friction_bias = Vec2::Zero();                // b_f
  Vec3 warm = Vec3::Zero();                         // last impulses: ν, β
};

// contacts between the same two bodies, condensed into one block by the direct solve
struct PairBlock {
  int body_a = -1, body_b = -1;
  int first_contact = 0, contact_count = 0;
};

struct IslandRange {
  int first_body = 0, body_count = 0;
  int first_joint = 0, joint_count = 0;  // joint blocks
  int first_pair = 0, pair_count = 0;
  int first_contact = 0, contact_count = 0;
  bool held = false;  // by a hand: however little it moves, it is not about to rest
};

struct StepProblem {
  double time_step = 1.0 / 60.0;
  std::vector<BodyBlock> bodies;
  std::vector<JointBlock> joints;
  std::vector<JointRow> rows;
  std::vector<Mat6> jacobians;
  std::vector<PairBlock> pairs;
  std::vector<ContactRow> contacts;
  std::vector<IslandRange> islands;
  // A joint block's and a contact's, where the user said so (marked_split.h); empty: all automatic.
  std::vector<SolveBy> joint_by, contact_by;
  bool positional_friction = true;  // §1: T_f and b_f hold stored slip
  bool impact = false;              // an impact stage (§2): continuation helps

  void clear() {
    bodies.clear(), joints.clear(), rows.clear(), jacobians.clear(), pairs.clear(), contacts.clear(), islands.clear();
    joint_by.clear(), contact_by.clear();
    impact = false;
  }
};

enum class ContactState : std::uint8_t { open, sticking, sliding };

struct StepSolution {
  std::vector<Vec6> velocity;         // v⁺, a body
  std::vector<double> joint_impulse;  // λ, a row
  std::vector<Vec3> contact_impulse;  // ν, β, a contact
  std::vector<ContactState> contact_state;
};

}  // namespace spook
