// The pieces of a direct solve that newton.cpp calls in turn; all work on one island and the shared workspace.
#pragma once

#include "engine/solve/newton.h"

namespace spook {

struct IslandView {
  const StepProblem& problem;
  const IslandRange& range;
  Workspace& work;
  bool friction = true;    // friction rows are unknowns with bounds
  double softening = 1.0;  // factor on T of contacts: continuation under impact
  double T(const ContactRow& c) const { return softening * c.compliance; }
  double T_f(const ContactRow& c) const { return softening * c.friction_compliance; }
};

// Λ from multipliers: clamped, positive, in the disc
double row_impulse(const IslandView& view, int row);
Vec3 contact_impulse(const IslandView& view, int contact);

// ---- matrix of the present modes (island_matrix.cpp)
// dΛ/dy of the friction of a contact, times 1/T_f
Eigen::Matrix2d friction_stiffness(const IslandView& view, int contact);
void assemble_matrix(const IslandView& view, const IslandMemory& memory);

// ---- line search (line_search.cpp)
// the t > 0 that minimises the convex function along v + t·step; slope0 = its derivative at 0 (negative)
double line_search(const IslandView& view, double slope0);
double slope_at_start(const IslandView& view);

// ---- judging (island_slack.cpp)
// ‖s‖ of eq. 114, relative to what the rows would show without impulses
double relative_slack(const IslandView& view, const StepSolution& solution);

}  // namespace spook
