// The splits of numerics §4: who solves what in which order, an island at a time.
#include "engine/solve/island_solve.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "engine/solve/contact_forces.h"
#include "engine/solve/island_history.h"
#include "engine/solve/straight.h"
#include "engine/solve/way_out.h"

namespace spook {

namespace {

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

constexpr double bound_moved = 0.01;        // couplings: repeat where μν moved by more (numerics §4)
constexpr double calm_residual = 1e-3;      // natural residual of a warm start that needs no sweeps, relative
constexpr int wide_enough = 24;             // contacts that fill the wide sweeps' lanes
constexpr int plenty = 60;                  // factorisations that solve a violent step to its end, mostly
constexpr int hopeful = 20;                 // a budget that lets a first step cost what it does
constexpr int most_in_one = 40;             // factorisations of one direct solve; a larger budget allows more
constexpr int most_of_small = 400;          // where these are no more than a third of what the island may spend
constexpr int sweeps_in_flight = 4;         // times as many where they stand in for step 1
constexpr double share_of_couplings = 0.3;  // of what may be spent: more, and it is not repeated
constexpr double share_of_sweeps = 0.5;     // of the work an island may spend
constexpr double sweep_work = 60.0;         // flop that take as long as a row of a wide sweep
constexpr int joint_rounds = 3;             // of contacts and joints in turn
constexpr double most_sweeps = 200.0;       // of the safe way out
constexpr double exact_tolerance = 1e-12;   // of the bounds of `exact`
constexpr int exact_rounds = 200;
constexpr int patience = 8;            // rounds in which bounds move no less
constexpr double least_share = 0.125;  // of the way to new bounds

struct Bounds {
  double largest = 0.0, moved = 0.0;
  void operator+=(const Bounds& other) {
    largest = std::max(largest, other.largest), moved = std::max(moved, other.moved);
  }
};

class IslandSolve {
 public:
  IslandSolve(const IslandTask& task, StepSolution& solution, SolveReport& report)
      : problem_(task.problem),
        range_(task.problem.islands[task.island]),
        options_(task.options),
        memory_(task.memory),
        work_(task.work),
        wide_(task.wide),
        pool_(task.pool),
        island_(task.island),
        work_share_(task.work_share),
        solution_(solution),
        report_(report) {}

  void run() {
    if (range_.joint_count == 0 && range_.contact_count == 0) {
      rebuild_island(problem_, range_, work_, solution_);
      return;
    }
    if (options_.kind == SolverKind::direct_iterative && !options_.record_history && quiet()) return;
    rebuild_island(problem_, range_, work_, solution_);
    record(false, 0, 0);
    memory_.violent = false;
    // what is set down at rest is to stay at rest, whatever its size: without a last step there is nothing to go by
    from_nothing_ = options_.factorisation_budget >= hopeful && nothing_pushes(range_, solution_);
    switch (options_.kind) {
      case SolverKind::direct_iterative:
        direct_iterative();
        break;
      case SolverKind::split:
        split();
        break;
      case SolverKind::direct_friction:
        direct_friction(std::max(1, options_.couplings), bound_moved);
        break;
      case SolverKind::exact:
        direct_friction(exact_rounds, exact_tolerance);
        break;
      case SolverKind::sweeps:
        sweep(options_.sweeps, true);
        break;
    }
    if (!ended_) way_out();
    if (!all_finite(problem_, range_, solution_)) fly_free();
    if (!quiet_) classify_contacts(problem_, range_, work_, solution_);
  }

 private:
  void direct_iterative() {
    if (options_.record_history && quiet()) return;
    if (bounded()) return in_bounds();
    if (calm(calm_residual) && warm_direct()) return;
    const bool flies = in_flight();
    const bool first = flies || direct(false);
    if (range_.contact_count == 0) return;
    const int most = std::max(1, options_.couplings);
    for (int round = 0; round < most && (round == 0 || may_repeat()); ++round) {
      memory_.kept.keep(problem_, range_, solution_);
      sweep(flies ? sweeps_in_flight * options_.sweeps : options_.sweeps, !first, flies);
      if (round == 0 && flies && !all_finite(problem_, range_, solution_)) land();
      bound_friction();
      if (!direct(true)) return take_back(round);
      if (bounds_moved() <= bound_moved) break;
    }
  }

