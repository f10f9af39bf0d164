// The island's half of the escalation (escalation.h), with the splits of numerics §4 as its middle rung.
#include "engine/solve/island_solve.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "engine/solve/contact_forces.h"
#include "engine/solve/feasible_fallback.h"
#include "engine/solve/friction_bounds.h"
#include "engine/solve/island_history.h"
#include "engine/solve/reuse_last_sets.h"
#include "engine/solve/solve_observer.h"

namespace spook {

namespace {

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

constexpr double sweep_work = 90.0;     // flop that take as long as a row of a wide sweep (spook-bench sweeps, factor)
constexpr double share_of_solve = 0.2;  // of an iteration that needs no new factor, beside one that does
constexpr double exact_tolerance = 1e-12;  // of the bounds of `exact`: rounding
constexpr int exact_rounds = 200;
constexpr double min_share = 0.125;  // of the way to bounds that go to and fro

struct IslandSolve {
  void run() {
    from_nothing_ = nothing_pushes(range_, solution_) && nothing_moves(problem_, range_);
    memory_.violent = false;
    if (memory_.recalled()) analyse_island(problem_, range_, memory_);
    if (options_.friction_bounds != FrictionBounds::held) bound_friction();
    if (options_.record_history) record_start();
    for (Rung rung = first_rung(); rung < Rung::done;) {
      ++report_.tried[static_cast<std::size_t>(rung)];
      rung = next_rung(rung, attempt(rung));
    }
    if (!classified_) classify_contacts(problem_, range_, work_, solution_);
  }

  Rung first_rung() const {
    const bool ladder = options_.kind == SolverKind::direct_iterative && options_.pivoting != Pivoting::published;
    return ladder ? Rung::last_sets : Rung::split;
  }

  Ending attempt(Rung rung) {
    if (rung == Rung::last_sets) return last_sets();
    if (!begun_) begin();
    switch (rung) {
      case Rung::last_impulses:
        return last_impulses();
      case Rung::split:
        return split();
      case Rung::feasible_fallback:
        if (sweeps_come_first()) return sweeps_hold() ? Ending::solved : Ending::sweeps_gain;
        feasible_fallback();
        return all_finite(problem_, range_, solution_) ? Ending::solved : Ending::not_finite;
      default:
        fly_free(problem_, range_, work_, solution_);
        for (BlockLdlt& factor : memory_.factor) factor.forget();
        ++report_.failed;
        return Ending::solved;
    }
  }

  void begin() {
    rebuild_island(problem_, range_, work_, solution_);
    begun_ = true;
  }

  // whoever looks sees the velocities of the impulses to begin with; the solve keeps those it would have without
  void record_start() {
    const auto first = solution_.velocity.begin() + range_.first_body;
    const std::vector<Vec6> kept(first, first + range_.body_count);
    rebuild_island(problem_, range_, work_, solution_);
    record(false, 0, 0);
    std::copy(kept.begin(), kept.end(), first);
  }

  // Where last step's sets still hold and its factor still serves, there is nothing to find out: one direct solve with
  // refinement, no factorisation, no sweep.
  Ending last_sets() {
    if (!options_.reuse_factors) return Ending::sets_changed;
    const auto start = Clock::now();
    DirectResult result;
    const bool may_factor = work_share_ <= 0.0 || affordable() > 0;
    const double may_move = goes_on() ? unbounded : limits_.bounds_moved;
    const ReuseRequest request{options_.tolerance, options_.same_matrix, may_factor, may_move, pool_, limits_};
    classified_ = reuse_last_sets(problem_, range_, request, memory_, work_, solution_, result);
    count(result);
    report_.direct_ms += ms_since(start);
    if (!classified_) return Ending::sets_changed;
    report_.direct_residual = std::max(report_.direct_residual, result.residual);
    record(true, 0, result.factorisations);
    return Ending::solved;
  }

  // Last step's impulses nearly solve this step too: then they say who sticks and who slides better than sweeps would.
  Ending last_impulses() {
    const Agitation now = agitation(problem_, range_, work_);
    calm_ = !range_.held && now.motion < limits_.calm_motion * limits_.calm_motion * now.given;
    given_ = now.given, little_ = limits_.little_left * std::min(now.motion, now.given);
    const bool near = options_.warm_start && range_.contact_count > 0 && (!bounded() || affordable() > 0) &&
                      (goes_on() || nearly_solved(problem_, range_, work_, solution_, limits_.near));
    if (near && warm_direct()) return Ending::solved;
    report_.failed += bounded();
    return bounded() || sweeps_come_first() ? Ending::too_dear : Ending::not_near;
  }

