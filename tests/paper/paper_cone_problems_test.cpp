// Contact problems of others: the readers, the measure, and each solver on problems with known answers.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <random>

#include "engine/reference/cone_files.h"
#include "engine/reference/cone_solvers.h"
#include "tests/paths.h"

namespace spook::reference {
namespace {

// a heap of random contacts on free bodies: W = J M⁻¹ Jᵀ with fewer coordinates than rows, so that it is singular
ConeProblem random_problem(unsigned seed, int contacts, int coordinates) {
  std::mt19937 engine(seed);
  std::normal_distribution<double> normal;
  const Matrix j = Matrix::NullaryExpr(3 * contacts, coordinates, [&] { return normal(engine); });
  const Vector v = Vector::NullaryExpr(coordinates, [&] { return normal(engine); });
  ConeProblem problem;
  problem.name = "random";
  problem.w = Matrix(j * j.transpose()).sparseView();
  problem.q = j * v;
  problem.friction = Vector::NullaryExpr(contacts, [&] { return 0.1 + 0.8 * std::abs(std::sin(normal(engine))); });
  return problem;
}

TEST(ConeProblem, ProjectionIsTheNearestPointOfTheCone) {
  const Eigen::Vector3d inside(1.0, 0.3, 0.0), beside(1.0, 3.0, 4.0), below(-3.0, 0.5, 0.0);
  EXPECT_EQ(project_on_cone(inside, 0.5), inside);
  EXPECT_EQ(project_on_cone(below, 0.5), Eigen::Vector3d(Eigen::Vector3d::Zero()));
  const Eigen::Vector3d near = project_on_cone(beside, 0.5);
  EXPECT_NEAR(near.tail<2>().norm(), 0.5 * near[0], 1e-14);
  EXPECT_NEAR((beside - near).dot(near), 0.0, 1e-13);
}

TEST(ConeProblem, OneContactOpensSticksOrSlides) {
  Eigen::Matrix3d b;
  b << 2.0, 0.3, -0.2, 0.3, 1.5, 0.1, -0.2, 0.1, 1.0;
  for (const Eigen::Vector3d& q : {Eigen::Vector3d(1.0, 2.0, 0.0), Eigen::Vector3d(-1.0, 0.01, 0.02),
                                   Eigen::Vector3d(-1.0, 3.0, -2.0), Eigen::Vector3d(-1e-6, 3.0, -2.0)}) {
    ConeProblem problem;
    problem.w = Matrix(b).sparseView(), problem.q = q, problem.friction = Vector::Constant(1, 0.4);
    EXPECT_LT(cone_error(problem, solve_one_cone(b, q, 0.4)), 1e-12) << q.transpose();
  }
}

TEST(ConeProblem, EverySolverSolvesRandomHeaps) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    const ConeProblem problem = random_problem(seed, 12, 24);
    for (const NamedConeSolver& solver : cone_solvers()) {
      Vector r;
      const ConeResult result = solver.solve(problem, r, {});
      EXPECT_TRUE(result.solved) << solver.name << ", seed " << seed << ": " << result.error;
      EXPECT_LE(cone_error(problem, r), 1e-8) << solver.name;
    }
  }
}

// coordinates whose rows shrink a hundredfold from first to last: W has eigenvalues over four orders beside its zeros,
// as a jammed pile of rocks has
TEST(ConeProblem, NewtonSolvesHeapsWithNearlyRedundantContacts) {
  constexpr int contacts = 30, coordinates = 24;
  for (const double friction : {1.0, 2.0})
    for (unsigned seed = 1; seed <= 20; ++seed) {
      std::mt19937 engine(seed);
      std::normal_distribution<double> normal;
      Matrix j = Matrix::NullaryExpr(3 * contacts, coordinates, [&] { return normal(engine); });
      const Vector v = Vector::NullaryExpr(coordinates, [&] { return normal(engine); });
      for (int k = 0; k < coordinates; ++k) j.col(k) *= std::pow(0.01, k / (coordinates - 1.0));
      ConeProblem problem;
      problem.w = Matrix(j * j.transpose()).sparseView();
      problem.q = j * v, problem.friction = Vector::Constant(contacts, friction);
      Vector r;
      const ConeResult result = solve_cone_newton(problem, r);
      EXPECT_TRUE(result.solved) << "seed " << seed << ", friction " << friction << ": " << result.error;
    }
}

TEST(ConeFiles, TextIsReadWholeOrRefusedWithTheLine) {
  const ConeProblem one = read_cone_text("3\n1\n0\n3\n3\n3 3\n15 -1 -2\n-1 12 0\n-2 0 10\n-4 1 2\n0.1\n");
  EXPECT_EQ(one.contacts(), 1);
  EXPECT_EQ(one.w.coeff(0, 2), -2.0);
  EXPECT_EQ(one.q[2], 2.0);
  try {
    read_cone_text("3\n1\n0\n3\n3\n3 3\n15 -1 hello");
    FAIL() << "a broken file was read";
  } catch (const std::runtime_error& problem) {
    EXPECT_NE(std::string(problem.what()).find("line 7"), std::string::npos) << problem.what();
  }
  EXPECT_THROW(read_cone_text("3\n1\n7\n3\n3\n"), std::runtime_error);
  EXPECT_THROW(read_cone_text(""), std::runtime_error);
}

TEST(ConeFiles, APlaneProblemStaysInItsPlane) {
  const ConeProblem plane = read_cone_text("2\n1\n0\n2\n2\n2 2\n2 0\n0 1\n-1 3\n0.5\n");
  Vector r;
  ASSERT_TRUE(solve_cone_gauss_seidel(plane, r).solved);
  EXPECT_NEAR(r[0], 0.5, 1e-12);
  EXPECT_NEAR(r[1], -0.25, 1e-12);
  EXPECT_EQ(r[2], 0.0);
}

TEST(ConeFiles, GlobalFormIsReduced) {
  // two masses of 2 kg fall at 1 m/s, one contact on the first
  const ConeProblem one =
      read_cone_text("3\n1\n0\n3\n3\n3 3\n2 0 0 0 2 0 0 0 2\n0\n3\n3\n3 3\n1 0 0 0 1 0 0 0 1\n-2 0 0\n0 0 0\n0.3\n");
  EXPECT_NEAR(one.w.coeff(0, 0), 0.5, 1e-15);
  EXPECT_NEAR(one.q[0], -1.0, 1e-15);
}

// the problems lie beside the project, not in it
TEST(ConeFiles, EveryPublishedProblemThatIsThereIsReadAndTheSmallOnesSolved) {
  const std::filesystem::path folder = test::source_folder() / ".." / "shared" / "contact-problems";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no contact-problems beside this source tree";
  int read = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".md") continue;
    ASSERT_TRUE(is_cone_problem(entry.path())) << entry.path();
    const ConeProblem problem = read_cone_problem(entry.path());
    ++read;
    if (problem.contacts() > 20) continue;
    for (const NamedConeSolver& solver : cone_solvers()) {
      Vector r;
      const ConeResult result = solver.solve(problem, r, {});
      EXPECT_TRUE(result.solved) << problem.name << ", " << solver.name << ": " << result.error;
    }
  }
  EXPECT_GE(read, 1);
}

TEST(ConeFiles, ACutOffContainerIsRefused) {
  const std::string head("\x89HDF\r\n\x1a\n\0\0\0\0\0\x08\x08\0", 16);
  EXPECT_THROW(read_hdf5(head), std::runtime_error);
}

}  // namespace
}  // namespace spook::reference
