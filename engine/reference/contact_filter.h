// Fewer contacts for the same step. A closed surface of many pieces touches in many points, and a dense LCP pays for
// each of them with the cube of their number.
//
// A contact asks N v + b ≥ 0. Where its row is a sum of other rows of the same two bodies with weights ≥ 0, and the
// same sum of their b is no larger than its own, the others imply it (Farkas), and any impulse on it can be split over
// them: on a flat face the corners of the hull of its points are left. Without friction the answer is the same;
// friction keeps its sum, and can resist turning about the normal with more.
#pragma once

#include <vector>

#include "engine/solve/step_problem.h"

namespace spook::reference {

struct ContactFilter {
  StepProblem problem;    // with what is left of the contacts, without pairs
  std::vector<int> kept;  // their places in the problem that was given
};

// `tolerance`: how far a contact may be from what the others say of it, as a share of a unit normal, of the pair's
// largest arm and of its largest bias. Chosen: rounding of the rows and no more; at 1e-6 a pawl's velocity is 1e-5 m/s
// off.
ContactFilter filter_contacts(const StepProblem& problem, double tolerance = 1e-9);

}  // namespace spook::reference
