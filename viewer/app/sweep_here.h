// From this moment on, the same scene under a grid of parameters: one run a cell, on all cores but one.
#pragma once

#include <array>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "viewer/app/simulation.h"

namespace spook {

struct SweepAxis {
  std::string parameter;  // of the solver
  double low = 0.0, high = 1.0;
  int count = 6;
  bool logarithmic = false, integer = false;
  double at(int i) const;
};

// what a run came to
inline constexpr int sweep_measures = 6;
struct SweepMeasure {
  const char* name;
  const char* unit;
  bool logarithmic;  // its colours
};
const std::array<SweepMeasure, sweep_measures>& sweep_measure_table();

struct SweepCell {
  enum class State { waiting, running, done, failed } state = State::waiting;
  Parameters parameters;
  std::array<double, sweep_measures> values{};
};

struct SweepPlan {
  SweepAxis x;
  std::optional<SweepAxis> y;
  double seconds = 2.0;
  int columns() const { return x.count; }
  int rows() const { return y ? y->count : 1; }
};

class SweepHere {
 public:
  ~SweepHere() { cancel(); }
  void start(Simulation& simulation, std::shared_ptr<const OpenedScene> opened, SweepPlan plan);
  void cancel();  // ends within a step of each run
  bool running() const;
  int done() const;
  std::vector<SweepCell> cells() const;  // rows of x
  const SweepPlan& plan() const { return plan_; }
  std::optional<std::uint64_t> from_step() const;  // where all began

 private:
  struct Shared {
    mutable std::mutex mutex;
    std::condition_variable ready;
    std::shared_ptr<const OpenedScene> opened;
    std::shared_ptr<const SavedState> state;
    Parameters parameters;
    std::uint64_t step = 0;
    std::vector<SweepCell> cells;
    SweepPlan plan;
    std::size_t next = 0;
    int finished = 0;
    bool cancelled = false;
  };
  static void work(Shared& shared);
  static void fill(Shared& shared);  // cells' parameters, once the moment is known

  std::shared_ptr<Shared> shared_;
  SweepPlan plan_;
  std::vector<std::thread> workers_;
};

}  // namespace spook
