// Mechanisms by the centre (x, y) and angle of every body: what a rigid-body engine integrates.
#include <cmath>

#include "engine/reference/systems.h"

namespace spook::reference {

namespace {

// a point of a body, along its axis from the centre; body −1: fixed in the world at (x, y)
struct Anchor {
  int body = -1;
  double along = 0.0, x = 0.0, y = 0.0;
};
// both points coincide; a guide holds only the y coordinate of `a` at 0
struct PlanarJoint {
  Anchor a, b;
  bool guide = false;
};

struct Bar {
  double mass, inertia, torque;
};

void add_row_pair(const Anchor& anchor, double sign, const Vector& q, int row, bool guide, Matrix& g) {
  if (anchor.body < 0) return;
  const int first = 3 * anchor.body;
  const double s = std::sin(q[first + 2]), c = std::cos(q[first + 2]);
  if (!guide) {
    g(row, first) += sign;
    g(row, first + 2) -= sign * anchor.along * s;
    ++row;
  }
  g(row, first + 1) += sign;
  g(row, first + 2) += sign * anchor.along * c;
}

Eigen::Vector2d point(const Anchor& anchor, const Vector& q) {
  if (anchor.body < 0) return {anchor.x, anchor.y};
  const double angle = q[3 * anchor.body + 2];
  return {q[3 * anchor.body] + anchor.along * std::cos(angle), q[3 * anchor.body + 1] + anchor.along * std::sin(angle)};
}

Eigen::Vector2d centripetal(const Anchor& anchor, const Vector& q, const Vector& v) {
  if (anchor.body < 0) return Eigen::Vector2d::Zero();
  const double angle = q[3 * anchor.body + 2], rate = v[3 * anchor.body + 2];
  return -anchor.along * rate * rate * Eigen::Vector2d(std::cos(angle), std::sin(angle));
}

System planar_bodies(std::string name, const std::vector<Bar>& bars, const std::vector<PlanarJoint>& joints,
                     double gravity) {
  System system;
  const int n = 3 * static_cast<int>(bars.size());
  int rows = 0;
  for (const PlanarJoint& joint : joints) rows += joint.guide ? 1 : 2;
  system.name = std::move(name);
  system.coordinates = n;
  system.constraints = rows;

  Matrix mass = Matrix::Zero(n, n);
  Vector force = Vector::Zero(n);
  for (std::size_t k = 0; k < bars.size(); ++k) {
    const Eigen::Index first = 3 * static_cast<Eigen::Index>(k);
    mass.diagonal().segment<3>(first) << bars[k].mass, bars[k].mass, bars[k].inertia;
    force.segment<3>(first) << 0.0, -bars[k].mass * gravity, bars[k].torque;
  }
  system.mass = [mass](const Vector&) { return mass; };
  system.mass_rate = [n](const Vector&, const Vector&) -> Matrix { return Matrix::Zero(n, n); };
  system.force = [force](const Vector&, const Vector&, double) { return force; };
  system.force_dq =
      system.force_dv = [n](const Vector&, const Vector&, double) -> Matrix { return Matrix::Zero(n, n); };
  system.constraint = [joints, rows](const Vector& q) {
    Vector g(rows);
    int row = 0;
    for (const PlanarJoint& joint : joints) {
      const Eigen::Vector2d apart = point(joint.a, q) - point(joint.b, q);
      if (!joint.guide) g[row++] = apart.x();
      g[row++] = apart.y();
    }
    return g;
  };
  system.jacobian = [joints, rows, n](const Vector& q) {
    Matrix g = Matrix::Zero(rows, n);
    int row = 0;
    for (const PlanarJoint& joint : joints) {
      add_row_pair(joint.a, 1.0, q, row, joint.guide, g);
      add_row_pair(joint.b, -1.0, q, row, joint.guide, g);
      row += joint.guide ? 1 : 2;
    }
    return g;
  };
  system.jacobian_rate = [joints, rows](const Vector& q, const Vector& v) {
    Vector g(rows);
    int row = 0;
    for (const PlanarJoint& joint : joints) {
      const Eigen::Vector2d rate = centripetal(joint.a, q, v) - centripetal(joint.b, q, v);
      if (!joint.guide) g[row++] = rate.x();
      g[row++] = rate.y();
    }
    return g;
  };
  system.energy = [mass, force](const Vector& q, const Vector& v) { return 0.5 * v.dot(mass * v) - force.dot(q); };
  return system;
}

// a bar's centre from its first end, its angle and rate; moves `end` and its velocity on to the other end
void place_bar(double length, double angle, double rate, Eigen::Vector2d& end, Eigen::Vector2d& end_rate, int body,
               Vector& q, Vector& v) {
  const Eigen::Vector2d half = 0.5 * length * Eigen::Vector2d(std::cos(angle), std::sin(angle));
  const Eigen::Vector2d half_rate = rate * Eigen::Vector2d(-half.y(), half.x());
  q.segment<3>(3 * body) << end + half, angle;
  v.segment<3>(3 * body) << end_rate + half_rate, rate;
  end += 2.0 * half;
  end_rate += 2.0 * half_rate;
}

}  // namespace

void four_bar_to_bodies(const FourBarData& d, const Vector& angles, const Vector& rates, Vector& q, Vector& v) {
  q.resize(9), v.resize(9);
  Eigen::Vector2d end(0, 0), rate(0, 0), ground(d.d, 0), still(0, 0);
  place_bar(d.l1, angles[0], rates[0], end, rate, 0, q, v);
  place_bar(d.l2, angles[1], rates[1], end, rate, 1, q, v);
  place_bar(d.l3, angles[2], rates[2], ground, still, 2, q, v);
}

void slider_crank_to_bodies(const SliderCrankData& d, const Vector& angles, const Vector& rates, Vector& q, Vector& v) {
  q.resize(9), v.resize(9);
  Eigen::Vector2d end(0, 0), rate(0, 0);
  place_bar(d.l1, angles[0], rates[0], end, rate, 0, q, v);
  place_bar(d.l2, angles[1], rates[1], end, rate, 1, q, v);
  q.tail<3>() << end, 0.0;
  v.tail<3>() << rate, 0.0;
}

System four_bar_bodies(const FourBarData& d) {
  const std::vector<Bar> bars{{d.m1, d.m1 * d.l1 * d.l1 / 12, d.torque},
                              {d.m2, d.m2 * d.l2 * d.l2 / 12, 0},
                              {d.m3, d.m3 * d.l3 * d.l3 / 12, 0}};
  const std::vector<PlanarJoint> joints{{{0, -d.l1 / 2}, {}},
                                        {{0, d.l1 / 2}, {1, -d.l2 / 2}},
                                        {{1, d.l2 / 2}, {2, d.l3 / 2}},
                                        {{2, -d.l3 / 2}, {-1, 0, d.d, 0}}};
  System system = planar_bodies("four-bar, bodies", bars, joints, d.gravity);
  four_bar_to_bodies(d, Eigen::Map<const Eigen::Vector3d>(d.angles.data()), Vector::Zero(3), system.q0, system.v0);
  system.t_end = 2.0;
  return system;
}

System slider_crank_bodies(const SliderCrankData& d) {
  const std::vector<Bar> bars{{d.m1, d.m1 * d.l1 * d.l1 / 12, 0}, {d.m2, d.m2 * d.l2 * d.l2 / 12, 0}, {d.m3, 1.0, 0}};
  const std::vector<PlanarJoint> joints{
      {{0, -d.l1 / 2}, {}}, {{0, d.l1 / 2}, {1, -d.l2 / 2}}, {{1, d.l2 / 2}, {2, 0}}, {{2, 0}, {}, true}};
  System system = planar_bodies("slider-crank, bodies", bars, joints, d.gravity);
  slider_crank_to_bodies(d, Eigen::Map<const Eigen::Vector2d>(d.angles.data()),
                         Eigen::Map<const Eigen::Vector2d>(d.rates.data()), system.q0, system.v0);
  system.t_end = 1.0;
  return system;
}

System planar_pendulum(double length, double gravity, double angle) {
  System system;
  system.name = "pendulum";
  system.coordinates = 2;
  system.constraints = 1;
  system.mass = [](const Vector&) -> Matrix { return Matrix::Identity(2, 2); };
  system.mass_rate = [](const Vector&, const Vector&) -> Matrix { return Matrix::Zero(2, 2); };
  system.force = [gravity](const Vector&, const Vector&, double) -> Vector { return Eigen::Vector2d(0, -gravity); };
  system.force_dq = system.force_dv = [](const Vector&, const Vector&, double) -> Matrix { return Matrix::Zero(2, 2); };
  // ½(x² + y² − l²)/l: metres, with a unit gradient
  system.constraint = [length](const Vector& q) -> Vector {
    return Vector::Constant(1, 0.5 * (q.squaredNorm() - length * length) / length);
  };
  system.jacobian = [length](const Vector& q) -> Matrix { return q.transpose() / length; };
  system.jacobian_rate = [length](const Vector&, const Vector& v) -> Vector {
    return Vector::Constant(1, v.squaredNorm() / length);
  };
  system.energy = [gravity](const Vector& q, const Vector& v) { return 0.5 * v.squaredNorm() + gravity * q[1]; };
  system.q0 = length * Eigen::Vector2d(std::sin(angle), -std::cos(angle));
  system.v0 = Vector::Zero(2);
  system.t_end = 10.0;
  return system;
}

System harmonic_oscillator(double omega) {
  System system;
  system.name = "oscillator";
  system.coordinates = 1;
  system.mass = [](const Vector&) -> Matrix { return Matrix::Identity(1, 1); };
  system.force = [omega](const Vector& q, const Vector&, double) -> Vector { return -omega * omega * q; };
  system.force_dq = [omega](const Vector&, const Vector&, double) -> Matrix {
    return Matrix::Constant(1, 1, -omega * omega);
  };
  system.force_dv = [](const Vector&, const Vector&, double) -> Matrix { return Matrix::Zero(1, 1); };
  system.mass_rate = [](const Vector&, const Vector&) -> Matrix { return Matrix::Zero(1, 1); };
  system.energy = [omega](const Vector& q, const Vector& v) {
    return 0.5 * v.squaredNorm() + 0.5 * omega * omega * q.squaredNorm();
  };
  system.q0 = Vector::Ones(1);
  system.v0 = Vector::Zero(1);
  return system;
}

}  // namespace spook::reference
