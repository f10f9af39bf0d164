#include "engine/reference/contact_problem.h"

#include <Eigen/Sparse>
#include <cmath>
#include <memory>
#include <numbers>

namespace spook::reference {
namespace {

// [H −W; weight G ζ], factored once for all right-hand sides
class Elimination {
 public:
  explicit Elimination(const VelocityProblem& problem) {
    const Eigen::Index n = problem.momentum.size(), m = problem.joints.rows();
    Matrix saddle = Matrix::Zero(n + m, n + m);
    saddle.topLeftCorner(n, n) = problem.inertia;
    if (m) {
      saddle.topRightCorner(n, m) =
          problem.reaction.size() ? Matrix(-problem.reaction) : Matrix(-problem.joints.transpose());
      saddle.bottomLeftCorner(m, n) = problem.weight * problem.joints;
      saddle.bottomRightCorner(m, m).diagonal() =
          problem.joint_compliances.size() ? problem.joint_compliances : Vector::Constant(m, problem.joint_compliance);
    }
    // numerics §8: large systems are mostly zeros
    if (n + m > 60) {
      const Eigen::SparseMatrix<double> sparse = saddle.sparseView();
      sparse_ = std::make_unique<Eigen::SparseLU<Eigen::SparseMatrix<double>>>(sparse);
      if (sparse_->info() == Eigen::Success) return;
      sparse_.reset();
    }
    dense_.compute(saddle);
    // Eigen's rcond() misses exact singularity; the pivots do not
    const Vector pivots = dense_.matrixLU().diagonal().cwiseAbs();
    if (!(pivots.minCoeff() > 1e-14 * pivots.maxCoeff()))
      full_ = std::make_unique<Eigen::CompleteOrthogonalDecomposition<Matrix>>(saddle);
  }

  Matrix solve(const Matrix& right) const {
    if (sparse_) return sparse_->solve(right);
    if (full_) return full_->solve(right);  // redundant joints: the smallest multipliers that fit
    return dense_.solve(right);
  }

 private:
  Eigen::PartialPivLU<Matrix> dense_;
  std::unique_ptr<Eigen::SparseLU<Eigen::SparseMatrix<double>>> sparse_;
  std::unique_ptr<Eigen::CompleteOrthogonalDecomposition<Matrix>> full_;
};

int row_count(const ContactRow& contact) {
  return 1 + int(contact.edges.rows());
}

// all rows that look at w, and the directions their impulses act in
void stack_rows(const VelocityProblem& problem, Matrix& rows, Matrix& directions) {
  int count = 0;
  for (const ContactRow& contact : problem.contacts) count += row_count(contact);
  const Eigen::Index n = problem.momentum.size();
  rows.resize(count, n), directions.resize(n, count);
  int at = 0;
  for (const ContactRow& contact : problem.contacts) {
    rows.row(at) = contact.normal.transpose();
    directions.col(at) = contact.push.size() ? contact.push : contact.normal;
    if (contact.edges.rows()) {
      rows.middleRows(at + 1, contact.edges.rows()) = contact.edges;
      directions.middleCols(at + 1, contact.edges.rows()) = contact.edges.transpose();
    }
    at += row_count(contact);
  }
}

// the LCP of what is left: per contact ν, β, σ
void fill_lcp(const VelocityProblem& problem, const Matrix& delassus, const Vector& free, Matrix& a, Vector& b) {
  int size = 0;
  for (const ContactRow& contact : problem.contacts) size += contact.unknowns();
  a.setZero(size, size), b.setZero(size);
  int row = 0, from_row = 0;
  for (const ContactRow& contact : problem.contacts) {
    const int height = row_count(contact), edges = height - 1;
    int column = 0, from_column = 0;
    for (const ContactRow& other : problem.contacts) {
      const int width = row_count(other);
      a.block(row, column, height, width) = delassus.block(from_row, from_column, height, width);
      column += other.unknowns(), from_column += width;
    }
    b.segment(row, height) = free.segment(from_row, height);
    a(row, row) += contact.normal_compliance;
    b[row] += contact.normal_bias;
    if (edges) {
      const int bound = row + height;
      if (contact.edge_bias.size()) b.segment(row + 1, edges) += contact.edge_bias;
      if (contact.edge_compliance != 0.0)
        a.block(row + 1, row + 1, edges, edges) += contact.edge_compliance * contact.plane * contact.plane.transpose();
      a.block(row + 1, bound, edges, 1).setOnes();
      a.block(bound, row + 1, 1, edges).setConstant(-1.0);
      a(bound, row) = contact.friction;
      b[bound] = contact.bound_bias;
    }
    row += contact.unknowns(), from_row += height;
  }
}

}  // namespace

void shape_polygon(ContactRow& row, int edges, double angle) {
  row.plane.resize(edges, 2);
  for (int i = 0; i < edges; ++i) {
    const double at = angle + 2.0 * std::numbers::pi * i / edges;
    row.plane.row(i) << std::cos(at), std::sin(at);
  }
  row.edges = row.plane * row.tangents;
  if (row.tangent_bias.size()) row.edge_bias = row.plane * row.tangent_bias;
}

VelocitySolution solve(const VelocityProblem& problem, LcpBasis* basis, LcpSolver solver) {
  VelocitySolution result;
  const Eigen::Index n = problem.momentum.size(), m = problem.joints.rows();
  const Vector base = problem.base.size() ? problem.base : Vector(Vector::Zero(n));
  Matrix rows, directions;
  stack_rows(problem, rows, directions);

  // what v⁺ and λ are without contacts, and what each contact impulse adds
  const Elimination elimination(problem);
  Matrix right = Matrix::Zero(n + m, directions.cols() + 1);
  right.topRows(n) << directions, problem.momentum;
  if (m) {
    right.bottomRightCorner(m, 1) = -problem.joints * base;
    if (problem.joint_bias.size()) right.bottomRightCorner(m, 1) -= problem.joint_bias;
  }
  const Matrix response = elimination.solve(right);
  if (!response.allFinite()) return result;
  result.factored = true;

  const Eigen::Index contacts = directions.cols();
  const Matrix delassus = problem.weight * rows * response.topLeftCorner(n, contacts);
  const Vector free = rows * (problem.weight * response.topRightCorner(n, 1) + base);
  Matrix a;
  Vector b, z;
  fill_lcp(problem, delassus, free, a, b);
  result.lcp = solver(a, b, z, basis, {});
  if (z.size() != b.size()) z.setZero(b.size());  // given up before there was an iterate

  Vector impulses(contacts);
  Eigen::Index at = 0, from = 0;
  result.normal.resize(Eigen::Index(problem.contacts.size()));
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    const Eigen::Index height = row_count(problem.contacts[c]);
    impulses.segment(at, height) = z.segment(from, height);
    result.normal[Eigen::Index(c)] = z[from];
    result.friction.emplace_back(z.segment(from + 1, height - 1));
    at += height, from += problem.contacts[c].unknowns();
  }
  const Vector total = response.leftCols(contacts) * impulses + response.col(contacts);
  result.v = total.head(n);
  result.joint = total.tail(m);
  return result;
}

