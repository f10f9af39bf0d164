// The splits of numerics §4: who solves what in which order, an island at a time.
#include "engine/solve/solver.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <unordered_map>

#include "engine/solve/newton.h"
#include "engine/solve/sweeps.h"

namespace spook {

struct SolverMemory::Implementation {
  Workspace work;
  std::unordered_multimap<std::uint64_t, std::unique_ptr<IslandMemory>> islands;
  std::vector<IslandMemory*> of_island;  // this step's
};

SolverMemory::SolverMemory() : implementation_(std::make_unique<Implementation>()) {}
SolverMemory::~SolverMemory() = default;
SolverMemory::SolverMemory(SolverMemory&&) noexcept = default;
SolverMemory& SolverMemory::operator=(SolverMemory&&) noexcept = default;
void SolverMemory::clear() {
  *implementation_ = Implementation{};
}

namespace {

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

constexpr double bound_moved = 0.01;       // couplings: repeat where μν moved by more (numerics §4)
constexpr double exact_tolerance = 1e-12;  // of the bounds of `exact`
constexpr int exact_rounds = 200;

class IslandSolve {
 public:
  IslandSolve(const StepProblem& problem, const IslandRange& range, const SolveOptions& options, IslandMemory& memory,
              Workspace& work, StepSolution& solution, SolveReport& report)
      : problem_(problem),
        range_(range),
        options_(options),
        memory_(memory),
        work_(work),
        solution_(solution),
        report_(report) {}

  void run() {
    if (range_.joint_count == 0 && range_.contact_count == 0) {
      rebuild_island(problem_, range_, work_, solution_);
      return;
    }
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
        rebuild_island(problem_, range_, work_, solution_);
        sweep(options_.sweeps, true);
        rebuild_island(problem_, range_, work_, solution_);
        break;
    }
    classify();
  }

 private:
  void direct_iterative() {
    const bool first = direct(false);
    if (range_.contact_count == 0) return;
    for (int round = 0; round < std::max(1, options_.couplings); ++round) {
      sweep(options_.sweeps, !first);
      bound_friction();
      direct(true);
      if (bounds_moved() <= bound_moved) break;
    }
  }

  void split() {
    const bool first = direct(false);
    if (range_.contact_count == 0) return;
    sweep(options_.sweeps, !first);
    direct(false);
  }

  void direct_friction(int rounds, double tolerance) {
    bool first = true;
    for (int round = 0; round < rounds; ++round) {
      // without last step's impulses there is no bound yet: normals alone give one
      if (first && range_.contact_count > 0 && no_normal_impulse()) direct(false);
      first = false;
      bound_friction();
      if (!direct(true)) break;
      if (bounds_moved() <= tolerance) break;
    }
  }

  bool direct(bool friction) {
    const auto start = Clock::now();
    DirectOptions options;
    options.friction = friction;
    options.budget = options_.factorisation_budget;
    options.tolerance = options_.tolerance;
    options.impact = problem_.impact;
    const DirectResult result = direct_solve(problem_, range_, options, memory_, work_, solution_);
    report_.pivots += result.pivots;
    report_.iterations += result.iterations;
    report_.factorisations += result.factorisations;
    report_.reused_factors += result.reused;
    report_.failed += result.solved ? 0 : 1;
    report_.direct_residual = std::max(report_.direct_residual, result.residual);
    report_.direct_ms += ms_since(start);
    record(true, result.pivots, result.factorisations);
    return result.solved;
  }

  void sweep(int count, bool joints) {
    const auto start = Clock::now();
    for (int c = range_.first_contact; c < range_.first_contact + range_.contact_count; ++c) {
      work_.block[c] = contact_block(problem_.contacts[c], work_.inverse);
    }
    for (int i = 0; i < count; ++i) {
      sweep_scalar(problem_, range_, options_.sweep_kind, joints, work_, solution_);
      record(false, 0, 0);
    }
    rebuild_island(problem_, range_, work_, solution_);
    report_.sweep_ms += ms_since(start);
  }

  void record(bool is_direct, int pivots, int factorisations) {
    if (!options_.record_history) return;
    (void)is_direct, (void)pivots, (void)factorisations;
  }

  bool no_normal_impulse() const {
    for (int c = range_.first_contact; c < range_.first_contact + range_.contact_count; ++c) {
      if (solution_.contact_impulse[c][0] > 0.0) return false;
    }
    return true;
  }

