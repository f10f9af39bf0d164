// Numerics §7: the rotational stiffness that a joint force of the last step gives its body over this one.
#pragma once

#include "engine/types.h"

namespace spook {

// a on the matrix, b on the right-hand side, a + b = 1 (numerics §7)
constexpr double tension_right_weight = 0.4;

// h K of the pulls Σ h r pᵀ of joint impulses p at arms r (world axes): what counts as an inertia
Mat3 tension_stiffness(const Mat3& pull);

// m (r² 1 − r rᵀ): what a mass adds to the inertia about a point at arm r
Mat3 inertia_about(double mass, const Vec3& arm);

// the part of h K that needs help: along axes where h K exceeds the inertia (h² k / I > 1)
Mat3 stiff_part(const Mat3& h_stiffness, const Mat3& inertia);

}  // namespace spook
