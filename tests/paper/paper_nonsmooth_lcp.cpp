// Linear complementarity problems: random ones of every class the solvers promise to process, degenerate and
// infeasible ones, and the classic cycling example.
#include <gtest/gtest.h>

#include <random>

#include "engine/reference/lcp.h"

namespace spook::reference {
namespace {

struct Generator {
  std::mt19937 engine;
  explicit Generator(unsigned seed) : engine(seed) {}
  double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine); }
  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine); }
  Matrix matrix(int rows, int columns) {
    return Matrix::NullaryExpr(rows, columns, [&] { return uniform(-1.0, 1.0); });
  }
  Vector vector(int n) { return matrix(n, 1); }
};

// positive definite symmetric part makes every principal minor positive
Matrix p_matrix(Generator& random, int n) {
  const Matrix root = random.matrix(n, n), skew = random.matrix(n, n);
  return root * root.transpose() + 0.05 * Matrix::Identity(n, n) + 3.0 * (skew - skew.transpose());
}

Matrix psd_matrix(Generator& random, int n, int rank) {
  const Matrix root = random.matrix(n, rank);
  return root * root.transpose();
}

// a right-hand side that some z ≥ 0, w ≥ 0 fits, so that a solution exists for positive semidefinite matrices
Vector feasible_side(Generator& random, const Matrix& a) {
  const Vector z = random.vector(int(a.rows())).cwiseAbs();
  return random.vector(int(a.rows())).cwiseAbs() - a * z;
}

// the frictional shape: [A −, e; μ, −eᵀ, 0] is copositive, not semidefinite
Matrix friction_matrix(Generator& random, int contacts) {
  const int n = 4 * contacts, coordinates = 3 * contacts;
  Matrix rows(3 * contacts, coordinates);  // normal, +t, −t
  for (int c = 0; c < contacts; ++c) {
    rows.row(3 * c) = random.vector(coordinates).transpose();
    rows.row(3 * c + 1) = random.vector(coordinates).transpose();
    rows.row(3 * c + 2) = -rows.row(3 * c + 1);
  }
  const Matrix delassus = rows * rows.transpose();
  Matrix a = Matrix::Zero(n, n);
  a.topLeftCorner(3 * contacts, 3 * contacts) = delassus;
  for (int c = 0; c < contacts; ++c) {
    const int bound = 3 * contacts + c;
    a(3 * c + 1, bound) = a(3 * c + 2, bound) = 1.0;
    a(bound, 3 * c) = random.uniform(0.1, 1.5);
    a(bound, 3 * c + 1) = a(bound, 3 * c + 2) = -1.0;
  }
  return a;
}

void expect_solution(const Matrix& a, const Vector& b, const Vector& z, const LcpResult& result,
                     double tolerance = 1e-9) {
  ASSERT_EQ(result.status, LcpStatus::solved) << name_of(result.status);
  const Vector w = a * z + b;
  const double scale = 1.0 + z.cwiseAbs().maxCoeff() * a.cwiseAbs().maxCoeff();
  EXPECT_GE(z.minCoeff(), 0.0);
  EXPECT_GE(w.minCoeff(), -tolerance * scale);
  EXPECT_LE(z.cwiseProduct(w).cwiseAbs().maxCoeff(), tolerance * scale * scale);
}

TEST(Lcp, LemkeAndBlockPivotAgreeOnRandomPMatrices) {
  Generator random(1);
  for (int trial = 0; trial < 300; ++trial) {
    const int n = random.integer(1, 24);
    const Matrix a = p_matrix(random, n);
    const Vector b = random.vector(n) * 5.0;
    Vector z, other;
    expect_solution(a, b, z, solve_lemke(a, b, z));
    expect_solution(a, b, other, solve_block_pivot(a, b, other));
    EXPECT_LT((z - other).cwiseAbs().maxCoeff(), 1e-8 * (1.0 + z.cwiseAbs().maxCoeff()));
  }
}

