// Looks on while a step is solved: told of the impulses after the start, every sweep and every direct solve of an
// island. Nobody looks on as a rule, and then nothing is done for it.
#pragma once

#include <span>

#include "engine/solve/solver.h"

namespace spook {

// which of a step's solves: the first, one after contacts were found that nothing foresaw, or one of the rounds that
// follow the motion (step/rounds.cpp)
enum class SolvePart { first, look_ahead, round };

// a contact row of the problem, where it stands in the world
struct ObservedContact {
  Vec3 point = Vec3::Zero();
  Mat3 frame = Mat3::Identity();  // rows: normal (from b to a), tangent, tangent
  int body_a = -1, body_b = -1;   // slots of the world's bodies
};

class SolveObserver {
 public:
  virtual ~SolveObserver() = default;
  // a solve begins; contacts and bodies as the problem's rows have them, the latter as slots of the world
  virtual void begin(SolvePart, std::span<const ObservedContact>, std::span<const int> /*bodies*/) {}
  // `solution` is the island's part of it only; islands may be told of from several threads at once
  virtual void look(const StepProblem& problem, const IslandRange& island, const StepSolution& solution,
                    const SweepRecord& record) = 0;
};

}  // namespace spook
