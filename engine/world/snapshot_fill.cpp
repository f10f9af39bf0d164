#include "engine/world/snapshot_fill.h"

#include <algorithm>
#include <cmath>

#include "engine/step/breaking.h"
#include "engine/step/problem_builder.h"

namespace spook {

namespace {

// Snapshot::bodies lists living bodies only: where each slot went
int place_of(const Snapshot& snapshot, int slot) {
  if (slot < 0) return -1;
  const auto index = static_cast<std::uint32_t>(slot);
  const auto found = std::lower_bound(snapshot.bodies.begin(), snapshot.bodies.end(), index,
                                      [](const BodyView& view, std::uint32_t i) { return view.id.index < i; });
  return found != snapshot.bodies.end() && found->id.index == index ? static_cast<int>(found - snapshot.bodies.begin())
                                                                    : -1;
}

void fill_bodies(const WorldData& world, Snapshot& snapshot) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const Body& body = world.bodies[i];
    if (!body.alive) continue;
    if (snapshot.bodies.size() <= count) snapshot.bodies.emplace_back();
    BodyView& view = snapshot.bodies[count++];
    view.id = {static_cast<std::uint32_t>(i), body.generation};
    view.look = body.look;
    view.pose = body.state.pose;
    view.velocity = body.state.velocity, view.angular_velocity = body.state.omega;
    view.island =
        world.steps > 0 && i < world.scratch.member.size() ? world.scratch.islands.of(static_cast<int>(i)) : -1;
    view.sleeping = body.state.sleeping, view.frozen = body.state.frozen;
    const Eigen::AlignedBox3d bounds = world.collision.bounds(static_cast<int>(i));
    view.bounds_min = bounds.min(), view.bounds_max = bounds.max();
  }
  snapshot.bodies.resize(count);
}

void fill_contacts(const WorldData& world, Snapshot& snapshot) {
  snapshot.contacts.clear();
  for (const ContactPoint& point : world.scratch.points) {
    ContactView view;
    view.body_a = place_of(snapshot, point.body_a), view.body_b = place_of(snapshot, point.body_b);
    if (view.body_a < 0 || view.body_b < 0) continue;
    view.point = point.point;
    view.normal = point.frame.row(0).transpose();
    view.tangents = {point.frame.row(1).transpose(), point.frame.row(2).transpose()};
    view.gap = point.gap, view.friction = point.friction, view.share = point.share;
    view.compliance = point.compliance * point.share;  // of a lone point
    view.impulse = point.impulse;
    view.state = point.state;
    view.residual = point.residual;
    view.state_changes = point.state_changes;
    view.row = point.row;
    snapshot.contacts.push_back(view);
  }
}

void fill_joint(const WorldData& world, const Joint& joint, JointView& view) {
  view.name = joint.desc.name;
  view.type = joint.desc.type;
  view.limits = joint.desc.limits, view.motor = joint.desc.motor, view.lock = joint.desc.lock;
  view.violation = view.position = view.speed = 0.0;
  view.break_force = joint.desc.break_force, view.break_torque = joint.desc.break_torque;
  const JointLoad load = joint_load(world, joint);
  view.force = load.force, view.torque = load.torque;
  const JointTypeInfo& info = joint_type_info(joint.desc.type);
  for (int i = 0; i < 6; ++i) view.impulse[i] = info.nonholonomic ? joint.memory.extras[i] : joint.memory.equations[i];
  const bool gear = joint.desc.type == JointType::gear;
  const Joint& shown = gear && joint.gear_a >= 0 ? world.joints[joint.gear_a] : joint;
  const JointGeometry geometry = joint_geometry(shown, world.bodies);
  view.anchor_a = geometry.a.anchor(), view.anchor_b = info.nonholonomic ? view.anchor_a : geometry.b.anchor();
  view.axis = info.nonholonomic ? geometry.a.frame.col(2) : geometry.b.frame.col(2);
  if (gear) return;
  ConstraintRows rows;
  info.rows(geometry, rows);
  if (info.type != JointType::spring) view.violation = rows.violation.head(rows.count).cwiseAbs().maxCoeff();
  if (joint.desc.max_only && rows.violation[0] < 0.0) view.violation = 0.0;
  if (is_hoist(joint.desc)) view.position = joint.length, view.speed = joint.desc.motor->speed;
  if (info.coordinate != JointCoordinate::angle && info.coordinate != JointCoordinate::translation) return;
  ConstraintRows coordinate;
  coordinate_row(info.coordinate, geometry, coordinate);
  view.position = coordinate.violation[0] + joint.memory.turns;
  view.speed = coordinate.speed(0, geometry.a, geometry.b);
}

void fill_joints(const WorldData& world, Snapshot& snapshot) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < world.joints.size(); ++i) {
    const Joint& joint = world.joints[i];
    if (!joint.alive) continue;
    if (snapshot.joints.size() <= count) snapshot.joints.emplace_back();
    JointView& view = snapshot.joints[count++];
    view.id = {static_cast<std::uint32_t>(i), joint.generation};
    view.body_a = place_of(snapshot, joint.body_a), view.body_b = place_of(snapshot, joint.body_b);
    fill_joint(world, joint, view);
  }
  snapshot.joints.resize(count);
}

void fill_grips(const WorldData& world, Snapshot& snapshot) {
  snapshot.grips.clear();
  for (const Hand& hand : world.hands) {
    if (!hand.alive) continue;
    GripView view;
    view.hand = hand.grip.hand;
    view.body = place_of(snapshot, hand.body);
    view.point = world.bodies[hand.body].state.pose.to_parent(hand.grip.local_point);
    view.target = hand.grip.target;
    view.force = Vec3(hand.state.impulse[0], hand.state.impulse[1], hand.state.impulse[2]).norm() / world.step_length();
    view.cap = grip_numbers(world, hand).cap;
    view.slack = (view.target - view.point).norm();
    snapshot.grips.push_back(view);
  }
}

}  // namespace

void fill_snapshot(const WorldData& world, const std::shared_ptr<const Parameters>& parameters, Snapshot& snapshot) {
  snapshot.step = world.steps;
  snapshot.time = world.time;
  snapshot.time_step = world.parameters.time_step;
  fill_bodies(world, snapshot);
  fill_contacts(world, snapshot);
  fill_joints(world, snapshot);
  fill_grips(world, snapshot);
  snapshot.wind = world.given.scene.wind;
  snapshot.report = world.report;
  snapshot.parameters = parameters;
}

}  // namespace spook
