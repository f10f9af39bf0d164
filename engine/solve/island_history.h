// What is told of an island's contacts: who is open, sticks or slides, and how that and the residual went (numerics
// §5).
#pragma once

#include "engine/solve/newton.h"

namespace spook {

// of the impulses there are
ContactState state_of(const StepProblem& problem, const StepSolution& solution, int contact);
void classify_contacts(const StepProblem& problem, const IslandRange& island, const Workspace& work,
                       StepSolution& solution);
// residual and changes of state since the entry before, into the report's last entry
void record_contacts(const StepProblem& problem, const IslandRange& island, Workspace& work, StepSolution& solution,
                     SolveReport& report);

}  // namespace spook
