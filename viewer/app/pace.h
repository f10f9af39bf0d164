// Keeps 60 Hz: what the steps took says what effort the coming ones may have on this machine. Every change is a command
// (SetPace), so a recording replays to the bit whatever machine it was made on.
#pragma once

#include <optional>

#include "engine/world/snapshot.h"

namespace spook {

class Pace {
 public:
  // After a step that took so long on the clock, all that the thread did for it included, of the interval it had, under
  // the pace that is set, ms (unset: the parameter alone rules). An answer is the pace to be set next.
  std::optional<std::optional<double>> after(const StepReport& report, std::optional<double> set, double took_ms,
                                             double interval_ms);

 private:
  void measure(const StepReport& report, double took_ms);

  double slowness_ = 0.0;  // ms on this clock a ms of work on the reference machine; 0: no step has told yet
  double others_ = 0.0;    // ms: collision, assembling, snapshots: what no effort buys
  int steps_since_change_ = 0;
};

}  // namespace spook
