// One interface for every one-step method of a system with contact and friction (numerics §8). As with the smooth
// ones, all that a later step depends on is in the state.
#pragma once

#include <limits>
#include <memory>
#include <span>
#include <string_view>

#include "engine/reference/impact.h"

namespace spook::reference {

struct NonsmoothState {
  double t = 0.0;
  Vector q, v;
  Vector weighted;  // α v⁺ + (1 − α) v: the velocity of bounded variation
  Vector memory;    // Schatzman–Paoli: the position before; SPOOK: the staggered velocity; generalised-α: q̈ and a
  Vector normal;    // impulse a contact of the system, last step
  Vector slip;      // SPOOK: stored slip a contact
  LcpBasis basis;   // reused while the same contacts are closed
  std::vector<int> basis_contacts;
};

struct NonsmoothWork {
  long steps = 0, force = 0, mass = 0, factorisations = 0;
  long lcps = 0, pivots = 0, reused = 0, newton = 0;
  long collisions = 0, transitions = 0;  // impacts; take-offs and stick–slip changes that were located
  NonsmoothWork& operator+=(const NonsmoothWork& other);
};

struct NonsmoothResult {
  LcpStatus status = LcpStatus::solved;
  bool converged = true;    // of Newton's iteration, where there is one
  double pushed_out = 0.0;  // largest penetration that a projection removed
  NonsmoothWork work;
  explicit operator bool() const { return status == LcpStatus::solved && converged; }
};

enum class FrictionForm {
  mean_velocity,  // (68): joints, contacts and friction see (v + v⁺)/2
  end_velocity    // (70): they see v⁺
};

struct NonsmoothOptions {
  double alpha = 0.5, gamma = 0.5;  // of the (α, γ) family: force and velocity weight; position weight
  double theta = 0.5;               // Moreau–Jean
  ImpactLaw law = ImpactLaw::poisson;
  int edges = 4;  // of the friction cone, for contacts in space; 0: the round one (impacts and Moreau–Jean)
  bool locate_collisions = true, locate_transitions = false;
  // (72) of the trapezoidal paper: a contact is in the LCP where its gap is at most ε_a and it leaves at most as fast
  // as ε_b. With a small ε_b one that bounced within the step is open, so that its return in the same step collides
  // again.
  double gap_tolerance = 1e-12;                                        // ε_a, m
  double leaving_tolerance = std::numeric_limits<double>::infinity();  // ε_b, m/s
  // Of the velocity schemes: the share of the joints' violation that a whole step takes back, put into the LCP as
  // G w = −share g/h. 0: joints drift, as published.
  double joint_stabilisation = 0.0;
  double rho = 0.8;                // nonsmooth generalised-α: spectral radius at infinity
  bool printed_stiffness = false;  // the misprinted k_q term (factor ½ too small), to show what it does
  double newton_tolerance = 1e-12;
  int newton_iterations = 30;
  double compliance = 1e-10, relaxation_steps = 2.0;  // SPOOK: ε, τ/h
  double friction_compliance = 1e-10;                 // SPOOK: ε_f of positional friction
};

class NonsmoothIntegrator {
 public:
  virtual ~NonsmoothIntegrator() = default;
  virtual std::string_view name() const = 0;
  virtual NonsmoothResult step(const System& system, const NonsmoothState& from, double h,
                               NonsmoothState& to) const = 0;
};

// names: anitescu-potra anitescu-potra-ahead trapezoidal-68 trapezoidal-70 alpha-gamma alpha-gamma-centred moreau-jean
// moreau-jean-projected schatzman-paoli nonsmooth-alpha spook
std::span<const std::string_view> nonsmooth_names();
std::unique_ptr<NonsmoothIntegrator> make_nonsmooth(std::string_view name, const NonsmoothOptions& options = {});

NonsmoothState nonsmooth_start(const System& system);

using NonsmoothObserver = std::function<void(const NonsmoothState& state, double h)>;
// `steps` equal ones from state to t_end; stops at the first step that fails
NonsmoothResult march(const System& system, const NonsmoothIntegrator& integrator, NonsmoothState& state, double t_end,
                      long steps, const NonsmoothObserver& observer = {});

}  // namespace spook::reference
