// The energy of bending. Velocities of the staggered step are chords: a joint whose violation stays nil works by
// λ·G (v⁺ + v)/2 = λ·h (κ⁻ − κ⁺)/4 in a step, which sums up to nothing over a swing but is 1e-5 of the energy in a step
// of a tenth of a radian. (Holding G (v⁺ + v) = 0 instead keeps the energy and leaves the violation at h²κ/4.) It comes
// back as momentum along the motion itself, α M v̂ of all jointed bodies of the island: at most a thousandth, mostly a
// millionth. What hangs together but from nothing gets it along the motion within, so that momentum stays exactly.
#include <algorithm>
#include <cmath>

#include "engine/constraint/geometric_stiffness.h"
#include "engine/step/common_motion.h"
#include "engine/step/problem_builder.h"
#include "engine/step/refine.h"

namespace spook {

namespace {

// of the velocities, in a step; what has just begun to move may owe much of it
constexpr double most_given = 0.05, most_taken = 0.5;

bool takes_part(const WorldData& world, int row) {
  return world.scratch.bodies[world.scratch.layout.bodies[row].index].jointed;
}

bool hangs_from_the_world(const WorldData& world, const IslandRange& island) {
  const auto fixed = [&](int body) { return body < 0 || !world.bodies[body].moves_freely(); };
  for (int block = island.first_joint; block < island.first_joint + island.joint_count; ++block) {
    const BlockSource& source = world.scratch.sources[block];
    if (source.joint < 0 || world.joints[source.joint].desc.type == JointType::spring) continue;
    if (fixed(world.joints[source.joint].body_a) || fixed(world.joints[source.joint].body_b)) return true;
  }
  return false;
}

// λ·h (κ⁻ − κ⁺)/4 of the island's rows
template <typename Impulse>
double bending_work(const WorldData& world, const IslandRange& island, Impulse impulse) {
  const StepScratch& scratch = world.scratch;
  double work = 0.0;
  for (int block = island.first_joint; block < island.first_joint + island.joint_count; ++block) {
    const BlockSource& source = scratch.sources[block];
    if (!source.follows) continue;
    const JointBlock& rows = scratch.problem.joints[block];
    for (int i = 0; i < rows.row_count; ++i)
      work += impulse(rows.first_row + i) * (source.rows[i].curvature - source.rows[i].ahead);
  }
  return 0.25 * scratch.h * work;
}

// puts α M v̂ that gives back `work` into the problem, in place of what it had
template <typename Velocity>
void put_balance(WorldData& world, const IslandRange& island, double work, Velocity velocity) {
  StepScratch& scratch = world.scratch;
  const bool hangs = hangs_from_the_world(world, island);
  const RigidMotion common = hangs ? RigidMotion{} : common_motion(world, island, takes_part, velocity);
  double twice_kinetic = 0.0;
  for (int row = island.first_body; row < island.first_body + island.body_count; ++row) {
    if (!takes_part(world, row)) continue;
    const Body& body = world.bodies[scratch.layout.bodies[row].index];
    BodyScratch& own = scratch.bodies[scratch.layout.bodies[row].index];
    const Vec6 v = without_spin(own, velocity(row) - common.of(body.state.pose.position));
    Vec6 momentum;
    momentum << body.mass * v.head<3>(), own.inertia * v.tail<3>();
    twice_kinetic += v.dot(momentum);
    scratch.problem.bodies[row].momentum -= own.balance;
    own.balance = momentum;
  }
  double share = twice_kinetic > 0.0 ? std::clamp(-work / twice_kinetic, -most_taken, most_given) : 0.0;
  if (!std::isfinite(share)) share = 0.0;
  for (int row = island.first_body; row < island.first_body + island.body_count; ++row) {
    if (!takes_part(world, row)) continue;
    BodyScratch& own = scratch.bodies[scratch.layout.bodies[row].index];
    own.balance *= share;
    scratch.problem.bodies[row].momentum += own.balance;
  }
}

}  // namespace

void balance_ahead(WorldData& world) {
  StepScratch& scratch = world.scratch;
  for (const IslandPlace& place : scratch.layout.bodies) scratch.bodies[place.index].balance.setZero();
  const auto warm = [&](int row) { return scratch.problem.rows[row].warm; };
  const auto before = [&](int row) -> const Vec6& { return scratch.problem.bodies[row].velocity; };
  for (const IslandRange& island : scratch.problem.islands) {
    const double work = island.joint_count > 0 ? bending_work(world, island, warm) : 0.0;
    if (work != 0.0) put_balance(world, island, work, before);
  }
}

// Where the geometric stiffness K of numerics §7 stands against the mean ω̄ = (ω + ω⁺)/2 it works by
//     (b ω − a ω⁺)·K ω̄ = −(a − b) ω̄ᵀ K ω̄ − ½ · ½ (a + b) (ω⁺ᵀ K ω⁺ − ωᵀ K ω):
// what it takes for good, and what goes to and fro as in an inertia. The second is what bending gives and takes where K
// is the whole of §7, λ·h κ/4 = −¼ ωᵀ K ω, and is balanced along with it. What has only come on holds nothing yet.
double swing_work(const WorldData& world, const IslandRange& island) {
  const StepScratch& scratch = world.scratch;
  double work = 0.0;
  for (int row = island.first_body; row < island.first_body + island.body_count; ++row) {
    const BodyScratch& own = scratch.bodies[scratch.layout.bodies[row].index];
    if (own.sudden || !(own.tension.squaredNorm() > 0.0)) continue;
    const TensionWeights weights = tension_weights(own.sudden);
    const Vec3 before = own.row.velocity.tail<3>(), after = scratch.solution.velocity[row].tail<3>();
    work -= 0.25 * (weights.matrix + weights.right) * (after - before).dot(own.tension * (after + before));
  }
  return work;
}

double balancing_work(const WorldData& world, const IslandRange& island) {
  double work = 0.0;
  for (int row = island.first_body; row < island.first_body + island.body_count; ++row) {
    const BodyScratch& own = world.scratch.bodies[world.scratch.layout.bodies[row].index];
    work += 0.5 * own.balance.dot(world.scratch.solution.velocity[row] + own.row.velocity);
  }
  return work;
}

double left_unbalanced(const WorldData& world, const IslandRange& island) {
  const auto found = [&](int row) { return world.scratch.solution.joint_impulse[row]; };
  return bending_work(world, island, found) + swing_work(world, island) + balancing_work(world, island);
}

void balance_again(WorldData& world, const IslandRange& island) {
  const StepScratch& scratch = world.scratch;
  const auto found = [&](int row) { return scratch.solution.joint_impulse[row]; };
  const auto mean = [&](int row) -> Vec6 {
    return 0.5 * (scratch.solution.velocity[row] + scratch.problem.bodies[row].velocity);
  };
  put_balance(world, island, bending_work(world, island, found) + swing_work(world, island), mean);
}

}  // namespace spook
