// Four-bar linkage and rigid slider-crank in joint angles (thesis 3.1.1, 3.1.2, corrected as the data file says).
#include <cmath>

#include "engine/reference/automatic.h"
#include "engine/reference/systems.h"

namespace spook::reference {

namespace {

struct FourBarModel {
  FourBarData d;
  double inertia(double m, double l) const { return m * l * l / 12.0; }

  template <class T>
  MatrixOf<T> mass(const VectorOf<T>& q) const {
    using std::cos;
    MatrixOf<T> m = MatrixOf<T>::Zero(3, 3);
    m(0, 0) = T(inertia(d.m1, d.l1) + d.m1 * d.l1 * d.l1 / 4 + d.m2 * d.l1 * d.l1);
    m(1, 1) = T(inertia(d.m2, d.l2) + d.m2 * d.l2 * d.l2 / 4);
    m(2, 2) = T(inertia(d.m3, d.l3) + d.m3 * d.l3 * d.l3 / 4);
    m(0, 1) = T(0.5 * d.m2 * d.l1 * d.l2) * cos(T(q[0] - q[1]));
    m(1, 0) = m(0, 1);
    return m;
  }
  template <class T>
  VectorOf<T> force(const VectorOf<T>& q, const VectorOf<T>& v, double) const {
    using std::cos;
    using std::sin;
    const double g = d.gravity, coupling = 0.5 * d.m2 * d.l1 * d.l2;
    VectorOf<T> f(3);
    const T s = sin(T(q[1] - q[0]));
    f[0] = T(-(0.5 * d.m1 + d.m2) * d.l1 * g) * cos(q[0]) + T(coupling) * s * v[1] * v[1] + T(d.torque);
    f[1] = T(-0.5 * d.m2 * g * d.l2) * cos(q[1]) - T(coupling) * s * v[0] * v[0];
    f[2] = T(-0.5 * d.m3 * g * d.l3) * cos(q[2]);
    return f;
  }
  template <class T>
  VectorOf<T> constraint(const VectorOf<T>& q) const {
    using std::cos;
    using std::sin;
    VectorOf<T> g(2);
    g[0] = T(d.l1) * cos(q[0]) + T(d.l2) * cos(q[1]) - T(d.l3) * cos(q[2]) - T(d.d);
    g[1] = T(d.l1) * sin(q[0]) + T(d.l2) * sin(q[1]) - T(d.l3) * sin(q[2]);
    return g;
  }
};

struct SliderCrankModel {
  SliderCrankData d;

  template <class T>
  MatrixOf<T> mass(const VectorOf<T>& q) const {
    using std::cos;
    MatrixOf<T> m(2, 2);
    m(0, 0) = T(d.m1 * d.l1 * d.l1 / 12 + (0.25 * d.m1 + d.m2 + d.m3) * d.l1 * d.l1);
    m(1, 1) = T(d.m2 * d.l2 * d.l2 / 12 + (d.rod_factor * d.m2 + d.m3) * d.l2 * d.l2);
    m(0, 1) = T((0.5 * d.m2 + d.m3) * d.l1 * d.l2) * cos(T(q[1] - q[0]));
    m(1, 0) = m(0, 1);
    return m;
  }
  template <class T>
  VectorOf<T> force(const VectorOf<T>& q, const VectorOf<T>& v, double) const {
    using std::cos;
    using std::sin;
    const double coupling = (0.5 * d.m2 + d.m3) * d.l1 * d.l2;
    const T s = sin(T(q[1] - q[0]));
    VectorOf<T> f(2);
    f[0] = T(coupling) * s * v[1] * v[1] - T((0.5 * d.m1 + d.m2 + d.m3) * d.l1 * d.gravity) * cos(q[0]);
    f[1] = T(-coupling) * s * v[0] * v[0] - T((0.5 * d.m2 + d.m3) * d.l2 * d.gravity) * cos(q[1]);
    return f;
  }
  template <class T>
  VectorOf<T> constraint(const VectorOf<T>& q) const {
    using std::sin;
    VectorOf<T> g(1);
    g[0] = T(d.l1) * sin(q[0]) + T(d.l2) * sin(q[1]);
    return g;
  }
};

void hand_written(System& system, const FourBarData& d) {
  system.jacobian = [d](const Vector& q) {
    Matrix g(2, 3);
    g << -d.l1 * std::sin(q[0]), -d.l2 * std::sin(q[1]), d.l3 * std::sin(q[2]),  //
        d.l1 * std::cos(q[0]), d.l2 * std::cos(q[1]), -d.l3 * std::cos(q[2]);
    return g;
  };
  system.jacobian_rate = [d](const Vector& q, const Vector& v) -> Vector {
    const Eigen::Vector3d w = v.cwiseProduct(v);
    return Eigen::Vector2d(-d.l1 * std::cos(q[0]) * w[0] - d.l2 * std::cos(q[1]) * w[1] + d.l3 * std::cos(q[2]) * w[2],
                           -d.l1 * std::sin(q[0]) * w[0] - d.l2 * std::sin(q[1]) * w[1] + d.l3 * std::sin(q[2]) * w[2]);
  };
}

void hand_written(System& system, const SliderCrankData& d) {
  system.jacobian = [d](const Vector& q) {
    Matrix g(1, 2);
    g << d.l1 * std::cos(q[0]), d.l2 * std::cos(q[1]);
    return g;
  };
  system.jacobian_rate = [d](const Vector& q, const Vector& v) -> Vector {
    return Vector::Constant(1, -d.l1 * std::sin(q[0]) * v[0] * v[0] - d.l2 * std::sin(q[1]) * v[1] * v[1]);
  };
}

}  // namespace

System four_bar_automatic(const FourBarData& d) {
  System system = automatic_system(FourBarModel{d}, "four-bar", 3, 2);
  system.energy = [d, mass = system.mass](const Vector& q, const Vector& v) {
    return 0.5 * v.dot(mass(q) * v) - d.torque * q[0] +
           d.gravity * ((0.5 * d.m1 + d.m2) * d.l1 * std::sin(q[0]) + 0.5 * d.m2 * d.l2 * std::sin(q[1]) +
                        0.5 * d.m3 * d.l3 * std::sin(q[2]));
  };
  system.q0 = Eigen::Map<const Eigen::Vector3d>(d.angles.data());
  system.v0 = Vector::Zero(3);
  system.t_end = 2.0;
  return system;
}

System four_bar(const FourBarData& d) {
  System system = four_bar_automatic(d);
  hand_written(system, d);
  return system;
}

System slider_crank_automatic(const SliderCrankData& d) {
  System system = automatic_system(SliderCrankModel{d}, "slider-crank", 2, 1);
  system.energy = [d, mass = system.mass](const Vector& q, const Vector& v) {
    return 0.5 * v.dot(mass(q) * v) + d.gravity * ((0.5 * d.m1 + d.m2 + d.m3) * d.l1 * std::sin(q[0]) +
                                                   (0.5 * d.m2 + d.m3) * d.l2 * std::sin(q[1]));
  };
  system.q0 = Eigen::Map<const Eigen::Vector2d>(d.angles.data());
  system.v0 = Eigen::Map<const Eigen::Vector2d>(d.rates.data());
  system.t_end = 1.0;
  return system;
}

System slider_crank(const SliderCrankData& d) {
  System system = slider_crank_automatic(d);
  hand_written(system, d);
  return system;
}

}  // namespace spook::reference
