// The linearly implicit schemes as one family: Anitescu–Potra, the trapezoidal method with both friction forms, and
// (α, γ), told apart by a few weights. One LCP a step (numerics §8).
#pragma once

#include "engine/reference/nonsmooth.h"

namespace spook::reference {

struct VelocityScheme {
  bool implicit_forces = true;
  double alpha = 0.5;         // forces at (1 − α) t_l + α t_{l+1}
  double gamma = 0.5;         // q⁺ = q + h ((1 − γ) v + γ v⁺)
  double seen = 0.5;          // joints and contacts see seen v⁺ + (1 − seen) v
  double gradient_at = 0.5;   // M, G, n, D at q + gradient_at h v, and so the force where it is explicit
  bool dense_hermite = true;  // inside a step q is cubic and v linear; otherwise a shorter step is taken
  bool printed_stiffness = false;
  int edges = 4;
  double joint_stabilisation = 0.0;  // share of g that the step takes back
};

struct PlainStep {
  LcpStatus status = LcpStatus::solved;
  Vector q, v;
  Vector normal;  // impulse a closed contact
  int pivots = 0;
  bool reused = false;
};

// one step without events: contacts in `closed` complementary, everything in the system's joints bilateral
PlainStep plain_step(const System& system, const VelocityScheme& scheme, const NonsmoothState& from, double h,
                     std::span<const int> closed, LcpBasis* basis = nullptr);

// What Moreau–Jean and nonsmooth generalised-α share. Rows at q with Newton's law in the normal velocities from before
// the step; the solution with polygons or, for edges = 0, the round cone, and its cost; impulses a gap at the end.
void add_newton_rows(VelocityProblem& problem, const System& system, const Vector& q, const NonsmoothState& from,
                     std::span<const int> active, int edges);
VelocitySolution solve_counted(VelocityProblem& problem, int edges, LcpBasis& basis, NonsmoothResult& result);
void note_impulses(const System& system, const NonsmoothState& from, std::span<const int> active,
                   const VelocitySolution& solution, NonsmoothState& next, NonsmoothResult& result);

// cubic Hermite value on [0, 1] from values and slopes at both ends, and the first root where it turns negative
double cubic(double y0, double d0, double y1, double d1, double s);
double cubic_root(double y0, double d0, double y1, double d1);

std::unique_ptr<NonsmoothIntegrator> make_velocity_method(std::string_view name, const VelocityScheme& scheme,
                                                          const NonsmoothOptions& options);
std::unique_ptr<NonsmoothIntegrator> make_moreau_jean(bool projected, const NonsmoothOptions& options);
std::unique_ptr<NonsmoothIntegrator> make_schatzman_paoli(const NonsmoothOptions& options);
std::unique_ptr<NonsmoothIntegrator> make_nonsmooth_alpha(const NonsmoothOptions& options);
std::unique_ptr<NonsmoothIntegrator> make_unilateral_spook(const NonsmoothOptions& options);

}  // namespace spook::reference
