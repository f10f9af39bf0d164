#include "engine/scene/validate_joints.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/scene/names.h"
#include "engine/scene/numbers.h"
#include "engine/scene/validate.h"

namespace spook {

using namespace check;
using std::string;

namespace {

bool turns_or_slides(const JointDesc& joint) {
  return joint.type == JointType::hinge || joint.type == JointType::slider;
}

// a joint's coordinate or its rate: radians or metres
void joint_number(const Path& place, double value, std::string_view what) {
  at_most(place, value, limits::max_plain, what);
}

void check_spring(const Path& place, const JointDesc& joint) {
  bound(at(place, "rest_length"), joint.rest_length, "rest length");
  coordinate(at(place, "rest_length"), joint.rest_length);
  within(at(place, "stiffness"), joint.stiffness, limits::stiffness);
  bound(at(place, "damping"), joint.damping, "damping");
  at_most(at(place, "damping"), joint.damping, limits::stiffness.high, "damping", " N s/m");
  if (joint.compliance) fail(at(place, "compliance"), "a spring has a stiffness instead");
  if (joint.relaxation_steps) fail(at(place, "relaxation_steps"), "a spring has a damping instead");
}

void check_rolling(const Path& place, const JointDesc& joint) {
  coordinate(at(place, "anchor"), joint.anchor);
  unit(at(place, "axis"), joint.axis);
  unit(at(place, "axis2"), joint.axis2);
  if (joint.viscosity) bound(at(place, "viscosity"), *joint.viscosity, "viscosity");
  if (!(joint.axis.cross(joint.axis2).norm() > unit_tolerance))
    fail(at(place, "axis2"), "expected the plane's normal, and it lies along the axis");
}

void check_joint_geometry(const Path& place, const JointDesc& joint) {
  switch (joint.type) {
    case JointType::universal:
      unit(at(place, "axis2"), joint.axis2);
      if (!(std::abs(joint.axis.dot(joint.axis2)) <= unit_tolerance))
        fail(at(place, "axis2"), "expected an axis at right angles to the first");
      [[fallthrough]];
    case JointType::hinge:
    case JointType::slider:
    case JointType::cylindrical:
      unit(at(place, "axis"), joint.axis);
      [[fallthrough]];
    case JointType::ball:
    case JointType::fixed:
      return coordinate(at(place, "anchor"), joint.anchor);
    case JointType::distance:
    case JointType::spring:
      coordinate(at(place, "anchor_a"), joint.anchor_a);
      coordinate(at(place, "anchor_b"), joint.anchor_b);
      if (joint.type == JointType::spring) return check_spring(place, joint);
      if (!joint.length) return;
      bound(at(place, "length"), *joint.length, "length");
      return coordinate(at(place, "length"), *joint.length);
    case JointType::wheel:
      within(at(place, "radius"), joint.radius, limits::length, "radius");
      [[fallthrough]];
    case JointType::skate:
      return check_rolling(place, joint);
    case JointType::gear:
      at_most(at(place, "ratio"), joint.ratio, limits::max_plain, "ratio");
      if (!(std::abs(joint.ratio) >= 1.0 / limits::max_plain))
        fail(at(place, "ratio"), joint.ratio == 0.0
                                     ? "expected a ratio other than zero"
                                     : "expected a ratio of at least " + format_number(1.0 / limits::max_plain));
  }
}

void check_joint_bodies(const Path& place, const JointDesc& joint, const NameTable& bodies) {
  if (joint.a) bodies.expect(at(place, "a"), *joint.a);
  if (joint.b) bodies.expect(at(place, "b"), *joint.b);
  if (joint.type == JointType::gear) return;
  if (!joint.a && !joint.b) fail(at(place, "a"), "expected a body in a or b: the world cannot be joined to itself");
  if (joint.a == joint.b) fail(at(place, "b"), "expected another body than a");
}

void check_gear(const Path& place, const JointDesc& gear, const Scene& scene, const NameTable& joints) {
  const auto expect = [&](std::string_view key, const string& name) {
    const JointDesc& joint = scene.joints[joints.expect(at(place, key), name)];
    if (!turns_or_slides(joint))
      fail(at(place, key), "expected a hinge or slider, and '" + name + "' is a " + string(name_of(joint.type)));
  };
  expect("joint_a", gear.joint_a);
  expect("joint_b", gear.joint_b);
  if (gear.joint_a == gear.joint_b) fail(at(place, "joint_b"), "expected another joint than joint_a");
}

void check_which_extras(const Path& place, const JointDesc& joint) {
  const auto only_where = [&](bool given, bool allowed, std::string_view key, const char* where) {
    if (given && !allowed)
      fail(at(place, key),
           "this key is for " + string(where) + ", and '" + joint.name + "' is a " + string(name_of(joint.type)));
  };
  const JointExtras allowed = extras_of(joint.type);
  const char* const axes = "hinges, sliders and cylindrical joints";
  const bool winds = allowed.along_axis || joint.type == JointType::distance;
  only_where(joint.limits.has_value(), winds, "limits", "hinges, sliders, cylindrical and distance joints");
  only_where(joint.motor.has_value(), winds, "motor", "hinges, sliders, cylindrical and distance joints");
  only_where(joint.lock.has_value(), allowed.along_axis, "lock", axes);
  only_where(joint.friction_effort != 0.0, allowed.friction, "friction_effort", "joints that turn or slide");
  const bool rolls = joint.type == JointType::wheel || joint.type == JointType::skate;
  const bool holds = joint.type != JointType::gear && !rolls;
  const bool two_points = joint.type == JointType::distance || joint.type == JointType::spring;
  only_where(joint.break_force.has_value(), holds, "break_force", "joints that hold two bodies together");
  only_where(joint.break_torque.has_value(), holds && !two_points, "break_torque", "joints that hold at one anchor");
}

void check_joint_extras(const Path& place, const JointDesc& joint) {
  check_which_extras(place, joint);
  if (joint.compliance) not_negative(at(place, "compliance"), *joint.compliance, "compliance");
  if (joint.relaxation_steps)
    not_negative(at(place, "relaxation_steps"), *joint.relaxation_steps, "number of relaxation steps");
  if (joint.limits) {
    const Path limits = at(place, "limits");
    joint_number(at(limits, std::size_t{0}), (*joint.limits)[0], "limit");
    joint_number(at(limits, 1), (*joint.limits)[1], "limit");
    if (!((*joint.limits)[0] <= (*joint.limits)[1])) fail(limits, "expected the lower limit first");
    if (joint.type == JointType::distance && (*joint.limits)[0] < 0.0)
      fail(at(limits, std::size_t{0}), "expected a length of zero or more");
  }
  if (joint.motor) {
    const Path motor = at(place, "motor");
    joint_number(at(motor, "speed"), joint.motor->speed, "speed");
    bound(at(motor, "max_effort"), joint.motor->max_effort, "greatest effort");
    if (joint.motor->viscosity) bound(at(motor, "viscosity"), *joint.motor->viscosity, "viscosity");
  }
  if (joint.lock) {
    const Path lock = at(place, "lock");
    joint_number(at(lock, "position"), joint.lock->position, "position");
    bound(at(lock, "max_effort"), joint.lock->max_effort, "greatest effort");
  }
  bound(at(place, "friction_effort"), joint.friction_effort, "friction effort");
  if (joint.break_force) bound(at(place, "break_force"), *joint.break_force, "breaking force");
  if (joint.break_torque) bound(at(place, "break_torque"), *joint.break_torque, "breaking torque");
}

void check_force(const Path& place, const ForceDrive& drive, const NameTable& bodies) {
  bodies.expect(at(place, "body"), drive.body);
  at_most(at(place, "force"), drive.force, limits::max_force, "force", " N");
  coordinate(at(place, "point"), drive.point);
  finite(at(place, "from"), drive.from);
  finite(at(place, "to"), drive.to);
  if (!(drive.from <= drive.to)) fail(at(place, "to"), "expected an end after its beginning");
}

void check_speed(const Path& place, const SpeedDrive& drive, const Scene& scene, const NameTable& joints) {
  const Path joint = at(place, "joint"), speeds = at(place, "motor_speed");
  if (!scene.joints[joints.expect(joint, drive.joint)].motor)
    fail(joint, "expected a joint with a motor, and '" + drive.joint + "' has none");
  if (drive.motor_speed.empty()) fail(speeds, "expected one pair of time and speed or more");
  for (std::size_t i = 0; i < drive.motor_speed.size(); ++i) {
    const Path here = at(speeds, i);
    finite(at(here, std::size_t{0}), drive.motor_speed[i][0]);
    joint_number(at(here, 1), drive.motor_speed[i][1], "speed");
    if (i > 0 && !(drive.motor_speed[i - 1][0] <= drive.motor_speed[i][0])) fail(here, "expected times in order");
  }
}

// the same two bodies, whichever is a
void check_parallel(const Path& place, const Scene& scene) {
  std::map<std::pair<std::string_view, std::string_view>, std::size_t> joined;
  for (std::size_t i = 0; i < scene.joints.size(); ++i) {
    const JointDesc& joint = scene.joints[i];
    if (joint.type == JointType::gear) continue;
    const std::string_view a = joint.a ? std::string_view(*joint.a) : "", b = joint.b ? std::string_view(*joint.b) : "";
    if (++joined[std::minmax(a, b)] > limits::max_parallel_joints)
      fail(at(place, i),
           "expected at most " + std::to_string(limits::max_parallel_joints) + " joints between the same two bodies");
  }
}

}  // namespace

JointExtras extras_of(JointType type) {
  switch (type) {
    case JointType::hinge:
    case JointType::slider:
    case JointType::cylindrical:  // its extras are those of its sliding
      return {true, true};
    case JointType::ball:
    case JointType::universal:
      return {false, true};
    default:
      return {false, false};
  }
}

void check_joints(const Path& place, const Scene& scene, const NameTable& bodies, NameTable& joints) {
  count(place, scene.joints.size(), limits::max_joints, "joints");
  for (std::size_t i = 0; i < scene.joints.size(); ++i) {
    const Path here = at(place, i);
    joints.add(at(here, "name"), scene.joints[i].name, i);
  }
  for (std::size_t i = 0; i < scene.joints.size(); ++i) {
    const JointDesc& joint = scene.joints[i];
    const Path here = at(place, i);
    check_joint_bodies(here, joint, bodies);
    check_joint_geometry(here, joint);
    if (joint.type == JointType::gear) check_gear(here, joint, scene, joints);
    check_joint_extras(here, joint);
  }
  check_parallel(place, scene);
}

void check_drives(const Path& place, const Scene& scene, const NameTable& bodies, const NameTable& joints) {
  count(place, scene.drives.size(), limits::max_drives, "drives");
  for (std::size_t i = 0; i < scene.drives.size(); ++i) {
    const Path here = at(place, i);
    if (const auto* force = std::get_if<ForceDrive>(&scene.drives[i])) check_force(here, *force, bodies);
    if (const auto* speed = std::get_if<SpeedDrive>(&scene.drives[i])) check_speed(here, *speed, scene, joints);
  }
}

}  // namespace spook
