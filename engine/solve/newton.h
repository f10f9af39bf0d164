// Newton's method on the convex problem of numerics §3, which is the paper's block pivoting: an iterate's sets, a
// factor for them, the direction, an exact line search.
#pragma once

#include "engine/solve/direct_solve.h"
#include "engine/solve/escalation.h"
#include "engine/solve/interior.h"

namespace spook {

class Newton {
 public:
  Newton(const StepProblem& problem, const IslandRange& range, const DirectRequest& request, IslandMemory& memory,
         Workspace& work, StepSolution& solution);

  // From the solution's impulses until it ends: solved, sets_keep_changing, rounding or cut_off.
  Ending iterate();
  // All sets decided together from the start's impulses: sets_clear, rounding or cut_off. iterate() goes on from there.
  Ending decide_sets_inside();

  // Alg. 21.2 of the paper: a factor for the sets there are, all rows of the wrong sign change sets, ten times at most;
  // the iterate of least residual is kept as it stands, bounds violated or not.
  void pivot_as_published();

  const DirectResult& result() const { return result_; }

 private:
  double evaluate();
  bool stagnates(double gradient);
  Ending verdict();
  Ending give_up(Ending ending);
  bool sets_keep_changing(double gradient) const;
  bool factor_serves(double gradient) const;
  bool make_factor();

  void find_direction();
  void add_contact_slack();
  void advance(double t);
  void reset_multipliers();
  int update_sets();

  bool finish(bool projected = true);
  Ending finish_inside();
  Vec3 impulse_of_sets(int contact) const;
  void restore();

  const StepProblem& problem_;
  const IslandRange& range_;
  const DirectRequest& request_;
  IslandMemory& memory_;
  Workspace& work_;
  StepSolution& solution_;
  const IslandRange& whole_ = request_.with_held_contacts ? *request_.with_held_contacts : range_;
  IslandView view_{problem_, range_, work_, request_.friction, request_.pool, request_.limits};
  BlockLdlt& factor_ = memory_.factor[request_.friction ? 1 : 0];
  CopyOnWrite<FactorModes>& made_ = memory_.made[request_.friction ? 1 : 0];
  DirectResult result_;

  bool first_ = true;         // the sets are given, the multipliers not yet
  bool factor_fits_ = false;  // no row has changed its set since the factorisation
  int flips_ = 0, idle_ = 0;  // rows that changed sets in the last step; steps that changed none and brought nothing
  double last_ = 0.0, best_ = 0.0, step_length_ = 1.0;  // gradients
  double aim_ = 0.5 * request_.tolerance;  // of the gradient; tighter where rows one by one are not there yet
  const bool violent_ =
      memory_.violent &&
      request_.friction;         // a solve of this step needed the interior point method: this one may ask sooner
  bool decided_inside_ = false;  // by the interior point method
};

}  // namespace spook
