// What the interior point method and its start share.
#pragma once

#include <algorithm>
#include <cmath>

#include "engine/solve/newton_state.h"

namespace spook {

struct InteriorStart {
  double mu = 0.0;   // what every product begins with
  int products = 0;  // how many there are: contacts, discs, bounds of rows
};
// impulses, slacks and multipliers strictly inside, no farther from the warm impulses than their own error suggests
InteriorStart start_inside(const IslandView& view);

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
