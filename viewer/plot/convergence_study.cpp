#include "viewer/plot/convergence_study.h"

namespace spook::plot {

std::vector<Rival> all_rivals() {
  return {{"separate", SolverKind::sweeps, SweepKind::separate},
          {"block-tangents", SolverKind::sweeps, SweepKind::block_tangents},
          {"block-tangents-scaled", SolverKind::sweeps, SweepKind::block_tangents_scaled},
          {"block-projection", SolverKind::sweeps, SweepKind::block_projection},
          {"direct-iterative", SolverKind::direct_iterative, SweepKind::block_tangents},
          {"exact", SolverKind::exact, SweepKind::block_tangents}};
}

ConvergenceStudy::~ConvergenceStudy() {
  clear();
}

void ConvergenceStudy::clear() {
  stop_ = true;
  if (thread_.joinable()) thread_.join();
  stop_ = false, running_ = false;
  std::lock_guard lock(mutex_);
  curves_.clear();
}

void ConvergenceStudy::start(std::shared_ptr<const StepProblem> problem, std::vector<Rival> rivals, int sweeps) {
  clear();
  running_ = true;
  thread_ = std::thread(
      [this, problem = std::move(problem), rivals = std::move(rivals), sweeps] { work(*problem, rivals, sweeps); });
}

void ConvergenceStudy::work(const StepProblem& problem, const std::vector<Rival>& rivals, int sweeps) {
  for (const Rival& rival : rivals) {
    if (stop_) break;
    SolveOptions options;
    options.kind = rival.solver, options.sweep_kind = rival.kind, options.sweeps = sweeps;
    options.warm_start = false, options.record_history = true;
    SolverMemory memory;
    StepSolution solution;
    StudyCurve curve{rival.name, {}, {}};
    solve(problem, options, memory, solution, curve.report);
    curve.points = convergence_curve(curve.report.history);
    curve.report.history.clear();
    std::lock_guard lock(mutex_);
    curves_.push_back(std::move(curve));
  }
  running_ = false;
}

std::vector<StudyCurve> ConvergenceStudy::curves() const {
  std::lock_guard lock(mutex_);
  return curves_;
}

}  // namespace spook::plot
