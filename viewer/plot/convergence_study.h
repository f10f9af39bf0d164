// One step's problem, solved again by rival sweeps on a thread of its own: residuals after every sweep, side by side.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "engine/solve/solver.h"

namespace spook::plot {

struct StudyCurve {
  std::string name;
  std::vector<SweepRecord> history;
  SolveReport report;
};

class ConvergenceStudy {
 public:
  ~ConvergenceStudy();
  // all sweep kinds and the exact solver, from nothing, so many sweeps each
  void start(std::shared_ptr<const StepProblem> problem, int sweeps);
  bool running() const { return running_; }
  std::vector<StudyCurve> curves() const;  // finished ones
  void clear();

 private:
  void work(std::shared_ptr<const StepProblem> problem, int sweeps);
  mutable std::mutex mutex_;
  std::vector<StudyCurve> curves_;
  std::atomic<bool> running_{false}, stop_{false};
  std::thread thread_;
};

}  // namespace spook::plot
