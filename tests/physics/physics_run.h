// A scene stepped and watched: drift, speeds, overlaps, energy gains. Physics tests read like the table they check.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "engine/world/world.h"
#include "scenarios/build.h"
#include "scenarios/registry.h"

namespace spook {

inline Scene scenario(const std::string& name, const ScenarioValues& values = {}) {
  return build_scenario(*find_scenario(name), values);
}

class Watched {
 public:
  explicit Watched(const Scene& scene, WorldOptions options = {false, false})
      : world(scene, options), ids(world.body_ids()) {
    for (const BodyId id : ids) start.push_back(world.pose(id));
    energy = world.report().energy.synchronised;
  }

  void step() {
    world.step();
    const StepReport& report = world.report();
    // the first step finds what the scene overlapped from the start
    if (world.step_count() > 1) worst_gain = std::max(worst_gain, report.energy.synchronised - energy);
    energy = report.energy.synchronised;
    deepest = std::max(deepest, report.penetration_max);
    joint_gap = std::max(joint_gap, report.joint_max_m);
    joint_angle = std::max(joint_angle, report.joint_max_rad);
    failed += report.solve.failed;
  }
  void steps(int count) {
    for (int i = 0; i < count; ++i) step();
  }
  void seconds(double time) { steps(static_cast<int>(std::lround(time / world.parameters().time_step))); }

  // of dynamic bodies, from where they began
  double drift() const {
    double farthest = 0.0;
    for (std::size_t i = 0; i < ids.size(); ++i)
      if (world.look(ids[i]).motion == Motion::dynamic)
        farthest = std::max(farthest, (world.pose(ids[i]).position - start[i].position).norm());
    return farthest;
  }
  double speed() const {
    double fastest = 0.0;
    for (const BodyId id : ids)
      if (world.look(id).motion == Motion::dynamic) fastest = std::max(fastest, world.velocity(id).norm());
    return fastest;
  }
  BodyId body(const std::string& name) const { return world.find_body(name).value(); }

  World world;
  std::vector<BodyId> ids;
  std::vector<Pose> start;
  double energy = 0.0, worst_gain = 0.0;
  double deepest = 0.0, joint_gap = 0.0, joint_angle = 0.0;
  int failed = 0;
};

}  // namespace spook