  // each round of a step is one coupling more: sweeps would only forget what the round before found
  bool goes_on() const { return options_.friction_bounds != FrictionBounds::swept && !bounded(); }

  // step 3 of the split alone, from the warm start; false: nothing has changed
  bool warm_direct() {
    const bool on = goes_on();  // as it stood: the solve itself spends the budget
    memory_.kept.keep(problem_, range_, solution_);
    const int failed = report_.failed;
    if (direct(true) && (on || dear() || bounds_moved() <= limits_.bounds_moved)) return true;
    report_.failed = failed;
    go_back();
    return false;
  }

  // ---- the splits of numerics §4
  Ending split() {
    switch (options_.kind) {
      case SolverKind::direct_iterative:
        direct_iterative();
        break;
      case SolverKind::split:
        published_split();
        break;
      case SolverKind::direct_friction:
        direct_friction(std::max(1, options_.couplings), limits_.bounds_moved);
        break;
      case SolverKind::exact:
        direct_friction(exact_rounds, exact_tolerance);
        break;
      case SolverKind::sweeps:
        sweep(options_.sweeps, true);
        break;
    }
    if (kept_previous_) return Ending::cut_off_later;
    if (!solved_ && options_.pivoting != Pivoting::published) return Ending::cut_off;
    return all_finite(problem_, range_, solution_) ? Ending::solved : Ending::not_finite;
  }

  void direct_iterative() {
    const bool flies = in_flight();
    const bool first = flies || direct(false);
    if (range_.contact_count == 0) return;
    const int rounds = std::max(1, options_.couplings);
    for (int round = 0; round < rounds && (round == 0 || may_repeat()); ++round) {
      memory_.kept.keep(problem_, range_, solution_);
      sweep(flies ? limits_.sweeps_in_flight * options_.sweeps : options_.sweeps, !first, flies);
      if (round == 0 && flies && !all_finite(problem_, range_, solution_)) land();
      bound_friction();
      if (!direct(true)) return take_back(round);
      if (bounds_moved() <= limits_.bounds_moved) break;
    }
  }

  // Step 1 of the split holds friction as it was the step before: where that is gone its normals are no better than
  // what sweeps find for a tenth of the cost. Joints need it, and what is set down without a last step.
  bool in_flight() const {
    return range_.joint_count == 0 && range_.contact_count >= WideSweeps::min_contacts &&
           !nothing_pushes(range_, solution_) && WideSweeps::serves(options_.sweep_kind);
  }

  // too stiff for sweeps in single precision: by the book
  void land() {
    go_back();
    const bool first = direct(false);
    sweep(options_.sweeps, !first);
  }

  void go_back() {
    memory_.kept.restore(problem_, range_, solution_);
    rebuild_island(problem_, range_, work_, solution_);
  }

  // each coupling costs about what the one before did
  bool may_repeat() const {
    if (dear()) return false;
    return work_share_ <= 0.0 || report_.factorisations <= limits_.share_of_couplings * affordable();
  }

  // the budget ended a repeated coupling: the one before met all its rows, with bounds a little older
  void take_back(int round) {
    if (round == 0) return;
    go_back();
    --report_.failed;
    kept_previous_ = true;
  }

  void published_split() {
    const bool first = direct(false);
    if (range_.contact_count == 0) return;
    sweep(options_.sweeps, !first);
    direct(false);
  }

  // Bounds that go to and fro between rounds (a contact slides by the one, sticks by the other) go a part of the way.
  void direct_friction(int rounds, double tolerance) {
    double share = 1.0, smallest = unbounded;
    int idle = 0;
    // without last step's impulses there is no bound yet: normals alone give one
    if (range_.contact_count > 0 && nothing_pushes(range_, solution_)) direct(false);
    for (int round = 0; round < rounds; ++round) {
      bound_friction(share);
      if (!direct(true)) break;
      const double moved = bounds_moved();
      if (moved <= tolerance) break;
      idle = moved < 0.5 * smallest ? 0 : idle + 1;
      smallest = std::min(smallest, moved);
      if (idle >= limits_.max_idle) share = std::max(0.5 * share, min_share), idle = 0, smallest = moved;
    }
  }

