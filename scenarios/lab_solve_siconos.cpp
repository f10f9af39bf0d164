// Siconos' own solvers of contact problems beside ours, where its package (libsiconos-numerics-dev) is installed.
#include "scenarios/lab_solve_cones.h"

#ifdef SPOOK_SICONOS
#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <NumericsSparseMatrix.h>
#include <NumericsVerbose.h>
#include <SolverOptions.h>
#include <SparseBlockMatrix.h>

#include <array>
#include <cmath>

#include "engine/reference/cone_blocks.h"
#endif

namespace spook::lab {

#ifdef SPOOK_SICONOS

namespace {

using reference::ConeOptions;
using reference::ConeProblem;
using reference::ConeResult;
using reference::Vector;

// W by 3 × 3 blocks, as Siconos' tests hold it
struct Matrix {
  NumericsMatrix *sparse = nullptr, *blocks = nullptr;
  explicit Matrix(const ConeProblem& problem) {
    const int size = int(problem.q.size());
    sparse = NM_create(NM_SPARSE, size, size);
    NM_triplet_alloc(sparse, problem.w.nonZeros());
    for (int column = 0; column < problem.w.outerSize(); ++column)
      for (reference::SparseMatrix::InnerIterator it(problem.w, column); it; ++it)
        NM_entry(sparse, int(it.row()), int(it.col()), it.value());
    blocks = NM_create(NM_SPARSE_BLOCK, size, size);
    SBM_from_csparse(3, NM_csc(sparse), blocks->matrix1);
  }
  ~Matrix() { NM_free(sparse), NM_free(blocks); }
  Matrix(const Matrix&) = delete;
  Matrix& operator=(const Matrix&) = delete;
};

ConeResult solve(int solver, int iterations, const ConeProblem& problem, Vector& r, const ConeOptions& options) {
  numerics_set_verbose(0);
  r = Vector::Zero(problem.q.size());
  Vector u = r, q = problem.q, friction = problem.friction;
  const Matrix matrix(problem);
  FrictionContactProblem theirs{};
  theirs.dimension = 3, theirs.numberOfContacts = problem.contacts();
  theirs.M = matrix.blocks, theirs.q = q.data(), theirs.mu = friction.data();
  SolverOptions* set = solver_options_create(solver);
  set->iparam[SICONOS_IPARAM_MAX_ITER] = options.iterations > 0 ? options.iterations : iterations;
  set->dparam[SICONOS_DPARAM_TOL] = options.tolerance;
  ConeResult result;
  const double begin = reference::cone_clock();
  fc3d_driver(&theirs, r.data(), u.data(), set);
  result.seconds = reference::cone_clock() - begin;
  result.iterations = set->iparam[SICONOS_IPARAM_ITER_DONE];
  solver_options_delete(set);
  result.error = r.allFinite() ? reference::cone_error(problem, r) : INFINITY;
  result.solved = result.error <= options.tolerance;
  return result;
}

ConeResult gauss_seidel(const ConeProblem& problem, Vector& r, const ConeOptions& options) {
  return solve(SICONOS_FRICTION_3D_NSGS, 20000, problem, r, options);
}
ConeResult newton(const ConeProblem& problem, Vector& r, const ConeOptions& options) {
  return solve(SICONOS_FRICTION_3D_NSN_AC, 200, problem, r, options);
}

}  // namespace

std::span<const reference::NamedConeSolver> siconos_solvers() {
  static constexpr std::array<reference::NamedConeSolver, 2> all{
      {{"siconos-nsgs", gauss_seidel}, {"siconos-nsn-ac", newton}}};
  return all;
}

#else

std::span<const reference::NamedConeSolver> siconos_solvers() {
  return {};
}

#endif

}  // namespace spook::lab
