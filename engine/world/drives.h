// Joints that follow a script of their scene.
#pragma once

namespace spook {

struct SavedState;

// does any joint still follow one at that time? SetMotor takes a joint over for good
bool follows_script(const SavedState& state, double time);

}  // namespace spook
