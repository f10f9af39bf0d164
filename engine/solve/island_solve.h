// One island by one of the five solvers (numerics §4).
#pragma once

#include "engine/solve/direct_solve.h"
#include "engine/solve/sweep_wide.h"

namespace spook {

struct IslandTask {
  const StepProblem& problem;
  const SolveOptions& options;
  int island;
  IslandMemory& memory;
  Workspace& work;
  WideSweeps& wide;
  ThreadPool* pool;   // null: another island may be using it
  double work_share;  // flop this island may spend in the step; 0: any
};

// starts from the impulses in `solution`; touches the island's part of it only
void solve_island_task(const IslandTask& task, StepSolution& solution, SolveReport& report);

}  // namespace spook
