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

namespace {

Mat3 cross_matrix(const Vec3& v) {
  Mat3 m;
  m << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
  return m;
}

// Newton on Π_m = Π + (s/2) Π_m × I⁻¹Π_m
Vec3 midpoint_momentum(const Vec3& start, const Vec3& guess, const Vec3& inverse, double s) {
  Vec3 mid = guess;
  for (int round = 0; round < 12; ++round) {
    const Vec3 rate = inverse.cwiseProduct(mid);
    const Vec3 residual = mid - start - 0.5 * s * mid.cross(rate);
    if (residual.squaredNorm() <= 1e-32 * start.squaredNorm()) break;
    const Mat3 slope =
        Mat3::Identity() - 0.5 * s * (cross_matrix(mid) * Mat3(inverse.asDiagonal()) - cross_matrix(rate));
    mid -= slope.inverse() * residual;
  }
  return mid;
}

// the step s whose Cayley transform turns by h ω: 2 atan(s ω/2) = h ω, up to an angle where that runs away
double cayley_step(double rate, double h) {
  constexpr double largest = 2.6;  // rad a step; beyond it s grows in proportion
  const double angle = h * rate;
  if (angle < 1e-4) return h * (1.0 + angle * angle / 12.0);
  if (angle < largest) return 2.0 * std::tan(0.5 * angle) / rate;
  return 2.0 * std::tan(0.5 * largest) / largest * h;
}

}  // namespace

// Body momentum Π turns as Π' = Π × ω. Its implicit midpoint, Π_m = Π + (s/2) Π_m × I⁻¹Π_m, is the Cayley transform of
// the midpoint rate ω̂ = I⁻¹ Π_m and keeps |Π| and the energy for any step s. With s = h, as numerics §6 has it, a wheel
// turns by 2 atan(h ω/2) instead of h ω and rolling gains energy; s is chosen so that the turn is exactly h ω̂.
Vec3 free_omega(const Quat& orientation, const Vec3& principal, const Vec3& momentum, double h) {
  const Vec3 start = orientation.conjugate() * momentum;
  const Vec3 inverse = principal.cwiseInverse();
  Vec3 mid = start;
  double s = h;
  for (int round = 0; round < 3; ++round) {
    s = cayley_step(inverse.cwiseProduct(mid).norm(), h);
    mid = midpoint_momentum(start, mid, inverse, s);
  }
  const Vec3 rate = inverse.cwiseProduct(mid);
  const double half = 0.5 * s * rate.norm();
  const double scale = half > 1e-6 ? std::atan(half) / half : 1.0 - half * half / 3.0;
  return orientation * (s / h * scale * rate);
}

Quat rotate(const Quat& orientation, const Vec3& omega, double h) {
  const double angle = h * omega.norm();
  const double half = 0.5 * angle;
  const double s = half > 1e-8 ? 0.5 * h * std::sin(half) / half : 0.5 * h * (1.0 - half * half / 6.0);
  const Vec3 v = s * omega;
  return (Quat(std::cos(half), v.x(), v.y(), v.z()) * orientation).normalized();
}

}  // namespace spook
