#include "viewer/interact/gamepad.h"

#include <algorithm>
#include <cmath>

namespace spook {
namespace {

constexpr double dead_zone = 0.15;

double beyond_dead_zone(double at) {
  if (!std::isfinite(at) || std::abs(at) <= dead_zone) return 0.0;
  return std::copysign(std::min(1.0, (std::abs(at) - dead_zone) / (1.0 - dead_zone)), at);
}

}  // namespace

std::vector<double> lever_positions(const GamepadState& pad, std::size_t levers) {
  const double triggers = 0.5 * (double(pad.axes[5]) - double(pad.axes[4]));
  const double sticks[] = {-double(pad.axes[1]), -double(pad.axes[0]), -double(pad.axes[3]), -double(pad.axes[2]),
                           triggers};
  std::vector<double> positions(levers, 0.0);
  for (std::size_t i = 0; i < std::min(levers, std::size(sticks)); ++i) positions[i] = beyond_dead_zone(sticks[i]);
  return positions;
}

}  // namespace spook
