// Gear, Gupta and Leimkuhler's stabilised index-2 form, by the midpoint rule: a second multiplier μ moves the
// positions, so that a step ends with both g = 0 and ġ = 0.
//   q̇ = v + Gᵀμ,   M v̇ = F + W λ,   g(q⁺) = 0,   G(q⁺) v⁺ = 0
#include "engine/reference/kkt.h"
#include "engine/reference/methods.h"
#include "engine/reference/newton.h"

namespace spook::reference {

namespace {

class StabilisedIndex2 final : public SmoothIntegrator {
 public:
  explicit StabilisedIndex2(const IntegratorOptions& options) : options_(options) {}
  std::string_view name() const override { return "ggl"; }
  int order() const override { return 2; }
  int estimate_power() const override { return 0; }

  StepResult step(const System& system, const SmoothState& from, double h, SmoothState& to,
                  DenseOutput* dense) const override {
    StepResult result;
    const Eigen::Index n = from.q.size(), m = system.constraints;
    SmoothState next = from;
    next.t = from.t + h;
    // unknowns: mean acceleration, λ, and h μ; μ acts along the start's Gᵀ, which is as good to the order
    const Matrix along = jacobian_at(system, from.q).transpose();
    const auto residual = [&](const Vector& x) -> Vector {
      next.v = from.v + h * x.head(n);
      const Vector v = 0.5 * (from.v + next.v);
      next.q = from.q + h * v;
      if (m > 0) next.q += h * h * along * x.tail(m);
      const Vector q = 0.5 * (from.q + next.q);
      Vector r(n + 2 * m);
      r.head(n) = momentum_residual(system, from.t + 0.5 * h, q, v, x.head(n), x.segment(n, m));
      if (m > 0) {
        r.segment(n, m) = velocity_drift(system, next.t, next.q, next.v) / h;
        r.tail(m) = constraint_at(system, next.t, next.q) / (h * h);
      }
      return r;
    };
    Vector x(n + 2 * m);
    x << from.a, from.lambda, Vector::Zero(m);
    Vector scale = Vector::Constant(n + 2 * m, 1.0 / (h * h));
    scale.segment(n, m).setOnes();
    scale.head(n).setConstant(2.0 / (h * h));
    result.status = solve_newton(residual, x, scale, options_, result.work);
    if (!result) return result;
    residual(x);
    result.status = solve_acceleration(system, next.t, next.q, next.v, next.a, next.lambda, &result.work);
    if (result) finish_step(from, next, result, to, dense);
    return result;
  }

 private:
  IntegratorOptions options_;
};

}  // namespace

std::unique_ptr<SmoothIntegrator> make_ggl(const IntegratorOptions& options) {
  return std::make_unique<StabilisedIndex2>(options);
}

}  // namespace spook::reference
