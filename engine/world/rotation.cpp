#include "engine/world/rotation.h"

#include <Eigen/LU>
#include <cmath>

namespace spook {

Vec3 omega_from_momentum(const Quat& orientation, const Vec3& principal, const Vec3& momentum) {
  const Vec3 body = orientation.conjugate() * momentum;
  return orientation * Vec3(body.cwiseQuotient(principal));
}

Vec3 momentum_from_omega(const Quat& orientation, const Vec3& principal, const Vec3& omega) {
  const Vec3 body = orientation.conjugate() * omega;
  return orientation * Vec3(body.cwiseProduct(principal));
}

Mat3 world_inertia(const Quat& orientation, const Vec3& principal) {
  const Mat3 r = orientation.toRotationMatrix();
  return r * principal.asDiagonal() * r.transpose();
}

// Body momentum Π turns as Π' = Π × ω. Its implicit midpoint, Π_m = Π + (h/2) Π_m × I⁻¹Π_m, keeps |Π| and the energy;
// it is the Cayley transform of the midpoint rate ω̂ = I⁻¹ Π_m. Newton from Π; at large h ω the last iterate serves.
Vec3 free_omega(const Quat& orientation, const Vec3& principal, const Vec3& momentum, double h) {
  const Vec3 start = orientation.conjugate() * momentum;
  const Vec3 inverse = principal.cwiseInverse();
  auto cross = [](const Vec3& v) {
    Mat3 m;
    m << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
    return m;
  };
  Vec3 mid = start;
  for (int round = 0; round < 12; ++round) {
    const Vec3 rate = inverse.cwiseProduct(mid);
    const Vec3 residual = mid - start - 0.5 * h * mid.cross(rate);
    if (residual.squaredNorm() <= 1e-32 * start.squaredNorm()) break;
    const Mat3 slope = Mat3::Identity() - 0.5 * h * (cross(mid) * Mat3(inverse.asDiagonal()) - cross(rate));
    mid -= slope.inverse() * residual;
  }
  const Vec3 rate = inverse.cwiseProduct(mid);
  const double half = 0.5 * h * rate.norm();
  const double scale = half > 1e-6 ? std::atan(half) / half : 1.0 - half * half / 3.0;
  return orientation * (scale * rate);
}

Quat rotate(const Quat& orientation, const Vec3& omega, double h) {
  const double angle = h * omega.norm();
  const double half = 0.5 * angle;
  const double s = half > 1e-8 ? 0.5 * h * std::sin(half) / half : 0.5 * h * (1.0 - half * half / 6.0);
  const Vec3 v = s * omega;
  return (Quat(std::cos(half), v.x(), v.y(), v.z()) * orientation).normalized();
}

}  // namespace spook
