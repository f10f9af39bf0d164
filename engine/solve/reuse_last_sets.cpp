#include "engine/solve/reuse_last_sets.h"

#include <algorithm>
#include <cmath>

#include "engine/solve/island_view.h"

namespace spook {

namespace {

constexpr int max_looks = 8;  // as many digits as are wanted

struct ReuseLastSets {
  bool run(DirectResult& result) {
    const bool alone = range_.contact_count == 0;  // joints are cheap to factor
    if (alone && !memory_.joints.analysed()) memory_.joints.analyse(problem_, range_);
    of_joints_ = alone && memory_.joints.serves();
    if (!alone && (!factor_.factored() || made_->contacts.size() != std::size_t(range_.contact_count))) return false;
    start();
    start_rows();
    if (!alone) {
      if (!made_->rows_are(problem_, range_, work_)) return false;
      if (request_.may_factor && memory_.more_solves >= view_.limits.extra_solves) {
        factor_.forget();  // bodies have moved too far from where it was made: Newton's method makes another
        return false;
      }
      memory_.lanes->load(problem_, range_, made_->contacts, work_);
    } else if (!serves()) {
      factor();
      ++result.factorisations;
    }
    result.solved = refine(result);
    if (!alone) memory_.more_solves += result.iterations - 1;
    result.reused = result.solved && result.factorisations == 0 ? 1 : 0;
    return result.solved || give_up();
  }

  // joints alone: is the factor there near enough? Turning by δ leaves δ of what a solve is to correct
  bool serves() const {
    const bool factored = of_joints_ ? memory_.joints.factored() : factor_.factored();
    const FactorModes& made = of_joints_ ? *memory_.joints_made : *made_;
    if (!factored || !made.are(problem_, range_, work_)) return false;
    if (request_.same_matrix) return true;
    double fastest = 0.0;
    view_.bodies([&](int b) { fastest = std::max(fastest, problem_.bodies[b].velocity.tail<3>().squaredNorm()); });
    return problem_.time_step * std::sqrt(fastest) <= view_.limits.max_turn;
  }

  void factor() {
    if (of_joints_) {
      memory_.joints.factor(problem_, range_, work_);
      memory_.joints_made.overwrite().take(problem_, range_, work_);
      return;
    }
    if (!factor_.analysed()) analyse_island(problem_, range_, memory_);
    stiffness_of_modes(view_);
    factor_island(view_, memory_, factor_);
    made_.overwrite().take(problem_, range_, work_);
  }

  bool refine(DirectResult& result) {
    evaluate();
    if (changed_ > view_.limits.wrong_sets * range_.contact_count)
      return false;  // the first velocities are a guess: some may be wrong
    double aim = 0.5 * request_.tolerance, last = 0.0;
    for (int look = 0; look < max_looks; ++look) {
      correct();
      ++result.iterations;
      if (plain_ && plain_end(result)) return true;
      const double gradient = evaluate();
      if (changed_ > 0 || !std::isfinite(gradient) || (look > 0 && gradient > view_.limits.digit * last)) return false;
      last = gradient;
      if (gradient > aim) continue;
      result.residual = judge();
      if (result.residual <= 0.5 * request_.tolerance) return bounds_moved_ <= request_.max_bounds_moved;
      aim *= 0.01;  // judged row by row it is not there yet
    }
    return false;
  }

  // joints alone and none at its bound: their impulses are what was solved for, only the judge is left
  bool plain_end(DirectResult& result) {
    bool inside = true;
    view_.rows([&](int r) {
      inside = inside && work_.row_y[r] > problem_.rows[r].lower && work_.row_y[r] < problem_.rows[r].upper;
    });
    if (!inside) return false;
    view_.bodies([&](int b) { work_.force[b].setZero(); });
    view_.joints([&](const JointBlock& joint) {
      add_joint_impulse(problem_, joint, block_impulse(joint, work_.row_y), work_.force);
    });
    result.residual = judge();
    return result.residual <= 0.5 * request_.tolerance;
  }

