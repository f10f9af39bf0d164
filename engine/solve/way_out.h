// The safe way out of a direct solve that its budget ended: impulses no worse than doing nothing (numerics §3).
//
// What a step's impulses Λ do to the energy is told by the dual function of the same convex problem,
//
//   D(Λ) = ½ Λᵀ(J M⁻¹ Jᵀ + T) Λ + Λᵀ(J M⁻¹ p + b),   D(0) = 0
//
// with b = −r for joints. With Λ in its bounds and D ≤ 0 the kinetic energy grows by no more than the stabilisation
// −Λᵀb asks for. Each sweep lowers D, but for what friction bounds μν that shrink with their ν give back.
#pragma once

#include "engine/solve/newton.h"

namespace spook {

// what one factorisation of an island costs, flop: near what walls and piles measure, and known before any analysis
double factor_work(int bodies);

// D of the solution's impulses; its velocities must be theirs
double dual_value(const StepProblem& problem, const IslandRange& island, const Workspace& work,
                  const StepSolution& solution);

// ν ≥ 0, ‖β‖ ≤ μν, lower ≤ λ ≤ upper; velocities are rebuilt
void make_feasible(const StepProblem& problem, const IslandRange& island, Workspace& work, StepSolution& solution);

// Impulses of last step's hit push bodies that now leave: these are taken back until D no longer gains by it much.
// Feasible impulses stay so.
void relieve(const StepProblem& problem, const IslandRange& island, Workspace& work, StepSolution& solution);

// no contact has a normal impulse
bool nothing_pushes(const IslandRange& island, const StepSolution& solution);
bool all_finite(const StepProblem& problem, const IslandRange& island, const StepSolution& solution);

// Whatever the sweeps left: feasible, and D ≤ 0.
void end_safely(const StepProblem& problem, const IslandRange& island, Workspace& work, StepSolution& solution);

}  // namespace spook
