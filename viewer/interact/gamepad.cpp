#include "viewer/interact/gamepad.h"

#include <algorithm>
#include <cmath>

namespace spook {
namespace {

constexpr double dead_zone = 0.15;
constexpr double pushed = 0.6;  // of a stick's way; chosen: nobody rests a thumb there

// up and left are positive, and the right trigger
constexpr int standard_axes[] = {1, 0, 3, 2, pad_triggers};

double beyond_dead_zone(double at) {
  if (!std::isfinite(at) || std::abs(at) <= dead_zone) return 0.0;
  return std::copysign(std::min(1.0, (std::abs(at) - dead_zone) / (1.0 - dead_zone)), at);
}

double way_of(const GamepadState& pad, int axis) {
  if (axis == pad_triggers) return 0.5 * (double(pad.axes[5]) - double(pad.axes[4]));
  return -double(pad.axes[std::size_t(axis)]);
}

constexpr const char* button_names[pad_buttons] = {
    "A",     "B",          "X",           "Y",      "left bumper", "right bumper", "Back",    "Start",
    "Guide", "left thumb", "right thumb", "pad up", "pad right",   "pad down",     "pad left"};

}  // namespace

double lever_position(const GamepadState& pad, const PadSource& source) {
  double at = source.axis >= 0 ? beyond_dead_zone(way_of(pad, source.axis)) * (source.reversed ? -1.0 : 1.0) : 0.0;
  if (source.forward >= 0 && pad.buttons[std::size_t(source.forward)]) at += 1.0;
  if (source.backward >= 0 && pad.buttons[std::size_t(source.backward)]) at -= 1.0;
  return std::clamp(at, -1.0, 1.0);
}

PadSource standard_source(std::size_t lever) {
  PadSource source;
  if (lever < std::size(standard_axes)) source.axis = standard_axes[lever];
  return source;
}

std::vector<double> lever_positions(const GamepadState& pad, std::size_t levers) {
  std::vector<double> positions;
  for (std::size_t i = 0; i < levers; ++i) positions.push_back(lever_position(pad, standard_source(i)));
  return positions;
}

std::optional<PadSource> touched(const GamepadState& before, const GamepadState& now) {
  PadSource source;
  for (const int axis : {0, 1, 2, 3, pad_triggers}) {
    const double way = way_of(now, axis);
    if (std::abs(way) < pushed || std::abs(way_of(before, axis)) > 0.5 * pushed) continue;
    source.axis = axis, source.reversed = way < 0.0;
    return source;
  }
  for (int button = 0; button < pad_buttons; ++button)
    if (now.buttons[std::size_t(button)] && !before.buttons[std::size_t(button)]) {
      source.forward = button;
      return source;
    }
  return std::nullopt;
}

std::string in_words(const PadSource& source) {
  constexpr const char* axes[][2] = {{"left stick, left", "left stick, right"},
                                     {"left stick, up", "left stick, down"},
                                     {"right stick, left", "right stick, right"},
                                     {"right stick, up", "right stick, down"},
                                     {"", ""},
                                     {"", ""},
                                     {"right trigger", "left trigger"}};
  if (source.axis >= 0) return axes[source.axis][source.reversed ? 1 : 0];
  const auto name = [](int button) { return button >= 0 ? button_names[button] : "?"; };
  if (source.forward < 0 && source.backward < 0) return "nothing";
  return std::string(name(source.forward)) + " / " + name(source.backward);
}

}  // namespace spook
