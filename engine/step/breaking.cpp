#include "engine/step/breaking.h"

#include "engine/step/problem_builder.h"

namespace spook {

namespace {

// J_aᵀ λ, N s and N m s about a's centre
void add(Vec6& wrench, const ConstraintRows& rows, int row, double impulse) {
  wrench += rows.jacobian[0].row(row).transpose() * impulse;
}

void add_extras(Vec6& wrench, const Joint& joint, const ConstraintRows& coordinate) {
  const auto& extras = joint.memory.extras;
  if (joint.desc.friction_effort > 0.0)
    for (int i = 0; i < coordinate.count; ++i) add(wrench, coordinate, i, extras[friction_slot + i]);
  if (coordinate.count != 1) return;
  if (joint.desc.limits) add(wrench, coordinate, 0, extras[limit_slot]);
  if (joint.desc.motor) add(wrench, coordinate, 0, extras[motor_slot]);
  if (joint.desc.lock) add(wrench, coordinate, 0, extras[lock_slot]);
}

}  // namespace

JointLoad joint_load(const WorldData& world, const Joint& joint) {
  if (joint.desc.type == JointType::gear || joint_type_info(joint.desc.type).nonholonomic) return {};
  Vec6 wrench = Vec6::Zero();
  visit_joint_rows(
      world, joint,
      [&](const ConstraintRows& rows, std::span<const RowBody>) {
        for (int i = 0; i < rows.count; ++i) add(wrench, rows, i, joint.memory.equations[i]);
      },
      [&](const ConstraintRows& coordinate, std::span<const RowBody>) { add_extras(wrench, joint, coordinate); });
  const Vec3 force = wrench.head<3>();
  const Vec3 arm = joint_side(world.bodies, joint.body_a, joint.local_a, false).arm;
  const double h = world.step_length();
  return {force.norm() / h, (wrench.tail<3>() - arm.cross(force)).norm() / h};
}

std::vector<Overload> find_overloads(const WorldData& world) {
  std::vector<Overload> overloads;
  for (std::size_t i = 0; i < world.joints.size(); ++i) {
    const Joint& joint = world.joints[i];
    if (!joint.alive || (!joint.desc.break_force && !joint.desc.break_torque)) continue;
    const JointLoad load = joint_load(world, joint);
    const bool by_torque = load.torque > joint.desc.break_torque.value_or(unbounded);
    if (by_torque || load.force > joint.desc.break_force.value_or(unbounded))
      overloads.push_back({static_cast<int>(i), load, by_torque});
  }
  return overloads;
}

void break_joints(WorldData& world, const std::vector<Overload>& overloads) {
  for (const Overload& overload : overloads) {
    const Joint& joint = world.joints[overload.joint];
    if (!joint.alive) continue;
    world.report.broken.push_back({{static_cast<std::uint32_t>(overload.joint), joint.generation},
                                   joint.desc.name,
                                   joint.desc.type,
                                   overload.load.force,
                                   overload.load.torque,
                                   overload.by_torque});
    remove_joint(world, overload.joint);
  }
}

}  // namespace spook
