// Joints, grips and drives: what they are and what they carry.
#pragma once

#include <vector>

#include "engine/constraint/grip_rows.h"
#include "engine/constraint/joint_step.h"
#include "engine/world/body_store.h"
#include "engine/world/commands.h"

namespace spook {

struct Joint {
  bool alive = false;
  std::uint32_t generation = 0;
  JointDesc desc;
  int body_a = -1, body_b = -1;  // slots; −1: the world
  Pose local_a, local_b;         // the joint's frame in each side (in the world: as is)
  int gear_a = -1, gear_b = -1;  // slots of the geared joints
  double length = 0.0;           // distance, spring; a wheel's radius
  double gear_offset = 0.0;
  double lock_effort = 1e4;  // of a lock that is off now
  JointMemory memory;
};

// of a joint what moments hold: its memory, and its motor, lock and length, which change while driving
struct JointMoment {
  JointMemory memory;
  std::optional<MotorDesc> motor;
  std::optional<LockDesc> lock;
  double lock_effort = 0.0, length = 0.0;
};

struct Hand {
  bool alive = false;
  Grip grip;
  int body = -1;
  GripState state;
};

struct Drive {
  DriveDesc desc;
  int body = -1, joint = -1;  // slots; −1: it has gone
};

// piecewise linear, constant beyond its ends
double drive_speed(const SpeedDrive& drive, double time);

// frames and lengths of a joint between bodies as they stand now; anchors in the world
void place_joint(Joint& joint, const std::vector<Body>& bodies);
void place_gear(Joint& gear, const std::vector<Joint>& joints, const std::vector<Body>& bodies);

// framed: with the axes it carries, which a ball joint's rows do without
JointSide joint_side(const std::vector<Body>& bodies, int body, const Pose& local, bool framed = true);
// geometry of any joint but what a gear adds
JointGeometry joint_geometry(const Joint& joint, const std::vector<Body>& bodies, bool framed = true);
// the free coordinate's value, whole turns included; 0 where there is none
double joint_position(const Joint& joint, const std::vector<Body>& bodies);
// follows a hinge's angle over the ±π seam
void count_turns(Joint& joint, const std::vector<Body>& bodies);

}  // namespace spook
