// The one number that says whether an island's step is solved. The linear solve meets its own equations; what is left
// is that the motion found turns otherwise than what it was put with. Two parts, each over its tolerance:
//     energy   ½ |Σ λ Δr| + |Σ Δp·v̄|, the work that hangs on the difference, over the island's motion
//              and what its joints hold (T λ²/2: redundant ones press against one another)
//     way      h |Δr|, by which violations end elsewhere
#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "engine/step/rounds.h"
#include "engine/step/turning.h"

namespace spook {

namespace {

constexpr double usual_step = 1.0 / 60.0;  // s: what the tolerances are told for

// over the tolerance; and the way
std::pair<double, double> residual_of(const WorldData& world, const IslandRange& island) {
  const StepWork& work = world.scratch;
  const StepOptions& options = work.options;
  double scale = motion_of(world, island);
  double of_rows = 0.0, of_bodies = 0.0, of_tops = 0.0, way = 0.0;
  for (int block = island.first_joint; block < island.first_joint + island.joint_count; ++block) {
    const JointBlock& rows = work.problem.joints[block];
    for (int row = rows.first_row; row < rows.first_row + rows.row_count; ++row) {
      const double missed = std::abs(work.found.rows[row] - work.used.rows[row]);
      // a row that pushes at its bound, or is slack, does not ask
      if (missed > 0.0 && work.solution.joint_impulse[row] != 0.0) way = std::max(way, work.h * missed);
      const double impulse = work.solution.joint_impulse[row];
      of_rows += 0.5 * (work.found.rows[row] - work.used.rows[row]) * impulse;
      scale += 0.5 * work.problem.rows[row].compliance * impulse * impulse;
    }
  }
  for (int row = island.first_body; row < island.first_body + island.body_count; ++row) {
    const BodyWork& own = work.bodies[work.layout.bodies[row].index];
    const Vec6 mean = 0.5 * (work.solution.velocity[row] + own.row.velocity);
    const Vec6 missed = work.found.momentum[row] - work.used.momentum[row];
    of_bodies += mean.dot(missed);
    // a gyroscopic torque works nothing, rightly put or wrongly
    if (!own.gyroscope.spins) continue;
    const Vec3 nodding = mean.tail<3>() - own.gyroscope.axis * own.gyroscope.axis.dot(mean.tail<3>());
    of_tops += nodding.norm() * missed.tail<3>().norm();
  }
  const double energy = std::abs(of_rows) + std::abs(of_bodies) + of_tops;
  // what a second of steps leaves falls with h², as the step's own errors do
  const double finer = std::min(1.0, std::pow(work.h / usual_step, 3));
  const double residual = std::max(energy / (options.energy_tolerance * scale), way / options.way_tolerance) / finer;
  return {std::isfinite(residual) ? residual : 1e300, way};
}

}  // namespace

bool judge(WorldData& world) {
  StepWork& work = world.scratch;
  bool any = false;
  for (std::size_t i = 0; i < work.open.size(); ++i) {
    if (!work.open[i]) continue;
    IslandRounds& rounds = work.rounds[i];
    ++rounds.judged;
    // Friction's bounds follow the trials before they are held: a residual with others is not comparable, nor can that
    // trial's answer be had again.
    const bool follows = rounds.judged > 1 && rounds.judged <= work.options.friction_rounds + 1;
    const bool other_bounds = follows && work.problem.islands[i].contact_count > 0;
    if (rounds.new_matrix || other_bounds) rounds.best_residual = 1e300;
    std::tie(rounds.residual, rounds.way) = residual_of(world, work.problem.islands[i]);
    rounds.solved = rounds.residual <= 1.0;
    rounds.solved = rounds.solved && !rounds.new_matrix;
    if (rounds.solved) work.open[i] = 0;
    if (!rounds.solved && !rounds.new_matrix) rounds.reason = RoundReason::not_linear;
    rounds.new_matrix = false;
    any = any || work.open[i];
  }
  return any;
}

}  // namespace spook
