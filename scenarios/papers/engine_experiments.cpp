// The list of experiments that run the engine itself: the figures of the SPOOK paper.
#include "scenarios/papers/experiment.h"

namespace spook::papers {

std::vector<Experiment> engine_experiments() {
  return {};
}

}  // namespace spook::papers
