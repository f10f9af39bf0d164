#include "engine/solve/friction_bounds.h"

#include <algorithm>
#include <cmath>

#include "engine/solve/contact_forces.h"

namespace spook {

namespace {

struct Moved {
  double largest = 0.0, change = 0.0;
  void operator+=(const Moved& other) {
    largest = std::max(largest, other.largest), change = std::max(change, other.change);
  }
};

}  // namespace

void bound_friction(const StepProblem& problem, const IslandRange& range, const StepSolution& solution, double share,
                    Workspace& work) {
  on_contacts(range, work, [&](int c) {
    const double found = problem.contacts[c].friction * std::max(solution.contact_impulse[c][0], 0.0);
    work.disc[c] = share < 1.0 ? work.disc[c] + share * (found - work.disc[c]) : found;
  });
}

double bounds_moved(const StepProblem& problem, const IslandRange& range, const StepSolution& solution,
                    const Workspace& work) {
  const auto moved = sum_contacts<Moved>(range, work, [&](int c, Moved& all) {
    const double now = problem.contacts[c].friction * solution.contact_impulse[c][0];
    all.largest = std::max({all.largest, now, work.disc[c]});
    // a bound matters where friction needs it
    const double size = solution.contact_impulse[c].tail<2>().norm();
    if (size >= (1.0 - 1e-9) * std::min(work.disc[c], now))
      all.change = std::max(all.change, std::abs(now - work.disc[c]));
  });
  return moved.largest > 0.0 ? moved.change / moved.largest : 0.0;
}

}  // namespace spook
