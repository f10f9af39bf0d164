// Generalised-α of Chung and Hulbert for constrained systems (Arnold and Brüls), with the constraint at position level
// (index 3) or velocity level (index 2). Unknowns: q̈ and λ at the end of the step.
#include "engine/reference/kkt.h"
#include "engine/reference/methods.h"
#include "engine/reference/newton.h"

namespace spook::reference {

namespace {

class GeneralizedAlpha final : public SmoothIntegrator {
 public:
  GeneralizedAlpha(int index, const IntegratorOptions& options) : index_(index), options_(options) {
    const double rho = options.rho;
    switch (options.alpha_weights) {
      case AlphaWeights::chung_hulbert:
        alpha_m_ = (2 * rho - 1) / (rho + 1), alpha_f_ = rho / (rho + 1);
        break;
      case AlphaWeights::hilber_hughes_taylor:
        alpha_m_ = 0.0, alpha_f_ = (1 - rho) / (1 + rho);
        break;
      case AlphaWeights::newmark:
        alpha_m_ = alpha_f_ = 0.0;
    }
    gamma_ = 0.5 - alpha_m_ + alpha_f_;
    beta_ = 0.25 * (gamma_ + 0.5) * (gamma_ + 0.5);
  }
  std::string_view name() const override { return index_ == 2 ? "alpha-index2" : "alpha-index3"; }
  int order() const override { return 2; }
  int estimate_power() const override { return 3; }

  StepResult start(const System& system, SmoothState& state) const override {
    const StepResult result = SmoothIntegrator::start(system, state);
    state.memory = state.a;
    return result;
  }

  StepResult step(const System& system, const SmoothState& from, double h, SmoothState& to,
                  DenseOutput* dense) const override {
    StepResult result;
    const Eigen::Index n = from.q.size(), m = system.constraints;
    const double t = from.t + h;
    SmoothState next = from;
    next.t = t;

    // a carries the weighted accelerations: (1−α_m) a⁺ + α_m a = (1−α_f) q̈⁺ + α_f q̈
    const auto advance = [&](const Vector& acceleration) {
      next.memory = ((1 - alpha_f_) * acceleration + alpha_f_ * from.a - alpha_m_ * from.memory) / (1 - alpha_m_);
      next.q = from.q + h * from.v + h * h * ((0.5 - beta_) * from.memory + beta_ * next.memory);
      next.v = from.v + h * ((1 - gamma_) * from.memory + gamma_ * next.memory);
    };
    // the constraint row is scaled so that the matrix keeps its condition as h → 0 (thesis §2.2.5)
    const auto residual = [&](const Vector& x) -> Vector {
      advance(x.head(n));
      Vector r(n + m);
      r.head(n) = momentum_residual(system, t, next.q, next.v, x.head(n), x.tail(m));
      r.tail(m) = index_ == 3 ? Vector(constraint_at(system, t, next.q) / (beta_ * h * h))
                              : Vector(velocity_drift(system, t, next.q, next.v) / (gamma_ * h));
      return r;
    };
    Vector x(n + m);
    x << from.a, from.lambda;
    Vector scale = Vector::Ones(n + m);
    scale.head(n).setConstant(index_ == 3 ? 1.0 / (beta_ * h * h) : 1.0 / (gamma_ * h));
    result.status = solve_newton(residual, x, scale, options_, result.work);
    if (!result) return result;
    advance(x.head(n));
    next.a = x.head(n);
    next.lambda = x.tail(m);

    // (2.125), with the sign of h q̇ put right
    const Vector q_error = next.q - from.q - h * from.v - h * h / 3 * from.a - h * h / 6 * next.a;
    const Vector v_error = next.v - from.v - 0.5 * h * (from.a + next.a);
    result.error = error_norm(options_.norm, q_error, v_error);
    finish_step(from, next, result, to, dense);
    return result;
  }

 private:
  int index_;
  IntegratorOptions options_;
  double alpha_m_ = 0.0, alpha_f_ = 0.0, gamma_ = 0.5, beta_ = 0.25;
};

}  // namespace

std::unique_ptr<SmoothIntegrator> make_generalized_alpha(int index, const IntegratorOptions& options) {
  return std::make_unique<GeneralizedAlpha>(index, options);
}

}  // namespace spook::reference
