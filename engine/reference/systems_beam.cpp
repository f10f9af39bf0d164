// A rotating beam of rigid rods and torsion springs, driven at its hub.
#include <cmath>
#include <numbers>

#include "engine/reference/automatic.h"
#include "engine/reference/systems.h"

namespace spook::reference {

namespace {

struct Beam {
  RotatingBeamData d;
  double rod() const { return d.length / d.rods; }

  template <class T>
  MatrixOf<T> mass(const VectorOf<T>&) const {
    MatrixOf<T> result = MatrixOf<T>::Zero(3 * d.rods, 3 * d.rods);
    const double m = d.mass / d.rods;
    for (int k = 0; k < d.rods; ++k) {
      result(3 * k, 3 * k) = result(3 * k + 1, 3 * k + 1) = T(m);
      result(3 * k + 2, 3 * k + 2) = T(m * rod() * rod() / 12.0);
    }
    return result;
  }
  template <class T>
  VectorOf<T> force(const VectorOf<T>& q, const VectorOf<T>& v, double) const {
    VectorOf<T> result = VectorOf<T>::Zero(3 * d.rods);
    for (int k = 0; k + 1 < d.rods; ++k) {
      const int a = 3 * k + 2, b = 3 * k + 5;
      const T torque = T(d.bending / rod()) * (q[b] - q[a]) + T(d.damping) * (v[b] - v[a]);
      result[a] += torque, result[b] -= torque;
    }
    return result;
  }
  // every rod's start at the end of the one before, the first at the hub; then the hub's angle
  template <class T>
  VectorOf<T> constraint(const VectorOf<T>& q) const {
    using std::cos, std::sin;
    VectorOf<T> g(2 * d.rods + 1);
    T x(0.0), y(0.0);
    for (int k = 0; k < d.rods; ++k) {
      const T c = T(0.5 * rod()) * cos(q[3 * k + 2]), s = T(0.5 * rod()) * sin(q[3 * k + 2]);
      g[2 * k] = q[3 * k] - c - x, g[2 * k + 1] = q[3 * k + 1] - s - y;
      x = q[3 * k] + c, y = q[3 * k + 1] + s;
    }
    g[2 * d.rods] = q[2];
    return g;
  }
};

}  // namespace

System rotating_beam(const RotatingBeamData& d) {
  System system = automatic_system(Beam{d}, "rotating beam", 3 * d.rods, 2 * d.rods + 1);
  const int rows = system.constraints;
  const auto hub = [rows](double value) {
    Vector drive = Vector::Zero(rows);
    drive[rows - 1] = -value;
    return drive;
  };
  constexpr double turn = 2.0 * std::numbers::pi;
  system.drive = [=](double t) {
    const double s = t / d.spin_up;
    return hub(s < 1.0 ? d.speed * d.spin_up * (0.5 * s * s + (std::cos(turn * s) - 1.0) / (turn * turn))
                       : d.speed * d.spin_up * (s - 0.5));
  };
  system.drive_rate = [=](double t) {
    const double s = t / d.spin_up;
    return hub(d.speed * (s < 1.0 ? s - std::sin(turn * s) / turn : 1.0));
  };
  system.drive_acceleration = [=](double t) {
    const double s = t / d.spin_up;
    return hub(s < 1.0 ? d.speed / d.spin_up * (1.0 - std::cos(turn * s)) : 0.0);
  };
  system.q0 = Vector::Zero(3 * d.rods), system.v0 = Vector::Zero(3 * d.rods);
  for (int k = 0; k < d.rods; ++k) system.q0[3 * k] = (k + 0.5) * d.length / d.rods;
  system.t_end = 1.0;
  return system;
}

}  // namespace spook::reference