  void bound_friction(double share = 1.0) { spook::bound_friction(problem_, range_, solution_, share, work_); }
  double bounds_moved() const { return spook::bounds_moved(problem_, range_, solution_, work_); }

  // ---- what a step may cost is known before
  // factorisations are too dear to count on
  bool hopeless(int spent) const {
    return work_share_ > 0.0 && !from_nothing_ && affordable() - spent < limits_.hopeful &&
           range_.contact_count >= WideSweeps::min_contacts;
  }
  bool bounded() const { return !calm_ && hopeless(report_.factorisations); }
  // what is calm is solved directly all the same, as far as a few lead: the next steps go on from there
  bool dear() const { return calm_ && options_.friction_bounds == FrictionBounds::swept && hopeless(0); }

  // of one direct solve; 0: any
  int direct_budget() const {
    if (work_share_ <= 0.0) return 0;
    const int all = std::max({limits_.max_factorisations, int(options_.factorisation_budget),
                              std::min(affordable() / 3, 10 * limits_.max_factorisations)});
    if (dear()) return std::max(limits_.few - report_.factorisations, 1);
    return from_nothing_ || calm_ ? all : std::clamp(affordable() - report_.factorisations, 1, all);
  }

  int affordable() const { return static_cast<int>(work_share_ / solve_work(range_)); }

  // What is calm and dear is swept before it is solved directly: mostly a direct solve that is cut off finds no better.
  bool sweeps_come_first() const { return dear() && range_.joint_count == 0 && !swept_; }

  bool sweeps_hold() {
    swept_ = true;
    memory_.kept.keep(problem_, range_, solution_);
    make_safe(problem_, range_, limits_, work_, solution_);
    const int half = affordable_sweeps() / 2;
    sweep(half, false, true);
    const double halfway = dual_value(problem_, range_, work_, solution_);
    sweep(half, false, true);
    make_safe(problem_, range_, limits_, work_, solution_);
    const double gained = halfway - dual_value(problem_, range_, work_, solution_);
    const bool hold = gained <= limits_.sweeps_hold * given_;
    report_.failed += hold;
    if (!hold) go_back();
    return hold;
  }

  // Unconverged impulses of a direct solve are not harmless (numerics §3); feasible ones that sweeps brought near are.
  // They begin at the best multiple of what there was: what a blow has left behind is worse than nothing.
  // Joints have the last word: with the contacts' impulses held they are solved to their end, which lowers D again.
  void feasible_fallback() {
    make_safe(problem_, range_, limits_, work_, solution_);
    if (range_.joint_count == 0 || range_.contact_count == 0) {
      sweep(affordable_sweeps(), range_.contact_count == 0, true);
      make_safe(problem_, range_, limits_, work_, solution_);
      return;
    }
    for (int round = 0; round < limits_.fallback_rounds; ++round) {
      sweep(affordable_sweeps() / limits_.fallback_rounds, false, true);
      make_safe(problem_, range_, limits_, work_, solution_);
      if (!direct_joints()) return;
    }
  }

  bool direct_joints() {
    IslandRange joints = range_;
    joints.pair_count = joints.contact_count = 0;
    DirectRequest request{.limits = limits_};
    request.with_held_contacts = &range_;
    request.friction = request.reuse = false;
    request.budget = limits_.max_factorisations;
    request.tolerance = options_.tolerance, request.pool = pool_;
    const DirectResult result = solve_with_restarts(problem_, joints, request, memory_, work_, solution_);
    count(result);
    return result.solved;
  }

  int affordable_sweeps() const {
    const int rows = 3 * range_.contact_count;
    // what is left is for a factor, where it pays one
    const double share = affordable() > 0 ? limits_.share_of_sweeps : 1.0;
    const double count = work_share_ > 0.0 ? share * work_share_ / (sweep_work * rows) : double(limits_.max_sweeps);
    return std::max(options_.sweeps, static_cast<int>(std::min(count, double(limits_.max_sweeps))));
  }

