// Linear complementarity: find z ≥ 0 with w = A z + b ≥ 0 and zᵀw = 0. Three solvers, one signature (numerics §8).
#pragma once

#include "engine/reference/system.h"

namespace spook::reference {

enum class LcpStatus {
  solved,
  infeasible,       // proven: a u ≥ 0 with Aᵀu ≤ 0 and bᵀu < 0 exists, so no z ≥ 0 has A z + b ≥ 0
  ray,              // Lemke ended on a ray that proves nothing: A is outside the classes it processes
  iteration_limit,  // the best iterate is returned
  singular,         // a needed block cannot be factored
  bad_input         // sizes differ or a number is not finite
};

const char* name_of(LcpStatus status);

// which z are basic (free to be positive): what one solve leaves for the next
using LcpBasis = std::vector<char>;

struct LcpOptions {
  int iterations = 0;        // 0: a bound from the size
  double tolerance = 1e-12;  // relative, on the natural residual
  double relaxation = 1.0;   // of Gauss–Seidel
};

struct LcpResult {
  LcpStatus status = LcpStatus::bad_input;
  int pivots = 0;          // or sweeps
  bool reused = false;     // the given basis was already the solution
  bool fell_back = false;  // block pivoting gave up its blocks
  double residual = 0.0;   // max |min(z, A z + b)|
};

using LcpSolver = LcpResult (*)(const Matrix& a, const Vector& b, Vector& z, LcpBasis* basis,
                                const LcpOptions& options);

// Lemke's complementary pivots, lexicographic ratio test: ends for every A, solves or proves infeasible
// for copositive-plus A (frictional contact is copositive). A given basis is tried first and, where it is not yet
// the solution, pivoting starts from it.
LcpResult solve_lemke(const Matrix& a, const Vector& b, Vector& z, LcpBasis* basis = nullptr,
                      const LcpOptions& options = {});

// needs a positive diagonal; converges for symmetric positive (semi)definite A. z is the start.
LcpResult solve_projected_gauss_seidel(const Matrix& a, const Vector& b, Vector& z, LcpBasis* basis = nullptr,
                                       const LcpOptions& options = {});

// Júdice and Pires: whole blocks of infeasible indices change sides; when that stops progressing, one index at a time
// (Murty's rule, ends for P-matrices), and as a last resort Lemke.
LcpResult solve_block_pivot(const Matrix& a, const Vector& b, Vector& z, LcpBasis* basis = nullptr,
                            const LcpOptions& options = {});

double natural_residual(const Matrix& a, const Vector& b, const Vector& z);

// the solution that belongs to a basis, by one factorisation; false where the block is singular
bool solve_basis(const Matrix& a, const Vector& b, const LcpBasis& basis, Vector& z);
// the one nearest to z where the block is singular but has a solution: redundant contacts share an impulse in many ways
bool solve_singular_basis(const Matrix& a, const Vector& b, const LcpBasis& basis, Vector& z);

// sizes agree and every number is finite
bool well_posed(const Matrix& a, const Vector& b);

}  // namespace spook::reference
