// ε and τ in the units people know, in the Solver panel: N/m, Hz and damping ratio, or depth at rest.
#pragma once

#include <string>

namespace spook {

struct KnownScale {
  double mass = 1.0;  // kg: the selected body's
  double step = 1.0 / 60;
  double gravity = 9.81;
};

// A chooser of units, and a slider or two in the unit chosen. True where ε or τ/h have changed.
bool known_units(const std::string& id, double& compliance, double& relaxation_steps, const KnownScale& scale);

}  // namespace spook
