// One engine on one scene: what it cost and what the referee saw.
#pragma once

#include <optional>
#include <string>

#include "tests/bench/rivals/referee.h"

namespace spook::rivals {

struct TrialOptions {
  double seconds = 5.0;     // of the scene
  int looks_a_second = 10;  // of the referee
  double limit = 60.0;      // s of computing; a run that takes longer is cut off
};

struct Trial {
  std::string engine, settings, trouble;  // trouble: "", or why there are no figures
  int effort = 0;                         // 0: the default
  bool equal_time = false, cut_off = false;
  double ms = 0.0;  // processor time a step, mean
  Verdict verdict;
};

Trial run(const RivalScene& scene, const Entry& entry, int effort, const TrialOptions& options);

// The effort at which the engine costs what ours does; none where its default costs that already, within a tenth. Runs
// it a few times.
std::optional<int> effort_for(double ms, const RivalScene& scene, const Entry& entry, const Trial& at_default,
                              const TrialOptions& options);

}  // namespace spook::rivals
