#include "engine/reference/newton.h"

#include "engine/reference/kkt.h"

namespace spook::reference {

namespace {

StepStatus whole_steps(const std::function<Vector(const Vector&)>& residual, Vector& x, const Vector& scale,
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

// a fresh matrix every time, and of each correction as much as makes the residual smaller
StepStatus damped_steps(const std::function<Vector(const Vector&)>& residual, Vector& x, const Vector& scale,
                        const IntegratorOptions& options, Work& work) {
  constexpr int halvings = 30;
  Vector left = residual(x);
  for (int iteration = 0; iteration < options.newton_iterations; ++iteration) {
    const Matrix matrix = differentiate(residual, x, &scale);
    if (!matrix.allFinite()) return StepStatus::not_finite;
    const Vector correction = matrix.partialPivLu().solve(left);
    ++work.jacobian, ++work.solves;
    if (!correction.allFinite()) return StepStatus::not_finite;
    const bool small = correction.norm() <= options.newton_tolerance * (1.0 + x.norm());
    double share = 1.0;
    Vector next = x - correction;
    Vector now = residual(next);
    for (int k = 0; k < halvings && !(now.norm() < left.norm()); ++k, ++work.force, ++work.mass) {
      share *= 0.5;
      next = x - share * correction, now = residual(next);
    }
    if (!(now.norm() < left.norm())) return small ? StepStatus::done : StepStatus::not_converged;
    x = std::move(next), left = std::move(now);
  }
  return StepStatus::not_converged;
}

}  // namespace

StepStatus solve_newton(const std::function<Vector(const Vector&)>& residual, Vector& x, const Vector& scale,
                        const IntegratorOptions& options, Work& work) {
  const Vector start = x;
  const StepStatus status = whole_steps(residual, x, scale, options, work);
  if (status == StepStatus::done || !options.newton_damping) return status;
  x = start;
  return damped_steps(residual, x, scale, options, work);
}

}  // namespace spook::reference
