// What is wrong with a command: a world takes none after which it could not be saved and opened again.
#pragma once

#include <string>

#include "engine/world/world_data.h"

namespace spook {

// empty: nothing, or it names what has gone and will do nothing
std::string command_fault(const WorldData& world, const Command& command);

// a scene of one description: the bodies it names stand in as bare static ones, what a gear holds as given
Scene scene_of(const BodyDesc& body);
Scene scene_of(const JointDesc& joint, const std::vector<JointDesc>& geared);

// what EditJoint makes of a joint: type, names and bodies stay
JointDesc edited(const JointDesc& old, const JointDesc& wanted);

}  // namespace spook
