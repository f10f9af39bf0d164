// The next trial of the step's nonlinear part, an island at a time. Anderson's acceleration over two rounds back, in
// the norm of energy: a plain fixed-point iteration goes to and fro where a top is fast or a body lands. The best trial
// so far is kept; where the next one misses by more, the way from the best is halved.
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>

#include "engine/step/rounds.h"

namespace spook {

namespace {

// one number of an island's turning, in every round that is remembered
struct Number {
  double &used, &found, &best_used, &best_found;
  std::array<double*, rounds_remembered> last_used, last_found;
  double weight;  // what makes its square an energy
};

template <typename Use>
void for_each_number(StepWork& work, const IslandRange& island, Use use) {
  const auto visit = [&](auto of, double weight) {
    use(Number{of(work.used),
               of(work.found),
               of(work.best_used),
               of(work.best_found),
               {&of(work.last_used[0]), &of(work.last_used[1])},
               {&of(work.last_found[0]), &of(work.last_found[1])},
               weight});
  };
  for (int block = island.first_joint; block < island.first_joint + island.joint_count; ++block) {
    const JointBlock& rows = work.problem.joints[block];
    double mass = 1e300;
    for (int b = 0; b < rows.body_count; ++b) mass = std::min(mass, work.problem.bodies[rows.bodies[b]].mass);
    for (int row = rows.first_row; row < rows.first_row + rows.row_count; ++row)
      visit([row](Turning& turning) -> double& { return turning.rows[row]; }, mass);
  }
  for (int row = island.first_body; row < island.first_body + island.body_count; ++row) {
    const double mass = work.problem.bodies[row].mass, inertia = work.problem.bodies[row].inertia.trace() / 3.0;
    for (int i = 0; i < 6; ++i)
      visit([row, i](Turning& turning) -> double& { return turning.momentum[row][i]; }, 1.0 / (i < 3 ? mass : inertia));
  }
}

// the newest of the remembered rounds first
void remember(const Number& number, double found) {
  *number.last_used[1] = *number.last_used[0], *number.last_found[1] = *number.last_found[0];
  *number.last_used[0] = number.used, *number.last_found[0] = found;
}

// found becomes the mix of this round's answer and those remembered that together miss least
void mix_with_last(StepWork& work, const IslandRange& island, int depth) {
  Eigen::Matrix2d along = Eigen::Matrix2d::Zero();
  Vec2 across = Vec2::Zero();
  for_each_number(work, island, [&](const Number& n) {
    const double missed = n.found - n.used;
    Vec2 change = Vec2::Zero();
    for (int i = 0; i < depth; ++i) change[i] = missed - (*n.last_found[i] - *n.last_used[i]);
    along += n.weight * change * change.transpose();
    across += n.weight * missed * change;
  });
  Vec2 share = Vec2::Zero();
  if (depth == 2 && along.determinant() > 1e-10 * along(0, 0) * along(1, 1))
    share = along.inverse() * across;
  else if (along(0, 0) > 0.0)
    share[0] = across[0] / along(0, 0);
  if (!share.allFinite()) share.setZero();
  for_each_number(work, island, [&](const Number& n) {
    const double plain = n.found;
    for (int i = 0; i < depth; ++i) n.found -= share[i] * (plain - *n.last_found[i]);
    remember(n, plain);
  });
}

}  // namespace

void accept(WorldData& world) {
  StepWork& work = world.scratch;
  for (std::size_t i = 0; i < work.open.size(); ++i) {
    if (!work.open[i]) continue;
    const IslandRange& island = work.problem.islands[i];
    IslandRounds& rounds = work.rounds[i];
    const bool better = !(rounds.residual >= rounds.best_residual);
    if (better) {
      rounds.best_residual = rounds.residual, rounds.best_way = rounds.way, rounds.share = 1.0;
      for_each_number(work, island, [](const Number& n) { n.best_used = n.used, n.best_found = n.found; });
    } else if (rounds.residual > work.options.max_growth * rounds.best_residual) {
      rounds.share *= 0.5;
      const double share = rounds.share;
      for_each_number(work, island, [&](const Number& n) {
        remember(n, n.found);
        n.found = n.best_used + share * (n.best_found - n.best_used);
      });
      continue;
    }
    mix_with_last(work, island, std::min(rounds.judged - 1, rounds_remembered));
  }
}

bool return_to_best(WorldData& world) {
  StepWork& work = world.scratch;
  bool any = false;
  for (std::size_t i = 0; i < work.open.size(); ++i) {
    IslandRounds& rounds = work.rounds[i];
    work.open[i] = work.open[i] && rounds.best_residual < rounds.residual;
    if (!work.open[i]) continue;
    any = true;
    rounds.residual = rounds.best_residual;
    for_each_number(work, work.problem.islands[i], [](const Number& n) { n.found = n.best_used; });
  }
  return any;
}

}  // namespace spook
