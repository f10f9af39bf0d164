// What a step publishes: a const picture of the world, safe to read on any thread for as long as it is held.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/scene/scene.h"
#include "engine/solve/solver.h"
#include "engine/step/report.h"
#include "engine/world/ids.h"

namespace spook {

// what changes seldom, shared between snapshots
struct BodyLook {
  std::string name;
  Motion motion = Motion::dynamic;
  std::vector<ShapeDesc> shapes;  // poses in the body's centre-of-mass frame
  double mass = 0.0;
  Vec3 principal_inertia = Vec3::Zero();
  std::string look;
};

struct BodyView {
  BodyId id;
  std::shared_ptr<const BodyLook> look;
  Pose pose;
  Vec3 velocity, angular_velocity;
  int island = -1;
  bool sleeping = false, frozen = false;
  Vec3 bounds_min, bounds_max;
};

struct ContactView {
  int body_a = -1, body_b = -1;  // indices into Snapshot::bodies
  Vec3 point, normal;
  std::array<Vec3, 2> tangents;
  double gap = 0.0, friction = 0.0;
  double compliance = 0.0;      // ε of a lone point, m/N
  double share = 1.0;           // as many times as stiff as a lone point: that of a line by its length
  Vec3 impulse = Vec3::Zero();  // ν, β in the contact frame, N s
  ContactState state = ContactState::open;
  double residual = 0.0;  // of §5, this contact, N s; only where a history was asked for
  int state_changes = 0;  // over the recorded history, where one was asked for
  int row = -1;           // in the step problem, as SweepRecord counts contacts; −1: not solved for
};

struct JointView {
  JointId id;
  std::string name;
  JointType type = JointType::ball;
  int body_a = -1, body_b = -1;
  Vec3 anchor_a, anchor_b, axis;       // world
  double position = 0.0, speed = 0.0;  // of a hinge or slider; of a hoist its rope's length
  std::optional<std::array<double, 2>> limits;
  std::optional<MotorDesc> motor;
  std::optional<LockDesc> lock;
  Vec6 impulse = Vec6::Zero();
  double violation = 0.0;            // largest row, m or rad
  double force = 0.0, torque = 0.0;  // that go through it, N, N m (joint_load.h)
  std::optional<double> break_force, break_torque;
};

struct GripView {
  int hand = 0;
  int body = -1;
  Vec3 point, target;                          // world
  double force = 0.0, cap = 0.0, slack = 0.0;  // N, N, m
};

struct Energies {
  double kinetic = 0.0, potential = 0.0, elastic = 0.0;
  double synchronised = 0.0;  // kinetic + potential + elastic − ½ h v·f (numerics §2): the one that may not grow
  double taken_by_geometric_stiffness = 0.0;  // this step
  bool onset = false;                         // something hit something in this step
  double total() const { return kinetic + potential + elastic; }
};

struct StageTimes {  // ms
  double commands = 0, collide = 0, match = 0, impact = 0, islands = 0, assemble = 0, solve = 0, measure = 0,
         integrate = 0, publish = 0;
  double direct = 0, sweeps = 0;  // within solve (and impact)
  double total = 0;
};

// a joint that carried more than it can, and has gone
struct BrokenJoint {
  JointId id;
  std::string name;
  JointType type = JointType::ball;
  double force = 0.0, torque = 0.0;  // that it carried, N, N m
  bool by_torque = false;
};

struct StepReport {
  std::uint64_t step = 0;
  double time = 0.0;
  int bodies = 0, dynamic_bodies = 0, joints = 0, contacts = 0, islands = 0, sleeping = 0;
  StageTimes ms;
  SolveReport solve, impact;
  RoundsReport rounds;
  double joint_rms_m = 0, joint_max_m = 0, joint_rms_rad = 0, joint_max_rad = 0;
  double penetration_rms = 0, penetration_max = 0;
  // what the effort left undone: the natural residual of the contacts beside their impulses; 0 where all is solved
  double left_over = 0;
  double effort = 0, effort_spent = 0;  // ms on the reference machine: what the solves might take (0: any), and took
  Energies energy;
  Vec3 linear_momentum = Vec3::Zero(), angular_momentum = Vec3::Zero();
  std::vector<std::string> flags;   // what went wrong, naming the body or island
  std::vector<BrokenJoint> broken;  // in this step
  std::uint64_t hash = 0;
};

struct Snapshot {
  std::uint64_t step = 0;
  double time = 0.0, time_step = 0.0;
  std::vector<BodyView> bodies;  // ordered by id index
  std::vector<ContactView> contacts;
  std::vector<JointView> joints;
  std::vector<GripView> grips;
  Vec3 wind = Vec3::Zero();
  StepReport report;
  std::shared_ptr<const Parameters> parameters;
};

}  // namespace spook
