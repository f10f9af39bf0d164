#include "viewer/plot/convergence_study.h"

#include <utility>

#include "viewer/panels/setting_words.h"

namespace spook::plot {

std::vector<Rival> all_rivals() {
  return {{choice_label("sweep_kind", "separate"), SolverKind::sweeps, SweepKind::separate},
          {choice_label("sweep_kind", "block-tangents"), SolverKind::sweeps, SweepKind::block_tangents},
          {choice_label("sweep_kind", "block-tangents-scaled"), SolverKind::sweeps, SweepKind::block_tangents_scaled},
          {choice_label("sweep_kind", "block-projection"), SolverKind::sweeps, SweepKind::block_projection},
          {choice_label("solver", "direct-iterative"), SolverKind::direct_iterative, SweepKind::block_tangents},
          {choice_label("solver", "exact"), SolverKind::exact, SweepKind::block_tangents}};
}

ConvergenceStudy::ConvergenceStudy() : thread_([this] { loop(); }) {}

ConvergenceStudy::~ConvergenceStudy() {
  {
    std::lock_guard lock(mutex_);
    quit_ = true, ++number_;
  }
  wake_.notify_all();
  thread_.join();
}

void ConvergenceStudy::clear() {
  std::lock_guard lock(mutex_);
  ++number_, running_ = false;
  waiting_.reset(), curves_.clear();
}

void ConvergenceStudy::start(std::shared_ptr<const StepProblem> problem, std::vector<Rival> rivals, int sweeps) {
  {
    std::lock_guard lock(mutex_);
    ++number_, running_ = true;
    curves_.clear();
    waiting_ = Task{std::move(problem), std::move(rivals), sweeps};
  }
  wake_.notify_all();
}

void ConvergenceStudy::loop() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [&] { return quit_ || waiting_; });
    if (quit_) return;
    const Task task = *std::exchange(waiting_, std::nullopt);
    const int number = number_;
    lock.unlock();
    for (const Rival& rival : task.rivals)
      if (!solve_one(task, rival, number)) break;
    lock.lock();
    if (number == number_) running_ = false;
  }
}

bool ConvergenceStudy::solve_one(const Task& task, const Rival& rival, int number) {
  {
    std::lock_guard lock(mutex_);
    if (number != number_) return false;
  }
  SolveOptions options;
  options.kind = rival.solver, options.sweep_kind = rival.kind, options.sweeps = task.sweeps;
  options.warm_start = false, options.record_history = true;
  SolverMemory memory;
  StepSolution solution;
  StudyCurve curve{rival.name, {}, {}};
  solve(*task.problem, options, memory, solution, curve.report);
  curve.points = convergence_curve(curve.report.history);
  curve.report.history.clear();
  std::lock_guard lock(mutex_);
  if (number != number_) return false;
  curves_.push_back(std::move(curve));
  return true;
}

bool ConvergenceStudy::running() const {
  std::lock_guard lock(mutex_);
  return running_;
}

std::vector<StudyCurve> ConvergenceStudy::curves() const {
  std::lock_guard lock(mutex_);
  return curves_;
}

}  // namespace spook::plot
