// The coefficients of one SPOOK row (numerics §1), from a compliance ε and a relaxation time τ.
#pragma once

#include <algorithm>

namespace spook {

// Rigid, ε = 0, is as rigid as can be solved: numerics §3 stands on every T > 0. A hundred tonnes give by 10 nm.
constexpr double min_compliance = 1e-14;  // m/N, rad/(N m)

struct SpookRow {
  double h = 0.0;
  double phi = 1.0;  // φ = 1 / (1 + 4 τ/h)
  double T = 0.0;    // T = 4 ε φ / h²

  // right-hand side r of (g⁺ − g)/h + T λ = r: −(4/h) φ g + φ (g − g⁻)/h; came: (g − g⁻)/h, of a linear row G v
  double right_hand_side(double g, double came) const { return -4.0 / h * phi * g + phi * came; }
};

inline SpookRow spook_row(double compliance, double relaxation_steps, double h) {
  const double phi = 1.0 / (1.0 + 4.0 * relaxation_steps);
  return {h, phi, 4.0 * std::max(compliance, min_compliance) * phi / (h * h)};
}

}  // namespace spook