ContactRow contact_row(const System& system, const Vector& q, int gap, int edges) {
  const GapModel& model = system.gaps[gap];
  ContactRow row;
  row.gap = gap;
  row.normal = model.normal(q);
  row.friction = model.friction;
  if (edges == 0 || !model.tangent || model.friction <= 0.0) return row;
  const Vector first = model.tangent(q);
  if (!model.second_tangent) {
    row.edges.resize(2, first.size());
    row.edges << first.transpose(), -first.transpose();
    row.plane = (Matrix(2, 1) << 1.0, -1.0).finished();
    return row;
  }
  row.tangents.resize(2, first.size());
  row.tangents << first.transpose(), model.second_tangent(q).transpose();
  shape_polygon(row, edges, 0.0);
  return row;
}

VelocitySolution solve_round(VelocityProblem& problem, LcpSolver solver) {
  constexpr int rounds = 60;            // each turns by less: a handful is usual
  constexpr int whole_turns = 15;       // after so many, half of each turn: two slips that chase each other settle
  constexpr double still = 1e-12;       // slips below this, against the largest velocity, have no direction
  constexpr double turned_off = 1e-14;  // radians
  constexpr double rounding = 1e-7;     // radians: turns this small that no longer fall are noise of small slips
  VelocitySolution solution;
  std::vector<double> angle(problem.contacts.size(), 0.0);
  double before = INFINITY;
  for (int round = 0; round < rounds; ++round) {
    solution = solve(problem, nullptr, solver);
    if (!solution) return solution;
    Vector seen = problem.weight * solution.v;
    if (problem.base.size()) seen += problem.base;
    std::vector<double> turn(problem.contacts.size(), 0.0);
    double largest = 0.0;
    for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
      const ContactRow& row = problem.contacts[c];
      if (!row.tangents.rows() || !row.edges.rows()) continue;
      Eigen::Vector2d slip = row.tangents * seen;
      if (row.tangent_bias.size()) slip += row.tangent_bias;
      if (slip.norm() <= still * (1.0 + seen.norm())) continue;
      turn[c] = std::remainder(std::atan2(-slip[1], -slip[0]) - angle[c], 2.0 * std::numbers::pi);
      largest = std::max(largest, std::abs(turn[c]));
    }
    const bool noise = largest <= rounding && largest > 0.5 * before;
    // the last answer keeps the polygons it was found with
    if (largest <= turned_off || noise || round + 1 == rounds) break;
    before = largest;
    for (std::size_t c = 0; c < problem.contacts.size(); ++c)
      if (turn[c] != 0.0)
        shape_polygon(problem.contacts[c], int(problem.contacts[c].edges.rows()),
                      angle[c] += (round < whole_turns ? 1.0 : 0.5) * turn[c]);
  }
  return solution;
}

Vector plane_impulse(const ContactRow& contact, const Vector& beta) {
  return contact.plane.rows() ? Vector(contact.plane.transpose() * beta) : Vector(Vector::Zero(0));
}

}  // namespace spook::reference
