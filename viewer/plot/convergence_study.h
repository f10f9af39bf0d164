// One step's problem, solved again by rivals on a thread of its own: residuals after every sweep, side by side.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "engine/solve/solver.h"
#include "viewer/plot/convergence_curve.h"

namespace spook::plot {

// who solves it again
struct Rival {
  std::string name;
  SolverKind solver = SolverKind::sweeps;
  SweepKind kind = SweepKind::block_tangents;
};

// every sweep kind, the default and the exact solver
std::vector<Rival> all_rivals();

struct StudyCurve {
  std::string name;
  std::vector<CurvePoint> points;
  SolveReport report;
};

class ConvergenceStudy {
 public:
  ~ConvergenceStudy();
  // from nothing, so many sweeps each, one rival after another
  void start(std::shared_ptr<const StepProblem> problem, std::vector<Rival> rivals, int sweeps);
  bool running() const { return running_; }
  std::vector<StudyCurve> curves() const;  // finished ones
  void clear();

 private:
  void work(const StepProblem& problem, const std::vector<Rival>& rivals, int sweeps);
  mutable std::mutex mutex_;
  std::vector<StudyCurve> curves_;
  std::atomic<bool> running_{false}, stop_{false};
  std::thread thread_;
};

}  // namespace spook::plot
