#include "viewer/interact/machine.h"

#include <algorithm>
#include <cmath>

namespace spook {

std::map<std::string, double> motor_speeds(std::span<const ScenarioControl> controls, std::span<const double> levers) {
  std::map<std::string, double> speeds;
  for (std::size_t i = 0; i < controls.size() && i < levers.size(); ++i)
    for (const ScenarioControl::Target& target : controls[i].targets) speeds[target.joint] += levers[i] * target.speed;
  return speeds;
}

void Machine::drive(const Snapshot& snapshot, std::span<const ScenarioControl> controls, std::span<const double> levers,
                    const std::function<void(Command)>& command) {
  if (last_.empty() && std::all_of(levers.begin(), levers.end(), [](double lever) { return lever == 0; })) return;
  const auto speeds = motor_speeds(controls, levers);
  for (const JointView& joint : snapshot.joints) {
    const auto speed = speeds.find(joint.name);
    if (speed == speeds.end() || !joint.motor) continue;
    const auto [last, fresh] = last_.try_emplace(joint.name, 0.0);
    if (!fresh && std::abs(last->second - speed->second) < 1e-3) continue;
    last->second = speed->second;
    command(SetMotor{joint.id, speed->second, std::nullopt});
  }
}

bool is_lever(std::span<const ScenarioControl> controls, int key) {
  return std::any_of(controls.begin(), controls.end(),
                     [&](const ScenarioControl& c) { return c.forward == key || c.backward == key; });
}

}  // namespace spook
