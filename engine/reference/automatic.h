// A System from M, F and g alone, written once as templates of the scalar: every derivative is exact to rounding.
// First derivatives by the complex step, Im f(x + iε)/ε; the second along v by a truncated Taylor series.
//
//   struct Model {
//     template <class T> MatrixOf<T> mass(const VectorOf<T>& q) const;
//     template <class T> VectorOf<T> force(const VectorOf<T>& q, const VectorOf<T>& v, double t) const;
//     template <class T> VectorOf<T> constraint(const VectorOf<T>& q) const;
//   };
#pragma once

#include <complex>

#include "engine/reference/system.h"
#include "engine/reference/taylor.h"

namespace spook::reference {

template <class T>
using VectorOf = Eigen::Matrix<T, Eigen::Dynamic, 1>;
template <class T>
using MatrixOf = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;

using Complex = std::complex<double>;
using ComplexVector = VectorOf<Complex>;

inline constexpr double complex_step = 1e-100;  // no subtraction, so no reason to be larger

inline ComplexVector perturbed(const Vector& at, const Vector& direction) {
  ComplexVector result(at.size());
  for (Eigen::Index k = 0; k < at.size(); ++k) result[k] = Complex(at[k], complex_step * direction[k]);
  return result;
}

// ∂f/∂x column by column
template <class Function>
Matrix complex_jacobian(const Function& function, const Vector& at, Eigen::Index rows) {
  Matrix result(rows, at.size());
  for (Eigen::Index k = 0; k < at.size(); ++k)
    result.col(k) = function(perturbed(at, Vector::Unit(at.size(), k))).imag() / complex_step;
  return result;
}

// d²f/ds² of f(x + s v) at s = 0
template <class Function>
Vector second_derivative_along(const Function& function, const Vector& at, const Vector& v) {
  VectorOf<Taylor> point(at.size());
  for (Eigen::Index k = 0; k < at.size(); ++k) point[k] = Taylor(at[k], v[k], 0.0);
  const VectorOf<Taylor> value = function(point);
  Vector result(value.size());
  for (Eigen::Index k = 0; k < value.size(); ++k) result[k] = value[k].x2;
  return result;
}

template <class Model>
System automatic_system(const Model& model, std::string name, int coordinates, int constraints) {
  System system;
  system.name = std::move(name);
  system.coordinates = coordinates;
  system.constraints = constraints;
  system.mass = [model](const Vector& q) -> Matrix { return model.template mass<double>(q); };
  system.mass_rate = [model](const Vector& q, const Vector& v) -> Matrix {
    return model.template mass<Complex>(perturbed(q, v)).imag() / complex_step;
  };
  system.force = [model](const Vector& q, const Vector& v, double t) -> Vector {
    return model.template force<double>(q, v, t);
  };
  system.force_dq = [model, coordinates](const Vector& q, const Vector& v, double t) -> Matrix {
    const ComplexVector held = v.cast<Complex>();
    return complex_jacobian([&](const ComplexVector& at) { return model.template force<Complex>(at, held, t); }, q,
                            coordinates);
  };
  system.force_dv = [model, coordinates](const Vector& q, const Vector& v, double t) -> Matrix {
    const ComplexVector held = q.cast<Complex>();
    return complex_jacobian([&](const ComplexVector& at) { return model.template force<Complex>(held, at, t); }, v,
                            coordinates);
  };
  if (constraints == 0) return system;
  system.constraint = [model](const Vector& q) -> Vector { return model.template constraint<double>(q); };
  system.jacobian = [model, constraints](const Vector& q) -> Matrix {
    return complex_jacobian([&](const ComplexVector& at) { return model.template constraint<Complex>(at); }, q,
                            constraints);
  };
  system.jacobian_rate = [model](const Vector& q, const Vector& v) -> Vector {
    return second_derivative_along([&](const VectorOf<Taylor>& at) { return model.template constraint<Taylor>(at); }, q,
                                   v);
  };
  return system;
}

}  // namespace spook::reference
