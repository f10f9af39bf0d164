// What is kept of an island between solves and steps: its pattern, its factors and what these were made for.
#pragma once

#include "engine/solve/block_ldlt.h"
#include "engine/solve/contact_lanes.h"
#include "engine/solve/joint_ldlt.h"
#include "engine/solve/workspace.h"

namespace spook {

// the sets a factor was made for
struct FactorModes {
  std::vector<ContactMode> contacts;
  std::vector<RowMode> rows;
  std::uint64_t told = 0;  // a hash of both
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

// What an older solve leaves to a later one: a factor serves again where its sets hold, and the last bits of an answer
// are those of its factor. So it is part of a saved moment: what each factor was made of.
struct IslandPast {
  std::uint64_t key = 0;        // hash of the graph
  std::uint64_t last_used = 0;  // number of the solve
  std::size_t factor_bytes = 0;
  int more_solves = 0;  // that the friction factor asked for beyond one a step, since it was made
  std::shared_ptr<const BlockMatrix> matrix[2];
  std::shared_ptr<const FactorModes> made[2], joints_made;
  std::shared_ptr<const AlignedBuffer> joints;
};

// of all islands of a solver's memory
struct SolverPast {
  std::uint64_t solves = 0;
  std::vector<IslandPast> islands;  // by key; of the same key in their order
};

// what is remembered of an island between solves and steps
struct IslandMemory {
  std::uint64_t key = 0, last_used = 0;
  std::size_t factor_bytes = 0;  // of both when analysed, whatever memory they have
  int more_solves = 0;
  BlockPattern pattern;
  std::vector<int> joint_of_rows;  // joint block (within the island) of each block of rows
  std::vector<int> edge_of_pair;   // −1: one body only
  BlockLdlt factor[2];             // joints and normals; with friction
  CopyOnWrite<FactorModes> made[2];
  JointLdlt joints;  // of an island of joints alone
  CopyOnWrite<FactorModes> joints_made;
  // ---- of one solve
  ContactLanes* lanes = nullptr;  // of the thread that solves it
  bool violent = false;  // a direct solve of this step needed the interior point method: the next one may sooner
  KeptImpulses kept;     // the start, while the quiet way is tried; the best, on the safe way out

  IslandPast remember() const;
  void recall(const IslandPast& past);  // of a fresh one
  bool recalled() const { return !factor[0].analysed() && (factor[0].factored() || factor[1].factored()); }
};

// bodies, pairs and joints, not their numbers
std::uint64_t island_key(const StepProblem& problem, const IslandRange& island);
void analyse_island(const StepProblem& problem, const IslandRange& island, IslandMemory& memory);

}  // namespace spook
