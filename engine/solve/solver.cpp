// solve(): islands found again in memory, shared out to threads, reports put together.
#include "engine/solve/solver.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <unordered_map>

#include "engine/solve/contact_forces.h"
#include "engine/solve/island_solve.h"
#include "engine/solve/way_out.h"

namespace spook {

struct SolverMemory::Implementation {
  Workspace work;
  ThreadPool own_pool;
  std::unordered_multimap<std::uint64_t, std::unique_ptr<IslandMemory>> islands;
  std::vector<std::unique_ptr<IslandMemory>> spare;  // whose memory the next new island takes
  std::vector<IslandMemory*> of_island;              // this step's
  std::vector<int> order;                            // islands, longest first
  std::vector<SolveReport> reports;                  // an island's
  std::vector<WideSweeps> wide;                      // a thread's
  std::uint64_t solves = 0;
};

SolverMemory::SolverMemory() : implementation_(std::make_unique<Implementation>()) {}
SolverMemory::~SolverMemory() = default;
SolverMemory::SolverMemory(SolverMemory&&) noexcept = default;
SolverMemory& SolverMemory::operator=(SolverMemory&&) noexcept = default;
void SolverMemory::clear() {
  implementation_ = std::make_unique<Implementation>();
}

namespace {

constexpr std::uint64_t forget_after = 120;            // solves an island's memory is kept unused
constexpr std::size_t most_unused = 64 * 1024 * 1024;  // bytes; in a pile that moves every step has another graph
constexpr std::size_t most_spare = 4;

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
  const auto start_contacts = [&](int first, int count) {
    for_each_index(&pool, count, contacts_a_task, [&](int k) {
      start_contact(problem.contacts[first + k], options, solution.contact_impulse[first + k]);
      solution.contact_state[first + k] = ContactState::open;
    });
  };
  if (options.chosen.empty()) {
    for (std::size_t r = 0; r < problem.rows.size(); ++r)
      start_row(problem.rows[r], options, solution.joint_impulse[r]);
    return start_contacts(0, static_cast<int>(problem.contacts.size()));
  }
  for (int i = 0; i < static_cast<int>(problem.islands.size()); ++i) {
    const IslandRange& island = problem.islands[i];
    if (!is_chosen(options, i)) continue;
    for_island_rows(problem, island, [&](int r) { start_row(problem.rows[r], options, solution.joint_impulse[r]); });
    start_contacts(island.first_contact, island.contact_count);
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

// memory of an island that is no more, for a new one: large factors are dear to allocate every step
std::unique_ptr<IslandMemory> take_spare(SolverMemory::Implementation& memory) {
  if (memory.spare.empty()) return std::make_unique<IslandMemory>();
  auto spare = std::move(memory.spare.back());
  memory.spare.pop_back();
  for (BlockLdlt& factor : spare->factor) factor.forget_pattern();
  spare->joints.forget_pattern();
  return spare;
}

std::size_t bytes_of(const IslandMemory& island) {
  return island.factor[0].bytes() + island.factor[1].bytes();
}

// of the islands not met in this solve, the longest unmet go first
void forget_islands(SolverMemory::Implementation& memory) {
  std::size_t unused = 0;
  for (const auto& [key, island] : memory.islands)
    if (island->last_used < memory.solves) unused += bytes_of(*island);
  while (unused > most_unused) {
    auto oldest = memory.islands.end();
    for (auto at = memory.islands.begin(); at != memory.islands.end(); ++at)
      if (at->second->last_used < memory.solves &&
          (oldest == memory.islands.end() || at->second->last_used < oldest->second->last_used))
        oldest = at;
    unused -= bytes_of(*oldest->second);
    if (memory.spare.size() < most_spare) memory.spare.push_back(std::move(oldest->second));
    memory.islands.erase(oldest);
  }
  std::erase_if(memory.islands,
                [&](const auto& entry) { return entry.second->last_used + forget_after < memory.solves; });
}

// islands of the same graph are told apart by their order: the first unused one of this key
IslandMemory& find_island(const StepProblem& problem, const IslandRange& range, SolverMemory::Implementation& memory) {
  const std::uint64_t key = island_key(problem, range);
  auto [at, end] = memory.islands.equal_range(key);
  IslandMemory* found = nullptr;
  for (; at != end; ++at) {
    IslandMemory* candidate = at->second.get();
    if (candidate->last_used == memory.solves) continue;
    if (!found || candidate->ordinal < found->ordinal) found = candidate;
  }
  if (!found) {
    auto fresh = take_spare(memory);
    fresh->key = key;
    fresh->ordinal = memory.islands.count(key);
    found = memory.islands.emplace(key, std::move(fresh))->second.get();
  }
  found->last_used = memory.solves;
  return *found;
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

void add(const SolveReport& from, SolveReport& to) {
  to.pivots += from.pivots, to.iterations += from.iterations, to.factorisations += from.factorisations;
  to.reused_factors += from.reused_factors, to.corrected_factors += from.corrected_factors, to.failed += from.failed;
  to.direct_residual = std::max(to.direct_residual, from.direct_residual);
  to.direct_ms += from.direct_ms, to.sweep_ms += from.sweep_ms;
  to.history.insert(to.history.end(), from.history.begin(), from.history.end());
}

// an island without rows: v = M⁻¹p
void free_flight(const StepProblem& problem, const IslandRange& range, const Workspace& work, StepSolution& solution) {
  for (int b = range.first_body; b < range.first_body + range.body_count; ++b) {
    solution.velocity[b] = work.inverse[b].times(problem.bodies[b].momentum);
  }
}

// The budget counts factorisations of a thousand bodies a step. Half of it goes by what islands cost, half a head:
// small ones get all they need.
double share_of_work(const SolveOptions& options, double own, double all, int islands) {
  const double budget = options.factorisation_budget * factor_work(1000);
  return 0.5 * budget * (own / all + 1.0 / islands);
}

void run_islands(const StepProblem& problem, const SolveOptions& options, SolverMemory::Implementation& memory,
                 ThreadPool& pool, StepSolution& solution) {
  const int count = static_cast<int>(problem.islands.size());
  memory.reports.resize(count);
  for (SolveReport& report : memory.reports) {
    std::vector<SweepRecord> history = std::move(report.history);
    report = SolveReport{};
    history.clear();
    report.history = std::move(history);
  }
  memory.order.clear();
  double all = 0.0;
  const auto work_of = [&](int i) {
    return factor_work(problem.islands[i].body_count) + 1e3 * problem.islands[i].contact_count;
  };
  for (int i = 0; i < count; ++i) {
    if (!is_chosen(options, i)) continue;
    if (!memory.of_island[i]) {
      free_flight(problem, problem.islands[i], memory.work, solution);
      continue;
    }
    memory.order.push_back(i);
    all += work_of(i);
  }
  std::sort(memory.order.begin(), memory.order.end(),
            [&](int a, int b) { return work_of(a) != work_of(b) ? work_of(a) > work_of(b) : a < b; });
  memory.wide.resize(pool.threads());
  const int tasks = static_cast<int>(memory.order.size());
  const auto task = [&](int k, int worker) {
    const int i = memory.order[k];
    const IslandTask island{problem,
                            options,
                            i,
                            *memory.of_island[i],
                            memory.work,
                            memory.wide[worker],
                            memory.work.pool,
                            share_of_work(options, work_of(i), all, tasks)};
    solve_island_task(island, solution, memory.reports[i]);
  };
  // what is more than half of all that is left uses the threads inside; of the others each has a thread, longest first
  int k = 0;
  memory.work.pool = pool.threads() > 1 ? &pool : nullptr;
  for (double left = all; k < tasks && work_of(memory.order[k]) > 0.5 * left; ++k) {
    left -= work_of(memory.order[k]);
    task(k, 0);
  }
  memory.work.pool = nullptr;
  pool.run(tasks - k, [&](int next, int worker) { task(k + next, worker); });
}

}  // namespace

void solve(const StepProblem& problem, const SolveOptions& options, SolverMemory& memory, StepSolution& solution,
           SolveReport& report) {
  if (!options.chosen.empty() && options.chosen.size() != problem.islands.size())
    throw std::invalid_argument("solve: `chosen` names " + std::to_string(options.chosen.size()) +
                                " islands, the problem has " + std::to_string(problem.islands.size()));
  SolverMemory::Implementation& inside = memory.implementation();
  std::vector<SweepRecord> history = std::move(report.history);
  std::vector<std::uint16_t> changes = std::move(report.state_changes);
  report = SolveReport{};
  history.clear(), changes.clear();
  report.history = std::move(history), report.state_changes = std::move(changes);

  if (!options.pool) inside.own_pool.resize(options.threads);
  ThreadPool& pool = options.pool ? *options.pool : inside.own_pool;
  if (!options.same_matrix) inside.work.resize(problem, &pool);
  if (options.record_history) inside.work.state_changes.assign(problem.contacts.size(), 0);
  start_impulses(problem, options, pool, solution);
  find_islands(problem, options, inside);
  run_islands(problem, options, inside, pool, solution);
  solve_fixed_rows(problem, solution);

  for (const SolveReport& island : inside.reports) add(island, report);
  if (options.record_history) {
    report.state_changes = inside.work.state_changes;
    report.residual_end = contact_residual(problem, solution);
  }
}

}  // namespace spook
