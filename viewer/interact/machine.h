// Driving: the levers a scene declares, moved by keys or a gamepad's sticks.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "engine/world/commands.h"
#include "engine/world/snapshot.h"
#include "scenarios/registry.h"

namespace spook {

// speeds of the motors for levers pulled to −1 … 1, one a control; levers of one joint add up
std::map<std::string, double> motor_speeds(std::span<const ScenarioControl> controls, std::span<const double> levers);

class Machine {
 public:
  // Sends what changed; motors are left alone until the first pull, which takes all of them over from a script.
  // Servos (locks) move on by their speed for as long as the pull lasts, s.
  void drive(const Snapshot& snapshot, std::span<const ScenarioControl> controls, std::span<const double> levers,
             bool scripted, double seconds, const std::function<void(Command)>& command);
  void forget() { last_.clear(), servo_at_.clear(); }
  bool taken_over() const { return !last_.empty(); }

 private:
  void drive_servo(const JointView& joint, double speed, double seconds, const std::function<void(Command)>& command);
  std::map<std::string, double> last_, servo_at_;
  std::uint64_t taken_at_ = 0;  // step
};

// is the key one of the levers'?
bool is_lever(std::span<const ScenarioControl> controls, int key);

}  // namespace spook
