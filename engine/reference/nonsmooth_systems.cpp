#include "engine/reference/nonsmooth_systems.h"

#include <cmath>
#include <numbers>

namespace spook::reference {
namespace {

constexpr double gravity = 9.81;

double no_rate(const Vector&, const Vector&) {
  return 0.0;
}

Vector vec(std::initializer_list<double> values) {
  Vector result(Eigen::Index(values.size()));
  Eigen::Index i = 0;
  for (double value : values) result[i++] = value;
  return result;
}

// gap = direction·q + offset
GapModel linear_gap(std::string name, const Vector& direction, double offset, double restitution) {
  GapModel model;
  model.name = std::move(name);
  model.gap = [=](const Vector& q) { return direction.dot(q) + offset; };
  model.normal = [=](const Vector&) { return direction; };
  model.normal_rate = no_rate;
  model.restitution = restitution;
  return model;
}

void linear_tangent(GapModel& model, const Vector& direction, double friction) {
  model.tangent = [=](const Vector&) { return direction; };
  model.tangent_rate = no_rate;
  model.slip = [=](const Vector& q) { return direction.dot(q); };
  model.friction = friction;
}

System plain(std::string name, const Matrix& mass, const Vector& force, Vector q0, Vector v0, double t_end) {
  System system;
  system.name = std::move(name);
  system.coordinates = int(q0.size());
  const int n = system.coordinates;
  system.mass = [=](const Vector&) { return mass; };
  system.mass_rate = [=](const Vector&, const Vector&) { return Matrix(Matrix::Zero(n, n)); };
  system.force = [=](const Vector&, const Vector&, double) { return force; };
  system.force_dq = [=](const Vector&, const Vector&, double) { return Matrix(Matrix::Zero(n, n)); };
  system.force_dv = system.force_dq;
  system.energy = [=](const Vector& q, const Vector& v) { return 0.5 * v.dot(mass * v) - force.dot(q); };
  system.q0 = std::move(q0), system.v0 = std::move(v0), system.t_end = t_end;
  return system;
}

}  // namespace

System double_pendulum_wall() {
  const double a = std::numbers::pi / 3.0, b = std::numbers::pi / 5.0;
  System system = plain("double pendulum against a wall", Matrix::Identity(4, 4), vec({0.0, -gravity, 0.0, -gravity}),
                        vec({std::sin(a), -std::cos(a), std::sin(a) + std::sin(b), -std::cos(a) - std::cos(b)}),
                        Vector::Zero(4), 2.5);
  system.constraints = 2;
  system.constraint = [](const Vector& q) {
    const double x = q[0] - q[2], y = q[1] - q[3];
    return vec({q[0] * q[0] + q[1] * q[1] - 1.0, x * x + y * y - 1.0});
  };
  system.jacobian = [](const Vector& q) {
    const double x = q[0] - q[2], y = q[1] - q[3];
    Matrix rows(2, 4);
    rows << 2.0 * q[0], 2.0 * q[1], 0.0, 0.0, 2.0 * x, 2.0 * y, -2.0 * x, -2.0 * y;
    return rows;
  };
  system.jacobian_rate = [](const Vector&, const Vector& v) {
    const double x = v[0] - v[2], y = v[1] - v[3];
    return vec({2.0 * (v[0] * v[0] + v[1] * v[1]), 2.0 * (x * x + y * y)});
  };
  system.gaps = {linear_gap("bob 1", vec({1.0, 0.0, 0.0, 0.0}), 0.0, 0.1),
                 linear_gap("bob 2", vec({0.0, 0.0, 1.0, 0.0}), 0.0, 0.1)};
  return system;
}

System stick_slip_block() {
  System system =
      plain("stick-slip block", Matrix::Identity(2, 2), vec({0.0, -gravity}), vec({3.0, 0.0}), Vector::Zero(2), 2.0);
  system.force = [](const Vector&, const Vector&, double t) { return vec({8.0 * std::cos(t), -gravity}); };
  system.gaps = {linear_gap("floor", vec({0.0, 1.0}), 0.0, 0.0)};
  linear_tangent(system.gaps[0], vec({1.0, 0.0}), 0.8);
  return system;
}

System two_carts(double spring, double damper) {
  // x1, y1, x2, y2: the floor carries both carts
  System system = plain("two carts", Matrix::Identity(4, 4), Vector::Zero(4), vec({0.1, 0.0, 5.1, 0.0}),
                        vec({-2.0, 0.0, -2.0, 0.0}), 4.0);
  Matrix stiffness = Matrix::Zero(4, 4), damping = Matrix::Zero(4, 4);
  stiffness(0, 0) = -spring;
  damping(0, 0) = damping(2, 2) = -damper;
  damping(0, 2) = damping(2, 0) = damper;
  system.force = [=](const Vector& q, const Vector& v, double) {
    Vector force = vec({0.2 * spring, -gravity, 0.0, -gravity});
    force += stiffness * q + damping * v;
    return force;
  };
  system.force_dq = [=](const Vector&, const Vector&, double) { return stiffness; };
  system.force_dv = [=](const Vector&, const Vector&, double) { return damping; };
  system.energy = [=](const Vector& q, const Vector& v) {
    return 0.5 * v.squaredNorm() + 0.5 * spring * (q[0] - 0.2) * (q[0] - 0.2) + gravity * (q[1] + q[3]);
  };
  system.gaps = {linear_gap("stopper", vec({1.0, 0.0, 0.0, 0.0}), 0.0, 0.3),
                 linear_gap("cart 1 on the floor", vec({0.0, 1.0, 0.0, 0.0}), 0.0, 0.0),
                 linear_gap("cart 2 on the floor", vec({0.0, 0.0, 0.0, 1.0}), 0.0, 0.0)};
  linear_tangent(system.gaps[1], vec({1.0, 0.0, 0.0, 0.0}), 0.05);
  linear_tangent(system.gaps[2], vec({0.0, 0.0, 1.0, 0.0}), 0.05);
  return system;
}

System joint_with_wrong_velocity(double epsilon) {
  System system =
      plain("joint q = 0", Matrix::Identity(1, 1), Vector::Zero(1), Vector::Zero(1), Vector::Constant(1, epsilon), 1.0);
  system.constraints = 1;
  system.constraint = [](const Vector& q) { return q; };
  system.jacobian = [](const Vector&) { return Matrix(Matrix::Identity(1, 1)); };
  system.jacobian_rate = [](const Vector&, const Vector&) { return Vector(Vector::Zero(1)); };
  return system;
}

System three_balls(double restitution) {
  const double radius = 0.1;
  System system = plain("three balls", Matrix::Identity(3, 3), Vector::Constant(3, -gravity), vec({1.0, 1.25, 1.5}),
                        Vector::Zero(3), 2.0);
  system.gaps = {linear_gap("floor and ball 1", vec({1.0, 0.0, 0.0}), -radius, restitution),
                 linear_gap("balls 1 and 2", vec({-1.0, 1.0, 0.0}), -2.0 * radius, restitution),
                 linear_gap("balls 2 and 3", vec({0.0, -1.0, 1.0}), -2.0 * radius, restitution)};
  return system;
}

System bouncing_ball(double height, double restitution) {
  System system = plain("bouncing ball", Matrix::Identity(1, 1), Vector::Constant(1, -gravity),
                        Vector::Constant(1, height), Vector::Zero(1), 2.0);
  system.gaps = {linear_gap("floor", vec({1.0}), 0.0, restitution)};
  return system;
}

System sliding_bounce(double height, double speed, double friction, double restitution) {
  System system = plain("sliding, bouncing mass", Matrix::Identity(2, 2), vec({0.0, -gravity}), vec({0.0, height}),
                        vec({speed, 0.0}), 3.0);
  system.gaps = {linear_gap("floor", vec({0.0, 1.0}), 0.0, restitution)};
  linear_tangent(system.gaps[0], vec({1.0, 0.0}), friction);
  return system;
}

double sliding_bounce_stop(double height, double speed, double friction, double restitution) {
  // every bounce takes μ (1 + e) of its approach from the speed; what slides is stopped by μ g
  double x = 0.0, v = speed, approach = std::sqrt(2.0 * gravity * height), flight = approach / gravity;
  for (int bounce = 0; bounce < 200 && v > 0.0; ++bounce) {
    x += v * flight;
    v = std::max(0.0, v - friction * (1.0 + restitution) * approach);
    approach *= restitution, flight = 2.0 * approach / gravity;
  }
  return x + 0.5 * v * v / (friction * gravity);
}

System sliding_puck(double friction, double vx, double vy) {
  System system = plain("sliding puck", Matrix::Identity(3, 3), vec({0.0, 0.0, -gravity}), Vector::Zero(3),
                        vec({vx, vy, 0.0}), 1.0);
  system.gaps = {linear_gap("floor", vec({0.0, 0.0, 1.0}), 0.0, 0.0)};
  linear_tangent(system.gaps[0], vec({1.0, 0.0, 0.0}), friction);
  system.gaps[0].second_tangent = [](const Vector&) { return vec({0.0, 1.0, 0.0}); };
  system.gaps[0].second_tangent_rate = no_rate;
  system.gaps[0].second_slip = [](const Vector& q) { return q[1]; };
  return system;
}

System parabola_plane(int which) {
  // the kink is in the curvature: y = k x²/2 on the parabola's side, y = 0 on the other
  const double k = which == 1 ? 1.0 : -1.0, side = which == 1 ? 1.0 : -1.0;
  System system = plain("parabola and plane", Matrix::Identity(2, 2), vec({0.0, -gravity}),
                        which == 1 ? vec({2.0, 2.0}) : vec({2.0, 0.0}),
                        which == 1 ? vec({-1.0, -2.0}) : vec({-2.0, 0.0}), which == 1 ? 1.0 : 2.0);
  const auto curved = [=](const Vector& q) { return side * q[0] > 0.0; };
  GapModel model;
  model.name = "surface";
  model.gap = [=](const Vector& q) { return q[1] - (curved(q) ? 0.5 * k * q[0] * q[0] : 0.0); };
  model.normal = [=](const Vector& q) { return vec({curved(q) ? -k * q[0] : 0.0, 1.0}); };
  model.normal_rate = [=](const Vector& q, const Vector& v) { return curved(q) ? -k * v[0] * v[0] : 0.0; };
  model.edge = [](const Vector& q) { return q[0]; };
  system.gaps = {model};
  return system;
}

System painleve_rod(double friction) {
  const double half = 1.0, inertia = half * half / 3.0, angle = 1.0;
  System system = plain("Painlevé rod", Vector(vec({1.0, 1.0, inertia})).asDiagonal(), vec({0.0, -gravity, 0.0}),
                        vec({0.0, half * std::sin(angle), angle}), vec({-1.0, 0.0, 0.0}), 0.1);
  GapModel model;
  model.name = "tip";
  model.gap = [=](const Vector& q) { return q[1] - half * std::sin(q[2]); };
  model.normal = [=](const Vector& q) { return vec({0.0, 1.0, -half * std::cos(q[2])}); };
  model.normal_rate = [=](const Vector& q, const Vector& v) { return half * std::sin(q[2]) * v[2] * v[2]; };
  model.tangent = [=](const Vector& q) { return vec({1.0, 0.0, half * std::sin(q[2])}); };
  model.tangent_rate = [=](const Vector& q, const Vector& v) { return half * std::cos(q[2]) * v[2] * v[2]; };
  model.slip = [=](const Vector& q) { return q[0] - half * std::cos(q[2]); };
  model.friction = friction;
  system.gaps = {model};
  return system;
}

System slider_crank_clearance(double restitution, double friction) {
  const double l1 = 0.153, l2 = 0.306, a = 0.05, b = 0.025, c = 0.001, m1 = 0.038, m2 = 0.038, m3 = 0.076;
  const double j1 = 7.4e-5, j2 = 5.9e-4, j3 = 2.7e-6, half_guide = b + c;
  System system;
  system.name = "slider-crank with clearance";
  system.coordinates = 3;
  system.mass = [=](const Vector& q) {
    const double coupling = (0.5 * m2 + m3) * l1 * l2 * std::cos(q[1] - q[0]);
    Matrix mass = Matrix::Zero(3, 3);
    mass(0, 0) = j1 + (0.25 * m1 + m2 + m3) * l1 * l1;
    mass(0, 1) = mass(1, 0) = coupling;
    mass(1, 1) = j2 + (0.25 * m2 + m3) * l2 * l2;
    mass(2, 2) = j3;
    return mass;
  };
  system.force = [=](const Vector& q, const Vector& v, double) {
    const double coupling = (0.5 * m2 + m3) * l1 * l2 * std::sin(q[1] - q[0]);
    return vec({coupling * v[1] * v[1] - (0.5 * m1 + m2 + m3) * l1 * gravity * std::cos(q[0]),
                -coupling * v[0] * v[0] - (0.5 * m2 + m3) * l2 * gravity * std::cos(q[1]), 0.0});
  };
  system.energy = [=, mass = system.mass](const Vector& q, const Vector& v) {
    return 0.5 * v.dot(mass(q) * v) +
           gravity * ((0.5 * m1 + m2 + m3) * l1 * std::sin(q[0]) + (0.5 * m2 + m3) * l2 * std::sin(q[1]));
  };
  // corners: height of the pin plus (±a sin θ3 ± b cos θ3); wall +1 above, −1 below
  for (int corner = 0; corner < 4; ++corner) {
    const double wall = corner < 2 ? -1.0 : 1.0, end = corner % 2 ? 1.0 : -1.0;
    GapModel model;
    model.name = std::string(corner < 2 ? "top" : "bottom") + (corner % 2 ? " front" : " back");
    model.gap = [=](const Vector& q) {
      const double pin = l1 * std::sin(q[0]) + l2 * std::sin(q[1]);
      return half_guide + wall * (pin + end * a * std::sin(q[2])) - b * std::cos(q[2]);
    };
    model.normal = [=](const Vector& q) {
      return vec({wall * l1 * std::cos(q[0]), wall * l2 * std::cos(q[1]),
                  wall * end * a * std::cos(q[2]) + b * std::sin(q[2])});
    };
    model.normal_rate = [=](const Vector& q, const Vector& v) {
      return -wall * (l1 * std::sin(q[0]) * v[0] * v[0] + l2 * std::sin(q[1]) * v[1] * v[1]) +
             (b * std::cos(q[2]) - wall * end * a * std::sin(q[2])) * v[2] * v[2];
    };
    model.slip = [=](const Vector& q) {
      return l1 * std::cos(q[0]) + l2 * std::cos(q[1]) + end * a * std::cos(q[2]) + wall * b * std::sin(q[2]);
    };
    model.tangent = [=](const Vector& q) {
      return vec({-l1 * std::sin(q[0]), -l2 * std::sin(q[1]), -end * a * std::sin(q[2]) + wall * b * std::cos(q[2])});
    };
    model.tangent_rate = [=](const Vector& q, const Vector& v) {
      return -l1 * std::cos(q[0]) * v[0] * v[0] - l2 * std::cos(q[1]) * v[1] * v[1] -
             (end * a * std::cos(q[2]) + wall * b * std::sin(q[2])) * v[2] * v[2];
    };
    model.friction = friction;
    model.restitution = restitution;
    system.gaps.push_back(model);
  }
  system.q0 = Vector::Zero(3);
  system.v0 = vec({150.0, -75.0, 0.0});
  system.t_end = 0.2;
  return system;
}

}  // namespace spook::reference
