// What the interior point method and its start share.
#pragma once

#include <algorithm>
#include <cmath>

#include "engine/solve/newton_state.h"

namespace spook {

inline constexpr double met_at_end = 1e-4;  // relative: momentum and rows are met, only μ is left

// where rounding takes over, momentum is met less from step to step: sets become no clearer than they are
struct Rounding {
  double lowest = 1.0;
  bool shows(double off) const { return lowest < met_at_end && off > 3.0 * lowest && off > 0.1 * met_at_end; }
  void take(double off) { lowest = std::min(lowest, off); }
};

// the longest step that stays inside
struct Longest {
  double step = 1e300;
  void keep_positive(double value, double change) {
    if (value + step * change < 0.0) step = -value / change;
  }
  void operator+=(const Longest& other) { step = std::min(step, other.step); }
};

// impulses, slacks and multipliers strictly inside, no farther from the warm impulses than their own error suggests
InteriorStart start_inside(const IslandView& view);
// an iterate whose sets are read off is set aside, for going on from it where they were read too early
void keep_interior(const IslandView& view);
void take_up_interior(const IslandView& view);

// 1/mass of what a contact pushes: its scale between speeds and impulses
inline double lightness(const IslandView& view, const ContactRow& c) {
  double a = 0.0;
  if (c.body_a >= 0) a += view.work.inverse[c.body_a].mass;
  if (c.body_b >= 0) a += view.work.inverse[c.body_b].mass;
  return std::max(a, 1e-12);
}

inline bool bounded_below(const JointRow& row) {
  return std::isfinite(row.lower);
}
inline bool bounded_above(const JointRow& row) {
  return std::isfinite(row.upper);
}
inline bool has_disc(const IslandView& view, int contact) {
  return view.friction && view.work.disc[contact] > 0.0;
}

}  // namespace spook
