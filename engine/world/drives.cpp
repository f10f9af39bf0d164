#include "engine/world/drives.h"

#include "engine/world/saved_state.h"

namespace spook {

bool follows_script(const SavedState& state, double time) {
  for (const Drive& drive : state.descriptions->drives) {
    const auto* speed = std::get_if<SpeedDrive>(&drive.desc);
    if (speed && drive.joint >= 0 && !speed->motor_speed.empty() && time < speed->motor_speed.back()[0]) return true;
  }
  return false;
}

}  // namespace spook