  void start() {
    view_.bodies([&](int b) {
      work_.base[b] = problem_.bodies[b].momentum;
      work_.velocity[b] = request_.same_matrix ? solution_.velocity[b] : problem_.bodies[b].velocity;
    });
  }

  void start_rows() {
    plain_ = range_.contact_count == 0;
    view_.rows([&](int r) {
      const double y = work_.row_y[r] = solution_.joint_impulse[r];
      work_.row_mode[r] = mode_of(problem_.rows[r], y);
      plain_ = plain_ && work_.row_mode[r] == RowMode::active;
    });
  }

  // v ← v + H⁻¹ of what is left over, multipliers of active rows along with it
  void correct() {
    view_.bodies([&](int b) { work_.step[b] = -work_.gradient[b]; });
    if (of_joints_)
      memory_.joints.solve(problem_, range_, work_);
    else
      solve_island(view_, memory_, factor_);
    view_.bodies([&](int b) { work_.velocity[b] += work_.step[b]; });
    view_.active_rows([&](int r) { work_.row_y[r] += work_.row_step[r]; });
  }

  // Impulses of the velocities there are, what they leave over, its norm relative to the momenta at work, and how many
  // rows would rather be in another set
  double evaluate() {
    view_.bodies([&](int b) { work_.force[b].setZero(); });
    const ContactLanes::Look look =
        view_.friction ? memory_.lanes->look(work_.velocity, work_.force) : ContactLanes::Look{};
    changed_ = look.changed;
    Imbalance left{.momenta = look.scale};
    add_rows(view_, left, [&](int r, double w) {
      const JointRow& row = problem_.rows[r];
      changed_ += mode_of(row, (row.rhs - w) / row.compliance) != work_.row_mode[r];
    });
    view_.active_rows([&](int r) { changed_ += mode_of(problem_.rows[r], work_.row_y[r]) != RowMode::active; });
    add_momentum(view_, left);
    return left.relative();
  }

  // ‖s‖ of the impulses there are, at the velocities they make
  double judge() {
    if (!written_) memory_.kept.keep(problem_, range_, solution_);
    written_ = true;
    if (view_.friction) bounds_moved_ = memory_.lanes->store(solution_);
    view_.rows([&](int r) { solution_.joint_impulse[r] = row_impulse(view_, r); });
    view_.bodies([&](int b) { solution_.velocity[b] = work_.inverse[b].times(work_.base[b] + work_.force[b]); });
    SlackSums sums = rows_slack(view_, solution_);
    if (view_.friction) memory_.lanes->add_slack(solution_.velocity, work_.force, sums);
    return sums.relative();
  }

  bool give_up() {
    if (!written_) return false;
    memory_.kept.restore(problem_, range_, solution_);
    rebuild_island(problem_, range_, work_, solution_);
    return false;
  }

  const StepProblem& problem_;
  const IslandRange& range_;
  const ReuseRequest& request_;
  IslandMemory& memory_;
  Workspace& work_;
  StepSolution& solution_;
  IslandView view_{problem_, range_, work_, range_.contact_count > 0, request_.pool, request_.limits};
  BlockLdlt& factor_ = memory_.factor[view_.friction ? 1 : 0];
  CopyOnWrite<FactorModes>& made_ = memory_.made[view_.friction ? 1 : 0];
  bool of_joints_ = false;  // the factor is the joints' own
  bool plain_ = false;      // no contacts, no bounds: linear equations
  bool written_ = false;    // the solution holds impulses of ours
  int changed_ = 0;         // rows that would rather be in another set
  double bounds_moved_ = 0.0;
};

}  // namespace

bool reuse_last_sets(const StepProblem& problem, const IslandRange& island, const ReuseRequest& request,
                     IslandMemory& memory, Workspace& work, StepSolution& solution, DirectResult& result) {
  return ReuseLastSets{problem, island, request, memory, work, solution}.run(result);
}

}  // namespace spook
