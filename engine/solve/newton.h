// A direct solve of one island: Newton's method on the convex problem of numerics §3, with exact line search.
#pragma once

#include <memory>

#include "engine/solve/block_ldlt.h"
#include "engine/solve/contact_lanes.h"
#include "engine/solve/joint_ldlt.h"
#include "engine/solve/workspace.h"

namespace spook {

// the sets a factor was made for
struct FactorModes {
  std::vector<ContactMode> contacts;
  std::vector<RowMode> rows;
  void take(const StepProblem& problem, const IslandRange& island, const Workspace& work);
  bool are(const StepProblem& problem, const IslandRange& island, const Workspace& work) const;
  bool rows_are(const StepProblem& problem, const IslandRange& island, const Workspace& work) const;
};

// impulses of one island, set aside
struct KeptImpulses {
  std::vector<Vec3> contacts;
  std::vector<double> rows;
  void keep(const StepProblem& problem, const IslandRange& island, const StepSolution& solution);
  void restore(const StepProblem& problem, const IslandRange& island, StepSolution& solution) const;
};

// Few contacts that changed sets since the factor was made: the columns and stiffnesses that lead from its matrix to
// the one there is (numerics §3).
struct FewFlips {
  std::vector<ContactMode> modes;         // the factor's own, before any correction
  std::vector<SparseColumn> columns;      // rows of the contacts that flipped
  std::vector<double> stiffness, square;  // what each changes by, 3 × 3 a contact, and all as one square matrix
};

// what is remembered of an island between solves and steps
struct IslandMemory {
  std::uint64_t key = 0;  // hash of the graph
  BlockPattern pattern;
  std::vector<int> joint_of_rows;  // joint block (within the island) of each block of rows
  std::vector<int> edge_of_pair;   // −1: one body only
  BlockLdlt factor[2];             // joints and normals; with friction
  FactorModes made[2];
  JointLdlt joints;  // of an island of joints alone
  FactorModes joints_made;
  std::uint64_t last_used = 0;  // number of the solve
  std::size_t ordinal = 0;      // among islands of the same key
  ContactLanes lanes;
  FewFlips flips;
  bool violent = false;  // a direct solve of this step needed the interior point method: the next one may sooner
  int more_solves = 0;   // that the friction factor asked for beyond one a step, since it was made
  KeptImpulses kept;     // the start, while the quiet way is tried; the best, on the safe way out
};

struct DirectOptions {
  bool friction = true;  // bounded by `disc`; else the friction impulses are held
  int budget = 40;       // factorisations; 0: unlimited
  double tolerance = 1e-9;
  bool reuse = true;  // an older factor may serve, with refinement
  // joints alone: the island given has no contacts, those of this one stay as they are
  const IslandRange* with_held_contacts = nullptr;
  ThreadPool* pool = nullptr;
};

struct DirectResult {
  bool solved = false;
  int iterations = 0, pivots = 0, factorisations = 0, reused = 0;
  int corrected = 0;      // changes of few sets met by correcting the factor there was
  double residual = 0.0;  // ‖s‖ relative
};

// bodies, pairs and joints, not their numbers
std::uint64_t island_key(const StepProblem& problem, const IslandRange& island);
void analyse_island(const StepProblem& problem, const IslandRange& island, IslandMemory& memory);

// starts from the impulses of `solution` and leaves new ones, and velocities rebuilt from them
DirectResult direct_solve(const StepProblem& problem, const IslandRange& island, const DirectOptions& options,
                          IslandMemory& memory, Workspace& work, StepSolution& solution);

// the same, begun again from other starts where rounding ended it and budget is left (insistent_solve.cpp)
DirectResult insistent_solve(const StepProblem& problem, const IslandRange& island, DirectOptions options,
                             IslandMemory& memory, Workspace& work, StepSolution& solution);

// M⁻¹(p + JᵀΛ) of one island
void rebuild_island(const StepProblem& problem, const IslandRange& island, Workspace& work, StepSolution& solution);

}  // namespace spook
