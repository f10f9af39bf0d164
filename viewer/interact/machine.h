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
  // sends what changed; motors are left alone until the first pull
  void drive(const Snapshot& snapshot, std::span<const ScenarioControl> controls, std::span<const double> levers,
             const std::function<void(Command)>& command);
  void forget() { last_.clear(); }

 private:
  std::map<std::string, double> last_;
};

// is the key one of the levers'?
bool is_lever(std::span<const ScenarioControl> controls, int key);

}  // namespace spook