TEST(Lcp, GaussSeidelMeetsLemkeOnSymmetricDefiniteMatrices) {
  Generator random(2);
  for (int trial = 0; trial < 60; ++trial) {
    const int n = random.integer(1, 12);
    const Matrix a = psd_matrix(random, n, n) + 0.3 * Matrix::Identity(n, n);
    const Vector b = random.vector(n);
    Vector z, other;
    expect_solution(a, b, z, solve_lemke(a, b, z));
    expect_solution(a, b, other, solve_projected_gauss_seidel(a, b, other), 1e-9);
    EXPECT_LT((z - other).cwiseAbs().maxCoeff(), 1e-8);
  }
}

TEST(Lcp, EverySolverSolvesFeasibleSemidefiniteProblems) {
  Generator random(3);
  for (int trial = 0; trial < 300; ++trial) {
    const int n = random.integer(2, 20);
    const Matrix a = psd_matrix(random, n, random.integer(1, n));
    const Vector b = feasible_side(random, a);
    Vector z, other;
    expect_solution(a, b, z, solve_lemke(a, b, z), 1e-8);
    expect_solution(a, b, other, solve_block_pivot(a, b, other), 1e-8);
  }
}

TEST(Lcp, LemkeSolvesEveryRandomCopositiveFrictionProblem) {
  Generator random(4);
  for (int trial = 0; trial < 400; ++trial) {
    const int contacts = random.integer(1, 6);
    const Matrix a = friction_matrix(random, contacts);
    Vector b = Vector::Zero(4 * contacts);  // velocities lie in the range of the rows, as in a step
    const Vector v = random.vector(3 * contacts);
    b.head(3 * contacts) = a.topLeftCorner(3 * contacts, 3 * contacts) * v;
    for (int c = 0; c < contacts; ++c) b[3 * c + 2] = -b[3 * c + 1];
    Vector z;
    expect_solution(a, b, z, solve_lemke(a, b, z), 1e-7);
  }
}

TEST(Lcp, DegenerateProblemsEndWithoutCycling) {
  Generator random(5);
  for (int trial = 0; trial < 300; ++trial) {
    const int n = random.integer(2, 16);
    // small integers: ties in almost every ratio test
    Matrix root = Matrix::NullaryExpr(n, n, [&] { return double(random.integer(-1, 1)); });
    const Matrix a = root * root.transpose();
    Vector z0 = Vector::NullaryExpr(n, [&] { return double(random.integer(0, 1)); });
    Vector w0 =
        Vector::NullaryExpr(n, [&](Eigen::Index i) { return z0[i] > 0.0 ? 0.0 : double(random.integer(0, 1)); });
    const Vector b = w0 - a * z0;
    Vector z;
    expect_solution(a, b, z, solve_lemke(a, b, z), 1e-8);
    expect_solution(a, b, z, solve_block_pivot(a, b, z), 1e-8);
  }
}

TEST(Lcp, MurtysExampleEndsAlthoughPivotsGrowExponentially) {
  const int n = 8;
  Matrix a = Matrix::Identity(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) a(i, j) = 2.0;
  const Vector b = -Vector::Ones(n);
  Vector z;
  LcpOptions options;
  options.iterations = 1 << (n + 2);
  expect_solution(a, b, z, solve_lemke(a, b, z, nullptr, options));
  EXPECT_NEAR(z[0], 1.0, 1e-12);
  EXPECT_NEAR(z.tail(n - 1).cwiseAbs().maxCoeff(), 0.0, 1e-12);
}

