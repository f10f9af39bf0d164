// A hoist: a distance joint with a motor. Its length L goes by the motor's speed, between its limits: the row's g is
// |d| − L, so that ġ = G v − L̇, and L̇ counts as what is given to the row. It pulls with at most the motor's effort;
// beyond, it pays out.
#pragma once

#include "engine/world/world_data.h"

namespace spook {

// m/s, of the speed asked for, what the limits leave
double possible_speed(const Joint& joint, double speed, double h);
// is all of the rope out? then its end holds, whatever the motor has
bool is_wound_out(const Joint& joint);
// at the end of the step
void wind(WorldData& world);

// L̇ in this step; 0 of other joints
inline double winding_speed(const WorldData& world, const Joint& joint) {
  return is_hoist(joint.desc) ? world.scratch.motor_speed[std::size_t(&joint - world.joints.data())] : 0.0;
}

}  // namespace spook
