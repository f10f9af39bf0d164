// The straight way through a direct solve, for islands where nobody changes sets: last step's sets, one factor, one
// solve, one look. Where that does not hold it gives up before it has changed anything, and Newton's method (newton.h)
// finds out who changes.
#pragma once

#include "engine/solve/newton.h"

namespace spook {

struct StraightOptions {
  double tolerance = 1e-9;    // ‖s‖ relative
  double bounds_moved = 0.0;  // the largest change of a friction bound μν, relative, that needs no second look
  bool same_matrix = false;   // the factor there is was made of this very matrix
  bool may_factor = true;     // a factor that asked for second solves too often may be made anew
  ThreadPool* pool = nullptr;
};

// Starts from the velocities before the step and the joint impulses of `solution`. With contacts only the factor of an
// earlier step serves; joints alone may be factored anew. False: nothing has changed. `result` counts either way.
bool straight_solve(const StepProblem& problem, const IslandRange& island, const StraightOptions& options,
                    IslandMemory& memory, Workspace& work, StepSolution& solution, DirectResult& result);

}  // namespace spook
