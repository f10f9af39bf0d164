// Lays bodies, joints, hands and contact pairs out island by island, and fills a step problem in that order. What a
// body, a joint or a contact becomes is said by the rules: those of the step (stage 5) or of an impact (stage 3).
#pragma once

#include <algorithm>
#include <new>
#include <type_traits>

#include "engine/world/world_data.h"

namespace spook {

// both sides of a joint take part in the step as these
inline RowBody row_body(const WorldData& world, int body) {
  return body < 0 ? RowBody{} : world.scratch.bodies[body].row;
}

inline ContactBody contact_body(const WorldData& world, int body) {
  const RowBody& row = world.scratch.bodies[body].row;
  return {world.bodies[body].state.pose.position, row.index, row.velocity};
}

// as it moves by the solution
inline ContactBody body_after_step(const WorldData& world, int body) {
  const ContactBody own = contact_body(world, body);
  return {own.centre, own.index, own.index >= 0 ? world.scratch.solution.velocity[own.index] : own.velocity};
}

// M⁻¹ f of the external forces; nil where it does not move freely
Vec6 velocity_per_force(const WorldData& world, int body);
// What the step's ledger begins with: of a struck body its synchronised velocity (impact.cpp), which rows let pass.
Vec6 velocity_at_start(const WorldData& world, int body);

int joint_island(const WorldData& world, const Islands& islands, const Joint& joint);

// gathers who belongs to the chosen islands, sorted by island; gives bodies their index in the problem (−1: none)
void lay_out(WorldData& world, const Islands& islands, const std::vector<char>& chosen, ProblemLayout& layout);

// the joint's geometry; a ball joint's rows do without frames
JointGeometry step_geometry(const WorldData& world, const Joint& joint);

// g alone of a joint's equations
Vec6 joint_violations(JointType type, const JointGeometry& geometry);

// is there anything on its free coordinate?
inline bool acts_on_coordinate(const JointDesc& joint) {
  return joint.limits || joint.motor || joint.lock || joint.friction_effort > 0.0;
}

struct NoCoordinate {};  // said where nobody asks for the coordinate

// calls use(rows, sides) with the joint's equations, then, where something acts on its coordinate, with_coordinate(row,
// sides)
template <typename UseEquations, typename UseCoordinate = NoCoordinate>
void visit_joint_rows(const WorldData& world, const Joint& joint, UseEquations use_equations,
                      UseCoordinate use_coordinate = {}) {
  const JointTypeInfo& info = joint_type_info(joint.desc.type);
  constexpr bool all = !std::is_same_v<UseCoordinate, NoCoordinate>;
  JointGeometry geometry = step_geometry(world, joint);
  ConstraintRows rows;
  if (joint.desc.type == JointType::gear) {
    if (joint.gear_a < 0 || joint.gear_b < 0) return;
    const Joint* geared[2]{&world.joints[joint.gear_a], &world.joints[joint.gear_b]};
    JointGeometry parts[2];
    std::array<RowBody, 4> sides;
    for (int i = 0; i < 2; ++i) {
      parts[i] = step_geometry(world, *geared[i]);
      geometry.geared[i] = &parts[i];
      geometry.geared_type[i] = geared[i]->desc.type;
      geometry.turns[i] = geared[i]->memory.turns;
      sides[2 * i] = row_body(world, geared[i]->body_a);
      sides[2 * i + 1] = row_body(world, geared[i]->body_b);
    }
    info.rows(geometry, rows);
    use_equations(rows, std::span<const RowBody>(sides));
    return;
  }
  const std::array<RowBody, 2> sides{row_body(world, joint.body_a), row_body(world, joint.body_b)};
  info.rows(geometry, rows);
  if (!info.nonholonomic) use_equations(rows, std::span<const RowBody>(sides));
  if constexpr (all) {
    if (info.nonholonomic) use_coordinate(rows, std::span<const RowBody>(sides));
    if (info.coordinate == JointCoordinate::none || !acts_on_coordinate(joint.desc)) return;
    ConstraintRows coordinate;
    coordinate_row(info.coordinate, geometry, coordinate);
    coordinate.violation[0] += joint.memory.turns;
    use_coordinate(coordinate, std::span<const RowBody>(sides));
  }
}

template <typename Rules>
void build_problem(WorldData& world, ProblemLayout& layout, const Rules& rules, StepProblem& problem) {
  std::vector<ContactRow> rows = std::move(problem.contacts);  // to be written over
  problem.clear();
  problem.time_step = world.scratch.h;
  problem.positional_friction = world.parameters.friction_law == FrictionLaw::positional;
  layout.contact_of.clear();
  auto joint = layout.joints.begin();
  auto hand = layout.hands.begin();
  auto pair = layout.pairs.begin();
  for (auto body = layout.bodies.begin(); body != layout.bodies.end();) {
    const int island = body->island;
    IslandRange range;
    range.first_body = static_cast<int>(problem.bodies.size());
    range.first_joint = static_cast<int>(problem.joints.size());
    range.first_pair = static_cast<int>(problem.pairs.size());
    range.first_contact = static_cast<int>(layout.contact_of.size());
    for (; body != layout.bodies.end() && body->island == island; ++body) rules.body(body->index, problem);
    for (; joint != layout.joints.end() && joint->island == island; ++joint) rules.joint(joint->index, problem);
    for (; hand != layout.hands.end() && hand->island == island; ++hand)
      rules.hand(hand->index, problem), range.held = true;
    for (; pair != layout.pairs.end() && pair->island == island; ++pair) {
      const ContactPair& contacts = world.scratch.contacts->pairs[pair->index];
      PairBlock block{row_body(world, contacts.body_a).index, row_body(world, contacts.body_b).index,
                      static_cast<int>(layout.contact_of.size()), 0};
      for (int i = contacts.first; i < contacts.first + contacts.count; ++i) {
        if (!rules.takes_part(i, problem)) continue;
        layout.contact_of.push_back(i);
        ++block.contact_count;
      }
      if (block.contact_count > 0) problem.pairs.push_back(block);
    }
    range.body_count = static_cast<int>(problem.bodies.size()) - range.first_body;
    range.joint_count = static_cast<int>(problem.joints.size()) - range.first_joint;
    range.pair_count = static_cast<int>(problem.pairs.size()) - range.first_pair;
    range.contact_count = static_cast<int>(layout.contact_of.size()) - range.first_contact;
    problem.islands.push_back(range);
  }
  rows.resize(layout.contact_of.size());
  for_each_index(&world.pool, static_cast<int>(rows.size()), 128,
                 [&](int row) { new (&rows[row]) ContactRow(rules.contact(layout.contact_of[row])); });  // in place
  problem.contacts = std::move(rows);
}

}  // namespace spook
