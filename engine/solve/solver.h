// Rival solvers, one signature: functions of a step problem. One residual, outside all of them, judges them all (§5).
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "engine/parameters.h"
#include "engine/solve/direct_options.h"
#include "engine/solve/escalation.h"
#include "engine/solve/step_problem.h"

namespace spook {

class SolveObserver;
class ThreadPool;

// Friction's bounds μν of a solve: what sweeps find (numerics §4), those of the normals it starts with, or the very
// ones the solve before was made with.
enum class FrictionBounds : std::uint8_t { swept, carried, held };

struct SolveOptions {
  SolverKind kind = SolverKind::direct_iterative;
  SweepKind sweep_kind = SweepKind::block_tangents;
  Pivoting pivoting = Pivoting::interior;
  int sweeps = 15;
  int couplings = 3;
  double factorisation_budget = 40.0;  // in factorisations of a thousand bodies; 0: unlimited
  bool warm_start = true;
  int threads = 1;
  ThreadPool* pool = nullptr;         // whose threads those are; null: the memory has its own
  bool reuse_factors = true;          // an older factor may serve (same fixed point, other last bits than a fresh one)
  bool record_history = false;        // a SweepRecord after every sweep and direct solve
  SolveObserver* observer = nullptr;  // told of each of them; none without record_history
  double tolerance = 1e-9;            // ‖s‖ relative, of a direct solve
  DirectOptions direct;               // thresholds of a direct solve

  // ---- solving again, as Newton's method on the whole step does: see "Solving again" in README.md
  // Only right-hand sides and warm starts differ from the problem solved just before with this memory: momentum, r, b,
  // b_f, μ and bounds may; masses, Jacobians, frames, arms, compliances and the islands are what they were. Inverse
  // masses, the memory of each island and, where its sets still hold, its factor serve again.
  bool same_matrix = false;
  // What direct-iterative begins with, where the problem is a neighbour of the one just solved and starts from its
  // answer.
  FrictionBounds friction_bounds = FrictionBounds::swept;
  // Islands to solve, one entry for each of problem.islands; empty: all of them. The others keep what `solution` holds.
  std::span<const char> chosen;
  // Begin from the impulses in `solution` rather than from the rows' `warm`.
  bool start_from_solution = false;
};

// what parameters say of a solve; the budget is of all their effort
SolveOptions options_of(const Parameters& parameters);

// §5: the natural residual in impulse units, 2-norm over contacts
struct Residual {
  double normal = 0.0, tangent = 0.0;
  int worst_contact = -1;
  double worst = 0.0;
};

struct SweepRecord {
  bool direct = false;                 // a direct solve rather than a sweep
  int island = -1;                     // −1: all of them
  Residual residual;                   // absolute; the first record is the state before the first sweep
  int changes = 0;                     // contacts that went from one of open, sliding, sticking to another
  int pivots = 0, factorisations = 0;  // of a direct solve
};

struct SolveReport {
  int pivots = 0;      // rows that changed set, over all Newton iterations
  int iterations = 0;  // Newton
  int factorisations = 0;
  int reused_factors = 0;        // direct solves answered by an older factor with refinement
  int failed = 0;                // direct solves that stayed unsolved: their budget ended them, mostly
  double work = 0.0;             // in factorisations of a thousand bodies, as the budget is told
  double direct_residual = 0.0;  // ‖s‖ of §3, relative, the worst island
  Residual residual_end;         // only with record_history
  double direct_ms = 0.0, sweep_ms = 0.0;
  RungCounts tried{};  // how often each rung of the escalation was
  std::vector<SweepRecord> history;
  std::vector<std::uint16_t> state_changes;  // a contact, over the history; only with record_history
};

// what one more solve took; histories stay apart
void add_work(const SolveReport& one, SolveReport& all);

struct IslandMemory;
struct SolverPast;  // island_memory.h

// symbolic factorisations, last factors, scratch: reused between steps, never part of the answer's definition.
// Cleared or fresh memory may change speed and the last bits, not the fixed point.
class SolverMemory {
 public:
  SolverMemory();
  ~SolverMemory();
  SolverMemory(SolverMemory&&) noexcept;
  SolverMemory& operator=(SolverMemory&&) noexcept;
  void clear();
  // what later solves know of earlier ones: with it they give the same bits
  SolverPast remember() const;
  void recall(const SolverPast& past);
  void visit(const std::function<void(const IslandMemory&)>& island) const;  // all of that without making it
  struct Implementation;
  Implementation& implementation() { return *implementation_; }

 private:
  std::unique_ptr<Implementation> implementation_;
};

void solve(const StepProblem& problem, const SolveOptions& options, SolverMemory& memory, StepSolution& solution,
           SolveReport& report);

// the judge: natural residual of all contacts (and its parts), for any impulses and velocities
Residual contact_residual(const StepProblem& problem, const StepSolution& solution);
// the same judge, contact by contact: hypot of the normal and tangential error, N s
void contact_residuals(const StepProblem& problem, const StepSolution& solution, std::vector<double>& each);
// largest violation of the joint rows, same units, bounds included
double joint_residual(const StepProblem& problem, const StepSolution& solution);
// v from impulses in double: v = M⁻¹ (p + Gᵀλ + Nᵀν + Dᵀβ)
void rebuild_velocities(const StepProblem& problem, StepSolution& solution);

}  // namespace spook
