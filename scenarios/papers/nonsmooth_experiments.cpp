// The list of nonsmooth experiments: contact, friction, impacts, events.
#include "scenarios/papers/experiment.h"

namespace spook::papers {

std::vector<Experiment> nonsmooth_experiments() {
  return {};
}

}  // namespace spook::papers
