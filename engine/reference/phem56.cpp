// PHEM56 of Murua: partitioned half-explicit method built on Dormand–Prince. The stages themselves need not meet the
// velocity constraint; companion points Q̄ do, and the last of them ends the step.
#include <array>

#include "engine/reference/coefficients.h"
#include "engine/reference/kkt.h"
#include "engine/reference/methods.h"

namespace spook::reference {

namespace {

struct Phem56Stages {
  std::array<Vector, 8> v, vdot;  // 1-based; 7 is the end of the step
};

class Phem56 final : public SmoothIntegrator {
 public:
  explicit Phem56(const IntegratorOptions& options) : options_(options) {}
  std::string_view name() const override { return "phem56"; }
  int order() const override { return 5; }
  int estimate_power() const override { return 5; }

  StepResult step(const System& system, const SmoothState& from, double h, SmoothState& to,
                  DenseOutput* dense) const override {
    StepResult result;
    Phem56Stages s;
    s.v[1] = from.v;
    s.vdot[1] = from.a;  // the end-of-step acceleration of the last step
    SmoothState next = from;
    next.t = from.t + h;
    for (int i = 2; i <= 6; ++i) {
      result.status = stage(system, from, h, i, s, next, result.work);
      if (!result) return result;
    }
    // end of the step: index-1 acceleration (Murua's IACC = 1)
    result.status = solve_acceleration(system, next.t, next.q, next.v, next.a, next.lambda, &result.work);
    if (!result) return result;
    if (!finite(next)) return result.status = StepStatus::not_finite, result;
    s.v[7] = next.v;
    s.vdot[7] = next.a;

    Vector q_error = next.q - from.q, v_error = next.v - from.v;
    for (int j = 1; j <= 7; ++j) {
      q_error -= h * phem56_error[j - 1] * s.v[j];
      v_error -= h * phem56_error[j - 1] * s.vdot[j];
    }
    result.error = error_norm(options_.norm, q_error, v_error);
    if (dense) *dense = output(from, next, h, s);
    to = std::move(next);
    return result;
  }

 private:
  static StepStatus stage(const System& system, const SmoothState& from, double h, int i, Phem56Stages& s,
                          SmoothState& next, Work& work) {
    const double* a = phem56_a[i - 1];
    const double* abar = phem56_abar[i - 1];
    Vector q = from.q, known = from.v;
    s.v[i] = from.v;
    for (int j = 1; j < i; ++j) {
      q += h * a[j - 1] * s.v[j];
      s.v[i] += h * a[j - 1] * s.vdot[j];
      known += h * abar[j - 1] * s.vdot[j];
    }
    Vector q_bar = from.q;
    for (int j = 1; j <= i; ++j) q_bar += h * abar[j - 1] * s.v[j];

    ++work.force, ++work.mass, ++work.jacobian, ++work.solves;
    const Matrix jacobian = jacobian_at(system, q_bar);
    const double diagonal = abar[i - 1];
    const Vector rhs = -(jacobian * known + drive_rate_at(system, from.t + phem56_cbar[i - 1] * h)) / (h * diagonal);
    Vector lambda;
    const StepStatus status =
        solve_saddle(system.mass(q), reaction_at(system, q, s.v[i]), jacobian,
                     system.force(q, s.v[i], from.t + phem56_c[i - 1] * h), rhs, s.vdot[i], lambda);
    next.q = q_bar;
    next.v = known + h * diagonal * s.vdot[i];
    return status;
  }

  // quartic through both ends, their derivatives, and the value at T = 19/30
  static DenseOutput output(const SmoothState& from, const SmoothState& next, double h, const Phem56Stages& s) {
    Vector q_mid = from.q, v_mid = from.v;
    for (int j = 1; j <= 7; ++j) {
      q_mid += h * phem56_dense[j - 1] * s.v[j];
      v_mid += h * phem56_dense[j - 1] * s.vdot[j];
    }
    return {
        from.t, h, [=](double x, Vector& q, Vector& v) {
          constexpr double t = 19.0 / 30.0;
          const double start_slope = h * x * (x - 1) * (x - 1) * (t - x) / t;
          const double end_slope = -h * x * x * (x - 1) * (t - x) / (1 - t);
          const double middle = x * x * (x - 1) * (x - 1) / (t * t * (1 - t) * (1 - t));
          const double end = x * x * (t * (3 * t - 4) + x * ((4 - 2 * t * t) + x * (2 * t - 3))) / ((1 - t) * (1 - t));
          q = from.q + start_slope * from.v + end_slope * next.v + middle * (q_mid - from.q) + end * (next.q - from.q);
          v = from.v + start_slope * from.a + end_slope * next.a + middle * (v_mid - from.v) + end * (next.v - from.v);
        }};
  }

  IntegratorOptions options_;
};

}  // namespace

std::unique_ptr<SmoothIntegrator> make_phem56(const IntegratorOptions& options) {
  return std::make_unique<Phem56>(options);
}

}  // namespace spook::reference
