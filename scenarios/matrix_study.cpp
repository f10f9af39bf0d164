#include "scenarios/matrix_study.h"

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>

#include "engine/solve/island_memory.h"
#include "scenarios/nested_dissection.h"

namespace spook {
namespace {

using Sparse = Eigen::SparseMatrix<double>;
using Order = Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int>;

// [M + Σ contacts, Gᵀ; G, −T] with the contacts that push, in the states the step left them (numerics §3): bodies first
class IslandMatrix {
 public:
  IslandMatrix(const StepProblem& problem, const StepSolution& solution, const IslandRange& island)
      : problem_(problem), island_(island) {
    for (int b = 0; b < island.body_count; ++b) {
      const BodyBlock& body = problem.bodies[island.first_body + b];
      Mat6 block = Mat6::Zero();
      block.topLeftCorner<3, 3>().diagonal().setConstant(body.mass);
      block.bottomRightCorner<3, 3>() = body.inertia;
      add(6 * b, 6 * b, block);
    }
    for (int c = island.first_contact; c < island.first_contact + island.contact_count; ++c) add_contact(solution, c);
    size_ = 6 * island.body_count;
    for (int j = island.first_joint; j < island.first_joint + island.joint_count; ++j) add_joint(j);
    matrix_.resize(size_, size_);
    matrix_.setFromTriplets(entries_.begin(), entries_.end());
    matrix_.prune([](int, int, double value) { return value != 0.0; });
  }

  const Sparse& matrix() const { return matrix_; }
  int bodies() const { return island_.body_count; }

 private:
  void add(int row, int column, const Eigen::Ref<const Eigen::MatrixXd>& block) {
    for (int i = 0; i < block.rows(); ++i)
      for (int k = 0; k < block.cols(); ++k)
        if (block(i, k) != 0.0) entries_.emplace_back(row + i, column + k, block(i, k));
  }

  // k n nᵀ + DᵀC D felt by both arms; a sliding contact is held across its way only
  void add_contact(const StepSolution& solution, int c) {
    const ContactRow& contact = problem_.contacts[std::size_t(c)];
    const ContactState state = solution.contact_state[std::size_t(c)];
    if (state == ContactState::open) return;
    Mat3 stiffness = Mat3::Zero();
    stiffness(0, 0) = 1.0 / contact.compliance;
    if (state == ContactState::sticking) stiffness(1, 1) = stiffness(2, 2) = 1.0 / contact.friction_compliance;
    const Mat3 world = contact.frame.transpose() * stiffness * contact.frame;
    const auto arm = [](const Vec3& r) {
      Eigen::Matrix<double, 3, 6> J;
      J.leftCols<3>().setIdentity();
      J.rightCols<3>() << 0, r.z(), -r.y(), -r.z(), 0, r.x(), r.y(), -r.x(), 0;
      return J;
    };
    const int bodies[2]{contact.body_a, contact.body_b};
    const Eigen::Matrix<double, 3, 6> sides[2]{arm(contact.arm_a), -arm(contact.arm_b)};
    for (int i = 0; i < 2; ++i)
      for (int k = 0; k < 2; ++k)
        if (bodies[i] >= 0 && bodies[k] >= 0)
          add(6 * (bodies[i] - island_.first_body), 6 * (bodies[k] - island_.first_body),
              sides[i].transpose() * world * sides[k]);
  }

  void add_joint(int j) {
    const JointBlock& joint = problem_.joints[std::size_t(j)];
    for (int i = 0; i < joint.row_count; ++i, ++size_) {
      for (int k = 0; k < joint.body_count; ++k) {
        const int body = joint.bodies[std::size_t(k)];
        if (body < 0) continue;
        const Eigen::RowVectorXd G = problem_.jacobians[joint.first_jacobian + k].row(i);
        add(size_, 6 * (body - island_.first_body), G);
        add(6 * (body - island_.first_body), size_, G.transpose());
      }
      entries_.emplace_back(size_, size_, -problem_.rows[joint.first_row + i].compliance);
    }
  }

