// The bounds μν of friction between couplings (numerics §4): a direct solve holds them, the next one has those of the
// normals it found.
#pragma once

#include "engine/solve/step_problem.h"
#include "engine/solve/workspace.h"

namespace spook {

// of the normals there are, or a share of the way there from the bounds before
void bound_friction(const StepProblem& problem, const IslandRange& range, const StepSolution& solution, double share,
                    Workspace& work);

// the largest change of a bound that matters since then, relative to the largest bound around
double bounds_moved(const StepProblem& problem, const IslandRange& range, const StepSolution& solution,
                    const Workspace& work);

}  // namespace spook
