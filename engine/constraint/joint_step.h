// A joint's rows in the step problem: its equations, then what acts on its free coordinate: limit, motor, lock, dry
// friction. The numbers come from its description, the geometry from joint_rows.h.
#pragma once

#include <array>

#include "engine/constraint/row_writer.h"

namespace spook {

// what a joint carries from step to step
struct JointMemory {
  std::array<double, 6> equations{};  // impulses
  std::array<double, 6> extras{};     // impulses: limit, motor, lock, friction (3)
  double credit = 0.0;                // J: what its equations took lately and may give back
  double stored = 0.0;                // J: what the springs of its equations hold (world/joint_energy.h)
  bool stepped = false;               // there is a step before that its bodies' velocities come from
  bool closed = false;                // its violation has been small: from then on it may not make energy
  double turns = 0.0;                 // whole turns of a hinge beyond (−π, π], rad
  double last_angle = 0.0;
};

struct JointNumbers {
  double h = 1.0 / 60.0;
  double compliance = 1e-10, relaxation_steps = 2.0;  // of rows that name none of their own
  double motor_speed = 0.0;                           // now, drives included
  double mobility = 0.0;                              // a = G M⁻¹ Gᵀ of a spring's row, 1/kg
  bool flung = false;                                 // its bodies turn by so much that nothing ahead is known
};

// what an equation's right-hand side was made of
struct RowSource {
  double violation = 0.0, curvature = 0.0;
  double ahead = 0.0;               // the curvature of this step that the row was put with
  double speed = 0.0, given = 0.0;  // G v before the step, of all sides and of those without unknowns
  bool angular = false;             // rad rather than m
};

// which row of which joint a block's rows are, to read impulses back
struct BlockSource {
  int joint = -1, grip = -1;
  bool extras = false;
  std::array<std::int8_t, 6> slot{};  // of JointMemory::equations or extras, a row
  std::array<RowSource, 6> rows{};    // of a joint's own equations
  double phi = 1.0;                   // of its equations
  double curvature_weight = 0.0;      // of what lies ahead, on those: h/2; 0 where it does not matter
  bool follows = false;               // the curvature ahead in full, not half of each; then bending is balanced
  bool holds = false;                 // equations that keep a joint together: no spring, no rope
};

// The joint's own equations, as far as they hold now (a spring without stiffness has none). The curvature of the rows
// is that of the motion ahead; behind: that of the step before.
void add_joint_equations(const JointDesc& desc, const JointNumbers& numbers, const ConstraintRows& rows,
                         const Vec6& behind, std::span<const RowBody> sides, const JointMemory& memory,
                         StepProblem& problem, std::vector<BlockSource>& sources, int joint);

// limit, motor, lock and dry friction; coordinate: the coordinate_row() with whole turns added
void add_joint_extras(const JointDesc& desc, const JointNumbers& numbers, const ConstraintRows& coordinate,
                      std::span<const RowBody> sides, const JointMemory& memory, StepProblem& problem,
                      std::vector<BlockSource>& sources, int joint);

// numerics §2: the joint held at fixed positions, G v₊ + T λ = 0; limits that are reached push back
void add_joint_impact_rows(const JointDesc& desc, const JointNumbers& numbers, const ConstraintRows& rows,
                           std::span<const RowBody> sides, StepProblem& problem);
void add_limit_impact_row(const JointDesc& desc, const JointNumbers& numbers, const ConstraintRows& coordinate,
                          std::span<const RowBody> sides, StepProblem& problem);

}  // namespace spook