TEST(Lcp, InfeasibleProblemsAreProvenInfeasible) {
  Generator random(6);
  for (int trial = 0; trial < 200; ++trial) {
    const int n = random.integer(2, 12);
    Matrix a = psd_matrix(random, n, n - 1);
    // u ≥ 0 with A u = 0 and bᵀu < 0: no w = A z + b ≥ 0 exists
    const Vector u = random.vector(n).cwiseAbs() + Vector::Constant(n, 0.1);
    const Matrix out = Matrix::Identity(n, n) - u * u.transpose() / u.squaredNorm();
    a = out * a * out;
    a = 0.5 * (a + a.transpose());
    const Vector b = random.vector(n) - 2.0 * u;
    Vector z;
    if (b.dot(u) >= -0.1) continue;
    EXPECT_EQ(solve_lemke(a, b, z).status, LcpStatus::infeasible);
    EXPECT_EQ(z.cwiseAbs().maxCoeff(), 0.0) << "an unsolved problem leaves no impulses";
    EXPECT_EQ(solve_block_pivot(a, b, z).status, LcpStatus::infeasible);
  }
}

TEST(Lcp, MatricesOutsideTheClassEndOnARayThatClaimsNothing) {
  Matrix a(2, 2);
  a << -1.0, 0.0, 0.0, 1.0;
  const Vector b = Vector::Constant(2, -1.0);  // z₀ = −1 would be needed: infeasible, and proven
  Vector z;
  EXPECT_EQ(solve_lemke(a, b, z).status, LcpStatus::infeasible);
  Matrix cross(2, 2);
  cross << 0.0, 1.0, 0.0, 0.0;
  Vector side(2);
  side << -1.0, 1.0;  // feasible (z = (0, 1)), yet z₂ > 0 needs w₂ = 0, which is 1
  EXPECT_EQ(solve_lemke(cross, side, z).status, LcpStatus::ray);
}

TEST(Lcp, TheBasisOfTheLastSolveIsReused) {
  Generator random(7);
  int reused = 0, cold_pivots = 0, warm_pivots = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const int n = random.integer(4, 20);
    const Matrix a = p_matrix(random, n);
    const Vector b = random.vector(n);
    Vector z;
    LcpBasis basis;
    cold_pivots += solve_lemke(a, b, z, &basis).pivots;
    const LcpResult same = solve_lemke(a, b * 1.5, z, &basis);
    EXPECT_TRUE(same.reused);
    EXPECT_EQ(same.pivots, 0);
    const Vector moved = b + 0.05 * random.vector(n);
    const LcpResult near = solve_lemke(a, moved, z, &basis);
    expect_solution(a, moved, z, near);
    reused += near.reused, warm_pivots += near.pivots;
  }
  EXPECT_GT(reused, 40);
  EXPECT_LT(warm_pivots, cold_pivots / 3);
}

TEST(Lcp, BadInputAndUnfitDiagonalsAreStatusNotCrashes) {
  Vector z;
  EXPECT_EQ(solve_lemke(Matrix::Identity(2, 3), Vector::Ones(2), z).status, LcpStatus::bad_input);
  Vector b = Vector::Ones(2);
  b[0] = std::nan("");
  EXPECT_EQ(solve_lemke(Matrix::Identity(2, 2), b, z).status, LcpStatus::bad_input);
  EXPECT_EQ(solve_block_pivot(Matrix::Identity(2, 2), b, z).status, LcpStatus::bad_input);
  EXPECT_EQ(solve_projected_gauss_seidel(Matrix::Zero(2, 2), -Vector::Ones(2), z).status, LcpStatus::singular);
  EXPECT_EQ(solve_lemke(Matrix(0, 0), Vector(0), z).status, LcpStatus::solved);
}

TEST(Lcp, GaussSeidelOnAnIndefiniteProblemReportsItsLimit) {
  Matrix a(2, 2);
  a << 1.0, -3.0, -3.0, 1.0;
  Vector z;
  LcpOptions options;
  options.iterations = 2000;
  EXPECT_EQ(solve_projected_gauss_seidel(a, -Vector::Ones(2), z, nullptr, options).status, LcpStatus::iteration_limit);
  EXPECT_TRUE(z.allFinite());
}

}  // namespace
}  // namespace spook::reference
