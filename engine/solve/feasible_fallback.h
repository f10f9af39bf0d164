// What is left where the budget ended a direct solve: feasible impulses, no worse than none (numerics §3).
//
// What a step's impulses Λ do to the energy is told by the dual function of the same convex problem,
//
//   D(Λ) = ½ Λᵀ(J M⁻¹ Jᵀ + T) Λ + Λᵀ(J M⁻¹ p + b),   D(0) = 0
//
// with b = −r for joints. With Λ in its bounds and D ≤ 0 the kinetic energy grows by no more than the stabilisation
// −Λᵀb asks for. Each sweep lowers D, but for what friction bounds μν that shrink with their ν give back.
#pragma once

#include "engine/solve/direct_solve.h"

namespace spook {

// what one factorisation of an island costs, flop: near what walls and piles measure, and known before any analysis
double factor_work(int bodies);
// in those of a thousand bodies
double factorisations_of(double flop);
// … and with the passes over contacts that an iteration of a direct solve takes besides
double solve_work(const IslandRange& island);

// D of the solution's impulses; its velocities must be theirs
double dual_value(const StepProblem& problem, const IslandRange& island, const Workspace& work,
                  const StepSolution& solution);

// no contact has a normal impulse
bool nothing_pushes(const IslandRange& island, const StepSolution& solution);
// J: the bodies' kinetic energy, and what outer forces would give them in this step if they were at rest
struct Agitation {
  double motion = 0.0, given = 0.0;
};
Agitation agitation(const StepProblem& problem, const IslandRange& island, const Workspace& work);
// all bodies stand still: a scene that begins
bool nothing_moves(const StepProblem& problem, const IslandRange& island);
bool all_finite(const StepProblem& problem, const IslandRange& island, const StepSolution& solution);

// Whatever the sweeps left: feasible, and D ≤ 0.
void make_safe(const StepProblem& problem, const IslandRange& island, const DirectOptions& limits, Workspace& work,
               StepSolution& solution);

// Whatever went wrong, nothing that is not a number leaves: this step without impulses.
void fly_free(const StepProblem& problem, const IslandRange& island, Workspace& work, StepSolution& solution);

}  // namespace spook
