// RATTLE and SHAKE for a mass matrix that depends on q: the Störmer–Verlet method of a general Hamiltonian,
//   p½ = p + h/2 (L_q(q, v½) + Gᵀλ),   q⁺ = q + h/2 (M(q)⁻¹ + M(q⁺)⁻¹) p½,   g(q⁺) = 0
//   p⁺ = p½ + h/2 (L_q(q⁺, v½⁺) + G⁺ᵀμ),   G⁺ v⁺ = 0                         (RATTLE)
// with L_q = F + Ṁ v. SHAKE has the same positions but leaves out μ, so its velocities drift.
#include "engine/reference/kkt.h"
#include "engine/reference/methods.h"
#include "engine/reference/newton.h"

namespace spook::reference {

namespace {

Vector lagrangian_force(const System& system, const Vector& q, const Vector& v, double t) {
  return system.force(q, v, t) + mass_rate_at(system, q, v) * v;
}

class Rattle final : public SmoothIntegrator {
 public:
  Rattle(bool projects, const IntegratorOptions& options) : projects_(projects), options_(options) {}
  std::string_view name() const override { return projects_ ? "rattle" : "shake"; }
  int order() const override { return 2; }
  int estimate_power() const override { return 0; }

  StepResult start(const System& system, SmoothState& state) const override {
    const StepResult result = SmoothIntegrator::start(system, state);
    state.memory = system.mass(state.q) * state.v;
    return result;
  }

  StepResult step(const System& system, const SmoothState& from, double h, SmoothState& to,
                  DenseOutput* dense) const override {
    StepResult result;
    const Eigen::Index n = from.q.size(), m = system.constraints;
    SmoothState next = from;
    next.t = from.t + h;

    // first half kick and drift together: unknowns v½ = M(q)⁻¹ p½, the mean velocity (q⁺ − q)/h, λ
    const Matrix mass = system.mass(from.q), reaction = reaction_at(system, from.q, from.v);
    const auto residual = [&](const Vector& x) -> Vector {
      const auto v = x.head(n), mean = x.segment(n, n);
      Vector r(2 * n + m);
      r.head(n) = mass * v - from.memory - 0.5 * h * lagrangian_force(system, from.q, v, from.t);
      if (m > 0) r.head(n) -= 0.5 * h * reaction * x.tail(m);
      const Vector q = from.q + h * mean;
      r.segment(n, n) = system.mass(q) * (2 * mean - v) - mass * v;
      r.tail(m) = constraint_at(system, next.t, q) / h;
      return r;
    };
    Vector x(2 * n + m);
    x << from.v, from.v, from.lambda;
    Vector scale = Vector::Ones(2 * n + m);
    scale.head(2 * n).setConstant(1.0 / h);
    result.status = solve_newton(residual, x, scale, options_, result.work);
    if (!result) return result;
    next.q = from.q + h * x.segment(n, n);

    // second half kick, with M(q⁺) v½⁺ = p½
    const Matrix end_mass = system.mass(next.q);
    const Vector half = 2 * x.segment(n, n) - x.head(n);
    next.memory = end_mass * half + 0.5 * h * lagrangian_force(system, next.q, half, next.t);
    Vector multiplier;
    const Matrix jacobian = jacobian_at(system, next.q);
    result.status = solve_saddle(end_mass, reaction_at(system, next.q, half), jacobian, next.memory,
                                 -drive_rate_at(system, next.t), next.v, multiplier);
    if (!result) return result;
    result.status = solve_acceleration(system, next.t, next.q, next.v, next.a, next.lambda, &result.work);
    if (!result) return result;
    if (projects_) {
      next.memory = end_mass * next.v;
    } else if (m > 0) {
      // the half kick of the multiplier that the next step would find, to leading order
      Vector kick;
      result.status =
          solve_linear(end_mass, next.memory + 0.5 * h * reaction_at(system, next.q, next.v) * next.lambda, kick);
      next.v = kick;
    }
    finish_step(from, next, result, to, dense);
    return result;
  }

 private:
  bool projects_;
  IntegratorOptions options_;
};

}  // namespace

std::unique_ptr<SmoothIntegrator> make_rattle(const IntegratorOptions& options) {
  return std::make_unique<Rattle>(true, options);
}

std::unique_ptr<SmoothIntegrator> make_shake(const IntegratorOptions& options) {
  return std::make_unique<Rattle>(false, options);
}

}  // namespace spook::reference
