// One step's problem, solved again by rivals on a thread of its own: residuals after every sweep, side by side.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
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

// Nobody waits for a solve: a new study or a cleared one lets the old one end by itself, unheard.
class ConvergenceStudy {
 public:
  ConvergenceStudy();
  ~ConvergenceStudy();  // waits for the solve at hand
  ConvergenceStudy(const ConvergenceStudy&) = delete;
  // from nothing, so many sweeps each, one rival after another
  void start(std::shared_ptr<const StepProblem> problem, std::vector<Rival> rivals, int sweeps);
  bool running() const;
  std::vector<StudyCurve> curves() const;  // finished ones
  void clear();

 private:
  struct Task {
    std::shared_ptr<const StepProblem> problem;
    std::vector<Rival> rivals;
    int sweeps = 0;
  };
  void loop();
  bool solve_one(const Task& task, const Rival& rival, int number);  // false: nobody wants it any more
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::optional<Task> waiting_;
  std::vector<StudyCurve> curves_;
  int number_ = 0;  // of the study that is wanted
  bool running_ = false, quit_ = false;
  std::thread thread_;
};

}  // namespace spook::plot
