// Wind and blasts: forces by the area that a body shows.
#pragma once

#include "engine/world/world_data.h"

namespace spook {

// m², of the box that has the body's mass and inertia, seen along a direction of length one
double area_shown(const Body& body, const Vec3& direction);

// ½ ρ A |u| u at the centre of mass, u the wind against the body, and never more than brings it to the wind's speed
// within the step: adds to the forces of this step
void blow_wind(WorldData& world);

// Away from the centre: strength × area / distance² for what lies within reach, fading to nothing there. Nothing
// shields what lies behind.
void explode(WorldData& world, const Explode& blast);

}  // namespace spook
