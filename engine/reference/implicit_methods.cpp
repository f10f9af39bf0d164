// Implicit midpoint and implicit Euler with the constraint at position level.
#include "engine/reference/kkt.h"
#include "engine/reference/methods.h"
#include "engine/reference/newton.h"

namespace spook::reference {

namespace {

class ImplicitMethod final : public SmoothIntegrator {
 public:
  ImplicitMethod(bool midpoint, const IntegratorOptions& options) : midpoint_(midpoint), options_(options) {}
  std::string_view name() const override { return midpoint_ ? "implicit-midpoint" : "implicit-euler"; }
  int order() const override { return midpoint_ ? 2 : 1; }
  int estimate_power() const override { return 0; }

  StepResult step(const System& system, const SmoothState& from, double h, SmoothState& to,
                  DenseOutput* dense) const override {
    StepResult result;
    const Eigen::Index n = from.q.size(), m = system.constraints;
    const double weight = midpoint_ ? 0.5 : 1.0;  // of the end of the step in what forces see
    SmoothState next = from;
    next.t = from.t + h;

    // unknowns: mean acceleration and λ;  M(q_w) a = F(q_w, v_w) + W λ,  q⁺ = q + h v_w,  g(q⁺) = 0
    const auto residual = [&](const Vector& x) -> Vector {
      next.v = from.v + h * x.head(n);
      const Vector v = (1 - weight) * from.v + weight * next.v;
      next.q = from.q + h * v;
      const Vector q = (1 - weight) * from.q + weight * next.q;
      Vector r(n + m);
      r.head(n) = momentum_residual(system, from.t + weight * h, q, v, x.head(n), x.tail(m));
      r.tail(m) = constraint_at(system, next.t, next.q) / (weight * h * h);
      return r;
    };
    Vector x(n + m);
    x << from.a, from.lambda;
    Vector scale = Vector::Ones(n + m);
    scale.head(n).setConstant(1.0 / (weight * h * h));
    result.status = solve_newton(residual, x, scale, options_, result.work);
    if (!result) return result;
    residual(x);

    // the midpoint rule leaves ġ = O(h²), which would ring from step to step: project it out. Euler damps it.
    if (midpoint_ && m > 0) {
      Vector correction, multiplier;
      const Matrix jacobian = jacobian_at(system, next.q);
      result.status = solve_saddle(system.mass(next.q), reaction_at(system, next.q, next.v), jacobian, Vector::Zero(n),
                                   -velocity_drift(system, next.t, next.q, next.v), correction, multiplier);
      if (!result) return result;
      next.v += correction;
    }
    result.status = solve_acceleration(system, next.t, next.q, next.v, next.a, next.lambda, &result.work);
    if (result) finish_step(from, next, result, to, dense);
    return result;
  }

 private:
  bool midpoint_;
  IntegratorOptions options_;
};

}  // namespace

std::unique_ptr<SmoothIntegrator> make_implicit_midpoint(const IntegratorOptions& options) {
  return std::make_unique<ImplicitMethod>(true, options);
}

std::unique_ptr<SmoothIntegrator> make_implicit_euler(const IntegratorOptions& options) {
  return std::make_unique<ImplicitMethod>(false, options);
}

}  // namespace spook::reference
