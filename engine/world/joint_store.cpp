#include "engine/world/joint_store.h"

#include <cmath>
#include <numbers>

namespace spook {

namespace {

Pose body_pose(const std::vector<Body>& bodies, int body) {
  return body < 0 ? Pose{} : bodies[body].state.pose;
}

bool is_hinge(const Joint& joint) {
  return joint_type_info(joint.desc.type).coordinate == JointCoordinate::angle;
}

double wrapped_coordinate(const Joint& joint, const std::vector<Body>& bodies) {
  const JointCoordinate coordinate = joint_type_info(joint.desc.type).coordinate;
  if (coordinate != JointCoordinate::angle && coordinate != JointCoordinate::translation) return 0.0;
  ConstraintRows rows;
  coordinate_row(coordinate, joint_geometry(joint, bodies), rows);
  return rows.violation[0];
}

}  // namespace

double drive_speed(const SpeedDrive& drive, double time) {
  const auto& points = drive.motor_speed;
  if (points.empty()) return 0.0;
  if (time <= points.front()[0]) return points.front()[1];
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (time >= points[i][0]) continue;
    const double span = points[i][0] - points[i - 1][0];
    return points[i - 1][1] + (points[i][1] - points[i - 1][1]) * (time - points[i - 1][0]) / span;
  }
  return points.back()[1];
}

void place_joint(Joint& joint, const std::vector<Body>& bodies) {
  const JointDesc& desc = joint.desc;
  const Pose pose_a = body_pose(bodies, joint.body_a), pose_b = body_pose(bodies, joint.body_b);
  const bool two_anchors = joint_type_info(desc.type).two_anchors;
  Pose frame_a, frame_b;  // in the world, now
  frame_a.position = two_anchors ? desc.anchor_a : desc.anchor;
  frame_b.position = two_anchors ? desc.anchor_b : desc.anchor;
  const bool needs_axis = desc.type != JointType::ball && !two_anchors && desc.type != JointType::fixed;
  const Mat3 axes = needs_axis ? frame_from_axis(desc.axis, desc.axis2) : Mat3(Mat3::Identity());
  // universal: b's first axis is the second axis, put at right angles to the first
  frame_a.orientation = frame_b.orientation = Quat(axes);
  if (joint_type_info(desc.type).nonholonomic) frame_b.orientation = Quat(frame_from_axis(desc.axis2, desc.axis));
  joint.local_a = pose_a.inverse() * frame_a;
  joint.local_b = pose_b.inverse() * frame_b;
  const double distance = (frame_a.position - frame_b.position).norm();
  joint.length = desc.type == JointType::spring  ? desc.rest_length
                 : desc.type == JointType::wheel ? desc.radius
                                                 : desc.length.value_or(distance);
  joint.memory = {};
}

void place_gear(Joint& gear, const std::vector<Joint>& joints, const std::vector<Body>& bodies) {
  if (gear.gear_a < 0 || gear.gear_b < 0) return;
  gear.gear_offset =
      joint_position(joints[gear.gear_a], bodies) - gear.desc.ratio * joint_position(joints[gear.gear_b], bodies);
}

JointSide joint_side(const std::vector<Body>& bodies, int body, const Pose& local, bool framed) {
  JointSide side;
  if (body < 0) {
    side.arm = local.position;
    if (framed) side.frame = local.orientation.toRotationMatrix();
    return side;
  }
  const BodyState& state = bodies[body].state;
  side.centre = state.pose.position;
  side.velocity = state.velocity;
  side.omega = state.omega;
  side.arm = state.pose.orientation * local.position;
  if (framed) side.frame = (state.pose.orientation * local.orientation).toRotationMatrix();
  return side;
}

JointGeometry joint_geometry(const Joint& joint, const std::vector<Body>& bodies, bool framed) {
  JointGeometry geometry;
  geometry.a = joint_side(bodies, joint.body_a, joint.local_a, framed);
  geometry.b = joint_side(bodies, joint.body_b, joint.local_b, framed);
  geometry.length = joint.length;
  geometry.ratio = joint.desc.ratio;
  geometry.offset = joint.gear_offset;
  return geometry;
}

double joint_position(const Joint& joint, const std::vector<Body>& bodies) {
  return wrapped_coordinate(joint, bodies) + joint.memory.turns;
}

void count_turns(Joint& joint, const std::vector<Body>& bodies) {
  if (!is_hinge(joint)) return;
  const double angle = wrapped_coordinate(joint, bodies);
  const double jump = angle - joint.memory.last_angle;
  if (jump > std::numbers::pi) joint.memory.turns -= 2.0 * std::numbers::pi;
  if (jump < -std::numbers::pi) joint.memory.turns += 2.0 * std::numbers::pi;
  joint.memory.last_angle = angle;
}

}  // namespace spook
