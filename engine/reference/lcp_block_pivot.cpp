#include <cmath>

#include "engine/reference/lcp.h"

namespace spook::reference {
namespace {

// indices whose value has the wrong sign in the present basis: z < 0 inside, w < 0 outside
void find_infeasible(const LcpBasis& basis, const Vector& z, const Vector& w, double tolerance,
                     std::vector<int>& wrong) {
  wrong.clear();
  for (int i = 0; i < int(basis.size()); ++i)
    if ((basis[i] ? z[i] : w[i]) < -tolerance) wrong.push_back(i);
}

}  // namespace

LcpResult solve_block_pivot(const Matrix& a, const Vector& b, Vector& z, LcpBasis* given, const LcpOptions& options) {
  LcpResult result;
  if (!well_posed(a, b)) return result;
  const int n = int(b.size());
  if (n == 0) {
    z.resize(0), result.status = LcpStatus::solved;
    return result;
  }
  LcpBasis basis = given && int(given->size()) == n ? *given : LcpBasis(n, 0);
  const double tolerance = options.tolerance * (1.0 + b.cwiseAbs().maxCoeff());
  const int limit = options.iterations > 0 ? options.iterations : 20 * n + 100;

  std::vector<int> wrong;
  int fewest = n + 1, patience = 3;  // blocks that may fail to improve before single pivots take over
  bool singular = false, blocks = true;
  for (result.pivots = 0; result.pivots < limit; ++result.pivots) {
    if (!solve_basis(a, b, basis, z)) {
      singular = true;
      break;
    }
    find_infeasible(basis, z, a * z + b, tolerance, wrong);
    if (wrong.empty()) {
      // a nearly singular block may look right: the residual decides
      result.residual = natural_residual(a, b, z.cwiseMax(0.0));
      if (result.residual <= 1e4 * tolerance * (1.0 + a.cwiseAbs().maxCoeff())) result.status = LcpStatus::solved;
      break;
    }
    if (int(wrong.size()) < fewest) {
      fewest = int(wrong.size()), patience = 3, blocks = true;
    } else if (blocks && --patience < 0) {
      blocks = false, result.fell_back = true;
    }
    // the whole block, or Murty's choice: the last infeasible index
    if (blocks)
      for (int i : wrong) basis[i] = !basis[i];
    else
      basis[wrong.back()] = !basis[wrong.back()];
  }

  // not a P-matrix, or out of patience: Lemke decides
  if (result.status != LcpStatus::solved) {
    const int spent = result.pivots;
    result = solve_lemke(a, b, z, &basis, options);
    result.pivots += spent, result.fell_back = true;
    if (singular && result.status == LcpStatus::iteration_limit) result.status = LcpStatus::singular;
  } else {
    result.reused = result.pivots == 0;
    z = z.cwiseMax(0.0);
  }
  if (given) *given = basis;
  return result;
}

}  // namespace spook::reference
