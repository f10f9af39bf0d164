// Small mechanical systems in generalised coordinates: what the reference integrators integrate (numerics §8).
//   M(q) q̈ = F(q, v, t) + Gᵀ(q) λ,   g(q) = 0,   gaps c(q) ≥ 0 with Coulomb friction
// Sign convention everywhere: M q̈ = F + Gᵀ λ, as in shared/reference.
#pragma once

#include <Eigen/Dense>
#include <functional>
#include <string>
#include <vector>

namespace spook::reference {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

// one unilateral contact: gap, its gradient, and the tangential direction(s) of slip
struct GapModel {
  std::string name;
  std::function<double(const Vector& q)> gap;
  std::function<Vector(const Vector& q)> normal;                        // ∂c/∂q
  std::function<double(const Vector& q, const Vector& v)> normal_rate;  // v·(∂n/∂q v), for accelerations
  std::function<Vector(const Vector& q)> tangent;                       // may be empty: frictionless
  std::function<double(const Vector& q, const Vector& v)> tangent_rate;
  std::function<double(const Vector& q)> slip;  // the coordinate whose gradient is the tangent;
                                                // may be empty: sticking then holds velocities only
  // in space: friction in the plane of both tangents
  std::function<Vector(const Vector& q)> second_tangent;
  std::function<double(const Vector& q, const Vector& v)> second_tangent_rate;
  std::function<double(const Vector& q)> second_slip;
  std::function<double(const Vector& q)> edge;  // changes sign where the surface has an edge or kink; may be empty
  double friction = 0.0, restitution = 0.0;
};

struct System {
  std::string name;
  int coordinates = 0, constraints = 0;
  std::function<Matrix(const Vector& q)> mass;
  std::function<Vector(const Vector& q, const Vector& v, double t)> force;
  std::function<Matrix(const Vector&q, const Vector&v, double t)> force_dq, force_dv;  // empty: by differentiation
  std::function<Vector(const Vector& q)> constraint;                                   // g
  std::function<Matrix(const Vector& q)> jacobian;                                     // G
  std::function<Vector(const Vector& q, const Vector& v)> jacobian_rate;               // (dG/dt) v
  std::function<Vector(double t)> drive, drive_rate, drive_acceleration;  // explicit time in g(q) + drive(t); empty: 0
  // directions λ acts in, n × m; empty: Gᵀ (sliding friction differs, and in space it turns with the slip)
  std::function<Matrix(const Vector& q, const Vector& v)> reaction;
  std::function<Matrix(const Vector& q, const Vector& v)> mass_rate;  // dM/dt along v; empty: by differences
  std::function<double(const Vector& q, const Vector& v)> energy;
  std::vector<GapModel> gaps;
  Vector q0, v0;
  double t_end = 1.0;
};

}  // namespace spook::reference
