#include "scenarios/response.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace spook {

Response response_of(double trace, double determinant) {
  const double discriminant = 0.25 * trace * trace - determinant;
  if (discriminant < 0) {
    // a swing that is over before it swings back is none: what is left half a turn on
    const double radius = std::sqrt(determinant), turn = std::atan2(std::sqrt(-discriminant), 0.5 * trace);
    return {radius, true, std::pow(radius, std::numbers::pi / turn) < 1e-3, turn};
  }
  return {std::abs(0.5 * trace) + std::sqrt(discriminant), false, discriminant < 1e-3};
}

// numerics §1: x⁺ = (1 − 4sφ) x + (1 − s(1 − φ)) y, y⁺ = (1 − s(1 − φ)) y − 4sφ x
Response response(double relaxation_steps, double compliance, double h, double mass) {
  const double phi = 1.0 / (1.0 + 4.0 * relaxation_steps), t = 4.0 * compliance * phi / (h * h), a = 1.0 / mass,
               s = a / (a + t);
  const double k = 4.0 * s * phi, d = 1.0 - s * (1.0 - phi);
  return response_of(1.0 - k + d, (1.0 - k) * d + k * d);
}

double rest_depth(double compliance, double weight, double points) {
  return compliance * weight / std::max(1.0, points);
}

}  // namespace spook
