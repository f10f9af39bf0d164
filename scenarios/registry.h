// The library of scenes: one file a family, shared by window, headless runner, tests and benchmarks.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/scene/scene.h"

namespace spook {

struct ScenarioParameter {
  std::string name;  // snake_case, as in --param NAME=VALUE
  double value = 0.0, minimum = 0.0, maximum = 1.0;
  bool integer = false;
  std::string unit, help;
};

using ScenarioValues = std::map<std::string, double>;

// A machine's lever: while a key is held the motors of its joints run at these speeds, otherwise they hold still.
struct ScenarioControl {
  struct Target {
    std::string joint;
    double speed = 0.0;  // of the joint's motor while `forward` is held: rad/s or m/s; the negative for `backward`
  };
  std::string label;               // "throttle", "lift"
  char forward = 0, backward = 0;  // keys, as capital letters
  std::vector<Target> targets;
};

struct Scenario {
  std::string name;         // snake_case
  std::string group;        // "SPOOK paper", "Papers", "Field", "Basics"
  std::string description;  // one line of what it shows
  std::vector<ScenarioParameter> parameters;
  std::function<Scene(const ScenarioValues&)> build;  // values complete and in range
  std::vector<ScenarioControl> controls = {};         // machines driven from the keyboard
  double picture_at = 0.0;                            // s into the scene, when it looks its best
  std::string title = {};                             // as read on screen: "Brick wall"
};

std::span<const Scenario> scenarios();
const Scenario* find_scenario(std::string_view name);
// what people call a scene of that name, of the library or not
std::string scene_title(std::string_view name);
// defaults filled in; throws std::invalid_argument naming an unknown parameter or a value out of range
Scene build_scenario(const Scenario& scenario, const ScenarioValues& values = {});

}  // namespace spook
