// Geometric stiffness (numerics §7): the direction of a joint's force turns with its bodies within the step, which the
// linear problem does not know. Its derivative, K(λ) with the impulses of the round, goes into the matrix:
//     M (v⁺ − v) + a K ω⁺ − b K ω = …
#pragma once

#include "engine/world/world_data.h"

namespace spook {

// Of the impulses that rows begin with, before anything is solved. True: what is taut was taken for a gyroscope and is
// one no more; its rows want to be put again.
bool find_tension(WorldData& world);

// Where the trial pulls so much harder than its matrix knows: a chain that has just come taut. Opens those islands, and
// keeps their impulses as those to begin with; false: nowhere.
bool tension_grew(WorldData& world);

// puts the stiffness into matrix and right-hand side
void add_tension(const BodyWork& work, BodyBlock& block);

// work of the stiffness with ω⁺ found, (−a K ω⁺ + b K ω)·ω̄, J
double tension_work(const BodyWork& work, const Vec3& omega);

}  // namespace spook
