// Where bodies are at the end of a trial (numerics §6), and where the anchors of joints are then.
#pragma once

#include "engine/world/world_data.h"

namespace spook {

// angular momentum at the end, of a body with unknowns
Vec3 momentum_after_step(const WorldData& world, int body);
// found once a trial, kept until forget_ends()
const Pose& pose_after_step(WorldData& world, int body);
void forget_ends(WorldData& world);
// from the pose there is to the one at the end; the turn of the step before, backwards: kept likewise
const Quat& turn_after_step(WorldData& world, int body);
const Quat& turn_before_step(WorldData& world, int body);

// violations g⁺ of a joint's own equations at the end; not of gears
Vec6 violations_after_step(WorldData& world, const Joint& joint);
// angle or way of its free coordinate at the end, whole turns left out
double coordinate_after_step(WorldData& world, const Joint& joint);

}  // namespace spook
