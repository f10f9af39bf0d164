#include "engine/reference/event_steps.h"

#include <cmath>

#include "engine/reference/methods.h"

namespace spook::reference {

bool attempt_step(const SmoothIntegrator& integrator, const System& held, const SmoothState& from, double h,
                  SmoothState& to, DenseOutput& dense, double& error, Work& work) {
  StepResult result = integrator.step(held, from, h, to, &dense);
  work += result.work;
  if (!result) return false;
  error = result.error;
  if (integrator.estimate_power() == 0) {  // no estimate of its own: halved steps
    SmoothState middle, end;
    result = integrator.step(held, from, 0.5 * h, middle);
    work += result.work;
    if (!result) return false;
    result = integrator.step(held, middle, 0.5 * h, end);
    work += result.work;
    if (!result) return false;
    error = (end.q - to.q).norm() / (std::pow(2.0, integrator.order()) - 1.0);
    to = std::move(end);
  }
  if (!dense) dense = hermite_output(from, to);
  return finite(to);
}

double step_to_edge(const SmoothIntegrator& integrator, const System& held, const GapModel& model,
                    const SmoothState& from, double guess, Vector& q, Vector& v, Work& work) {
  double h0 = 0.0, e0 = model.edge(from.q), h1 = guess;
  for (int round = 0; round < 8 && h1 > 0.0; ++round) {
    SmoothState next;
    const StepResult result = integrator.step(held, from, h1, next);
    work += result.work;
    if (!result || !finite(next)) return guess;
    const double e1 = model.edge(next.q);
    q = next.q, v = next.v, guess = h1;
    if (std::abs(e1) <= 1e-14 * (1.0 + next.q.norm()) || e1 == e0) break;
    const double h2 = h1 - e1 * (h1 - h0) / (e1 - e0);
    if (std::abs(h2 - h1) <= 1e-15 * (from.t + h1)) break;
    h0 = h1, e0 = e1, h1 = h2;
  }
  return guess;
}

}  // namespace spook::reference
