// Reference states of the data files, and the errors of an integration against them.
#pragma once

#include <string_view>

#include "engine/reference/integrator.h"
#include "engine/reference/systems.h"

namespace spook::papers {

struct ReferenceState {
  double t = 0.0;
  reference::Vector q, v, a, lambda;
};

// path inside benchmarks.json, for example "/four_bar/reference_recommended/t=2"
ReferenceState reference_state(std::string_view path);

struct StateError {
  double q = 0.0, v = 0.0, lambda = 0.0;  // largest components
};
StateError error_against(const ReferenceState& exact, const reference::SmoothState& state);

}  // namespace spook::papers
