// The stepping thread without a window: what tests of it ask again and again.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "viewer/app/simulation.h"

namespace spook::test {

using Frame = std::shared_ptr<const SimFrame>;

// waits until it holds, or long enough; the last frame seen comes back either way
Frame frame_when(const Simulation& simulation, const std::function<bool(const SimFrame&)>& holds);
// a scene of the library, paused
void open_scene(Simulation& simulation, const char* name, ScenarioValues values);
void open_small_wall(Simulation& simulation);  // a few bricks
Frame after_steps(Simulation& simulation, int steps);

}  // namespace spook::test
