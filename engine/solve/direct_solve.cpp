// The direct half of the escalation: Newton's method, the interior point method, other starts.
#include "engine/solve/direct_solve.h"

#include <optional>

#include "engine/solve/newton.h"

namespace spook {

namespace {

// the share of the impulses that another start begins with: where rounding ended one, it ends elsewhere from another
constexpr double start_shares[] = {0.0, 0.5};

struct DirectSolve {
  DirectResult run() {
    newton_.emplace(problem_, island_, request_, memory_, work_, solution_);
    for (Rung rung = Rung::newton; rung < Rung::done;) {
      ++tried_[static_cast<std::size_t>(rung)];
      rung = next_rung(rung, attempt(rung));
    }
    if (starts_ == 0) {
      all_ = newton_->result();
    } else {
      if (!no_start_left_) take_better();
      best_.restore(problem_, island_, solution_);
      rebuild_island(problem_, request_.with_held_contacts ? *request_.with_held_contacts : island_, work_, solution_);
    }
    all_.tried = tried_;
    return all_;
  }

  Ending attempt(Rung rung) {
    switch (rung) {
      case Rung::newton:
        return newton_->iterate();
      case Rung::interior:
        return newton_->decide_sets_inside();
      default:
        return other_start();
    }
  }

  // without a budget the tolerance is to be met; with one, what is solved at all will do
  Ending other_start() {
    if (starts_ == 0)
      best_.keep(problem_, island_, solution_), all_ = newton_->result();
    else
      take_better();
    no_start_left_ = starts_ == std::size(start_shares) || (budget_ > 0 && all_.factorisations >= budget_);
    if (no_start_left_) return Ending::no_start_left;
    scale_start(start_shares[starts_++]);
    request_.reuse = false;
    if (budget_ > 0) request_.budget = budget_ - all_.factorisations;
    newton_.emplace(problem_, island_, request_, memory_, work_, solution_);
    return Ending::begun_again;
  }

  void take_better() {
    const DirectResult& now = newton_->result();
    all_.iterations += now.iterations, all_.pivots += now.pivots;
    all_.factorisations += now.factorisations;
    if (!(now.residual < all_.residual)) return;
    all_.solved = now.solved, all_.residual = now.residual, all_.reused = now.reused;
    all_.leaves_a_little = now.leaves_a_little;
    best_.keep(problem_, island_, solution_);
  }

  // friction that is held stays as it is
  void scale_start(double share) {
    best_.restore(problem_, island_, solution_);
    for (int c = island_.first_contact; c < island_.first_contact + island_.contact_count; ++c) {
      Vec3& impulse = solution_.contact_impulse[c];
      impulse[0] *= share;
      if (request_.friction && share <= 1.0) impulse.tail<2>() *= share;
    }
    for_island_rows(problem_, island_, [&](int r) { solution_.joint_impulse[r] *= share; });
  }

  const StepProblem& problem_;
  const IslandRange& island_;
  DirectRequest request_;
  IslandMemory& memory_;
  Workspace& work_;
  StepSolution& solution_;
  const int budget_ = request_.budget;
  std::optional<Newton> newton_{};
  DirectResult all_{};  // the best so far, and all the work
  RungCounts tried_{};
  KeptImpulses best_{};
  std::size_t starts_ = 0;
  bool no_start_left_ = false;
};

}  // namespace

DirectResult solve_with_restarts(const StepProblem& problem, const IslandRange& island, const DirectRequest& request,
                                 IslandMemory& memory, Workspace& work, StepSolution& solution) {
  if (request.pivoting == Pivoting::published) {
    Newton newton(problem, island, request, memory, work, solution);
    newton.pivot_as_published();
    return newton.result();
  }
  return DirectSolve{problem, island, request, memory, work, solution}.run();
}

}  // namespace spook
