#include "engine/reference/kkt.h"

#include <cmath>

namespace spook::reference {

Vector constraint_at(const System& system, double t, const Vector& q) {
  if (system.constraints == 0) return Vector(0);
  Vector value = system.constraint(q);
  if (system.drive) value += system.drive(t);
  return value;
}

Vector drive_rate_at(const System& system, double t) {
  return system.drive_rate ? system.drive_rate(t) : Vector(Vector::Zero(system.constraints));
}

Vector acceleration_term(const System& system, double t, const Vector& q, const Vector& v) {
  if (system.constraints == 0) return Vector(0);
  Vector value = system.jacobian_rate(q, v);
  if (system.drive_acceleration) value += system.drive_acceleration(t);
  return value;
}

Matrix jacobian_at(const System& system, const Vector& q) {
  return system.constraints == 0 ? Matrix(0, system.coordinates) : system.jacobian(q);
}

Matrix reaction_at(const System& system, const Vector& q, const Vector& v) {
  return system.reaction ? system.reaction(q, v) : Matrix(jacobian_at(system, q).transpose());
}

Matrix differentiate(const std::function<Vector(const Vector&)>& function, const Vector& at, const Vector* scale) {
  Vector point = at;
  Matrix result;
  for (Eigen::Index k = 0; k < at.size(); ++k) {
    const double step = 6e-6 * std::max(scale ? (*scale)[k] : 1.0, std::abs(at[k]));  // (machine epsilon)^(1/3)
    point[k] = at[k] + step;
    const Vector above = function(point);
    point[k] = at[k] - step;
    const Vector below = function(point);
    point[k] = at[k];
    if (k == 0) result.resize(above.size(), at.size());
    result.col(k) = (above - below) / (2.0 * step);
  }
  return result;
}

Matrix mass_rate_at(const System& system, const Vector& q, const Vector& v) {
  if (system.mass_rate) return system.mass_rate(q, v);
  const double scale = v.norm();
  if (scale == 0.0) return Matrix::Zero(system.coordinates, system.coordinates);
  const double step = 6e-6 * std::max(1.0, q.norm()) / scale;
  return (system.mass(q + step * v) - system.mass(q - step * v)) / (2.0 * step);
}

Matrix force_dq_at(const System& system, const Vector& q, const Vector& v, double t) {
  if (system.force_dq) return system.force_dq(q, v, t);
  return differentiate([&](const Vector& at) { return system.force(at, v, t); }, q);
}

Matrix force_dv_at(const System& system, const Vector& q, const Vector& v, double t) {
  if (system.force_dv) return system.force_dv(q, v, t);
  return differentiate([&](const Vector& at) { return system.force(q, at, t); }, v);
}

StepStatus solve_linear(const Matrix& matrix, const Vector& rhs, Vector& solution) {
  if (!matrix.allFinite() || !rhs.allFinite()) return StepStatus::not_finite;
  const double wanted = 1e-9 * (rhs.norm() + 1e-300);
  solution = matrix.partialPivLu().solve(rhs);
  if (solution.allFinite() && (matrix * solution - rhs).norm() <= wanted) return StepStatus::done;
  // redundant rows: the smallest solution, if there is one
  const auto orthogonal = matrix.completeOrthogonalDecomposition();
  solution = orthogonal.solve(rhs);
  if (!solution.allFinite()) return StepStatus::not_finite;
  return (matrix * solution - rhs).norm() <= 1e-6 * (rhs.norm() + 1e-12) ? StepStatus::done : StepStatus::singular;
}

StepStatus solve_saddle(const Matrix& mass, const Matrix& reaction, const Matrix& jacobian, const Vector& f,
                        const Vector& r, Vector& x, Vector& y) {
  const Eigen::Index n = f.size(), m = r.size();
  Matrix matrix(n + m, n + m);
  matrix.topLeftCorner(n, n) = mass;
  matrix.topRightCorner(n, m) = -reaction;
  matrix.bottomLeftCorner(m, n) = jacobian;
  matrix.bottomRightCorner(m, m).setZero();
  Vector rhs(n + m), solution;
  rhs << f, r;
  const StepStatus status = solve_linear(matrix, rhs, solution);
  if (solution.size() != n + m) return status;
  x = solution.head(n);
  y = solution.tail(m);
  return status;
}

StepStatus solve_acceleration(const System& system, double t, const Vector& q, const Vector& v, Vector& a,
                              Vector& lambda, Work* work) {
  if (work) ++work->force, ++work->mass, ++work->jacobian, ++work->solves;
  return solve_saddle(system.mass(q), reaction_at(system, q, v), jacobian_at(system, q), system.force(q, v, t),
                      -acceleration_term(system, t, q, v), a, lambda);
}

Vector position_drift(const System& system, double t, const Vector& q) {
  return constraint_at(system, t, q);
}

Vector velocity_drift(const System& system, double t, const Vector& q, const Vector& v) {
  if (system.constraints == 0) return Vector(0);
  return jacobian_at(system, q) * v + drive_rate_at(system, t);
}

StepStatus project(const System& system, double t, Vector& q, Vector& v) {
  if (system.constraints == 0) return StepStatus::done;
  const Matrix mass = system.mass(q);
  Vector correction, multiplier;
  // simplified Newton onto g = 0, then one linear solve onto ġ = 0
  for (int round = 0; round < 20; ++round) {
    const Vector g = constraint_at(system, t, q);
    const Matrix jacobian = jacobian_at(system, q);
    const StepStatus status =
        solve_saddle(mass, jacobian.transpose(), jacobian, Vector::Zero(q.size()), -g, correction, multiplier);
    if (status != StepStatus::done) return status;
    q += correction;
    if (correction.norm() <= 4e-16 * std::max(1.0, q.norm())) break;
  }
  const Matrix jacobian = jacobian_at(system, q);
  const StepStatus status = solve_saddle(system.mass(q), jacobian.transpose(), jacobian, Vector::Zero(v.size()),
                                         -(jacobian * v + drive_rate_at(system, t)), correction, multiplier);
  if (status != StepStatus::done) return status;
  v += correction;
  return StepStatus::done;
}

}  // namespace spook::reference
