// The gamepad that is plugged in, as it stands now.
#pragma once

#include <optional>

#include "viewer/interact/gamepad.h"

namespace spook {

// none: there is none. SPOOK_GAMEPAD_FILE names a file of six axes and the buttons pressed, in place of one.
std::optional<GamepadState> read_gamepad();

}  // namespace spook
