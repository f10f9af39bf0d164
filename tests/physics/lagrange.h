// Mechanisms in minimal coordinates: poses of bodies as a function of q, the equations of motion from Lagrange's with
// differences of that function, integrated by RK4. Knows no joint, no row and no step: what the engine is judged by.
#pragma once

#include <Eigen/Cholesky>
#include <functional>
#include <vector>

#include "engine/types.h"

namespace spook::lagrange {

template <int N>
using Coordinates = Eigen::Matrix<double, N, 1>;
template <int N>
using Square = Eigen::Matrix<double, N, N>;

template <int N>
struct Mechanism {
  std::vector<double> mass;
  std::vector<Vec3> inertia;  // principal, in the body's frame
  std::function<std::vector<Pose>(const Coordinates<N>&)> poses;
  std::function<double(const Coordinates<N>&)> potential = [](const Coordinates<N>&) { return 0.0; };  // beside gravity
};

template <int N>
struct Motion {
  Coordinates<N> q, rate;
};

template <int N>
struct BodyRates {
  Eigen::Matrix<double, 3, N> linear, angular;  // a column a coordinate
};

template <int N>
std::vector<BodyRates<N>> rates_of(const Mechanism<N>& mechanism, const Coordinates<N>& q) {
  constexpr double step = 1e-5;
  const std::vector<Pose> here = mechanism.poses(q);
  std::vector<BodyRates<N>> rates(here.size());
  for (int k = 0; k < N; ++k) {
    Coordinates<N> ahead = q, behind = q;
    ahead[k] += step, behind[k] -= step;
    const std::vector<Pose> after = mechanism.poses(ahead), before = mechanism.poses(behind);
    for (std::size_t i = 0; i < here.size(); ++i) {
      rates[i].linear.col(k) = (after[i].position - before[i].position) / (2.0 * step);
      const Mat3 turn = (after[i].orientation.toRotationMatrix() - before[i].orientation.toRotationMatrix()) *
                        here[i].orientation.toRotationMatrix().transpose() / (2.0 * step);
      rates[i].angular.col(k) = 0.5 * Vec3(turn(2, 1) - turn(1, 2), turn(0, 2) - turn(2, 0), turn(1, 0) - turn(0, 1));
    }
  }
  return rates;
}

template <int N>
Square<N> mass_matrix(const Mechanism<N>& mechanism, const Coordinates<N>& q) {
  const std::vector<BodyRates<N>> rates = rates_of(mechanism, q);
  const std::vector<Pose> poses = mechanism.poses(q);
  Square<N> sum = Square<N>::Zero();
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const Mat3 r = poses[i].orientation.toRotationMatrix();
    sum += mechanism.mass[i] * rates[i].linear.transpose() * rates[i].linear;
    sum += rates[i].angular.transpose() * r * mechanism.inertia[i].asDiagonal() * r.transpose() * rates[i].angular;
  }
  return sum;
}

template <int N>
double potential_of(const Mechanism<N>& mechanism, const Coordinates<N>& q) {
  double sum = mechanism.potential(q);
  const std::vector<Pose> poses = mechanism.poses(q);
  for (std::size_t i = 0; i < poses.size(); ++i) sum += 9.81 * mechanism.mass[i] * poses[i].position.z();
  return sum;
}

// d/dt (M q̇) − ½ ∂(q̇ᵀ M q̇)/∂q + ∂V/∂q = 0
template <int N>
Coordinates<N> acceleration(const Mechanism<N>& mechanism, const Motion<N>& at) {
  constexpr double step = 1e-4;
  Coordinates<N> force;
  Square<N> growth = Square<N>::Zero();
  for (int k = 0; k < N; ++k) {
    Coordinates<N> ahead = at.q, behind = at.q;
    ahead[k] += step, behind[k] -= step;
    const Square<N> slope = (mass_matrix(mechanism, ahead) - mass_matrix(mechanism, behind)) / (2.0 * step);
    force[k] = 0.5 * at.rate.dot(slope * at.rate) -
               (potential_of(mechanism, ahead) - potential_of(mechanism, behind)) / (2.0 * step);
    growth += at.rate[k] * slope;
  }
  return mass_matrix(mechanism, at.q).ldlt().solve(force - growth * at.rate);
}

template <int N>
Motion<N> integrate(const Mechanism<N>& mechanism, Motion<N> at, double time, int steps) {
  const double dt = time / steps;
  const auto moved = [&](const Motion<N>& by, double t) { return Motion<N>{at.q + t * by.q, at.rate + t * by.rate}; };
  const auto slope = [&](const Motion<N>& m) { return Motion<N>{m.rate, acceleration(mechanism, m)}; };
  for (int i = 0; i < steps; ++i) {
    const Motion<N> a = slope(at), b = slope(moved(a, 0.5 * dt)), c = slope(moved(b, 0.5 * dt)),
                    d = slope(moved(c, dt));
    at.q += dt / 6.0 * (a.q + 2.0 * b.q + 2.0 * c.q + d.q);
    at.rate += dt / 6.0 * (a.rate + 2.0 * b.rate + 2.0 * c.rate + d.rate);
  }
  return at;
}

}  // namespace spook::lagrange
