// HEM5 of Brasey and Hairer: half-explicit, index 2. Every stage's multiplier makes the next stage's velocity meet
// the constraint there, so ġ = 0 holds to rounding at every step (numerics §8).
#include <array>
#include <cmath>

#include "engine/reference/coefficients.h"
#include "engine/reference/kkt.h"
#include "engine/reference/methods.h"

namespace spook::reference {

namespace {

constexpr double estimate_weight = 0.01;  // c in err = l₁²/(l₁ + c l₂)

struct Hem5Stages {
  std::array<Vector, 10> q, v, vdot, lambda;  // 1-based as published: stages 1 … 9
};

class Hem5 final : public SmoothIntegrator {
 public:
  explicit Hem5(const IntegratorOptions& options) : options_(options) {}
  std::string_view name() const override { return "hem5"; }
  int order() const override { return 5; }
  int estimate_power() const override { return 5; }

  StepResult step(const System& system, const SmoothState& from, double h, SmoothState& to,
                  DenseOutput* dense) const override {
    StepResult result;
    Hem5Stages s;
    s.q[1] = from.q;
    s.v[1] = from.v;
    for (int i = 1; i <= 8; ++i) {
      result.status = stage(system, from, h, i, s, result.work);
      if (!result) return result;
    }

    SmoothState next = from;
    next.t = from.t + h;
    next.q = s.q[9];
    next.v = s.v[9];
    result.error = estimate(from, h, s);
    result.status = solve_acceleration(system, next.t, next.q, next.v, next.a, next.lambda, &result.work);
    if (!result) return result;
    if (!finite(next)) return result.status = StepStatus::not_finite, result;
    if (dense) result.status = make_output(system, from, next, h, s, *dense);
    to = std::move(next);
    return result;
  }

 private:
  // Q_{i+1} needs V_1 … V_i only; then M(Q_i) V̇ = F + W Λ with G(Q_{i+1}) V_{i+1} + drive' = 0
  static StepStatus stage(const System& system, const SmoothState& from, double h, int i, Hem5Stages& s, Work& work) {
    const double* a = hem5_a[i];
    s.q[i + 1] = from.q;
    for (int j = 1; j <= i; ++j) s.q[i + 1] += h * a[j - 1] * s.v[j];
    Vector known = from.v;
    for (int j = 1; j < i; ++j) known += h * a[j - 1] * s.vdot[j];

    ++work.force, ++work.mass, ++work.jacobian, ++work.solves;
    const Matrix jacobian = jacobian_at(system, s.q[i + 1]);
    const Vector rhs = -(jacobian * known + drive_rate_at(system, from.t + hem5_c[i] * h)) / (h * a[i - 1]);
    const StepStatus status =
        solve_saddle(system.mass(s.q[i]), reaction_at(system, s.q[i], s.v[i]), jacobian,
                     system.force(s.q[i], s.v[i], from.t + hem5_c[i - 1] * h), rhs, s.vdot[i], s.lambda[i]);
    s.v[i + 1] = known + h * a[i - 1] * s.vdot[i];
    return status;
  }

  // l₁ = O(h⁴) against stage 8, l₂ = O(h³) by extrapolation; err = l₁²/(l₁ + c l₂) = O(h⁵)
  double estimate(const SmoothState& from, double h, const Hem5Stages& s) const {
    const double l1 = error_norm(options_.norm, s.q[9] - s.q[8], s.v[9] - s.v[8]);
    const double l2 = error_norm(options_.norm, s.q[9] - from.q - h * (2.5 * s.v[7] - 1.5 * s.v[8]),
                                 s.v[9] - from.v - h * (2.5 * s.vdot[7] - 1.5 * s.vdot[8]));
    return l1 == 0.0 ? 0.0 : l1 * l1 / (l1 + estimate_weight * l2);
  }

