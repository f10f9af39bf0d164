#include "engine/step/problem_builder.h"

#include "engine/step/rotation.h"

namespace spook {

Vec6 velocity_per_force(const WorldData& world, int body) {
  const BodyWork& scratch = world.scratch.bodies[body];
  Vec6 change = Vec6::Zero();
  if (!world.bodies[body].moves_freely()) return change;
  change.head<3>() = scratch.force.head<3>() / world.bodies[body].mass;
  change.tail<3>() = omega_from_momentum(world.bodies[body].state.pose.orientation, world.bodies[body].principal,
                                         scratch.force.tail<3>());
  return change;
}

Vec6 velocity_at_start(const WorldData& world, int body) {
  const Vec6& velocity = world.scratch.bodies[body].row.velocity;
  return world.scratch.struck[body] ? velocity + 0.5 * world.scratch.h * velocity_per_force(world, body) : velocity;
}

int joint_island(const WorldData& world, const Islands& islands, const Joint& joint) {
  if (joint.desc.type != JointType::gear) return islands.of(joint.body_a, joint.body_b);
  if (joint.gear_a < 0 || joint.gear_b < 0) return -1;
  const int island = joint_island(world, islands, world.joints[joint.gear_a]);
  return island >= 0 ? island : joint_island(world, islands, world.joints[joint.gear_b]);
}

void lay_out(WorldData& world, const Islands& islands, const std::vector<char>& chosen, ProblemLayout& layout) {
  layout.bodies.clear(), layout.joints.clear(), layout.hands.clear(), layout.pairs.clear();
  auto place = [&](std::vector<IslandPlace>& list, int island, int index) {
    if (island >= 0 && chosen[island]) list.push_back({island, index});
  };
  for (int i = 0; i < static_cast<int>(world.bodies.size()); ++i) {
    world.scratch.bodies[i].row.index = -1;
    place(layout.bodies, islands.of(i), i);
  }
  for (int i = 0; i < static_cast<int>(world.joints.size()); ++i)
    if (world.joints[i].alive) place(layout.joints, joint_island(world, islands, world.joints[i]), i);
  for (int i = 0; i < static_cast<int>(world.hands.size()); ++i)
    if (world.hands[i].alive) place(layout.hands, islands.of(world.hands[i].body), i);
  const std::vector<ContactPair>& pairs = world.scratch.contacts->pairs;
  for (int i = 0; i < static_cast<int>(pairs.size()); ++i)
    place(layout.pairs, islands.of(pairs[i].body_a, pairs[i].body_b), i);

  for (std::vector<IslandPlace>* list : {&layout.bodies, &layout.joints, &layout.hands, &layout.pairs})
    if (!std::is_sorted(list->begin(), list->end())) std::sort(list->begin(), list->end());
  for (std::size_t i = 0; i < layout.bodies.size(); ++i)
    world.scratch.bodies[layout.bodies[i].index].row.index = static_cast<int>(i);
}

JointGeometry step_geometry(const WorldData& world, const Joint& joint) {
  return joint_geometry(joint, world.bodies, joint.desc.type != JointType::ball);
}

Vec6 joint_violations(JointType type, const JointGeometry& geometry) {
  Vec6 violations = Vec6::Zero();
  if (type == JointType::ball) {  // three anchors' differences need no rows
    violations.head<3>() = geometry.a.anchor() - geometry.b.anchor();
    return violations;
  }
  ConstraintRows rows;
  joint_type_info(type).rows(geometry, rows);
  return rows.violation;
}

}  // namespace spook
