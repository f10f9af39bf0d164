// The interior point method (interior.cpp).
#pragma once

#include <algorithm>
#include <cmath>

#include "engine/solve/island_view.h"

namespace spook {

// a finite bound of a row: how far the impulse is inside, and which way is in
struct Bound {
  int side = 0;  // 0: lower, 1: upper
  double sign = 1.0, gap = 0.0;
};
template <class F>
void each_bound(const JointRow& row, double impulse, F&& f) {
  if (std::isfinite(row.lower)) f(Bound{0, 1.0, impulse - row.lower});
  if (std::isfinite(row.upper)) f(Bound{1, -1.0, row.upper - impulse});
}

// the longest step that stays inside
struct Longest {
  double step = 1e300;
  void keep_positive(double value, double change) {
    if (value + step * change < 0.0) step = -value / change;
  }
  void operator+=(const Longest& other) { step = std::min(step, other.step); }
};

struct InteriorResult {
  bool converged = false;        // complementarity is small enough: the sets were read off
  bool leaves_a_little = false;  // no more than may be left, by impulses that meet momentum and rows
  int factorisations = 0;        // one an iteration
};
// Starts from the impulses in contact_y, row_y and velocity, leaves its own there, and the sets where it converged.
// may_leave: J of complementarity, Σ products, at which it may end before that, or at more where the budget ends it;
// 0: never.
InteriorResult interior_solve(const IslandView& view, const IslandMemory& memory, BlockLdlt& factor, int budget,
                              double may_leave);

}  // namespace spook
