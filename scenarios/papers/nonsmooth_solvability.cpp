// Anitescu and Potra 1997: why the LCP of a step is solvable. Copositive matrices, the condition under which Lemke's
// method ends at a solution, decompression, and where the condition fails: a ball between closing walls (Potra et al.
// 2006, 7.1).
#include <Eigen/Eigenvalues>
#include <cmath>
#include <random>

#include "scenarios/papers/nonsmooth_families.h"
#include "scenarios/papers/nonsmooth_tools.h"

namespace spook::papers {
namespace {

using reference::ContactRow;
using reference::LcpStatus;
using reference::Matrix;
using reference::VelocityProblem;
using reference::VelocitySolution;

// Kaplan: a symmetric matrix is copositive if and only if no principal submatrix has a positive eigenvector with a
// negative eigenvalue
bool copositive(const Matrix& matrix) {
  const Matrix a = 0.5 * (matrix + matrix.transpose());
  const int n = int(a.rows());
  const double small = 1e-12 * a.cwiseAbs().maxCoeff();
  for (unsigned set = 1; set < (1u << n); ++set) {
    std::vector<int> in;
    for (int i = 0; i < n; ++i)
      if (set >> i & 1u) in.push_back(i);
    const Eigen::SelfAdjointEigenSolver<Matrix> eigen(Matrix(a(in, in)));
    for (Eigen::Index k = 0; k < eigen.eigenvalues().size() && eigen.eigenvalues()[k] < -small; ++k) {
      const auto vector = eigen.eigenvectors().col(k);
      if (vector.minCoeff() > 1e-10 || vector.maxCoeff() < -1e-10) return false;
    }
  }
  return true;
}

struct Random {
  std::mt19937 engine;
  std::uniform_real_distribution<double> uniform{-1.0, 1.0};
  explicit Random(unsigned seed) : engine(seed) {}
  double operator()() { return uniform(engine); }
  Matrix matrix(int rows, int columns) {
    return Matrix::NullaryExpr(rows, columns, [&] { return uniform(engine); });
  }
};

// normal, ± tangent and bound a contact, of bodies with `coordinates` coordinates; sign −1: bounds the wrong way
Matrix friction_matrix(Random& random, int contacts, int coordinates, double sign) {
  Matrix rows(3 * contacts, coordinates), a = Matrix::Zero(4 * contacts, 4 * contacts);
  for (int c = 0; c < contacts; ++c) {
    rows.row(3 * c) = random.matrix(1, coordinates), rows.row(3 * c + 1) = random.matrix(1, coordinates);
    rows.row(3 * c + 2) = -rows.row(3 * c + 1);
  }
  a.topLeftCorner(3 * contacts, 3 * contacts) = rows * rows.transpose();
  for (int c = 0; c < contacts; ++c) {
    const int bound = 3 * contacts + c;
    a(3 * c + 1, bound) = a(3 * c + 2, bound) = 1.0;
    a(bound, 3 * c) = sign * (0.8 + 0.7 * random());
    a(bound, 3 * c + 1) = a(bound, 3 * c + 2) = -1.0;
  }
  return a;
}

void matrices_of_a_step(const ExperimentContext& context, Report& report) {
  Random random(3);
  int good = 0, found = 0;
  constexpr int trials = 100;
  for (int trial = 0; trial < trials; ++trial) {
    if (trial % 10 == 0) context.at(0.1 + 0.002 * trial, "copositive");
    const int contacts = 1 + trial % 2;
    good += copositive(friction_matrix(random, contacts, 3, 1.0));
    found += !copositive(friction_matrix(random, contacts, 3, -1.0));
  }
  report.check("matrix of the step's LCP, one or two contacts: copositive by Kaplan's test",
               "always, for friction ≥ 0 (Theorem 5.1 rests on it)",
               std::to_string(good) + " of " + std::to_string(trials), "all", good == trials);
  report.check("the same with friction < 0", "not copositive: bound and normal make a negative 2 × 2 block",
               std::to_string(found) + " of " + std::to_string(trials) + " not copositive", "all", found == trials);
}

// P + K, P semidefinite of half rank and K ≥ 0 with a positive diagonal: strictly copositive, neither semidefinite nor
// P, so that every right-hand side has a solution
void copositive_class(const ExperimentContext& context, Report& report) {
  Random random(5);
  int solved[3] = {0, 0, 0}, indefinite = 0;
  constexpr int trials = 100, n = 20;
  for (int trial = 0; trial < trials; ++trial) {
    if (trial % 10 == 0) context.at(0.35 + 0.002 * trial, "strictly copositive");
    const Matrix root = random.matrix(n, n / 2), weights = 4.0 * random.matrix(n, n).cwiseAbs();
    const Matrix a = root * root.transpose() + weights;
    indefinite += Eigen::SelfAdjointEigenSolver<Matrix>(Matrix(a + a.transpose())).eigenvalues()[0] < 0.0;
    const Vector b = random.matrix(n, 1);
    Vector z;
    solved[0] += reference::solve_lemke(a, b, z).status == LcpStatus::solved;
    solved[1] += reference::solve_block_pivot(a, b, z).status == LcpStatus::solved;
    reference::LcpOptions sweeps;
    sweeps.iterations = 2000, sweeps.tolerance = 1e-8;
    solved[2] += reference::solve_projected_gauss_seidel(a, b, z, nullptr, sweeps).status == LcpStatus::solved;
  }
  report.check("strictly copositive matrices, not semidefinite (" + std::to_string(indefinite) +
                   " of 100 indefinite), any b: solved by Lemke",
               "all (Theorem 2.3: the condition on b is empty)", std::to_string(solved[0]), "100", solved[0] == trials);
  report.show("the same: block pivots, projected Gauss–Seidel", "",
              std::to_string(solved[1]) + ", " + std::to_string(solved[2]),
              "no theorem promises them; block pivoting falls back on Lemke");
}

// a ball of radius 0 between walls at 0 that move towards each other with `closing` (m/s); friction along both
VelocityProblem between_walls(double closing, double friction) {
  VelocityProblem problem;
  problem.inertia = Matrix::Identity(2, 2);
  problem.momentum = Eigen::Vector2d(0.3, 1.0);
  for (const double side : {1.0, -1.0}) {
    ContactRow row;
    row.normal = Eigen::Vector2d(side, 0.0);
    row.normal_bias = -0.5 * closing;  // side · v ≥ closing/2
    if (friction > 0.0) {
      row.edges.resize(2, 2), row.edges << 0.0, 1.0, 0.0, -1.0;
      row.friction = friction;
    }
    problem.contacts.push_back(row);
  }
  return problem;
}

void closing_walls(Report& report) {
  Table table{"walls",
              "A ball between walls that close (−: open) at a speed: Lemke's answer",
              {"closing (m/s)", "b·u for u = (1, 1)", "frictionless", "μ = 0.5"},
              {}};
  bool as_theory = true;
  for (const double closing : {-1.0, -0.1, -1e-6, 0.0, 1e-6, 0.1, 1.0}) {
    const LcpStatus plain = solve(between_walls(closing, 0.0)).lcp.status,
                    rough = solve(between_walls(closing, 0.5)).lcp.status;
    // u = (1, 1) has M u = 0, so a solution needs b·u ≥ 0: that the walls do not close
    const bool solvable = closing <= 0.0;
    as_theory = as_theory && (plain == LcpStatus::solved) == solvable && (rough == LcpStatus::solved) == solvable;
    table.rows.push_back({number(closing, 1), number(-closing, 2), name_of(plain), name_of(rough)});
  }
  report.check("7.1, ball between walls: solvable exactly where they do not close",
               "the condition of Theorem 2.3 at u = (1, 1)", yes_no(as_theory),
               "solved for closing ≤ 0, proven infeasible beyond", as_theory);
  report.tables.push_back(table);

  // opposed normals: the cone of reactions is not pointed, and reactions are not bounded
  const VelocityProblem problem = between_walls(0.0, 0.5);
  const VelocitySolution solution = solve(problem);
  const double squeeze = 1e6;
  double change = 0.0;
  Vector v = problem.momentum;
  for (std::size_t c = 0; c < 2; ++c) {
    v += problem.contacts[c].normal * (solution.normal[Eigen::Index(c)] + squeeze);
    v += problem.contacts[c].edges.transpose() * solution.friction[c];
  }
  change = (v - solution.v).norm();
  report.check("opposed contacts: the answer's velocity with 1e6 N s more on both normals",
               "the same: the friction cone is not pointed, so reactions are not bounded (convergence paper, pointed "
               "cones)",
               "differs by " + sci(change), "≤ 1e-9", change <= 1e-9 && bool(solution),
               "with friction the larger squeeze could hold more: which of the answers comes is the solver's choice. "
               "Lemke's has |ν| = " +
                   number(solution.normal.norm(), 3) + " N s and keeps " + number(solution.v[1], 3) +
                   " m/s of the slip of 1 m/s");
}

// rod tips hitting a floor: both LCPs of Poisson's law
void decompression(const ExperimentContext& context, Report& report) {
  Random random(9);
  int solved = 0;
  const int trials = context.fast ? 500 : 5000;
  for (int trial = 0; trial < trials; ++trial) {
    if (trial % 100 == 0) context.at(0.8, "decompression");
    System rod = reference::painleve_rod(2.0 * std::abs(random()));
    for (auto& gap : rod.gaps) gap.restitution = std::abs(random());
    Vector q = rod.q0, v = 3.0 * random.matrix(3, 1);
    q[2] = 1.5 * random();
    const std::vector<int> contact = {0};
    solved += resolve_impact(rod, q, v, contact, {.law = reference::ImpactLaw::poisson}).status == LcpStatus::solved;
  }
  report.check("compression and decompression of a rod's tip, any angle, spin, friction up to 2, restitution",
               "both LCPs solvable (Theorem 5.1)", std::to_string(solved) + " of " + std::to_string(trials), "all",
               solved == trials);
}

}  // namespace

void solvability(const ExperimentContext& context, Report& report) {
  matrices_of_a_step(context, report);
  copositive_class(context, report);
  closing_walls(report);
  decompression(context, report);
  report.remarks.push_back(
      "Theorem 2.3 is taken in this form: M copositive, and bᵀu ≥ 0 for every u ≥ 0 with M u ≥ 0 and uᵀM u = "
      "0, "
      "make Lemke's method end at a solution. The paper's text is not part of this project; Lemma 3.1 is not tried "
      "apart, and the data of Glocker and Pfeiffer's counterexample were not available.");
}

}  // namespace spook::papers
