// A hand: a damped point grip with bounded effort, and either angular friction or a lock of the orientation.
#pragma once

#include "engine/constraint/joint_step.h"

namespace spook {

struct GripState {
  Vec3 target = Vec3::Zero();       // where the hand pulls to now: follows the wanted target at bounded speed
  std::array<double, 6> impulse{};  // point, angular
};

struct GripNumbers {
  double h = 1.0 / 60.0;
  double mass = 1.0;
  double inertia = 1.0;  // mean principal
  double cap = 100.0;    // N, of the pull whatever its direction
  Vec3 gravity = Vec3::Zero();
  double stiffness_scale = 1.0;
  bool lock_orientation = false;
  Quat orientation = Quat::Identity(), target_orientation = Quat::Identity();
};

// the hand's pull reaches at most so far ahead of the body, and moves at most so fast
Vec3 follow_target(const Vec3& current, const Vec3& wanted, const Vec3& grip_point, const GripNumbers& numbers);

// side: the gripped body, arm at the grip point
void add_grip_rows(const JointSide& side, const RowBody& body, const GripNumbers& numbers, const GripState& state,
                   StepProblem& problem, std::vector<BlockSource>& sources, int grip);

}  // namespace spook
