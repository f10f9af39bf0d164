// Numerics §6: free rotation by the Cayley midpoint on body momentum.
#pragma once

#include "engine/types.h"

namespace spook {

// ω in world axes, from the angular momentum
Vec3 omega_from_momentum(const Quat& orientation, const Vec3& principal, const Vec3& momentum);
Vec3 momentum_from_omega(const Quat& orientation, const Vec3& principal, const Vec3& omega);
Mat3 world_inertia(const Quat& orientation, const Vec3& principal);

// ω̄: the constant rate whose exponential over h is the free motion's rotation
Vec3 free_omega(const Quat& orientation, const Vec3& principal, const Vec3& momentum, double h);

Quat rotate(const Quat& orientation, const Vec3& omega, double h);  // exp(h ω), renormalised

}  // namespace spook
