// Tops, flywheels, gyroscopes: bodies of revolution that spin about their axis by so much in a step, while something
// holds them, that their nutation turns by radians between two impulses.
#pragma once

#include "engine/world/world_data.h"

namespace spook {

// decides whether the body is stepped as a gyroscope, and puts what that takes into its work
void find_gyroscope(WorldData& world, int body, bool touched);

// what its block gets for it before anything is known of the motion ahead
void add_gyroscope(const BodyWork& work, BodyBlock& block);
// the rest of its torque, of a trial that turns by omega: angular momentum
Vec3 gyroscope_feedback(const Gyroscope& gyroscope, const Vec3& omega);

// its end of the step
Quat gyroscope_orientation(const Gyroscope& gyroscope, const Quat& orientation, const Vec3& omega, double h);
Vec3 gyroscope_momentum(const Body& body, const Gyroscope& gyroscope, const Vec3& omega, double h);

}  // namespace spook