  // stage 10 at t + h/20; v(θ) then takes a solve a θ and meets the velocity constraint there
  StepStatus make_output(const System& system, const SmoothState& from, const SmoothState& next, double h,
                         const Hem5Stages& s, DenseOutput& dense) const {
    const Vector q10 = from.q + h * (hem5_a10_6 * s.v[6] + hem5_a10_7 * s.v[7] + hem5_a10_9 * next.v);
    const Vector known = from.v + h * (hem5_a10_6 * s.vdot[6] + hem5_a10_7 * s.vdot[7]);
    const double t10 = from.t + hem5_c10 * h;
    const Matrix g10 = jacobian_at(system, q10);
    Vector vdot9, lambda9;
    const StepStatus status = solve_saddle(
        system.mass(next.q), reaction_at(system, next.q, next.v), g10, system.force(next.q, next.v, next.t),
        Vector(-(g10 * known + drive_rate_at(system, t10)) / (h * hem5_a10_9)), vdot9, lambda9);
    if (status != StepStatus::done) return status;
    const Vector v10 = known + h * hem5_a10_9 * vdot9;

    Matrix positions(from.q.size(), 4), accelerations(from.q.size(), 4);
    for (int power = 0; power < 4; ++power) {
      const double* d = hem5_dense[power];
      positions.col(power) = d[0] * s.v[4] + d[1] * s.v[5] + d[2] * s.v[6] + d[3] * s.v[7] + d[4] * s.v[8] + d[5] * v10;
      accelerations.col(power) =
          d[0] * s.vdot[4] + d[1] * s.vdot[5] + d[2] * s.vdot[6] + d[3] * s.vdot[7] + d[4] * s.vdot[8];
    }
    // at stage 10; as printed, what the stage before it has
    Vector a10 = vdot9, lambda10 = lambda9;
    if (options_.dense_velocity != DenseVelocity::printed) solve_acceleration(system, t10, q10, v10, a10, lambda10);
    dense.multiplier = multiplier_output(s, lambda10);
    if (options_.dense_velocity != DenseVelocity::solved) {
      for (int power = 0; power < 4; ++power) accelerations.col(power) += hem5_dense[power][5] * a10;
      dense.t0 = from.t, dense.h = h, dense.function = [=](double theta, Vector& q, Vector& v) {
        const Eigen::Vector4d powers(theta, theta * theta, std::pow(theta, 3), std::pow(theta, 4));
        q = from.q + h * (positions * powers);
        v = from.v + h * (accelerations * powers);
      };
      return StepStatus::done;
    }
    const Vector force10 = system.force(q10, v10, t10);
    const Matrix mass10 = system.mass(q10), reaction10 = reaction_at(system, q10, v10);
    dense.t0 = from.t, dense.h = h, dense.function = [=](double theta, Vector& q, Vector& v) {
      const Eigen::Vector4d powers(theta, theta * theta, theta * theta * theta, theta * theta * theta * theta);
      q = from.q + h * (positions * powers);
      const Vector guess = from.v + h * (accelerations * powers);
      const double b10 = 16.0 / 19.0 * theta * (1 - theta) * (1 - theta) * (2 - 5 * theta);
      const Matrix jacobian = jacobian_at(system, q);
      Vector correction, multiplier;
      solve_saddle(mass10, reaction10, jacobian, h * b10 * force10,
                   -(jacobian * guess + drive_rate_at(system, from.t + theta * h)), correction, multiplier);
      v = guess + correction;
    };
    return StepStatus::done;
  }

  // thesis (2.141), with Λ₁₀ for the printed Λ₉: λ(θ) = Σ b_j'(θ) Λ_j, as v' = Σ b_j'(θ) V̇_j
  static std::function<Vector(double)> multiplier_output(const Hem5Stages& s, const Vector& lambda10) {
    Matrix slopes(lambda10.size(), 4);
    for (int power = 0; power < 4; ++power) {
      const double* d = hem5_dense[power];
      slopes.col(power) = (power + 1.0) * (d[0] * s.lambda[4] + d[1] * s.lambda[5] + d[2] * s.lambda[6] +
                                           d[3] * s.lambda[7] + d[4] * s.lambda[8] + d[5] * lambda10);
    }
    return [slopes](double theta) -> Vector {
      return slopes * Eigen::Vector4d(1.0, theta, theta * theta, theta * theta * theta);
    };
  }

  IntegratorOptions options_;
};

}  // namespace

std::unique_ptr<SmoothIntegrator> make_hem5(const IntegratorOptions& options) {
  return std::make_unique<Hem5>(options);
}

}  // namespace spook::reference
