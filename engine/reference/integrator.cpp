#include "engine/reference/integrator.h"

#include <array>
#include <cmath>
#include <stdexcept>

#include "engine/reference/kkt.h"
#include "engine/reference/methods.h"

namespace spook::reference {

Work& Work::operator+=(const Work& other) {
  force += other.force, mass += other.mass, jacobian += other.jacobian, solves += other.solves;
  return *this;
}

std::string_view describe(StepStatus status) {
  switch (status) {
    case StepStatus::done:
      return "done";
    case StepStatus::singular:
      return "singular matrix";
    case StepStatus::not_converged:
      return "Newton's iteration did not converge";
    case StepStatus::not_finite:
      return "not finite";
  }
  return "unknown";
}

StepResult SmoothIntegrator::start(const System& system, SmoothState& state) const {
  StepResult result;
  result.status = solve_acceleration(system, state.t, state.q, state.v, state.a, state.lambda, &result.work);
  return result;
}

double error_norm(ErrorNorm norm, const Vector& position_error, const Vector& velocity_error) {
  if (norm == ErrorNorm::positions) return position_error.norm();
  return std::hypot(position_error.norm(), velocity_error.norm());
}

bool finite(const SmoothState& state) {
  return state.q.allFinite() && state.v.allFinite() && state.a.allFinite() && state.lambda.allFinite();
}

Vector momentum_residual(const System& system, double t, const Vector& q, const Vector& v, const Vector& a,
                         const Vector& lambda) {
  Vector residual = system.mass(q) * a - system.force(q, v, t);
  if (system.constraints > 0) residual -= reaction_at(system, q, v) * lambda;
  return residual;
}

void finish_step(const SmoothState& from, SmoothState& next, StepResult& result, SmoothState& to, DenseOutput* dense) {
  if (!finite(next)) {
    result.status = StepStatus::not_finite;
    return;
  }
  if (dense) *dense = hermite_output(from, next);
  to = std::move(next);
}

DenseOutput hermite_output(const SmoothState& from, const SmoothState& to) {
  const double h = to.t - from.t;
  return {from.t, h, [h, from, to](double s, Vector& q, Vector& v) {
            const double s2 = s * s, s3 = s2 * s, s4 = s3 * s, s5 = s4 * s;
            q = (1 - 10 * s3 + 15 * s4 - 6 * s5) * from.q + (10 * s3 - 15 * s4 + 6 * s5) * to.q +
                h * ((s - 6 * s3 + 8 * s4 - 3 * s5) * from.v + (-4 * s3 + 7 * s4 - 3 * s5) * to.v) +
                h * h * ((0.5 * s2 - 1.5 * s3 + 1.5 * s4 - 0.5 * s5) * from.a + (0.5 * s3 - s4 + 0.5 * s5) * to.a);
            v = (1 - 3 * s2 + 2 * s3) * from.v + (3 * s2 - 2 * s3) * to.v +
                h * ((s - 2 * s2 + s3) * from.a + (s3 - s2) * to.a);
          }};
}

std::span<const std::string_view> integrator_names() {
  static constexpr std::array<std::string_view, 13> names{
      "rk4",          "rkf45",          "dopri5", "hem5",  "phem56",
      "alpha-index2", "alpha-index3",   "rattle", "shake", "implicit-midpoint",
      "ggl",          "implicit-euler", "spook"};
  return names;
}

std::unique_ptr<SmoothIntegrator> make_integrator(std::string_view name, const IntegratorOptions& options) {
  if (name == "rk4" || name == "rkf45" || name == "dopri5") return make_runge_kutta(name, options);
  if (name == "hem5") return make_hem5(options);
  if (name == "phem56") return make_phem56(options);
  if (name == "alpha-index2") return make_generalized_alpha(2, options);
  if (name == "alpha-index3") return make_generalized_alpha(3, options);
  if (name == "rattle") return make_rattle(options);
  if (name == "shake") return make_shake(options);
  if (name == "implicit-midpoint") return make_implicit_midpoint(options);
  if (name == "ggl") return make_ggl(options);
  if (name == "implicit-euler") return make_implicit_euler(options);
  if (name == "spook") return make_spook(options);
  throw std::invalid_argument("no integrator is called '" + std::string(name) + "'");
}

}  // namespace spook::reference
