#include "engine/reference/newton.h"

#include "engine/reference/kkt.h"

namespace spook::reference {

StepStatus solve_newton(const std::function<Vector(const Vector&)>& residual, Vector& x, const Vector& scale,
                        const IntegratorOptions& options, Work& work) {
  Eigen::PartialPivLU<Matrix> factor;
  double last = 0.0;
  bool refresh = true;
  for (int iteration = 0; iteration < options.newton_iterations; ++iteration) {
    if (refresh) {
      const Matrix matrix = differentiate(residual, x, &scale);
      if (!matrix.allFinite()) return StepStatus::not_finite;
      factor.compute(matrix);
      ++work.jacobian, ++work.solves;
      refresh = false;
      last = 0.0;
    }
    const Vector correction = factor.solve(residual(x));
    ++work.force, ++work.mass;
    if (!correction.allFinite()) return StepStatus::not_finite;
    x -= correction;
    const double size = correction.norm(), magnitude = 1.0 + x.norm();
    if (size <= 1e-15 * magnitude) return StepStatus::done;
    // a fresh matrix converges fast, so small corrections that no longer shrink are rounding
    const bool slow = last > 0.0 && size > 0.25 * last;
    if (slow && size <= options.newton_tolerance * magnitude) return StepStatus::done;
    refresh = slow;
    if (!slow) last = size;
  }
  return StepStatus::not_converged;
}

}  // namespace spook::reference
