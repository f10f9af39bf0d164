// Tops, flywheels, gyroscopes: bodies of revolution that spin about their axis by so much in a step, while something
// holds them, that their nutation turns by radians between two impulses.
#pragma once

#include "engine/world/world_data.h"

namespace spook {

// decides whether the body is stepped as a gyroscope, and puts what that takes into its scratch
void find_gyroscope(WorldData& world, int body, bool touched);

// what the rows of the matrix and the right-hand side get for it
void add_gyroscope(const BodyScratch& scratch, BodyBlock& block);

// Feeds what the solution turns by back to the right-hand side. Marks the islands where that is not yet what they were
// solved with; false: nowhere.
bool settle_gyroscopes(WorldData& world);

// its end of the step
Quat gyroscope_orientation(const Gyroscope& gyroscope, const Quat& orientation, const Vec3& omega, double h);
Vec3 gyroscope_momentum(const Body& body, const Gyroscope& gyroscope, const Vec3& omega, double h);

}  // namespace spook
