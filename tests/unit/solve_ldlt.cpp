// The block-sparse factorisation against Eigen's dense one.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <stdexcept>

#include "engine/solve/block_ldlt.h"
#include "tests/unit/random_problem.h"

namespace spook {
namespace {

using test::ProblemMaker;

struct BlockCase {
  BlockPattern pattern;
  std::vector<Mat6> diagonal, coupling;
  std::vector<Vec6> jacobian;
  std::vector<double> compliance;

  BlockValues values() const { return {diagonal.data(), coupling.data(), jacobian.data(), compliance.data()}; }
};

// a random graph of bodies: stiff couplings J_aᵀJ_b, joints of 1–6 rows, some between more than two bodies
BlockCase random_case(std::uint64_t seed, int n) {
  ProblemMaker make(seed);
  BlockCase c;
  c.pattern.body_count = n;
  for (int i = 0; i < n; ++i) c.diagonal.push_back(make.log_uniform(0.1, 100.0) * Mat6::Identity());
  const int edges = make.integer(0, 3 * n);
  for (int e = 0; e < edges; ++e) {
    const int a = make.integer(0, n - 1), b = make.integer(0, n - 1);
    if (a == b) continue;
    Mat6 ja, jb;
    for (int i = 0; i < 36; ++i) ja.data()[i] = make.uniform(-1, 1), jb.data()[i] = make.uniform(-1, 1);
    const double k = make.log_uniform(1.0, 1e6);
    c.diagonal[a] += k * ja.transpose() * ja;
    c.diagonal[b] += k * jb.transpose() * jb;
    c.pattern.edges.push_back({a, b});
    c.coupling.push_back(k * ja.transpose() * jb);
  }
  const int joints = make.integer(0, 2 * n);
  for (int j = 0; j < joints; ++j) {
    RowPattern rows;
    rows.body_count = make.integer(1, std::min(n, 3));
    rows.row_count = make.integer(1, 6);
    for (int k = 0; k < rows.body_count; ++k) rows.bodies[k] = (make.integer(0, n - 1) + k) % n;
    for (int k = 1; k < rows.body_count; ++k) {
      for (int l = 0; l < k; ++l) {
        if (rows.bodies[k] == rows.bodies[l]) rows.bodies[k] = -1;
      }
    }
    for (int i = 0; i < rows.body_count * rows.row_count; ++i) {
      Vec6 g;
      for (int k = 0; k < 6; ++k) g[k] = make.uniform(-1, 1);
      c.jacobian.push_back(g);
    }
    for (int i = 0; i < rows.row_count; ++i) c.compliance.push_back(make.log_uniform(1e-10, 1e-3));
    c.pattern.rows.push_back(rows);
  }
  return c;
}

Eigen::MatrixXd dense(const BlockCase& c) {
  const int n = 6 * c.pattern.body_count, m = static_cast<int>(c.compliance.size());
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(n + m, n + m);
  for (int b = 0; b < c.pattern.body_count; ++b) A.block<6, 6>(6 * b, 6 * b) = c.diagonal[b];
  for (std::size_t e = 0; e < c.pattern.edges.size(); ++e) {
    const auto [a, b] = c.pattern.edges[e];
    A.block<6, 6>(6 * a, 6 * b) += c.coupling[e];
    A.block<6, 6>(6 * b, 6 * a) += c.coupling[e].transpose();
  }
  int row = n, jacobian = 0;
  for (const RowPattern& rows : c.pattern.rows) {
    for (int k = 0; k < rows.body_count; ++k) {
      for (int i = 0; i < rows.row_count; ++i, ++jacobian) {
        if (rows.bodies[k] < 0) continue;
        A.block<1, 6>(row + i, 6 * rows.bodies[k]) += c.jacobian[jacobian].transpose();
        A.block<6, 1>(6 * rows.bodies[k], row + i) += c.jacobian[jacobian];
      }
    }
    row += rows.row_count;
  }
  for (int i = 0; i < m; ++i) A(n + i, n + i) = -c.compliance[i];
  return A;
}

TEST(BlockLdlt, AgreesWithADenseFactorisation) {
  for (int seed = 0; seed < 60; ++seed) {
    const BlockCase c = random_case(seed, 1 + seed % 23);
    BlockLdlt factor;
    factor.analyse(c.pattern);
    factor.factor(c.values());
    const Eigen::MatrixXd A = dense(c);
    ProblemMaker make(seed + 1000);
    Eigen::VectorXd x(A.rows());
    for (int i = 0; i < x.size(); ++i) x[i] = make.uniform(-1, 1);
    const Eigen::VectorXd b = A * x;
    std::vector<Vec6> bodies(c.pattern.body_count);
    std::vector<double> rows(c.compliance.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) bodies[i] = b.segment<6>(6 * static_cast<int>(i));
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = b[static_cast<int>(6 * bodies.size() + i)];
    factor.solve(bodies.data(), rows.data());
    Eigen::VectorXd y(A.rows());
    for (std::size_t i = 0; i < bodies.size(); ++i) y.segment<6>(6 * static_cast<int>(i)) = bodies[i];
    for (std::size_t i = 0; i < rows.size(); ++i) y[static_cast<int>(6 * bodies.size() + i)] = rows[i];
    EXPECT_LE((A * y - b).norm(), 1e-8 * b.norm()) << "seed " << seed;
    // joints of tiny T between the same bodies determine their impulses' sum only: judged against the dense answer
    const Eigen::VectorXd reference = A.fullPivLu().solve(b);
    EXPECT_LE((A * (y - reference)).norm(), 1e-8 * b.norm()) << "seed " << seed;
  }
}

TEST(BlockLdlt, RefusesPhasesInTheWrongOrder) {
  const BlockCase c = random_case(3, 5);
  BlockLdlt factor;
  std::vector<Vec6> bodies(5, Vec6::Ones());
  std::vector<double> rows(c.compliance.size(), 0.0);
  EXPECT_THROW(factor.factor(c.values()), std::logic_error);
  EXPECT_THROW(factor.solve(bodies.data(), rows.data()), std::logic_error);
  factor.analyse(c.pattern);
  EXPECT_THROW(factor.solve(bodies.data(), rows.data()), std::logic_error);
  factor.factor(c.values());
  EXPECT_NO_THROW(factor.solve(bodies.data(), rows.data()));
  factor.analyse(c.pattern);
  EXPECT_THROW(factor.solve(bodies.data(), rows.data()), std::logic_error);
}

TEST(BlockLdlt, GivesTheSameBitsOnAnyNumberOfThreads) {
  // a grid wide enough to be cut into parts
  BlockCase c;
  const int side = 24;
  c.pattern.body_count = side * side;
  ProblemMaker make(5);
  c.diagonal.assign(side * side, 50.0 * Mat6::Identity());
  for (int i = 0; i < side * side; ++i) {
    for (int other : {i + 1, i + side}) {
      if (other >= side * side || (other == i + 1 && other % side == 0)) continue;
      Mat6 k;
      for (int j = 0; j < 36; ++j) k.data()[j] = make.uniform(-1, 1);
      c.pattern.edges.push_back({i, other});
      c.coupling.push_back(k);
    }
  }
  std::vector<std::vector<Vec6>> answers;
  for (int threads : {1, 2, 4}) {
    ThreadPool pool;
    pool.resize(threads);
    BlockLdlt factor;
    factor.analyse(c.pattern);
    EXPECT_GT(factor.tree().parts.size(), 3u);
    factor.factor(c.values(), &pool);
    std::vector<Vec6> x(c.pattern.body_count, Vec6::Ones());
    factor.solve(x.data(), nullptr);
    answers.push_back(x);
  }
  for (std::size_t k = 1; k < answers.size(); ++k) {
    for (std::size_t i = 0; i < answers[0].size(); ++i) ASSERT_TRUE(answers[0][i] == answers[k][i]);
  }
}

}  // namespace
}  // namespace spook
