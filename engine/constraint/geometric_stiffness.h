// Numerics §7: the rotational stiffness that a joint force of the last step gives its body over this one.
#pragma once

#include "engine/types.h"

namespace spook {

// a on the matrix, b on the right-hand side; a tension that has only come on in this step is met without b
struct TensionWeights {
  double matrix = 0.6, right = 0.4;
};
inline TensionWeights tension_weights(bool sudden) {
  return sudden ? TensionWeights{1.0, 0.0} : TensionWeights{};
}

// h K of the pulls Σ h r pᵀ of joint impulses p at arms r (world axes): what counts as an inertia
Mat3 tension_stiffness(const Mat3& pull);

// m (r² 1 − r rᵀ): what a mass adds to the inertia about a point at arm r
Mat3 inertia_about(double mass, const Vec3& arm);

// the part of h K that needs help: along axes where h K exceeds the inertia (h² k / I > 1)
Mat3 stiff_part(const Mat3& h_stiffness, const Mat3& inertia);

}  // namespace spook
