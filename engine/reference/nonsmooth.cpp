#include "engine/reference/nonsmooth.h"

#include <array>
#include <stdexcept>
#include <string>

#include "engine/reference/velocity_scheme.h"

namespace spook::reference {
namespace {

constexpr std::array<std::string_view, 11> names = {"anitescu-potra",        "trapezoidal-68",      "trapezoidal-70",
                                                    "alpha-gamma",           "alpha-gamma-centred", "moreau-jean",
                                                    "moreau-jean-projected", "schatzman-paoli",     "spook",
                                                    "anitescu-potra-ahead",  "nonsmooth-alpha"};

}  // namespace

NonsmoothWork& NonsmoothWork::operator+=(const NonsmoothWork& other) {
  steps += other.steps, force += other.force, mass += other.mass, factorisations += other.factorisations;
  lcps += other.lcps, pivots += other.pivots, reused += other.reused, newton += other.newton;
  collisions += other.collisions, transitions += other.transitions;
  return *this;
}

std::span<const std::string_view> nonsmooth_names() {
  return names;
}

std::unique_ptr<NonsmoothIntegrator> make_nonsmooth(std::string_view name, const NonsmoothOptions& options) {
  // implicit, α, γ, seen, gradient_at, Hermite inside the step; the first: q⁺ = q + h v⁺, the LCP at q
  if (name == names[0]) return make_velocity_method(names[0], {false, 1.0, 1.0, 1.0, 0.0, false}, options);
  if (name == names[1]) return make_velocity_method(names[1], {true, 0.5, 0.5, 0.5, 0.5, true}, options);
  if (name == names[2]) return make_velocity_method(names[2], {true, 0.5, 0.5, 1.0, 0.5, true}, options);
  // convergence paper (4.4): gradients at q_l; ours beside it takes them where the step's positions are weighted
  const double a = options.alpha, g = options.gamma;
  if (name == names[3]) return make_velocity_method(names[3], {true, a, g, a, 0.0, g == 0.5}, options);
  if (name == names[4]) return make_velocity_method(names[4], {true, a, g, a, g, g == 0.5}, options);
  if (name == names[5]) return make_moreau_jean(false, options);
  if (name == names[6]) return make_moreau_jean(true, options);
  if (name == names[7]) return make_schatzman_paoli(options);
  if (name == names[8]) return make_unilateral_spook(options);
  // the same leapfrog, staggered the other way: q⁺ = q + h v, then the LCP at q⁺
  if (name == names[9]) return make_velocity_method(names[9], {false, 1.0, 0.0, 1.0, 1.0, false}, options);
  if (name == names[10]) return make_nonsmooth_alpha(options);
  throw std::invalid_argument("no nonsmooth method is called " + std::string(name));
}

NonsmoothState nonsmooth_start(const System& system) {
  NonsmoothState state;
  state.q = system.q0, state.v = state.weighted = system.v0;
  return state;
}

NonsmoothResult march(const System& system, const NonsmoothIntegrator& integrator, NonsmoothState& state, double t_end,
                      long steps, const NonsmoothObserver& observer) {
  NonsmoothResult total;
  const double start = state.t, h = (t_end - start) / double(steps);
  for (long i = 0; i < steps; ++i) {
    const NonsmoothResult result = integrator.step(system, state, h, state);
    total.work += result.work;
    total.status = result.status, total.converged = total.converged && result.converged;
    if (result.status != LcpStatus::solved) return total;
    state.t = start + double(i + 1) * h;
    if (observer) observer(state, h);
  }
  return total;
}

}  // namespace spook::reference
