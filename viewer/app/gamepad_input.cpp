#include "viewer/app/gamepad_input.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace spook {
namespace {

std::optional<GamepadState> from_file(const char* file) {
  std::ifstream in(file);
  GamepadState state;
  for (float& axis : state.axes)
    if (!(in >> axis)) return std::nullopt;
  for (int button; in >> button;)
    if (button >= 0 && button < pad_buttons) state.buttons[std::size_t(button)] = true;
  return state;
}

}  // namespace

std::optional<GamepadState> read_gamepad() {
  if (const char* file = std::getenv("SPOOK_GAMEPAD_FILE")) return from_file(file);
  GLFWgamepadstate pad;
  if (!glfwJoystickIsGamepad(GLFW_JOYSTICK_1) || !glfwGetGamepadState(GLFW_JOYSTICK_1, &pad)) return std::nullopt;
  GamepadState state;
  std::copy(std::begin(pad.axes), std::end(pad.axes), state.axes.begin());
  for (int i = 0; i < pad_buttons; ++i) state.buttons[std::size_t(i)] = pad.buttons[i] == GLFW_PRESS;
  return state;
}

}  // namespace spook
