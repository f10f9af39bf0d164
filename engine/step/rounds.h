// Stage 6, the loop of step.md: solve, look where that leads, and solve again where the motion found is not the one the
// problem was put with. The parts are functions of their own: residual.cpp, accept.cpp, look_ahead.cpp, tension.cpp.
#pragma once

#include "engine/world/world_data.h"

namespace spook {

SolveOptions solve_options(WorldData& world);
double impact_budget(const WorldData& world);  // what the next solve of an impact may take

// Solves the open islands from the trial there is, and adds to the report. same_matrix: only right-hand sides changed.
// `again`: the solution of the others stands, and is nobody's to ask for.
void solve_open(WorldData& world, bool same_matrix, FrictionBounds bounds);

// What the trial of each open island misses, by `found` against what it was put with: rounds[i].residual; closes those
// that are solved. True: some are left.
bool judge(WorldData& world);

// The next trial's turning, from what the last two rounds were put with and found: `found` is shortened or led on.
void accept(WorldData& world);

// puts islands that were left open back to the best of their trials, into `found`; false: all are at their best
bool return_to_best(WorldData& world);

// What is hit in the step meets what nothing foresaw: such contacts get a row. Opens the islands and puts the problem
// anew, the solution carried over to it; false: nothing overlaps much that no row knows of.
bool look_ahead(WorldData& world);

}  // namespace spook
