// The pieces of a direct solve that newton.cpp calls in turn; all work on one island and the shared workspace.
#pragma once

#include "engine/solve/newton.h"

namespace spook {

struct IslandView {
  const StepProblem& problem;
  const IslandRange& range;
  Workspace& work;
  bool friction = true;        // friction rows are unknowns with bounds
  ThreadPool* pool = nullptr;  // for the elimination tree of a large island
  double T(const ContactRow& c) const { return c.compliance; }
  double T_f(const ContactRow& c) const { return c.friction_compliance; }
};

// Λ from multipliers: clamped, positive, in the disc
double row_impulse(const IslandView& view, int row);
Vec3 contact_impulse(const IslandView& view, int contact);

// ---- where it begins (newton_start.cpp)
// base, velocity and starting impulses; `whole`: the island, where the view is its joints alone
void start_newton(const IslandView& view, const IslandRange& whole, StepSolution& solution);
// sets and multipliers from the solution's impulses and the iterate's velocities
void start_multipliers(const IslandView& view, const StepSolution& solution);

// ---- matrix and linear solves (island_matrix.cpp)
// stiffness of contacts and active rows, from the modes of a Newton step
void stiffness_of_modes(const IslandView& view);
// M + ΣJᵀ C J of work.stiffness with the active joint rows, T + row_extra; and its factorisation
void assemble_island(const IslandView& view, const IslandMemory& memory);
void factor_assembled(const IslandView& view, BlockLdlt& factor);
void factor_island(const IslandView& view, const IslandMemory& memory, BlockLdlt& factor);
// work.step (bodies) and work.row_slack (rows) in; dv in work.step and dλ in work.row_step out
void solve_island(const IslandView& view, const IslandMemory& memory, BlockLdlt& factor);

// what one contact adds to the matrix in its present mode
ContactStiffness stiffness_of_mode(const IslandView& view, int contact);

// ---- few flips (few_flips.cpp)
// after a factorisation: what it was made for; work.stiffness is to stay as it is
void note_factor(const IslandView& view, FewFlips& flips);
// Corrects the factor for contacts whose sets differ from those it was made for; false: too many, or not worth it, or
// too few digits left; it is to be made anew.
bool correct_factor(const IslandView& view, FewFlips& flips, BlockLdlt& factor);

// ---- interior point (interior.cpp)
struct InteriorStart {
  double mu = 0.0;   // what every product begins with
  int products = 0;  // how many there are: contacts, discs, bounds of rows
};
struct InteriorResult {
  bool converged = false;  // complementarity is small enough: the modes were read off
  int iterations = 0, factorisations = 0;
  InteriorStart start;
};
// depth: 0, until sets are plain; more, farther on, where they turned out wrong
// Starts from the impulses in contact_y, row_y and velocity, leaves its own there (and modes, where it converged).
// before: one that converged in this solve, whose iterate it goes on from.
InteriorResult interior_solve(const IslandView& view, const IslandMemory& memory, BlockLdlt& factor, int budget,
                              int depth, const InteriorStart* before = nullptr);

// ---- line search (line_search.cpp)
// the t > 0 that minimises the convex function along v + t·step; slope0 = its derivative at 0 (negative)
double line_search(const IslandView& view, double slope0);
double slope_at_start(const IslandView& view);

// ---- judging (island_slack.cpp)
// ‖s‖ of eq. 114, relative to what the rows would show without impulses
double relative_slack(const IslandView& view, const StepSolution& solution);
struct SlackSums {
  double squared = 0.0;   // violations, as velocities
  double scale = 0.0;     // what the rows would show without impulses
  double rounding = 0.0;  // the velocities all impulses cause one by one
  double fastest = 0.0;   // of the bodies, without impulses
  double relative() const;
  void operator+=(const SlackSums& other) {
    squared += other.squared, scale += other.scale, rounding += other.rounding;
    fastest = std::max(fastest, other.fastest);
  }
};
// of the joint rows alone; leaves the velocities without impulses in work.force
SlackSums rows_slack(const IslandView& view, const StepSolution& solution);

}  // namespace spook
