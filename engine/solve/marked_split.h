// Rows that the user wants solved directly or by sweeps, in one island: the split of numerics §4 with a choice of who
// is on which side.
#pragma once

#include "engine/solve/solver.h"

namespace spook {

// does the problem say of any row how it is to be solved?
inline bool is_marked(const StepProblem& problem) {
  return !problem.joint_by.empty() || !problem.contact_by.empty();
}

// as solve(), by turns: direct rows with the swept ones held, sweeps with the direct ones held; the last word is direct
void solve_marked(const StepProblem& problem, const SolveOptions& options, SolverMemory& memory, StepSolution& solution,
                  SolveReport& report);

}  // namespace spook