  // Step 1 of the split holds friction as it was the step before: where that is gone its normals are no better than
  // what sweeps find for a tenth of the cost. Joints need it, and what is set down without a last step.
  bool in_flight() const {
    return range_.joint_count == 0 && range_.contact_count >= wide_enough && !nothing_pushes(range_, solution_) &&
           WideSweeps::serves(options_.sweep_kind);
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
  bool may_repeat() const { return work_share_ <= 0.0 || report_.factorisations <= share_of_couplings * affordable(); }

  // the budget ended a repeated coupling: the one before met all its rows, with bounds a little older
  void take_back(int round) {
    if (round == 0) return;
    go_back();
    --report_.failed;
    ended_ = true;
  }

  // ---- real time: what a step may cost is known before (way_out.h)

  // factorisations are too dear to count on
  bool bounded() const {
    return work_share_ > 0.0 && !from_nothing_ && affordable() < plenty && range_.contact_count >= wide_enough;
  }

  // of one direct solve; 0: any
  int direct_budget() const {
    if (work_share_ <= 0.0) return 0;
    const int most = std::max({most_in_one, options_.factorisation_budget, std::min(affordable() / 3, most_of_small)});
    return from_nothing_ ? most : std::clamp(affordable() - report_.factorisations, 1, most);
  }

  int affordable() const { return static_cast<int>(work_share_ / factor_work(range_.body_count)); }

  // Sweeps while things fly; once they come so near that the direct solve should end it with the few factorisations
  // there are, that.
  void in_bounds() {
    const double near = calm_residual * std::min(1.0, double(affordable()) / most_in_one);
    if (affordable() > 0 && calm(near) && warm_direct()) return;
    ++report_.failed;
    way_out();
  }

  // Unconverged impulses of a direct solve are not harmless (numerics §3); feasible ones that sweeps brought near are.
  // Joints have the last word: with the contacts' impulses held they are solved to their end, which lowers D again.
  void way_out() {
    ended_ = true;
    make_feasible(problem_, range_, work_, solution_);
    relieve(problem_, range_, work_, solution_);
    if (range_.joint_count == 0 || range_.contact_count == 0) {
      sweep(affordable_sweeps(), range_.contact_count == 0, true);
      end_safely(problem_, range_, work_, solution_);
      return;
    }
    for (int round = 0; round < joint_rounds; ++round) {
      sweep(affordable_sweeps() / joint_rounds, false, true);
      end_safely(problem_, range_, work_, solution_);
      if (!direct_joints()) return;
    }
  }

  bool direct_joints() {
    IslandRange joints = range_;
    joints.pair_count = joints.contact_count = 0;
    DirectOptions options;
    options.with_held_contacts = &range_;
    options.friction = options.reuse = false;
    options.budget = most_in_one;
    options.tolerance = options_.tolerance, options.pool = pool_;
    const DirectResult result = insistent_solve(problem_, joints, options, memory_, work_, solution_);
    report_.iterations += result.iterations, report_.factorisations += result.factorisations;
    return result.solved;
  }

  int affordable_sweeps() const {
    const int rows = 3 * range_.contact_count;
    const double count = work_share_ > 0.0 ? share_of_sweeps * work_share_ / (sweep_work * rows) : most_sweeps;
    return std::max(options_.sweeps, static_cast<int>(std::min(count, most_sweeps)));
  }

  // Where last step's sets still hold and its factor still serves, there is nothing to find out: one direct solve with
  // refinement, no factorisation, no sweep.
  bool quiet() {
    if (!options_.reuse_factors) return false;
    const auto start = Clock::now();
    DirectResult result;
    const bool may_factor = work_share_ <= 0.0 || affordable() > 0;
    const StraightOptions options{options_.tolerance, bound_moved, options_.same_matrix, may_factor, pool_};
    quiet_ = straight_solve(problem_, range_, options, memory_, work_, solution_, result);
    count(result);
    report_.direct_ms += ms_since(start);
    if (!quiet_) return false;
    report_.direct_residual = std::max(report_.direct_residual, result.residual);
    record(true, 0, result.factorisations);
    return true;
  }

  void count(const DirectResult& result) {
    report_.pivots += result.pivots;
    report_.iterations += result.iterations;
    report_.factorisations += result.factorisations;
    report_.reused_factors += result.reused;
    report_.corrected_factors += result.corrected;
  }

  // Last step's impulses nearly solve this step too: then they say who sticks and who slides better than sweeps would.
  bool calm(double near) const {
    if (!options_.warm_start || range_.contact_count == 0) return false;
    const double size = sum_contacts<double>(
        range_, work_, [&](int c, double& sum) { sum += solution_.contact_impulse[c].squaredNorm(); });
    const double most = near * near * size;
    const double error = sum_contacts<double>(range_, work_, [&](int c, double& sum) {
      if (sum > most) return;  // enough is known
      const ContactRow& contact = problem_.contacts[c];
      const ContactError off = contact_error(contact, work_.inverse, contact_velocity(contact, solution_.velocity),
                                             solution_.contact_impulse[c]);
      sum += off.normal * off.normal + off.tangent * off.tangent;
    });
    return error <= most;
  }

  // step 3 of the split alone, from the warm start; false: nothing has changed
  bool warm_direct() {
    bound_friction();
    memory_.kept.keep(problem_, range_, solution_);
    const int failed = report_.failed;
    if (direct(true) && bounds_moved() <= bound_moved) return true;
    report_.failed = failed;
    go_back();
    return false;
  }

  void split() {
    const bool first = direct(false);
    if (range_.contact_count == 0) return;
    sweep(options_.sweeps, !first);
    direct(false);
  }

  // Bounds that go to and fro between rounds (a contact slides by the one, sticks by the other) go a part of the way.
  void direct_friction(int rounds, double tolerance) {
    bool first = true;
    double share = 1.0, least = 1e300;
    int idle = 0;
    for (int round = 0; round < rounds; ++round) {
      // without last step's impulses there is no bound yet: normals alone give one
      if (first && range_.contact_count > 0 && nothing_pushes(range_, solution_)) direct(false);
      bound_friction(first ? 1.0 : share);
      first = false;
      if (!direct(true)) break;
      const double moved = bounds_moved();
      if (moved <= tolerance) break;
      idle = moved < 0.5 * least ? 0 : idle + 1;
      least = std::min(least, moved);
      if (idle >= patience) share = std::max(0.5 * share, least_share), idle = 0, least = moved;
    }
  }

  bool direct(bool friction) {
    const auto start = Clock::now();
    DirectOptions options;
    options.reuse = options_.reuse_factors;
    options.pool = pool_;
    options.friction = friction;
    options.budget = direct_budget();
    options.tolerance = options_.tolerance;
    const DirectResult result = insistent_solve(problem_, range_, options, memory_, work_, solution_);
    count(result);
    report_.direct_ms += ms_since(start);
    report_.failed += result.solved ? 0 : 1;
    ended_ = result.solved;
    report_.direct_residual = std::max(report_.direct_residual, result.residual);
    record(true, result.pivots, result.factorisations);
    return result.solved;
  }

  void sweep(int count, bool joints, bool conjugate = false) {
    const auto start = Clock::now();
    joints = joints && range_.joint_count > 0;
    if (!joints && range_.contact_count >= wide_enough && WideSweeps::serves(options_.sweep_kind)) {
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
    for (int i = 0; i < count; ++i) {
      if (conjugate)
        wide_.sweep_conjugate(options_.sweep_kind, i + 1 == count);
      else
        wide_.sweep(options_.sweep_kind);
      if (!options_.record_history) continue;
      wide_.store(problem_, solution_);
      rebuild_island(problem_, range_, work_, solution_);
      record(false, 0, 0);
    }
    wide_.store(problem_, solution_);
  }

  // ---- history: residual (numerics §5) and how many contacts changed state, only when somebody looks
  void record(bool is_direct, int pivots, int factorisations) {
    if (!options_.record_history) return;
    SweepRecord& entry = report_.history.emplace_back();
    entry.direct = is_direct, entry.island = island_, entry.pivots = pivots, entry.factorisations = factorisations;
    record_contacts(problem_, range_, work_, solution_, report_);
  }

  // whatever went wrong, nothing that is not a number leaves: this step without impulses
  void fly_free() {
    for (int c = range_.first_contact; c < range_.first_contact + range_.contact_count; ++c) {
      solution_.contact_impulse[c].setZero();
    }
    for (int j = range_.first_joint; j < range_.first_joint + range_.joint_count; ++j)
      for (int r = problem_.joints[j].first_row, i = 0; i < problem_.joints[j].row_count; ++i, ++r)
        solution_.joint_impulse[r] = std::clamp(0.0, problem_.rows[r].lower, problem_.rows[r].upper);
    rebuild_island(problem_, range_, work_, solution_);
    for (BlockLdlt& factor : memory_.factor) factor.forget();
    ++report_.failed;
  }

  // bounds μν of the normals found, or a share of the way there
  void bound_friction(double share = 1.0) {
    on_contacts(range_, work_, [&](int c) {
      const double found = problem_.contacts[c].friction * std::max(solution_.contact_impulse[c][0], 0.0);
      work_.disc[c] = share < 1.0 ? work_.disc[c] + share * (found - work_.disc[c]) : found;
    });
  }

  // the largest change of a bound μν that matters, relative to the largest bound around
  double bounds_moved() const {
    const auto bounds = sum_contacts<Bounds>(range_, work_, [&](int c, Bounds& all) {
      const double now = problem_.contacts[c].friction * solution_.contact_impulse[c][0];
      all.largest = std::max({all.largest, now, work_.disc[c]});
      // a bound matters where friction needs it
      const double size = solution_.contact_impulse[c].tail<2>().norm();
      if (size >= (1.0 - 1e-9) * std::min(work_.disc[c], now))
        all.moved = std::max(all.moved, std::abs(now - work_.disc[c]));
    });
    return bounds.largest > 0.0 ? bounds.moved / bounds.largest : 0.0;
  }

  const StepProblem& problem_;
  const IslandRange& range_;
  const SolveOptions& options_;
  IslandMemory& memory_;
  Workspace& work_;
  WideSweeps& wide_;
  ThreadPool* pool_;
  int island_;
  double work_share_;  // flop; 0: any
  bool from_nothing_ = false;
  bool ended_ = true;   // by the direct solve that was the last
  bool quiet_ = false;  // solved the straight way, contact_state and all
  StepSolution& solution_;
  SolveReport& report_;
};

}  // namespace

void solve_island_task(const IslandTask& task, StepSolution& solution, SolveReport& report) {
  IslandSolve(task, solution, report).run();
}

}  // namespace spook
