#include <cmath>

#include "engine/reference/lcp.h"

namespace spook::reference {

const char* name_of(LcpStatus status) {
  switch (status) {
    case LcpStatus::solved:
      return "solved";
    case LcpStatus::infeasible:
      return "infeasible";
    case LcpStatus::ray:
      return "ray";
    case LcpStatus::iteration_limit:
      return "iteration limit";
    case LcpStatus::singular:
      return "singular";
    case LcpStatus::bad_input:
      return "bad input";
  }
  return "unknown";
}

double natural_residual(const Matrix& a, const Vector& b, const Vector& z) {
  if (b.size() == 0) return 0.0;
  return z.cwiseMin(a * z + b).cwiseAbs().maxCoeff();
}

bool solve_basis(const Matrix& a, const Vector& b, const LcpBasis& basis, Vector& z) {
  std::vector<int> in;
  for (int i = 0; i < int(basis.size()); ++i)
    if (basis[i]) in.push_back(i);
  z.setZero(b.size());
  if (in.empty()) return true;
  Eigen::FullPivLU<Matrix> factor(a(in, in));
  factor.setThreshold(1e-13);
  if (!factor.isInvertible()) return false;
  const Vector right = -b(in);
  Vector part = factor.solve(right);
  part += factor.solve(right - a(in, in) * part);  // one refinement
  if (!part.allFinite()) return false;
  z(in) = part;
  return true;
}

bool solve_singular_basis(const Matrix& a, const Vector& b, const LcpBasis& basis, Vector& z) {
  std::vector<int> in;
  for (int i = 0; i < int(basis.size()); ++i)
    if (basis[i]) in.push_back(i);
  if (z.size() != b.size() || in.empty()) return false;
  const Matrix block = a(in, in);
  const Vector right = -b(in);
  constexpr double rounding = 1e-10;  // of the largest pivot and of the right-hand side
  Eigen::CompleteOrthogonalDecomposition<Matrix> factor;
  factor.setThreshold(rounding);
  factor.compute(block);
  Vector part = z(in);
  for (int refinement = 0; refinement < 2; ++refinement) part += factor.solve(Vector(right - block * part));
  if (!((right - block * part).norm() <= rounding * (1.0 + right.norm()))) return false;
  z.setZero();
  z(in) = part;
  return true;
}

bool well_posed(const Matrix& a, const Vector& b) {
  return a.rows() == a.cols() && a.rows() == b.size() && a.allFinite() && b.allFinite();
}

}  // namespace spook::reference
