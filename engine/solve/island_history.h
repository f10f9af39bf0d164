// What is told of an island's contacts: who is open, sticks or slides, and how that and the residual went (numerics
// §5).
#pragma once

#include <cmath>

#include "engine/solve/direct_solve.h"

namespace spook {

// the residual of many contacts from that of each
class ResidualSum {
 public:
  void add(int contact, const ContactError& error) {
    normal_ += error.normal * error.normal, tangent_ += error.tangent * error.tangent;
    const double both = std::hypot(error.normal, error.tangent);
    if (sum_.worst_contact < 0 || both > sum_.worst) sum_.worst = both, sum_.worst_contact = contact;
  }
  Residual total() const { return {std::sqrt(normal_), std::sqrt(tangent_), sum_.worst_contact, sum_.worst}; }

 private:
  double normal_ = 0.0, tangent_ = 0.0;
  Residual sum_;
};

// of the impulses there are
ContactState state_of(const StepProblem& problem, const StepSolution& solution, int contact);
void classify_contacts(const StepProblem& problem, const IslandRange& island, const Workspace& work,
                       StepSolution& solution);
// the natural residual of all contacts is below this share of their impulses
bool nearly_solved(const StepProblem& problem, const IslandRange& island, const Workspace& work,
                   const StepSolution& solution, double share);
// residual and changes of state since the entry before, into the report's last entry
void record_contacts(const StepProblem& problem, const IslandRange& island, Workspace& work, StepSolution& solution,
                     SolveReport& report);

}  // namespace spook
