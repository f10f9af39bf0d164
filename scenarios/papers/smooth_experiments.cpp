// The list of smooth experiments: integrators on mechanisms without contact.
#include "scenarios/papers/experiment.h"

namespace spook::papers {

std::vector<Experiment> smooth_experiments() {
  return {};
}

}  // namespace spook::papers
