// The first rung, for islands where no row changes its set: last step's sets, one factor, one solve, one look. Where
// that does not hold it gives up before it has changed anything, and Newton's method (newton.h) finds out who changes.
#pragma once

#include "engine/solve/direct_solve.h"

namespace spook {

struct ReuseRequest {
  double tolerance = 1e-9;              // ‖s‖ relative
  bool same_matrix = false;             // the factor there is was made of this very matrix
  bool may_factor = true;               // a factor that asked for second solves too often may be made anew
  double max_bounds_moved = unbounded;  // relative: given up where a bound of friction moved by more
  ThreadPool* pool = nullptr;
  const DirectOptions& limits = default_direct_options;
};

// Starts from the velocities before the step, the joint impulses of `solution` and the bounds of friction in `work`.
// With contacts only the factor of an earlier step serves; joints alone may be factored anew. False: nothing has
// changed. `result` counts either way.
bool reuse_last_sets(const StepProblem& problem, const IslandRange& island, const ReuseRequest& request,
                     IslandMemory& memory, Workspace& work, StepSolution& solution, DirectResult& result);

}  // namespace spook
