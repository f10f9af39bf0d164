// A joint's rows in the step problem: its equations, then what acts on its free coordinate: limit, motor, lock, dry
// friction. The numbers come from its description, the geometry from joint_rows.h.
#pragma once

#include <array>

#include "engine/constraint/row_writer.h"

namespace spook {

// what a joint carries from step to step
struct JointMemory {
  std::array<double, 6> equations{};         // impulses
  std::array<double, 6> extras{};            // impulses: limit, motor, lock, friction (3)
  std::array<double, 6> violation_before{};  // g⁻ of the equations, one step ago
  std::array<double, 6> missed{};            // turning of the step before, beyond what was foreseen of it
  bool has_before = false;  // false: no step lies before this one (a first step, after a blow, an edit)
  bool as_placed = true;    // what it stands apart by was put in by who placed it
  double turns = 0.0;       // whole turns of a hinge beyond (−π, π], rad
  double last_angle = 0.0;
};

struct JointNumbers {
  double h = 1.0 / 60.0;
  double compliance = 1e-10, relaxation_steps = 2.0;  // of rows that name none of their own
  double motor_speed = 0.0;                           // now, drives included
  double mobility = 0.0;                              // a = G M⁻¹ Gᵀ of a spring's row, 1/kg
  bool follow_motion = true;                          // false: rows are linear
  bool wound_out = false;                             // a hoist whose rope is at its end: it gives no further
};

// what an equation's right-hand side was made of
struct RowSource {
  double violation = 0.0;  // g
  double came = 0.0;       // (g − g⁻)/h; where no step lies before, 0; of linear rows G v
  double given = 0.0;      // of G v: what the sides without unknowns give
  double turning = 0.0;    // what it was put with: how its violation moves beyond G v⁺, (g⁺ − g)/h − G v⁺
  double foreseen = 0.0;   // the same of the present velocities going on
  bool angular = false;    // rad rather than m
  double linear = 0.0;     // its right-hand side where nothing turns (numerics §1)
};

// JointMemory::extras
enum ExtraSlot : std::int8_t { limit_slot, motor_slot, lock_slot, friction_slot };

// which row of which joint a block's rows are, to read impulses back
struct BlockSource {
  int joint = -1, grip = -1;
  bool extras = false;
  std::array<std::int8_t, 6> slot{};  // of JointMemory::equations or extras, a row
  std::array<RowSource, 6> rows{};    // of a joint's own equations
  bool follows = false;               // its rows follow the violations themselves (step.md)
};

// a distance joint with a motor: it winds its length in and pays it out (step/winch.h)
inline bool is_hoist(const JointDesc& desc) {
  return desc.type == JointType::distance && desc.motor.has_value();
}

// do the equations of such a joint follow its violations, or are they linear?
bool follows_violations(const JointDesc& desc);

// The joint's own equations, as far as they hold now (a spring without stiffness has none). With the violations g now,
// g⁻ a step ago and g⁺ = g + h (G v⁺ + turning) at the end:
//     (g⁺ − g)/h + T λ = −(4/h) φ g + φ (g − g⁻)/h
void add_joint_equations(const JointDesc& desc, const JointNumbers& numbers, const ConstraintRows& rows,
                         const Vec6& turning, std::span<const RowBody> sides, const JointMemory& memory,
                         StepProblem& problem, std::vector<BlockSource>& sources, int joint);

// limit, motor, lock and dry friction; coordinate: the coordinate_row() with whole turns added. Of a nonholonomic joint
// its own rows, for they have no g: coordinate is then A
void add_joint_extras(const JointDesc& desc, const JointNumbers& numbers, const ConstraintRows& coordinate,
                      std::span<const RowBody> sides, const JointMemory& memory, StepProblem& problem,
                      std::vector<BlockSource>& sources, int joint);

// numerics §2: the joint held at fixed positions, G v₊ + T λ = 0
void add_joint_impact_rows(const JointDesc& desc, const JointNumbers& numbers, const ConstraintRows& rows,
                           std::span<const RowBody> sides, StepProblem& problem);
// a limit that is reached, or A v₊ + T α = 0
void add_coordinate_impact_rows(const JointDesc& desc, const JointNumbers& numbers, const ConstraintRows& coordinate,
                                std::span<const RowBody> sides, StepProblem& problem);

}  // namespace spook
