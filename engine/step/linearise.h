// Stage 5: the step problem (numerics §1 as step.md puts it, with §6's free rotation and §7's stiffness), linear about
// the motion there is.
#pragma once

#include "engine/world/world_data.h"

namespace spook {

// free velocities of all bodies, who is held, who is a top
void begin_bodies(WorldData& world);

// The problem of the contacts, joints and islands there are. What turning adds is that of the trial, velocities of all
// bodies; null: of the present ones.
void linearise(WorldData& world, const std::vector<Vec6>* trial);

// a contact but for what it carries (collide.cpp)
ContactPoint contact_point(const WorldData& world, const Contact& contact);

}  // namespace spook
