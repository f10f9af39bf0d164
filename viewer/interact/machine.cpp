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

// the servo's place goes ahead of the joint by little, so that it does not wind up where something is in the way
void Machine::drive_servo(const JointView& joint, double speed, double seconds,
                          const std::function<void(Command)>& command) {
  constexpr double farthest_ahead = 0.25;  // rad, m; chosen
  if (speed == 0.0) return void(servo_at_.erase(joint.name));
  double& at = servo_at_.try_emplace(joint.name, joint.lock->position).first->second;
  at = std::clamp(at + speed * seconds, joint.position - farthest_ahead, joint.position + farthest_ahead);
  command(SetLock{joint.id, at, std::nullopt, true});
}

void Machine::drive(const Snapshot& snapshot, std::span<const ScenarioControl> controls, std::span<const double> levers,
                    bool scripted, double seconds, const std::function<void(Command)>& command) {
  // the script has it again: somebody went back to before the first pull
  if (scripted && (snapshot.step < taken_at_ || snapshot.step > taken_at_ + 2)) forget();
  if (last_.empty() && std::all_of(levers.begin(), levers.end(), [](double lever) { return lever == 0; })) return;
  if (last_.empty()) taken_at_ = snapshot.step;
  const auto speeds = motor_speeds(controls, levers);
  for (const JointView& joint : snapshot.joints) {
    const auto speed = speeds.find(joint.name);
    if (speed == speeds.end()) continue;
    if (!joint.motor && joint.lock) drive_servo(joint, speed->second, seconds, command);
    if (!joint.motor) continue;
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
