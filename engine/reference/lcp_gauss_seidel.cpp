#include <algorithm>

#include "engine/reference/lcp.h"

namespace spook::reference {

LcpResult solve_projected_gauss_seidel(const Matrix& a, const Vector& b, Vector& z, LcpBasis* basis,
                                       const LcpOptions& options) {
  LcpResult result;
  if (!well_posed(a, b)) return result;
  const Eigen::Index n = b.size();
  if (z.size() != n) z.setZero(n);
  z = z.cwiseMax(0.0);
  for (Eigen::Index i = 0; i < n; ++i)
    if (a(i, i) <= 0.0) {
      result.status = LcpStatus::singular;
      result.residual = natural_residual(a, b, z);
      return result;
    }

  const double scale = 1.0 + (n ? b.cwiseAbs().maxCoeff() : 0.0);
  const int sweeps = options.iterations > 0 ? options.iterations : 10000;
  result.status = LcpStatus::iteration_limit;
  for (result.pivots = 0; result.pivots < sweeps; ++result.pivots) {
    result.residual = natural_residual(a, b, z);
    if (result.residual <= options.tolerance * scale) {
      result.status = LcpStatus::solved;
      break;
    }
    for (Eigen::Index i = 0; i < n; ++i)
      z[i] = std::max(0.0, z[i] - options.relaxation * (a.row(i).dot(z) + b[i]) / a(i, i));
    if (!z.allFinite()) {  // diverging: A is not positive definite; say so, return something finite
      z.setZero();
      result.residual = natural_residual(a, b, z);
      break;
    }
  }
  if (basis) {
    basis->assign(n, 0);
    for (Eigen::Index i = 0; i < n; ++i) (*basis)[i] = z[i] > 0.0;
  }
  return result;
}

}  // namespace spook::reference
