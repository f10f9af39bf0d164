// The makers behind make_integrator, one file a family.
#pragma once

#include "engine/reference/integrator.h"

namespace spook::reference {

std::unique_ptr<SmoothIntegrator> make_runge_kutta(std::string_view name,
                                                   const IntegratorOptions& options);  // rk4 rkf45 dopri5
std::unique_ptr<SmoothIntegrator> make_hem5(const IntegratorOptions& options);
std::unique_ptr<SmoothIntegrator> make_phem56(const IntegratorOptions& options);
std::unique_ptr<SmoothIntegrator> make_generalized_alpha(int index, const IntegratorOptions& options);
std::unique_ptr<SmoothIntegrator> make_shake(const IntegratorOptions& options);
std::unique_ptr<SmoothIntegrator> make_rattle(const IntegratorOptions& options);
std::unique_ptr<SmoothIntegrator> make_implicit_midpoint(const IntegratorOptions& options);
std::unique_ptr<SmoothIntegrator> make_ggl(const IntegratorOptions& options);
std::unique_ptr<SmoothIntegrator> make_implicit_euler(const IntegratorOptions& options);
std::unique_ptr<SmoothIntegrator> make_spook(const IntegratorOptions& options);

double error_norm(ErrorNorm norm, const Vector& position_error, const Vector& velocity_error);
// M(q) a − F(q, v, t) − W λ: zero where a and λ are those of the motion
Vector momentum_residual(const System& system, double t, const Vector& q, const Vector& v, const Vector& a,
                         const Vector& lambda);
// quintic Hermite in q (from q, v, a at both ends) and cubic in v: for methods without a dense output of their own
DenseOutput hermite_output(const SmoothState& from, const SmoothState& to);
// the end of a step whose dense output is Hermite's: `next` becomes `to` unless it is not finite
void finish_step(const SmoothState& from, SmoothState& next, StepResult& result, SmoothState& to, DenseOutput* dense);
bool finite(const SmoothState& state);

}  // namespace spook::reference
