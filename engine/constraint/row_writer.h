// From rows as geometry to rows of the step problem: the bodies with unknowns go in as Jacobian blocks, the motion of
// all others goes to the right-hand side.
#pragma once

#include <span>

#include "engine/constraint/joint_rows.h"
#include "engine/solve/step_problem.h"

namespace spook {

// how one side takes part: its index in the problem (−1: no unknowns) and its velocity now
struct RowBody {
  int index = -1;
  Vec6 velocity = Vec6::Zero();
};

// G v of all sides, and of the sides that have no unknowns (they keep their velocity over the step)
struct RowSpeeds {
  double all = 0.0, given = 0.0;
};
RowSpeeds row_speeds(const ConstraintRows& rows, int row, std::span<const RowBody> sides);

// Begins a block for rows between these sides: at most four bodies, each once. False: nobody has unknowns.
// The caller then pushes rows.count rows to problem.rows.
bool open_block(StepProblem& problem, const ConstraintRows& rows, std::span<const RowBody> sides);

}  // namespace spook
