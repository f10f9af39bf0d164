#include "engine/step/rotation.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/cross_matrix.h"

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

// Body momentum Π turns as Π' = Π × ω. Its implicit midpoint, Π_m = Π + (s/2) Π_m × I⁻¹Π_m, is the Cayley transform of
// the midpoint rate ω̂ = I⁻¹ Π_m and keeps |Π| and the energy for any step s. With s = h, as numerics §6 has it, a wheel
// turns by 2 atan(h ω/2) instead of h ω and rolling gains energy; s is chosen so that the turn is exactly h ω̂.
Vec3 turn_freely(const Vec3& start, const Vec3& inverse, double h) {
  // about one of its axes nothing nods
  Vec3 steady = inverse.cwiseProduct(start);
  if (h > 0.0 && start.cross(steady).squaredNorm() <= 1e-32 * start.squaredNorm() * steady.squaredNorm()) return steady;
  Vec3 mid = start;
  double s = h;
  for (int round = 0; round < 3; ++round) {
    const double now = cayley_step(inverse.cwiseProduct(mid).norm(), h);
    if (round > 0 && std::abs(now - s) <= 1e-15 * std::abs(h)) break;
    s = now;
    mid = midpoint_momentum(start, mid, inverse, s);
  }
  const Vec3 rate = inverse.cwiseProduct(mid);
  const double half = 0.5 * s * rate.norm();
  const double scale = half > 1e-6 ? std::atan(half) / half : 1.0 - half * half / 3.0;
  return s / h * scale * rate;
}

// the rotation vector of q, of all that differ by whole turns the one nearest to expected
Vec3 rotation_vector(const Quat& q, const Vec3& expected) {
  const double sine = q.vec().norm();
  if (sine < 1e-8) return 2.0 * q.vec() * (q.w() < 0.0 ? -1.0 : 1.0);
  const Vec3 axis = q.vec() / sine;
  const double angle = 2.0 * std::atan2(sine, q.w());
  constexpr double turn = 2.0 * std::numbers::pi;
  return (angle + turn * std::round((expected.dot(axis) - angle) / turn)) * axis;
}

}  // namespace

// A slim body that spins about its length by radians a step nods little in space while Π turns by radians in the body:
// the midpoint's small error there is a large one of the nodding. So the free motion is made of turns below 0.1 rad.
Vec3 free_omega(const Quat& orientation, const Vec3& principal, const Vec3& momentum, double h) {
  constexpr double finest = 0.1, still = 1e-12;  // rad a step; below the latter Π × ω is less than rounding
  constexpr int most = 64;
  const Vec3 inverse = principal.cwiseInverse();
  Vec3 body = orientation.conjugate() * momentum;
  const double angle = h * inverse.cwiseProduct(body).norm();
  if (std::abs(angle) < still) return orientation * Vec3(inverse.cwiseProduct(body));
  if (!(angle > finest)) return orientation * turn_freely(body, inverse, h);
  const int parts = static_cast<int>(std::min<double>(most, std::ceil(angle / finest)));
  const double part = h / parts;
  Quat turned = Quat::Identity();
  Vec3 sum = Vec3::Zero();
  for (int i = 0; i < parts; ++i) {
    const Vec3 rate = turn_freely(body, inverse, part);
    const Quat turn = rotate(Quat::Identity(), rate, part);
    turned = turned * turn;
    body = turn.conjugate() * body;
    sum += part * rate;
  }
  return orientation * Vec3(rotation_vector(turned.normalized(), sum) / h);
}

Quat rotate(const Quat& orientation, const Vec3& omega, double h) {
  const double squared = 0.25 * h * h * omega.squaredNorm();  // of half the angle
  constexpr double small = 0.0625;                            // what the series leave out is below rounding
  double sine = 0.0, cosine = 0.0;                            // the sine over half the angle
  if (squared < small) {
    const double x = squared;
    sine = 1.0 - x * (1.0 / 6) *
                     (1.0 - x * (1.0 / 20) * (1.0 - x * (1.0 / 42) * (1.0 - x * (1.0 / 72) * (1.0 - x * (1.0 / 110)))));
    cosine =
        1.0 - x * (1.0 / 2) *
                  (1.0 - x * (1.0 / 12) *
                             (1.0 - x * (1.0 / 30) *
                                        (1.0 - x * (1.0 / 56) * (1.0 - x * (1.0 / 90) * (1.0 - x * (1.0 / 132))))));
  } else {
    const double half = std::sqrt(squared);
    sine = std::sin(half) / half, cosine = std::cos(half);
  }
  const Vec3 v = 0.5 * h * sine * omega;
  return (Quat(cosine, v.x(), v.y(), v.z()) * orientation).normalized();
}

}  // namespace spook
