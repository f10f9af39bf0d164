// A direct solve of one island (numerics §3): Newton's method on sets, and what follows where it does not end
// (escalation.h).
#pragma once

#include "engine/parameters.h"
#include "engine/solve/direct_options.h"
#include "engine/solve/escalation.h"
#include "engine/solve/island_memory.h"

namespace spook {

struct DirectRequest {
  bool friction = true;    // bounded by `disc`; else the friction impulses are held
  int budget = 0;          // factorisations; 0: unlimited
  double may_leave = 0.0;  // J, of complementarity: feasible impulses that leave no more over are an answer
  double tolerance = 1e-9;
  bool reuse = true;  // an older factor may serve, with refinement
  Pivoting pivoting = Pivoting::interior;
  // joints alone: the island given has no contacts, those of this one stay as they are
  const IslandRange* with_held_contacts = nullptr;
  ThreadPool* pool = nullptr;
  const DirectOptions& limits = default_direct_options;
};

struct DirectResult {
  bool solved = false;
  bool leaves_a_little = false;  // solved as far as was asked for
  int iterations = 0, pivots = 0, factorisations = 0, reused = 0;
  double residual = 0.0;  // ‖s‖ relative
  RungCounts tried{};
};

// Starts from the impulses of `solution` and leaves new ones, and velocities rebuilt from them; unsolved, it leaves the
// best it had. The direct half of the escalation.
DirectResult solve_with_restarts(const StepProblem& problem, const IslandRange& island, const DirectRequest& request,
                                 IslandMemory& memory, Workspace& work, StepSolution& solution);

// M⁻¹(p + JᵀΛ) of one island
void rebuild_island(const StepProblem& problem, const IslandRange& island, Workspace& work, StepSolution& solution);

}  // namespace spook
