// Everything that changes a world from outside, applied at stage 0 of the next step, in order. Commands are plain
// data, so a recording is a scene, a list of commands and the hash of every step.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/scene/scene.h"
#include "engine/world/ids.h"

namespace spook {

struct SetParameters {
  Parameters parameters;
};
struct AddBody {
  BodyDesc body;
};  // a taken name gets a number added
struct EditBody {
  BodyId id;
  BodyDesc body;
};  // shapes, mass, motion, pose: all as described; keeps the id
struct RemoveBody {
  BodyId id;
};  // its joints and grips go with it
struct SetPose {
  BodyId id;
  Pose pose;
};  // of the centre-of-mass frame
struct SetVelocity {
  BodyId id;
  Vec3 velocity, angular_velocity;
};
struct ApplyImpulse {
  BodyId id;
  Vec3 impulse, point;
};  // N s, at a world point
struct SetMaterialTable {
  std::map<std::string, Material> materials;
  std::vector<MaterialPair> pairs;
};
struct AddJoint {
  JointDesc joint;
};  // anchors in the world, at the present poses
struct EditJoint {
  JointId id;
  JointDesc joint;
};  // numbers only: type and bodies stay
struct RemoveJoint {
  JointId id;
};
struct SetMotor {
  JointId id;
  double speed;
  std::optional<double> max_effort;
};
struct SetLock {
  JointId id;
  double position;
  std::optional<double> max_effort;
  bool on = true;
};

// A hand: a damped point grip with bounded effort (numerics §1 with physical ε and τ). One world may hold several.
struct Grip {
  int hand = 0;
  BodyId body;
  Vec3 local_point = Vec3::Zero();  // in the body frame
  Vec3 target = Vec3::Zero();       // world
  bool lock_orientation = false;
  Quat target_orientation = Quat::Identity();
  double effort_scale = 10.0;  // cap: body weight × this (at a gravity of 9.81 where there is none)
  double stiffness_scale = 1.0;
};
struct MoveGrip {
  int hand;
  Vec3 target;
  std::optional<Quat> target_orientation;
};
struct ReleaseGrip {
  int hand;
};

// What may be spent of `effort` for now, ms; unset: all of it. The window keeps 60 Hz by it (viewer/app/pace.h).
struct SetPace {
  std::optional<double> effort;
};

// Who is solved directly and who by sweeps, all of it; names of what is not there are forgotten when a scene is saved.
struct SetSolving {
  std::vector<SolvingMark> marks;
};

// a steady wind, m/s (air.h)
struct SetWind {
  Vec3 velocity = Vec3::Zero();
};
// a blast: an impulse away from its centre for what lies within reach (air.h)
struct Explode {
  Vec3 centre = Vec3::Zero();
  double strength = 1000.0;  // N s per m² shown to it, at one metre
  double reach = 5.0;        // m
};

using Command = std::variant<SetParameters, AddBody, EditBody, RemoveBody, SetPose, SetVelocity, ApplyImpulse,
                             SetMaterialTable, AddJoint, EditJoint, RemoveJoint, SetMotor, SetLock, Grip, MoveGrip,
                             ReleaseGrip, SetPace, SetSolving, SetWind, Explode>;

}  // namespace spook
