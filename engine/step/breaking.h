// Joints that break: what goes through one in a step, and which carried more than they can.
#pragma once

#include <vector>

#include "engine/world/world_data.h"

namespace spook {

// What a joint carries over a step, whatever it is for (holding, limit, motor, lock, friction): the force from b on a,
// and the torque about a's anchor. Of a gear, a wheel or a skate nothing is told.
struct JointLoad {
  double force = 0.0, torque = 0.0;  // N, N m
};
// by the impulses the joint carries on, at the present poses
JointLoad joint_load(const WorldData& world, const Joint& joint);

struct Overload {
  int joint = -1;
  JointLoad load;
  bool by_torque = false;
};
// before the bodies move on, and once they have
std::vector<Overload> find_overloads(const WorldData& world);
void break_joints(WorldData& world, const std::vector<Overload>& overloads);

}  // namespace spook
