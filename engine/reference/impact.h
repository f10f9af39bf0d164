// What happens at one instant: impacts, and which closed contacts hold, stick or slide (numerics §2 and §8).
#pragma once

#include <span>

#include "engine/reference/contact_problem.h"
#include "engine/reference/integrator.h"

namespace spook::reference {

enum class ImpactLaw {
  newton,  // 0 ≤ N v⁺ + e N v⁻ ⊥ ν ≥ 0
  // compression with e = 0, then decompression: the same LCP from M v_c + Σ n e ν_c, where only what it adds has
  // friction
  poisson,
  poisson_shared  // ours: in decompression e ν_c has its friction too, at most μ (e ν_c + what is added)
};

// index sets: I₀ all contacts, I₁ ⊂ I₀ closed, I₂ ⊂ I₁ closed and neither approaching nor leaving
std::vector<int> closed_contacts(const System& system, const Vector& q, double tolerance);
std::vector<int> resting_contacts(const System& system, const Vector& q, const Vector& v, std::span<const int> closed,
                                  double tolerance);
double fastest_approach(const System& system, const Vector& q, const Vector& v, std::span<const int> closed);

struct ImpactResult {
  LcpStatus status = LcpStatus::solved;
  Vector normal;  // impulse a closed contact, both phases
  int pivots = 0;
};
struct ImpactOptions {
  ImpactLaw law = ImpactLaw::newton;
  int edges = 4;                      // of the friction cone in space; 0: the round one
  std::span<const int> plastic = {};  // contacts whose restitution counts as 0 in this impact
};
// v jumps; joints hold through it. Unchanged where the LCP has no solution.
ImpactResult resolve_impact(const System& system, const Vector& q, Vector& v, std::span<const int> closed,
                            const ImpactOptions& options);

// forces on the contacts of I₂ from the acceleration-level LCP, and what each does next
struct Modes {
  LcpStatus status = LcpStatus::solved;
  std::vector<ActiveContact> active;  // ν > 0
  Vector acceleration;
};
Modes decide_modes(const System& system, double t, const Vector& q, const Vector& v, std::span<const int> resting,
                   double slip_tolerance);

}  // namespace spook::reference