  const StepProblem& problem_;
  IslandRange island_;
  std::vector<Eigen::Triplet<double>> entries_;
  int size_ = 0;
  Sparse matrix_;
};

// the whole matrix's unknowns in the order of the engine's fronts: order[k] is eliminated k-th
Order engine_order(const StepProblem& problem, const IslandRange& island, const FrontTree& tree,
                   const IslandMemory& memory, int size) {
  Order order(size);
  std::vector<int> rows_before(std::size_t(island.joint_count), 0);
  int rows = 6 * island.body_count;
  for (int j = 0; j < island.joint_count; ++j) {
    rows_before[std::size_t(j)] = rows;
    rows += problem.joints[island.first_joint + j].row_count;
  }
  std::vector<std::pair<int, int>> places;  // in the permuted vector; unknown
  for (int b = 0; b < island.body_count; ++b)
    for (int i = 0; i < 6; ++i) places.emplace_back(tree.body_offset[std::size_t(b)] + i, 6 * b + i);
  for (std::size_t block = 0; block < memory.joint_of_rows.size(); ++block)
    for (int i = 0; i < tree.row_count[block]; ++i)
      places.emplace_back(tree.row_offset[block] + i, rows_before[std::size_t(memory.joint_of_rows[block])] + i);
  std::sort(places.begin(), places.end());
  std::vector<char> seen(std::size_t(size), 0);
  int next = 0;
  for (const auto& [place, unknown] : places) order.indices()[unknown] = next++, seen[std::size_t(unknown)] = 1;
  for (int i = 0; i < size; ++i)
    if (!seen[std::size_t(i)]) order.indices()[i] = next++;  // rows that hold nothing that can move
  return order;
}

// entries of L below its diagonal, by elimination of the pattern alone
std::vector<std::vector<int>> factor_pattern(const Sparse& matrix) {
  const int n = int(matrix.cols());
  std::vector<std::vector<int>> columns(std::size_t(n), std::vector<int>{});
  std::vector<std::vector<int>> children(std::size_t(n), std::vector<int>{});
  std::vector<int> mark(std::size_t(n), -1);
  for (int k = 0; k < n; ++k) {
    std::vector<int>& column = columns[std::size_t(k)];
    mark[std::size_t(k)] = k;
    const auto add = [&](int row) {
      if (row > k && mark[std::size_t(row)] != k) mark[std::size_t(row)] = k, column.push_back(row);
    };
    for (Sparse::InnerIterator entry(matrix, k); entry; ++entry) add(int(entry.row()));
    for (const int child : children[std::size_t(k)])
      for (const int row : columns[std::size_t(child)]) add(row);
    std::sort(column.begin(), column.end());
    if (!column.empty()) children[std::size_t(column.front())].push_back(k);
  }
  return columns;
}

// |λ| largest by powers of the matrix, smallest by those of its inverse; scaled: D^-½ A D^-½ with D its diagonal's size
MatrixCondition condition_of(const Sparse& matrix, int max_steps) {
  constexpr double settled = 1e-7;
  Eigen::SimplicialLDLT<Sparse> factor(matrix);  // quasi-definite: any order serves
  if (factor.info() != Eigen::Success) return {};
  const auto grow = [&](const auto& apply) {
    Eigen::VectorXd x(matrix.cols());
    for (int i = 0; i < x.size(); ++i) x[i] = std::sin(1.0 + 0.7 * i) + 1.3;  // any start that is orthogonal to nothing
    double size = 0.0;
    for (int step = 0; step < max_steps; ++step) {
      x.normalize();
      // two steps at once: eigenvalues of both signs and the same size do not make it swing
      Eigen::VectorXd y = apply(Eigen::VectorXd(apply(x)));
      const double now = std::sqrt(y.norm());
      const bool done = std::abs(now - size) < settled * now;
      size = now, x = y;
      if (done) break;
    }
    return size;
  };
  MatrixCondition condition;
  condition.largest = grow([&](const Eigen::VectorXd& x) -> Eigen::VectorXd { return matrix * x; });
  condition.smallest = 1.0 / grow([&](const Eigen::VectorXd& x) -> Eigen::VectorXd { return factor.solve(x); });
  return condition;
}

Sparse scaled(const Sparse& matrix) {
  const Eigen::VectorXd size = matrix.diagonal().cwiseAbs().cwiseSqrt();
  Eigen::VectorXd inverse(size.size());
  for (int i = 0; i < size.size(); ++i) inverse[i] = size[i] > 0.0 ? 1.0 / size[i] : 1.0;
  return inverse.asDiagonal() * matrix * inverse.asDiagonal();
}

Order order_by(MatrixOrder wanted, const Order& engine, const Sparse& matrix) {
  if (wanted == MatrixOrder::minimum_degree) return engine;
  Order order(matrix.cols());
  order.setIdentity();
  if (wanted == MatrixOrder::approximate_minimum_degree) {
    Eigen::AMDOrdering<int> amd;
    Order inverse;
    amd(matrix.selfadjointView<Eigen::Lower>(), inverse);
    order = inverse.inverse();
  }
  if (wanted == MatrixOrder::nested_dissection) {
    const std::vector<int> places = nested_dissection(matrix);
    for (int k = 0; k < int(places.size()); ++k) order.indices()[places[std::size_t(k)]] = k;
  }
  return order;
}

}  // namespace

int largest_island(const StepProblem& problem) {
  const auto size = [](const IslandRange& i) { return 6 * i.body_count + 6 * i.joint_count + 3 * i.contact_count; };
  const auto at = std::max_element(problem.islands.begin(), problem.islands.end(),
                                   [&](const IslandRange& a, const IslandRange& b) { return size(a) < size(b); });
  return at == problem.islands.end() ? -1 : int(at - problem.islands.begin());
}

MatrixStudy study_matrix(const StepProblem& problem, const StepSolution& solution, int number, MatrixOrder wanted,
                         int condition_steps) {
  const IslandRange& island = problem.islands[std::size_t(number)];
  const IslandMatrix made(problem, solution, island);
  IslandMemory memory;
  analyse_island(problem, island, memory);
  const FrontTree& tree = memory.factor[0].tree();
  const Sparse& matrix = made.matrix();
  const Order order = order_by(wanted, engine_order(problem, island, tree, memory, int(matrix.cols())), matrix);

  MatrixStudy study;
  study.ordered = order * matrix * order.transpose();
  study.factor = factor_pattern(study.ordered);
  study.unknown.resize(std::size_t(matrix.cols()));
  for (int i = 0; i < int(matrix.cols()); ++i) study.unknown[std::size_t(order.indices()[i])] = i;
  for (int j = island.first_joint; j < island.first_joint + island.joint_count; ++j)
    for (int i = 0; i < problem.joints[std::size_t(j)].row_count; ++i) study.joint_of_row.push_back(j);
  study.unknowns = int(matrix.cols()), study.bodies = island.body_count, study.contacts = island.contact_count;
  study.joint_rows = study.unknowns - 6 * island.body_count;
  for (int c = 0; c < island.contact_count; ++c)
    study.pushing += solution.contact_state[island.first_contact + c] != ContactState::open;
  study.entries = (matrix.nonZeros() + study.unknowns) / 2, study.factor_entries = study.unknowns;
  for (const std::vector<int>& column : study.factor) study.factor_entries += long(column.size());
  study.fronts = int(tree.fronts.size()), study.largest_front = tree.largest_height, study.flops = tree.flops;
  study.plain = condition_of(matrix, condition_steps), study.balanced = condition_of(scaled(matrix), condition_steps);
  return study;
}

}  // namespace spook
