// The saddle-point systems every method of this room solves, and the pieces of a System that may be left empty.
#pragma once

#include "engine/reference/integrator.h"

namespace spook::reference {

// g(q) + drive(t); G v + drive'(t); and the right-hand sides that hold ġ and g̈ at zero
Vector constraint_at(const System& system, double t, const Vector& q);
Vector drive_rate_at(const System& system, double t);
Vector acceleration_term(const System& system, double t, const Vector& q, const Vector& v);  // (dG/dt) v + drive''
Matrix jacobian_at(const System& system, const Vector& q);
Matrix reaction_at(const System& system, const Vector& q, const Vector& v);  // the directions λ acts in
Matrix mass_rate_at(const System& system, const Vector& q, const Vector& v);
Matrix force_dq_at(const System& system, const Vector& q, const Vector& v, double t);
Matrix force_dv_at(const System& system, const Vector& q, const Vector& v, double t);

// [M −W; G 0][x; y] = [f; r]; redundant rows get the smallest x, y that fit
StepStatus solve_saddle(const Matrix& mass, const Matrix& reaction, const Matrix& jacobian, const Vector& f,
                        const Vector& r, Vector& x, Vector& y);
// A x = b with the same care
StepStatus solve_linear(const Matrix& matrix, const Vector& rhs, Vector& solution);

// central differences of a vector function, for what a system leaves empty; steps are 6e-6 · max(scale, |x|)
Matrix differentiate(const std::function<Vector(const Vector&)>& function, const Vector& at,
                     const Vector* scale = nullptr);

}  // namespace spook::reference
