// Stage 0: queued commands change the stores; drives and gravity become this step's forces and motor speeds.
#include <cmath>
#include <numbers>

#include "engine/step/step.h"
#include "engine/step/winch.h"
#include "engine/world/air.h"
#include "engine/world/command_check.h"

namespace spook {

namespace {

Hand* find_hand(WorldData& world, int hand) {
  for (Hand& candidate : world.hands)
    if (candidate.alive && candidate.grip.hand == hand) return &candidate;
  return nullptr;
}

// one function a command; those that name what has gone do nothing
struct Apply {
  WorldData& world;

  void operator()(const SetParameters& c) { world.parameters = c.parameters; }
  void operator()(const SetPace& c) { world.pace = c.effort; }
  void operator()(const SetSolving& c) { world.given.scene.solving = c.marks; }
  void operator()(const AddBody& c) { add_body(world, c.body); }
  void operator()(const EditBody& c) {
    if (is_there(world.bodies, c.id)) edit_body(world, static_cast<int>(c.id.index), c.body);
  }
  void operator()(const RemoveBody& c) {
    if (is_there(world.bodies, c.id)) remove_body(world, static_cast<int>(c.id.index));
  }
  void operator()(const SetPose& c) {
    if (!is_there(world.bodies, c.id)) return;
    Body& body = world.bodies[c.id.index];
    wake(world, static_cast<int>(c.id.index));
    const Vec3 omega = body.state.omega;
    body.state.pose = {c.pose.position, c.pose.orientation.normalized()};
    set_omega(body, omega);
    if (body.state.frozen && is_finite(body)) body.state.frozen = false;
  }
  void operator()(const SetVelocity& c) {
    if (!is_there(world.bodies, c.id)) return;
    Body& body = world.bodies[c.id.index];
    if (body.desc.motion == Motion::fixed) return;
    wake(world, static_cast<int>(c.id.index));
    body.state.velocity = c.velocity;
    set_omega(body, c.angular_velocity);
  }
  void operator()(const ApplyImpulse& c) {
    if (!is_there(world.bodies, c.id) || !world.bodies[c.id.index].dynamic()) return;
    Body& body = world.bodies[c.id.index];
    wake(world, static_cast<int>(c.id.index));
    body.state.velocity += c.impulse / body.mass;
    const Vec3 arm = c.point - body.state.pose.position;
    set_momentum(body, body.state.angular_momentum + arm.cross(c.impulse));
  }
  void operator()(const SetMaterialTable& c) {
    world.given.scene.materials = c.materials;
    world.given.scene.material_pairs = c.pairs;
    rebuild_materials(world);
  }
  void operator()(const AddJoint& c) { add_joint(world, c.joint); }
  void operator()(const EditJoint& c) {
    if (!is_there(world.joints, c.id)) return;
    Joint& joint = world.joints[c.id.index];
    const std::optional<double> before = joint.desc.length;
    joint.desc = edited(joint.desc, c.joint);
    if (joint.desc.type == JointType::spring) joint.length = joint.desc.rest_length;
    if (joint.desc.type == JointType::wheel) joint.length = joint.desc.radius;
    if (joint.desc.length && joint.desc.length != before) joint.length = *joint.desc.length;
    wake(world, joint);
  }
  void operator()(const RemoveJoint& c) {
    if (is_there(world.joints, c.id)) remove_joint(world, static_cast<int>(c.id.index));
  }
  void operator()(const SetMotor& c) {
    if (!is_there(world.joints, c.id)) return;
    Joint& joint = world.joints[c.id.index];
    if (!joint.desc.motor) joint.desc.motor = MotorDesc{};
    joint.desc.motor->speed = c.speed;
    joint.desc.motor->max_effort = c.max_effort.value_or(joint.desc.motor->max_effort);
    // who turns a motor takes it over from the scene's script
    for (Drive& drive : world.drives)
      if (drive.joint == static_cast<int>(c.id.index)) drive.joint = -1;
    wake(world, joint);
  }
  void operator()(const SetLock& c) {
    if (!is_there(world.joints, c.id)) return;
    Joint& joint = world.joints[c.id.index];
    const double effort = c.max_effort.value_or(joint.desc.lock ? joint.desc.lock->max_effort : joint.lock_effort);
    if (joint.desc.lock) joint.lock_effort = joint.desc.lock->max_effort;
    if (c.on)
      joint.desc.lock = LockDesc{c.position, effort};
    else
      joint.desc.lock.reset();
    wake(world, joint);
  }
  void operator()(const Grip& c) {
    operator()(ReleaseGrip{c.hand});
    if (!is_there(world.bodies, c.body) || !world.bodies[c.body.index].dynamic()) return;
    Hand hand;
    hand.alive = true;
    hand.grip = c;
    hand.body = static_cast<int>(c.body.index);
    hand.state.target = world.bodies[hand.body].state.pose.to_parent(c.local_point);
    for (Hand& free : world.hands)
      if (!free.alive) {
        free = hand;
        return;
      }
    world.hands.push_back(hand);
  }
  void operator()(const MoveGrip& c) {
    Hand* hand = find_hand(world, c.hand);
    if (!hand) return;
    hand->grip.target = c.target;
    if (c.target_orientation) hand->grip.target_orientation = *c.target_orientation;
  }
  void operator()(const ReleaseGrip& c) {
    if (Hand* hand = find_hand(world, c.hand)) hand->alive = false;
  }

