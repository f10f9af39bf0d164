#include "engine/solve/island_history.h"

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
  ResidualSum residual;
  for (int c = island.first_contact; c < island.first_contact + island.contact_count; ++c) {
    const ContactRow& contact = problem.contacts[c];
    residual.add(c, contact_error(contact, work.inverse, contact_velocity(contact, solution.velocity),
                                  solution.contact_impulse[c]));
    const ContactState state = state_of(problem, solution, c);
    if (report.history.size() > 1 && state != solution.contact_state[c]) {
      ++entry.changes;
      ++work.state_changes[c];
    }
    solution.contact_state[c] = state;
  }
  entry.residual = residual.total();
}

bool nearly_solved(const StepProblem& problem, const IslandRange& island, const Workspace& work,
                   const StepSolution& solution, double share) {
  const double size =
      sum_contacts<double>(island, work, [&](int c, double& sum) { sum += solution.contact_impulse[c].squaredNorm(); });
  const double enough = share * share * size;
  const double error = sum_contacts<double>(island, work, [&](int c, double& sum) {
    if (sum > enough) return;  // the rest does not matter
    const ContactRow& contact = problem.contacts[c];
    const ContactError off =
        contact_error(contact, work.inverse, contact_velocity(contact, solution.velocity), solution.contact_impulse[c]);
    sum += off.normal * off.normal + off.tangent * off.tangent;
  });
  return error <= enough;
}

}  // namespace spook
