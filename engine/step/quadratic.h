// The energy of what lies between two answers: a quadratic of the share s of the second.
#pragma once

#include <algorithm>
#include <cmath>

namespace spook {

struct Quadratic {
  double first = 0.0, crossed = 0.0, second = 0.0;  // (1 − s)² first + 2 s (1 − s) crossed + s² second

  // the largest share in [0, 1] at which it is no more than `most`; 0 where there is none
  double largest_share(double most) const {
    const double a = first - 2.0 * crossed + second, b = crossed - first, c = first - most;  // a s² + 2 b s + c
    if (!(c < 0.0) || !std::isfinite(a)) return 0.0;
    if (second <= most) return 1.0;
    // c < 0 < a + 2 b + c: one root in between
    const double root = std::sqrt(std::max(b * b - a * c, 0.0));
    const double share = b > 0.0 ? -c / (b + root) : (a != 0.0 ? (root - b) / a : 0.0);
    return std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0.0;
  }
};

}  // namespace spook