  // ---- direct solves and sweeps
  bool direct(bool friction) {
    const auto start = Clock::now();
    DirectRequest request{.limits = limits_};
    request.friction = friction, request.budget = direct_budget(), request.tolerance = options_.tolerance;
    request.reuse = options_.reuse_factors, request.pivoting = options_.pivoting, request.pool = pool_;
    if (dear()) request.may_leave = little_;
    const DirectResult result = solve_with_restarts(problem_, range_, request, memory_, work_, solution_);
    count(result);
    report_.direct_ms += ms_since(start);
    report_.failed += result.solved && !result.leaves_a_little ? 0 : 1;
    solved_ = result.solved;
    report_.direct_residual = std::max(report_.direct_residual, result.residual);
    record(true, result.pivots, result.factorisations);
    return result.solved;
  }

  void sweep(int count, bool joints, bool conjugate = false) {
    const auto start = Clock::now();
    joints = joints && range_.joint_count > 0;
    spend(count * sweep_work * (3.0 * range_.contact_count + (joints ? 6.0 * range_.joint_count : 0.0)));
    if (!joints && range_.contact_count >= WideSweeps::min_contacts && WideSweeps::serves(options_.sweep_kind)) {
      sweep_wide(count, conjugate);
    } else {
      for (int c = range_.first_contact; c < range_.first_contact + range_.contact_count; ++c) {
        work_.block[c] = contact_block(problem_.contacts[c], work_.inverse);
      }
      for (int i = 0; i < count; ++i) {
        sweep_scalar(problem_, range_, options_.sweep_kind, joints, work_, solution_);
        record(false, 0, 0);
      }
    }
    rebuild_island(problem_, range_, work_, solution_);
    report_.sweep_ms += ms_since(start);
  }

  void sweep_wide(int count, bool conjugate) {
    wide_.load(problem_, range_, work_, solution_);
    bool moves = true;
    for (int i = 0; i < count && moves; ++i) {
      if (conjugate)
        moves = wide_.sweep_conjugate(options_.sweep_kind);
      else
        wide_.sweep(options_.sweep_kind);
      if (!options_.record_history) continue;
      wide_.store(problem_, solution_);
      rebuild_island(problem_, range_, work_, solution_);
      record(false, 0, 0);
    }
    wide_.store(problem_, solution_);
  }

  void count(const DirectResult& result) {
    report_.pivots += result.pivots;
    report_.iterations += result.iterations;
    report_.factorisations += result.factorisations;
    report_.reused_factors += result.reused;
    const double solves = result.factorisations + share_of_solve * (result.iterations - result.factorisations);
    spend(solves * solve_work(range_));
    for (std::size_t i = 0; i < result.tried.size(); ++i) report_.tried[i] += result.tried[i];
  }

  void spend(double flop) { report_.work += factorisations_of(flop); }

  // ---- history: residual (numerics §5) and how many contacts changed state, only when somebody looks
  void record(bool is_direct, int pivots, int factorisations) {
    if (!options_.record_history) return;
    SweepRecord& entry = report_.history.emplace_back();
    entry.direct = is_direct, entry.island = task_.island, entry.pivots = pivots, entry.factorisations = factorisations;
    record_contacts(problem_, range_, work_, solution_, report_);
    if (options_.observer) options_.observer->look(problem_, range_, solution_, entry);
  }

  const IslandTask& task_;
  StepSolution& solution_;
  SolveReport& report_;
  const StepProblem& problem_ = task_.problem;
  const IslandRange& range_ = problem_.islands[task_.island];
  const SolveOptions& options_ = task_.options;
  const DirectOptions& limits_ = options_.direct;
  IslandMemory& memory_ = task_.memory;
  Workspace& work_ = task_.work;
  WideSweeps& wide_ = task_.wide;
  ThreadPool* pool_ = task_.pool;
  const double work_share_ = task_.work_share;  // flop; 0: any
  // What comes to rest is solved directly, and to its end where that is not dear: piles that are only swept creep for
  // ever.
  bool from_nothing_ = false, calm_ = false;
  bool swept_ = false;          // to see whether that will do
  double given_ = 0.0;          // J: by forces in this step, to bodies at rest
  double little_ = 0.0;         // J: what a direct solve may leave over where it is dear
  bool begun_ = false;          // velocities are those of the impulses to begin with
  bool solved_ = true;          // by the last direct solve
  bool kept_previous_ = false;  // what stands is the coupling before the one that was cut off
  bool classified_ = false;     // contact_state is set already
};

}  // namespace

void solve_island_task(const IslandTask& task, StepSolution& solution, SolveReport& report) {
  IslandSolve{task, solution, report}.run();
}

}  // namespace spook