  void operator()(const SetWind& c) {
    world.given.scene.wind = c.velocity;
    for (std::size_t i = 0; i < world.bodies.size(); ++i) wake(world, static_cast<int>(i));
  }
  void operator()(const Explode& c) { explode(world, c); }
};

void apply_force(WorldData& world, const ForceDrive& drive, int slot) {
  if (slot < 0 || world.time < drive.from || world.time >= drive.to || !world.bodies[slot].dynamic()) return;
  const Quat& orientation = world.bodies[slot].state.pose.orientation;
  const Vec3 force = drive.body_frame ? Vec3(orientation * drive.force) : drive.force;
  Vec6& total = world.scratch.bodies[slot].force;
  total.head<3>() += force;
  total.tail<3>() += (orientation * drive.point).cross(force);
  wake(world, slot);
}

void gather_forces(WorldData& world) {
  world.scratch.bodies.resize(world.bodies.size());
  for (std::size_t i = 0; i < world.bodies.size(); ++i)
    world.scratch.bodies[i].force << world.bodies[i].mass * world.parameters.gravity, Vec3::Zero();
  world.scratch.motor_speed.resize(world.joints.size());
  for (std::size_t i = 0; i < world.joints.size(); ++i)
    world.scratch.motor_speed[i] = world.joints[i].desc.motor ? world.joints[i].desc.motor->speed : 0.0;
  for (const Drive& drive : world.drives) {
    if (const auto* force = std::get_if<ForceDrive>(&drive.desc)) apply_force(world, *force, drive.body);
    if (const auto* speed = std::get_if<SpeedDrive>(&drive.desc); speed && drive.joint >= 0)
      world.scratch.motor_speed[drive.joint] = drive_speed(*speed, world.time);
  }
}

// a hoist that turns keeps what hangs from it awake
void turn_hoists(WorldData& world) {
  for (std::size_t i = 0; i < world.joints.size(); ++i) {
    Joint& joint = world.joints[i];
    if (!joint.alive || !is_hoist(joint.desc)) continue;
    double& speed = world.scratch.motor_speed[i];
    speed = possible_speed(joint, speed, world.scratch.h);
    if (speed != 0.0) wake(world, joint);
  }
}

void move_hands(WorldData& world) {
  for (Hand& hand : world.hands) {
    if (!hand.alive) continue;
    const Body& body = world.bodies[hand.body];
    wake(world, hand.body);
    const Vec3 point = body.state.pose.to_parent(hand.grip.local_point);
    hand.state.target = follow_target(hand.state.target, hand.grip.target, point, grip_numbers(world, hand));
  }
}

}  // namespace

GripNumbers grip_numbers(const WorldData& world, const Hand& hand) {
  const Body& body = world.bodies[hand.body];
  const double gravity = world.parameters.gravity.norm();
  GripNumbers numbers;
  numbers.h = world.step_length();
  numbers.mass = body.mass;
  numbers.inertia = body.principal.mean();
  numbers.cap = body.mass * (gravity > 0.0 ? gravity : 9.81) * hand.grip.effort_scale;
  numbers.gravity = world.parameters.gravity;
  numbers.stiffness_scale = hand.grip.stiffness_scale;
  numbers.lock_orientation = hand.grip.lock_orientation;
  numbers.orientation = body.state.pose.orientation;
  numbers.target_orientation = hand.grip.target_orientation;
  return numbers;
}

void apply_queue(WorldData& world) {
  for (Command& command : world.commands) {
    if (const std::string fault = command_fault(world, command); !fault.empty()) {
      world.report.flags.push_back("refused: " + fault);
      continue;
    }
    std::visit(Apply{world}, command);
    world.applied.push_back(std::move(command));
  }
  world.commands.clear();
}

void stage::commands(WorldData& world) {
  apply_queue(world);
  world.scratch.h = world.step_length();
  for (std::size_t i = 0; i < world.bodies.size(); ++i)
    if (world.bodies[i].alive && !world.bodies[i].state.frozen && !is_finite(world.bodies[i]))
      contain(world, static_cast<int>(i));
  gather_forces(world);
  blow_wind(world);
  turn_hoists(world);
  move_hands(world);
}

}  // namespace spook
