// A gamepad's sticks and buttons as the levers of a machine: plain functions of the pad's state.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace spook {

inline constexpr int pad_buttons = 15;
inline constexpr int pad_triggers = 6;  // as an axis: right against left trigger

// as GLFW's standard mapping has it: sticks −1 … 1 with down and right positive, triggers −1 … 1 from let go to pulled
struct GamepadState {
  std::array<float, 6> axes{0, 0, 0, 0, -1, -1};  // left x, left y, right x, right y, left trigger, right trigger
  std::array<bool, pad_buttons> buttons{};
};

// what moves a lever: a stick's way, up or left positive, or two buttons
struct PadSource {
  int axis = -1;  // 0 … 3 as above, or pad_triggers; −1: none
  bool reversed = false;
  int forward = -1, backward = -1;  // buttons; −1: none
  bool operator==(const PadSource&) const = default;
};

// −1 … 1 a lever, in the order of a scene's levers: left stick up, left stick left, right stick up, right stick left,
// then right against left trigger. What lies in the dead zone is nothing; beyond it grows from nothing.
std::vector<double> lever_positions(const GamepadState& pad, std::size_t levers);
PadSource standard_source(std::size_t lever);
double lever_position(const GamepadState& pad, const PadSource& source);

// the stick that has been pushed, or the button that has been pressed, since the state before; none: nothing yet.
// A stick is taken so that this way is forward.
std::optional<PadSource> touched(const GamepadState& before, const GamepadState& now);
std::string in_words(const PadSource& source);  // "left stick, up and down"

}  // namespace spook
