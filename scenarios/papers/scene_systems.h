// Scenes of the library as reference systems: bodies by position and the three columns of their rotation (natural
// coordinates), so that masses are constant and every constraint is quadratic.
#pragma once

#include "engine/reference/system.h"
#include "engine/scene/scene.h"

namespace spook::papers {

// Moving bodies under gravity with ball, hinge, slider, cylindrical, universal, fixed and distance joints. Contacts,
// motors, springs, limits, friction and damping are left out; constraints that follow from others are dropped.
reference::System scene_system(const Scene& scene);

}  // namespace spook::papers
