// Numerics §7: the rotational stiffness that a joint force of the last step gives its body over this one.
#pragma once

#include "engine/types.h"

namespace spook {

inline constexpr double geometric_matrix_weight = 0.6;  // a
inline constexpr double geometric_right_weight = 0.4;   // b

// K = sym[(p·r) 1 − r pᵀ] of a joint impulse p at arm r (world axes); h K is what counts as an inertia
Mat3 tension_stiffness(const Vec3& impulse, const Vec3& arm);

// m (r² 1 − r rᵀ): what a mass adds to the inertia about a point at arm r
Mat3 inertia_about(double mass, const Vec3& arm);

// the part of h K that needs help: positive, and only along axes where h K exceeds the inertia (h² k / I > 1)
Mat3 stiff_part(const Mat3& h_stiffness, const Mat3& inertia);

}  // namespace spook
