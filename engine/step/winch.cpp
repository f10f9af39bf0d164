#include "engine/step/winch.h"

#include <algorithm>

namespace spook {

namespace {

constexpr double at_bound = 1.0 - 1e-9;  // of the largest impulse: rounding of the solve

double longest(const Joint& joint) {
  return joint.desc.limits ? (*joint.desc.limits)[1] : unbounded;
}

double shortest(const Joint& joint) {
  return joint.desc.limits ? (*joint.desc.limits)[0] : 0.0;
}

}  // namespace

double possible_speed(const Joint& joint, double speed, double h) {
  const double low = std::min(shortest(joint), joint.length), high = std::max(longest(joint), joint.length);
  return (std::clamp(joint.length + h * speed, low, high) - joint.length) / h;
}

bool is_wound_out(const Joint& joint) {
  return is_hoist(joint.desc) && joint.length >= longest(joint);
}

void wind(WorldData& world) {
  for (Joint& joint : world.joints) {
    if (!joint.alive || !is_hoist(joint.desc)) continue;
    const double impulse = joint.memory.equations[0], most = joint.desc.motor->max_effort * world.scratch.h * at_bound;
    const bool held = is_wound_out(joint);
    const double before = joint.length;
    joint.length += world.scratch.h * winding_speed(world, joint);
    const JointGeometry now = joint_geometry(joint, world.bodies, false);
    const double distance = (now.a.anchor() - now.b.anchor()).norm();
    if (impulse <= -most && !held)
      joint.length = std::clamp(distance, joint.length, std::max(joint.length, longest(joint)));
    if (impulse >= most && impulse > 0.0) joint.length = std::clamp(distance, shortest(joint), joint.length);
    joint.memory.violation_before[0] -= joint.length - before;
  }
}

}  // namespace spook
