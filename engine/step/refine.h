// Stage 6 solves again where the motion it found says that the problem was put wrongly. The reasons: overlaps a scene
// begins with that would fly apart, contacts that nothing foresaw, a tension that comes on in this very step, joints
// that bend otherwise than the velocities before it said, and joints that would make energy. Quiet scenes know none.
#pragma once

#include "engine/world/world_data.h"

namespace spook {

// the step problem of the stores as they stand; who is `sudden` stays
void assemble_problem(WorldData& world);

// solves the islands marked in scratch.refine.chosen again, from the solution there is, and adds to the report;
// same_matrix: only right-hand sides were changed
void solve_again(WorldData& world, bool same_matrix);

// What is hit in the step meets what nothing foresaw: such contacts get a row. Marks the islands and puts the problem
// anew, the solution carried over to it; false: nothing overlaps much that no row knows of.
bool meet_unseen_contacts(WorldData& world);
ContactPoint contact_point(const WorldData& world, const Contact& contact);  // stage_collide.cpp: not yet carried on

// A scene may begin with bodies pressed together. Marks the islands where overlaps of its first step drive bodies apart
// instead, and lets those close slowly; false: none does.
bool let_first_overlaps_close_slowly(WorldData& world);

// Numerics §7 with the impulses of this step: a chain that has just come taut. Marks the islands and puts their problem
// anew; false: no tension grew much.
bool meet_sudden_tension(WorldData& world);

// Numerics §1's curvature at the middle of the step before and this one, from the poses the solution leads to. Marks
// the islands where that matters to the energy; false: nowhere.
bool bend_with_the_motion(WorldData& world, int round);

// Joints may give back what they took, and make no more: where they would, the solution is drawn towards the one that
// leaves violations as they are.
void limit_joint_work(WorldData& world);

// Impulses of a direct solve that stopped early can be anything (numerics §3), and so can those between bodies that
// turn by half a revolution in the step. Those that would make energy are scaled down, all of an island by one factor:
// momentum stays what it is, and without impulses nothing is made.
void limit_wild_impulses(WorldData& world);

// calls use(body, other, arm, p) for the pull p that impulses of a joint's own equations exert on each of its bodies
template <typename Use>
void visit_pulls(const WorldData& world, int block, const Vec6& impulse, Use use) {
  const StepScratch& scratch = world.scratch;
  const BlockSource& source = scratch.sources[block];
  if (source.joint < 0 || source.extras) return;
  const Joint& joint = world.joints[source.joint];
  if (joint.desc.type == JointType::gear) return;
  const JointBlock& rows = scratch.problem.joints[block];
  const int bodies[2]{joint.body_a, joint.body_b};
  for (int side = 0; side < 2; ++side) {
    const int body = bodies[side];
    if (body < 0 || scratch.bodies[body].row.index < 0) continue;
    const int place = rows.bodies[0] == scratch.bodies[body].row.index ? 0 : 1;
    const Mat6& jacobian = scratch.problem.jacobians[rows.first_jacobian + place];
    const Vec3 pull = jacobian.leftCols<3>().transpose() * impulse;
    const Pose& local = side == 0 ? joint.local_a : joint.local_b;
    use(body, bodies[1 - side], Vec3(world.bodies[body].state.pose.orientation * local.position), pull);
  }
}

// the curvature κ⁻ of the step before: g⁻ = g − h G v + ½ h² κ⁻, from the poses that present velocities come from
Vec6 curvature_behind(WorldData& world, const Joint& joint, std::span<const RowBody> sides, const ConstraintRows& rows);

// What joints take and give because they bend, λ·h (κ⁻ − κ⁺)/4 a step, comes back as momentum along the motion
// (refine_balance.cpp). With last step's impulses, before the first solve:
void balance_ahead(WorldData& world);
// of an island, with the solution there is; the energy that was left out, J
double left_unbalanced(const WorldData& world, const IslandRange& island);
void balance_again(WorldData& world, const IslandRange& island);
double balancing_work(const WorldData& world, const IslandRange& island);
double swing_work(const WorldData& world, const IslandRange& island);  // what the geometric stiffness works to and fro

// work of the geometric stiffness with ω⁺ found, −a K ω⁺ + b K ω against the mean rate, J (stage_assemble.cpp)
double tension_work(const BodyScratch& body, const Vec3& omega);

// poses at the end of the step as the integrator will have them, a side of a joint (refine_curvature.cpp); a ball joint
// needs no frame
JointSide side_after_step(WorldData& world, int body, const Pose& local, bool framed);
Vec3 momentum_after_step(const WorldData& world, int body);  // angular, of a body with unknowns
const Pose& pose_after_step(WorldData& world, int body);     // found once a solution
void forget_ends(WorldData& world);                          // the solution is another one

}  // namespace spook
