#include "engine/solve/island_history.h"

#include <cmath>

#include "engine/solve/contact_forces.h"

namespace spook {

ContactState state_of(const StepProblem& problem, const StepSolution& solution, int c) {
  const Vec3& impulse = solution.contact_impulse[c];
  if (impulse[0] <= 0.0) return ContactState::open;
  const double bound = problem.contacts[c].friction * impulse[0];
  return impulse.tail<2>().norm() < 0.999999 * bound ? ContactState::sticking : ContactState::sliding;
}

void classify_contacts(const StepProblem& problem, const IslandRange& island, const Workspace& work,
                       StepSolution& solution) {
  on_contacts(island, work, [&](int c) { solution.contact_state[c] = state_of(problem, solution, c); });
}

void record_contacts(const StepProblem& problem, const IslandRange& island, Workspace& work, StepSolution& solution,
                     SolveReport& report) {
  SweepRecord& entry = report.history.back();
  Residual& residual = entry.residual;
  double normal = 0.0, tangent = 0.0;
  for (int c = island.first_contact; c < island.first_contact + island.contact_count; ++c) {
    const ContactRow& contact = problem.contacts[c];
    const Vec3& impulse = solution.contact_impulse[c];
    const ContactError error =
        contact_error(contact, work.inverse, contact_velocity(contact, solution.velocity), impulse);
    normal += error.normal * error.normal, tangent += error.tangent * error.tangent;
    const double both = std::hypot(error.normal, error.tangent);
    if (residual.worst_contact < 0 || both > residual.worst) residual.worst = both, residual.worst_contact = c;
    const ContactState state = state_of(problem, solution, c);
    if (report.history.size() > 1 && state != solution.contact_state[c]) {
      ++entry.changes;
      ++work.state_changes[c];
    }
    solution.contact_state[c] = state;
  }
  residual.normal = std::sqrt(normal), residual.tangent = std::sqrt(tangent);
}

}  // namespace spook