  void bound_friction() {
    for (int c = range_.first_contact; c < range_.first_contact + range_.contact_count; ++c) {
      work_.disc[c] = problem_.contacts[c].friction * std::max(solution_.contact_impulse[c][0], 0.0);
    }
  }

  // the largest change of a bound μν that matters, relative to the largest bound around
  double bounds_moved() const {
    double largest = 0.0, moved = 0.0;
    for (int c = range_.first_contact; c < range_.first_contact + range_.contact_count; ++c) {
      const double now = problem_.contacts[c].friction * solution_.contact_impulse[c][0];
      largest = std::max({largest, now, work_.disc[c]});
      // a bound matters where friction needs it
      const double size = solution_.contact_impulse[c].tail<2>().norm();
      if (size >= (1.0 - 1e-9) * std::min(work_.disc[c], now)) moved = std::max(moved, std::abs(now - work_.disc[c]));
    }
    return largest > 0.0 ? moved / largest : 0.0;
  }

  void classify() {
    for (int c = range_.first_contact; c < range_.first_contact + range_.contact_count; ++c) {
      const Vec3& impulse = solution_.contact_impulse[c];
      const double bound = problem_.contacts[c].friction * impulse[0];
      ContactState& state = solution_.contact_state[c];
      if (impulse[0] <= 0.0) {
        state = ContactState::open;
      } else {
        state = impulse.tail<2>().norm() < 0.999999 * bound ? ContactState::sticking : ContactState::sliding;
      }
    }
  }

  const StepProblem& problem_;
  const IslandRange& range_;
  const SolveOptions& options_;
  IslandMemory& memory_;
  Workspace& work_;
  StepSolution& solution_;
  SolveReport& report_;
};

void warm_start(const StepProblem& problem, const SolveOptions& options, StepSolution& solution) {
  solution.velocity.resize(problem.bodies.size());
  solution.joint_impulse.resize(problem.rows.size());
  solution.contact_impulse.resize(problem.contacts.size());
  solution.contact_state.assign(problem.contacts.size(), ContactState::open);
  for (std::size_t r = 0; r < problem.rows.size(); ++r) {
    const JointRow& row = problem.rows[r];
    solution.joint_impulse[r] = std::clamp(options.warm_start ? row.warm : 0.0, row.lower, row.upper);
  }
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    const ContactRow& contact = problem.contacts[c];
    Vec3& impulse = solution.contact_impulse[c];
    impulse.setZero();
    if (!options.warm_start || !(contact.warm[0] > 0.0)) continue;
    impulse = contact.warm;
    impulse.tail<2>() = project_disc(contact.warm.tail<2>(), contact.friction * contact.warm[0]);
  }
}

// rows that hold nothing that can move still have an answer
void solve_fixed_rows(const StepProblem& problem, StepSolution& solution) {
  for (const JointBlock& joint : problem.joints) {
    if (std::any_of(joint.bodies.begin(), joint.bodies.begin() + joint.body_count, [](int b) { return b >= 0; }))
      continue;
    for (int r = joint.first_row; r < joint.first_row + joint.row_count; ++r) {
      const JointRow& row = problem.rows[r];
      solution.joint_impulse[r] = std::clamp(row.rhs / row.compliance, row.lower, row.upper);
    }
  }
}

IslandMemory& find_island(const StepProblem& problem, const IslandRange& range, SolverMemory::Implementation& memory) {
  const std::uint64_t key = island_key(problem, range);
  auto [at, end] = memory.islands.equal_range(key);
  for (; at != end; ++at) {
    IslandMemory* found = at->second.get();
    if (std::find(memory.of_island.begin(), memory.of_island.end(), found) == memory.of_island.end()) return *found;
  }
  auto fresh = std::make_unique<IslandMemory>();
  fresh->key = key;
  analyse_island(problem, range, *fresh);
  return *memory.islands.emplace(key, std::move(fresh))->second;
}

}  // namespace

void solve(const StepProblem& problem, const SolveOptions& options, SolverMemory& memory, StepSolution& solution,
           SolveReport& report) {
  report = SolveReport{};
  SolverMemory::Implementation& inside = memory.implementation();
  inside.work.resize(problem);
  warm_start(problem, options, solution);
  inside.of_island.clear();
  for (const IslandRange& range : problem.islands) {
    inside.of_island.push_back(&find_island(problem, range, inside));
    IslandSolve(problem, range, options, *inside.of_island.back(), inside.work, solution, report).run();
  }
  solve_fixed_rows(problem, solution);
}

}  // namespace spook
