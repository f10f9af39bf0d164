// What the motion of a trial adds to the linear problem (step.md): rows follow their violations to the end of the step,
// impulses act along the discrete gradient, and a fast top has its gyroscopic torque. Each is a function of the trial
// alone; a step is solved where its solution asks for what it was put with.
#pragma once

#include "engine/world/world_data.h"

namespace spook {

// by how much the violations of a joint move beyond h G v⁺, over h
Vec6 joint_turning(WorldData& world, const Joint& joint, const ConstraintRows& rows, std::span<const RowBody> sides);

// of the open islands, by the trial there is
void find_turning(WorldData& world, Turning& turning);

// puts it into the rows and momenta of the open islands, in place of what they have
void put_turning(WorldData& world, const Turning& turning);

// The momenta of an island as they were before any round.
void put_first_momenta(WorldData& world, const IslandRange& island);

// The step as it is linear (numerics §1): nothing of what turns in the island's rows and momenta.
void put_linear(WorldData& world, const IslandRange& island);
// it stands: the next step does not go on from what turned in this one
void keep_linear(WorldData& world, const IslandRange& island);

// the motion that bodies of an island have in common
struct RigidMotion {
  Vec3 centre = Vec3::Zero(), velocity = Vec3::Zero(), omega = Vec3::Zero();
  Vec6 of(const Vec3& position) const {
    Vec6 v;
    v << velocity + omega.cross(position - centre), omega;
    return v;
  }
};
RigidMotion common_motion(const WorldData& world, const IslandRange& island, const std::vector<Vec6>& velocity,
                          bool jointed_only);
// does a joint tie it to what does not move?
bool hangs_from_the_world(const WorldData& world, const IslandRange& island);

// kinetic energy of an island, a top's spin left out, and the motion there always is, J
double motion_of(const WorldData& world, const IslandRange& island);

}  // namespace spook
