// Actuators on joints: position and velocity servos, and motors, which give no torque without a command.
#include <algorithm>
#include <cmath>

#include "scenarios/import/mjcf.h"

namespace spook::models {
namespace {

struct Gains {
  double force = 0.0, stiffness = 0.0, damping = 0.0;  // per unit of command, coordinate, speed
};

// what the shortcuts stand for; nothing: a kind that has no counterpart
std::optional<Gains> gains_of(const MjcfElement& element, const std::string& kind) {
  if (kind == "motor") return Gains{1.0, 0.0, 0.0};
  if (kind == "position") return Gains{0.0, element.number("kp", 1.0), element.number("kv", 0.0)};
  if (kind == "velocity") return Gains{0.0, 0.0, element.number("kv", 1.0)};
  if (kind != "general") return std::nullopt;
  const std::string gain = element.text("gaintype", "fixed"), bias = element.text("biastype", "none"),
                    memory = element.text("dyntype", "none");
  auto gain_values = element.numbers("gainprm", 1, 10), bias_values = element.numbers("biasprm", 0, 10);
  if (gain_values.empty()) gain_values = {1.0};
  bias_values.resize(10, 0.0);
  if (gain != "fixed" || memory != "none") return std::nullopt;
  if (bias == "none") return Gains{gain_values[0], 0.0, 0.0};
  if (bias != "affine" || bias_values[0] != 0.0) return std::nullopt;
  return Gains{0.0, -bias_values[1], -bias_values[2]};
}

double largest(const std::vector<double>& range) {
  return range.empty() ? 0.0 : std::max(std::abs(range[0]), std::abs(range[1]));
}

// the torque a motor can give: its own limit, or what its commands come to; 0: unlimited
double motor_effort(const MjcfElement& element, const MjcfCompiler& compiler, double force) {
  const auto control = element.numbers("ctrlrange", 2, 2), limit = element.numbers("forcerange", 2, 2);
  const bool limited = element.limited("forcelimited", "forcerange", compiler);
  const double by_control = element.limited("ctrllimited", "ctrlrange", compiler) ? largest(control) * force : 0.0;
  if (!limited) return by_control;
  return by_control > 0.0 ? std::min(by_control, largest(limit)) : largest(limit);
}

}  // namespace

void MjcfReader::read_actuators(const XmlNode& node) {
  node.read = true;
  for (const XmlNode& child : node.children) {
    const MjcfElement element = defaults.element(child, "", "general");
    const std::optional<Gains> gains = gains_of(element, child.name);
    const std::string joint_name = element.text("joint", element.text("jointinparent"));
    if (!gains || joint_name.empty()) {
      notes.add(child, gains ? "<" + child.name + "> that acts on no joint is not imported"
                             : "<" + child.name + "> is an actuator without a counterpart: not imported");
      child.mark_all_read();
      continue;
    }
    ModelJoint& joint = joint_named(child, joint_name);
    if (joint.type == ModelJointType::ball) {
      notes.add(child, "an actuator on a ball joint is not imported");
      child.mark_all_read();
      continue;
    }
    const auto gears = element.numbers("gear", 1, 6);
    const double gear = gears.empty() ? 1.0 : gears[0];
    const double effort = motor_effort(element, compiler, std::abs(gains->force));
    const std::string name = element.text("name", joint.name + "_" + child.name);
    if (gains->stiffness > 0.0 || gains->damping > 0.0) {
      // force = gear (kp (command - gear q) - kv gear q'), with the command at zero
      const double squared = gear * gear;
      ModelServo servo{name, &child, joint.name, gains->stiffness * squared, gains->damping * squared, 0.0, 1e9};
      if (effort > 0.0) servo.max_effort = effort * std::abs(gear);
      model.servos.push_back(servo);
    } else {
      constexpr double unlimited = 1e6;  // N m or N: beyond what anything here weighs
      const double torque = effort > 0.0 ? effort * std::abs(gear) : unlimited;
      joint.motor = MotorDesc{0.0, options.hold ? torque : 0.0};
      if (!options.hold)
        notes.add(child, "<" + child.name +
                             "> has no command: its motor is there with no effort (--hold: full effort, at rest)");
    }
  }
}

}  // namespace spook::models
