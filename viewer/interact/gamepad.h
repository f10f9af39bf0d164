// A gamepad's sticks as the levers of a machine: a plain function of the pad's state.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace spook {

// as GLFW's standard mapping has it: sticks −1 … 1 with down and right positive, triggers −1 … 1 from let go to pulled
struct GamepadState {
  std::array<float, 6> axes{0, 0, 0, 0, -1, -1};  // left x, left y, right x, right y, left trigger, right trigger
};

// −1 … 1 a lever, in the order of a scene's levers: left stick up, left stick left, right stick up, right stick left,
// then right against left trigger. What lies in the dead zone is nothing; beyond it grows from nothing.
std::vector<double> lever_positions(const GamepadState& pad, std::size_t levers);

}  // namespace spook
