// solve(): islands found again in memory, shared out to threads, reports put together.
#include "engine/solve/solver.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>

#include "engine/solve/contact_forces.h"
#include "engine/solve/feasible_fallback.h"
#include "engine/solve/island_solve.h"
#include "engine/solve/marked_split.h"

namespace spook {

// of islands of the same graph: told apart by their order, so that those met in a solve are the first
struct IslandsAlike {
  std::vector<std::unique_ptr<IslandMemory>> islands;
  std::size_t met = 0;  // in solve …
  std::uint64_t solve = 0;
};

struct SolverMemory::Implementation {
  Workspace work;
  ThreadPool own_pool;
  std::map<std::uint64_t, IslandsAlike> islands;             // by key
  std::vector<IslandMemory*> of_island;                      // this step's
  std::vector<int> order;                                    // islands, longest first
  std::vector<double> island_work;                           // flop, of one solve
  std::vector<std::pair<std::uint64_t, std::size_t>> unmet;  // last_used and bytes of islands
  std::vector<SolveReport> reports;                          // an island's
  std::vector<std::pair<int, int>> tasks;                    // of several small islands each, in that order
  std::vector<WideSweeps> wide;                              // a thread's
  std::vector<ContactLanes> lanes;                           // a thread's
  std::uint64_t solves = 0;
};

SolverMemory::SolverMemory() : implementation_(std::make_unique<Implementation>()) {}
SolverMemory::~SolverMemory() = default;
SolverMemory::SolverMemory(SolverMemory&&) noexcept = default;
SolverMemory& SolverMemory::operator=(SolverMemory&&) noexcept = default;
void SolverMemory::clear() {
  implementation_ = std::make_unique<Implementation>();
}

SolverPast SolverMemory::remember() const {
  SolverPast past{implementation_->solves, {}};
  for (const auto& [key, alike] : implementation_->islands)
    for (const auto& island : alike.islands) past.islands.push_back(island->remember());
  return past;
}

void SolverMemory::visit(const std::function<void(const IslandMemory&)>& island) const {
  for (const auto& [key, alike] : implementation_->islands)
    for (const auto& one : alike.islands) island(*one);
}

void SolverMemory::recall(const SolverPast& past) {
  implementation_->islands.clear();
  implementation_->of_island.clear();
  implementation_->solves = past.solves;
  for (const IslandPast& island : past.islands)
    implementation_->islands[island.key].islands.emplace_back(std::make_unique<IslandMemory>())->recall(island);
}

namespace {

constexpr std::uint64_t forget_after = 120;           // solves an island's memory is kept unused
constexpr std::size_t max_unused = 64 * 1024 * 1024;  // bytes; in a pile that moves every step has another graph

void start_row(const JointRow& row, const SolveOptions& options, double& impulse) {
  const double start = options.start_from_solution ? impulse : options.warm_start ? row.warm : 0.0;
  impulse = std::clamp(start, row.lower, row.upper);
}

void start_contact(const ContactRow& contact, const SolveOptions& options, Vec3& impulse) {
  Vec3 start = Vec3::Zero();
  if (options.start_from_solution)
    start = impulse;
  else if (options.warm_start)
    start = contact.warm;
  impulse.setZero();
  if (!(start[0] > 0.0)) return;
  impulse = start;
  impulse.tail<2>() = project_disc(start.tail<2>(), contact.friction * start[0]);
}

bool is_chosen(const SolveOptions& options, int island) {
  return options.chosen.empty() || options.chosen[island];
}

// impulses to begin with, and nothing else of the islands that are to be solved
void start_impulses(const StepProblem& problem, const SolveOptions& options, ThreadPool& pool, StepSolution& solution) {
  solution.velocity.resize(problem.bodies.size());
  solution.joint_impulse.resize(problem.rows.size());
  solution.contact_impulse.resize(problem.contacts.size(), Vec3::Zero());
  solution.contact_state.resize(problem.contacts.size());
  for (int i = 0; i < static_cast<int>(problem.islands.size()); ++i) {
    const IslandRange& island = problem.islands[i];
    if (!is_chosen(options, i)) continue;
    for_island_rows(problem, island, [&](int r) { start_row(problem.rows[r], options, solution.joint_impulse[r]); });
    for_each_index(&pool, island.contact_count, contacts_a_task, [&](int k) {
      const int c = island.first_contact + k;
      start_contact(problem.contacts[c], options, solution.contact_impulse[c]);
      solution.contact_state[c] = ContactState::open;
    });
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

// Of the islands not met in this solve, the longest unmet go first, and those of forget_after solves. Decided by what
// moments remember alone.
void forget_islands(SolverMemory::Implementation& memory) {
  std::size_t unused = 0;
  std::uint64_t latest = memory.solves > forget_after ? memory.solves - forget_after : 0;  // last_used of who stays
  std::vector<std::pair<std::uint64_t, std::size_t>>& unmet = memory.unmet;
  unmet.clear();
  for (const auto& [key, alike] : memory.islands)
    for (const auto& island : alike.islands)
      if (island->last_used < memory.solves)
        unmet.emplace_back(island->last_used, island->factor_bytes), unused += island->factor_bytes;
  std::sort(unmet.begin(), unmet.end());
  for (std::size_t i = 0; i < unmet.size() && unused > max_unused; ++i)
    unused -= unmet[i].second, latest = std::max(latest, unmet[i].first + 1);
  for (auto at = memory.islands.begin(); at != memory.islands.end();) {
    std::erase_if(at->second.islands, [&](const auto& island) { return island->last_used < latest; });
    at = at->second.islands.empty() ? memory.islands.erase(at) : std::next(at);
  }
}

// islands of the same graph are told apart by their order: the next one of this key
IslandMemory& find_island(const StepProblem& problem, const IslandRange& range, SolverMemory::Implementation& memory) {
  const std::uint64_t key = island_key(problem, range);
  IslandsAlike& alike = memory.islands[key];
  if (alike.solve != memory.solves) alike.solve = memory.solves, alike.met = 0;
  if (alike.met == alike.islands.size()) {
    alike.islands.push_back(std::make_unique<IslandMemory>());
    alike.islands.back()->key = key;
  }
  IslandMemory& island = *alike.islands[alike.met++];
  island.last_used = memory.solves;
  return island;
}

void find_islands(const StepProblem& problem, const SolveOptions& options, SolverMemory::Implementation& memory) {
  // the same islands as just before, and none of them left out
  if (options.same_matrix && !options.chosen.empty() && memory.of_island.size() == problem.islands.size()) return;
  ++memory.solves;
  memory.of_island.clear();
  for (const IslandRange& range : problem.islands) {
    const bool rows = range.joint_count > 0 || range.contact_count > 0;
    memory.of_island.push_back(rows ? &find_island(problem, range, memory) : nullptr);
  }
  forget_islands(memory);
}

// an island without rows: v = M⁻¹p
void free_flight(const StepProblem& problem, const IslandRange& range, const Workspace& work, StepSolution& solution) {
  for (int b = range.first_body; b < range.first_body + range.body_count; ++b) {
    solution.velocity[b] = work.inverse[b].times(problem.bodies[b].momentum);
  }
}

// The budget counts factorisations of a thousand bodies a step. Half of it goes by what islands cost, half a head:
// small ones get all they need. What is mostly joints is solved to its end, or nearly: a gap is seen at once. Among
// many contacts a few joints may be cut off with them: they have the last word of the fallback.
double share_of_work(const SolveOptions& options, const IslandRange& island, double own, double all, int islands) {
  static const double factorisation = factor_work(1000);
  const double budget = options.factorisation_budget * factorisation;
  const double share = 0.5 * budget * (own / all + 1.0 / islands);
  const bool mostly_joints = options.direct.contacts_a_joint * island.joint_count > island.contact_count;
  return mostly_joints && budget > 0.0 ? std::max(share, options.direct.max_factorisations * factorisation) : share;
}

void run_islands(const StepProblem& problem, const SolveOptions& options, SolverMemory::Implementation& memory,
                 ThreadPool& pool, StepSolution& solution) {
  const int count = static_cast<int>(problem.islands.size());
  memory.reports.assign(count, {});
  memory.order.clear();
  memory.island_work.resize(count);
  double all = 0.0;
  const auto work_of = [&](int i) { return memory.island_work[i]; };
  for (int i = 0; i < count; ++i) {
    if (!is_chosen(options, i)) continue;
    if (!memory.of_island[i]) {
      free_flight(problem, problem.islands[i], memory.work, solution);
      continue;
    }
    memory.order.push_back(i);
    all += memory.island_work[i] = solve_work(problem.islands[i]);
  }
  const auto longer = [&](int a, int b) { return work_of(a) != work_of(b) ? work_of(a) > work_of(b) : a < b; };
  if (!std::is_sorted(memory.order.begin(), memory.order.end(), longer))
    std::sort(memory.order.begin(), memory.order.end(), longer);
  memory.wide.resize(pool.threads()), memory.lanes.resize(pool.threads());
  const int tasks = static_cast<int>(memory.order.size());
  const auto task = [&](int k, int worker) {
    const int i = memory.order[k];
    const double share = share_of_work(options, problem.islands[i], work_of(i), all, tasks);
    Workspace& work = memory.work;
    memory.of_island[i]->lanes = &memory.lanes[worker];
    const IslandTask island{problem, options, i, *memory.of_island[i], work, memory.wide[worker], work.pool, share};
    solve_island_task(island, solution, memory.reports[i]);
  };
  // what is more than half of all that is left uses the threads inside; of the others each has a thread, longest first
  int k = 0;
  double left = all;
  memory.work.pool = pool.threads() > 1 ? &pool : nullptr;
  for (; k < tasks && work_of(memory.order[k]) > 0.5 * left; ++k) {
    left -= work_of(memory.order[k]);
    task(k, 0);
  }
  memory.work.pool = nullptr;
  // thousands of small ones by the dozen
  constexpr double shares = 16.0;  // of a thread
  memory.tasks.clear();
  for (double own = 0.0; k < tasks; own += work_of(memory.order[k]), ++memory.tasks.back().second, ++k)
    if (memory.tasks.empty() || own * shares * pool.threads() >= left) memory.tasks.emplace_back(k, k), own = 0.0;
  pool.run(static_cast<int>(memory.tasks.size()), [&](int next, int worker) {
    for (int at = memory.tasks[next].first; at < memory.tasks[next].second; ++at) task(at, worker);
  });
}

}  // namespace

SolveOptions options_of(const Parameters& parameters) {
  SolveOptions options;
  options.kind = parameters.solver, options.sweep_kind = parameters.sweep_kind, options.pivoting = parameters.pivoting;
  options.sweeps = parameters.sweeps, options.couplings = parameters.couplings;
  options.factorisation_budget = budget_of(parameters.effort);
  options.warm_start = parameters.warm_start, options.threads = parameters.threads;
  return options;
}

void add_work(const SolveReport& one, SolveReport& all) {
  all.pivots += one.pivots, all.iterations += one.iterations, all.factorisations += one.factorisations;
  all.reused_factors += one.reused_factors, all.failed += one.failed, all.work += one.work;
  all.direct_residual = std::max(all.direct_residual, one.direct_residual);
  for (std::size_t i = 0; i < all.tried.size(); ++i) all.tried[i] += one.tried[i];
  all.direct_ms += one.direct_ms, all.sweep_ms += one.sweep_ms;
}

void solve(const StepProblem& problem, const SolveOptions& options, SolverMemory& memory, StepSolution& solution,
           SolveReport& report) {
  if (!options.chosen.empty() && options.chosen.size() != problem.islands.size())
    throw std::invalid_argument("solve: `chosen` names " + std::to_string(options.chosen.size()) +
                                " islands, the problem has " + std::to_string(problem.islands.size()));
  if (is_marked(problem)) return solve_marked(problem, options, memory, solution, report);
  SolverMemory::Implementation& inside = memory.implementation();
  report = {};
  if (!options.pool) inside.own_pool.resize(options.threads);
  ThreadPool& pool = options.pool ? *options.pool : inside.own_pool;
  if (!options.same_matrix) inside.work.resize(problem, &pool);
  if (options.record_history) inside.work.state_changes.assign(problem.contacts.size(), 0);
  start_impulses(problem, options, pool, solution);
  find_islands(problem, options, inside);
  run_islands(problem, options, inside, pool, solution);
  solve_fixed_rows(problem, solution);

  for (const SolveReport& island : inside.reports) {
    add_work(island, report);
    report.history.insert(report.history.end(), island.history.begin(), island.history.end());
  }
  if (options.record_history) {
    report.state_changes = inside.work.state_changes;
    report.residual_end = contact_residual(problem, solution);
  }
}

}  // namespace spook
