// Stiffness and damping of scene files in the units of engine/tuning.h, beside compliance and relaxation_steps.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "engine/scene/json_fields.h"
#include "engine/scene/scene.h"
#include "engine/tuning.h"

namespace spook::json {

// what a tuning is measured by: known before materials are read
struct TuningScale {
  double gravity = 9.81, step = 1.0 / 60.0;
};

void read_tuning(Fields& fields, Tuning& tuning);
// refuses two ways of saying the same; then what the tuning comes to replaces what is given
void tune(const Place& place, const Fields& fields, const Tuning& tuning, const TuningScale& scale,
          double known_compliance, std::optional<double>& compliance, std::optional<double>& relaxation_steps);

// a joint's tuning may count on the masses it holds, which are known when everything has been read
struct JointTuning {
  std::size_t joint = 0;
  std::string pointer;
  Tuning tuning;
};
void read_joint_tuning(const Place& place, Fields& fields, const JointDesc& joint, std::size_t number,
                       std::vector<JointTuning>& tunings);
void tune_joints(Scene& scene, const std::vector<JointTuning>& tunings);  // throws SceneFault

}  // namespace spook::json
