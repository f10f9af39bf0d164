// Explicit Runge–Kutta methods on the index-1 form: q̇ = v, v̇ from the saddle-point system at every stage.
#include <algorithm>

#include "engine/reference/coefficients.h"
#include "engine/reference/kkt.h"
#include "engine/reference/methods.h"

namespace spook::reference {

namespace {

struct Tableau {
  std::string_view name;
  int order, estimate_power, stages;
  const double* c;
  const double* a;  // stages × (stages − 1), row by row
  const double* b;
  const double* b_other;  // of the embedded solution; none: no estimate
  const double* dense;    // Dormand–Prince's extra weights
};

constexpr double rk4_c[4] = {0.0, 0.5, 0.5, 1.0};
constexpr double rk4_a[4][3] = {{}, {0.5}, {0.0, 0.5}, {0.0, 0.0, 1.0}};
constexpr double rk4_b[4] = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};

constexpr Tableau tableaus[] = {
    {"rk4", 4, 0, 4, rk4_c, &rk4_a[0][0], rk4_b, nullptr, nullptr},
    {"rkf45", 4, 5, 6, rkf45_c, &rkf45_a[0][0], rkf45_b4, rkf45_b5, nullptr},
    {"dopri5", 5, 5, 7, dopri5_c, &dopri5_a[0][0], dopri5_b5, dopri5_b4, dopri5_d},
};

struct Stages {
  std::vector<Vector> qdot, vdot;
};

class RungeKutta final : public SmoothIntegrator {
 public:
  RungeKutta(const Tableau& tableau, const IntegratorOptions& options) : tableau_(tableau), options_(options) {}
  std::string_view name() const override { return tableau_.name; }
  int order() const override { return tableau_.order; }
  int estimate_power() const override { return tableau_.estimate_power; }

  StepResult start(const System& system, SmoothState& state) const override {
    StepResult result;
    result.status = acceleration(system, state.t, state.q, state.v, state.a, state.lambda, result.work);
    return result;
  }

  StepResult step(const System& system, const SmoothState& from, double h, SmoothState& to,
                  DenseOutput* dense) const override {
    StepResult result;
    SmoothState next = from;
    Stages stages;
    next.t = from.t + h;

    // stages; the first was solved at the end of the last step
    for (int i = 0; i < tableau_.stages; ++i) {
      Vector q = from.q, v = from.v, a = from.a, lambda;
      for (int j = 0; j < i; ++j) {
        const double weight = h * tableau_.a[i * (tableau_.stages - 1) + j];
        q += weight * stages.qdot[j];
        v += weight * stages.vdot[j];
      }
      if (i > 0) result.status = acceleration(system, from.t + h * tableau_.c[i], q, v, a, lambda, result.work);
      if (!result) return result;
      stages.qdot.push_back(v);
      stages.vdot.push_back(a);
    }

    // solution and embedded error
    Vector q_error = Vector::Zero(from.q.size()), v_error = q_error;
    for (int i = 0; i < tableau_.stages; ++i) {
      next.q += h * tableau_.b[i] * stages.qdot[i];
      next.v += h * tableau_.b[i] * stages.vdot[i];
      if (!tableau_.b_other) continue;
      q_error += h * (tableau_.b[i] - tableau_.b_other[i]) * stages.qdot[i];
      v_error += h * (tableau_.b[i] - tableau_.b_other[i]) * stages.vdot[i];
    }
    result.error = error_norm(options_.norm, q_error, v_error);

    if (options_.stabilisation == Stabilisation::projection) result.status = project(system, next.t, next.q, next.v);
    if (result) result.status = acceleration(system, next.t, next.q, next.v, next.a, next.lambda, result.work);
    if (!result) return result;
    if (!finite(next)) return result.status = StepStatus::not_finite, result;
    if (dense) *dense = tableau_.dense ? own_output(from, next, h, stages) : hermite_output(from, next);
    to = std::move(next);
    return result;
  }

 private:
  // Baumgarte: g̈ + 2α ġ + β² g = 0 instead of g̈ = 0
  StepStatus acceleration(const System& system, double t, const Vector& q, const Vector& v, Vector& a, Vector& lambda,
                          Work& work) const {
    if (options_.stabilisation != Stabilisation::baumgarte || system.constraints == 0)
      return solve_acceleration(system, t, q, v, a, lambda, &work);
    ++work.force, ++work.mass, ++work.jacobian, ++work.solves;
    const Vector rhs = -acceleration_term(system, t, q, v) -
                       2.0 * options_.baumgarte_alpha * velocity_drift(system, t, q, v) -
                       options_.baumgarte_beta * options_.baumgarte_beta * constraint_at(system, t, q);
    return solve_saddle(system.mass(q), reaction_at(system, q, v), jacobian_at(system, q), system.force(q, v, t), rhs,
                        a, lambda);
  }

  // y(θ) = y + θ (Δ + (1−θ)(r₃ + θ (r₄ + (1−θ) r₅))), order 4
  DenseOutput own_output(const SmoothState& from, const SmoothState& next, double h, const Stages& stages) const {
    struct Part {
      Vector y, difference, r3, r4, r5;
    };
    const auto part = [&](const Vector& y0, const Vector& y1, const std::vector<Vector>& k) {
      Part p{y0, y1 - y0, {}, {}, Vector::Zero(y0.size())};
      p.r3 = h * k[0] - p.difference;
      p.r4 = p.difference - h * k[6] - p.r3;
      for (int i = 0; i < 7; ++i) p.r5 += h * tableau_.dense[i] * k[i];
      return p;
    };
    const Part pq = part(from.q, next.q, stages.qdot), pv = part(from.v, next.v, stages.vdot);
    return {from.t, h, [pq, pv](double s, Vector& q, Vector& v) {
              const auto at = [s](const Part& p) -> Vector {
                return p.y + s * (p.difference + (1 - s) * (p.r3 + s * (p.r4 + (1 - s) * p.r5)));
              };
              q = at(pq);
              v = at(pv);
            }};
  }

  const Tableau& tableau_;
  IntegratorOptions options_;
};

}  // namespace

std::unique_ptr<SmoothIntegrator> make_runge_kutta(std::string_view name, const IntegratorOptions& options) {
  const auto* tableau = std::ranges::find(tableaus, name, &Tableau::name);
  return std::make_unique<RungeKutta>(*tableau, options);
}

}  // namespace spook::reference
