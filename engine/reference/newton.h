// Newton's iteration for the implicit methods: matrix by differences at the predictor, kept while it converges.
#pragma once

#include <functional>

#include "engine/reference/integrator.h"

namespace spook::reference {

// Solves residual(x) = 0 down to rounding: ends where corrections no longer shrink, not at a chosen residual, because
// what a coarse test leaves in g shows up divided by h in v. `scale`: a change of each unknown that moves q by about 1,
// so that the constraint rows can be differentiated however small h is.
StepStatus solve_newton(const std::function<Vector(const Vector&)>& residual, Vector& x, const Vector& scale,
                        const IntegratorOptions& options, Work& work);

}  // namespace spook::reference
