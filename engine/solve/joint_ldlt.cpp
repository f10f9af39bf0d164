#include "engine/solve/joint_ldlt.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>

#include "engine/solve/front_clusters.h"

namespace spook {

namespace {

constexpr int little = 16;  // updates a joint: beyond that the matrix of bodies is the cheaper one

template <int W>
struct Lanes;
template <>
struct Lanes<4> {
  typedef double V __attribute__((vector_size(32), may_alias));
  typedef long long M __attribute__((vector_size(32), may_alias));
  static constexpr M place{0, 1, 2, 3};
};
template <>
struct Lanes<8> {
  typedef double V __attribute__((vector_size(64), may_alias));
  typedef long long M __attribute__((vector_size(64), may_alias));
  static constexpr M place{0, 1, 2, 3, 4, 5, 6, 7};
};
template <int W>
using V = typename Lanes<W>::V;

template <int W>
V<W>* columns(double* block) {
  return reinterpret_cast<V<W>*>(block);
}

// C += sign · A Bᵀ, A and B of `depth` columns
template <int W>
void add_product(double* C, const double* A, const double* B, int depth, double sign) {
  V<W> c[W];
  for (int j = 0; j < W; ++j) c[j] = columns<W>(C)[j];
  for (int k = 0; k < depth; ++k) {
    const V<W> a = sign * reinterpret_cast<const V<W>*>(A)[k];
    for (int j = 0; j < W; ++j) c[j] += a * B[k * W + j];
  }
  for (int j = 0; j < W; ++j) columns<W>(C)[j] = c[j];
}

template <int W>
void transpose(const double* from, double* to) {
  for (int i = 0; i < W; ++i)
    for (int j = 0; j < W; ++j) to[i * W + j] = from[j * W + i];
}

// block → L, strictly lower, and 1/D; a pivot below half of T is rounding
template <int W>
void factor_block(double* block, int rows, const double* compliance, double* inverse) {
  V<W> column[W];
  for (int j = 0; j < W; ++j) column[j] = columns<W>(block)[j];
  for (int j = 0; j < W; ++j) {
    const double d = j < rows ? std::max(column[j][j], 0.5 * compliance[j]) : 1.0;
    const V<W> scaled = column[j];
    inverse[j] = j < rows ? 1.0 / d : 0.0;
    column[j] = Lanes<W>::place > j ? scaled * inverse[j] : V<W>{};
    for (int c = j + 1; c < W; ++c) column[c] -= column[j] * scaled[c];
  }
  for (int j = 0; j < W; ++j) columns<W>(block)[j] = column[j];
}

// S → L and L D of a block below, from L and 1/D of its column
template <int W>
void solve_block(double* block, double* scaled, const double* diagonal, const double* inverse) {
  V<W> y[W];
  for (int j = 0; j < W; ++j) y[j] = columns<W>(block)[j];
  for (int k = 0; k < W; ++k)
    for (int j = k + 1; j < W; ++j) y[j] -= y[k] * diagonal[k * W + j];
  for (int j = 0; j < W; ++j) columns<W>(scaled)[j] = y[j], columns<W>(block)[j] = y[j] * inverse[j];
}

// x −= A y
template <int W>
void take(V<W>& x, const double* A, const V<W>& y) {
  for (int j = 0; j < W; ++j) x -= reinterpret_cast<const V<W>*>(A)[j] * y[j];
}

// S is of rows, dv of bodies: M⁻¹ (what was left + Gᵀ dλ)
void push_bodies(const StepProblem& problem, const IslandRange& island, Workspace& work) {
  for (int j = island.first_joint; j < island.first_joint + island.joint_count; ++j)
    add_joint_impulse(problem, problem.joints[j], block_impulse(problem.joints[j], work.row_step), work.step);
  for (int b = island.first_body; b < island.first_body + island.body_count; ++b)
    work.step[b] = work.inverse[b].times(work.step[b]);
}

}  // namespace

// ---- once a graph

void JointLdlt::analyse(const StepProblem& problem, const IslandRange& island) {
  analysed_ = true, factored_ = false;
  const bool recalled = std::exchange(recalled_, false);
  order_joints(problem, island);
  find_fill();
  little_fill_ = updates_.size() <= little * nodes_.size();
  if (!little_fill_) return;
  find_products();
  place_numbers();
  if (recalled) factor_input();
}

void JointLdlt::order_joints(const StepProblem& problem, const IslandRange& island) {
  nodes_.clear(), sides_.clear();
  std::vector<int> moving;  // joints that hold something that can move
  std::vector<std::vector<int>> of_body(island.body_count);
  for (int j = 0; j < island.joint_count; ++j) {
    const JointBlock& joint = problem.joints[island.first_joint + j];
    bool moves = false;
    for (int k = 0; k < joint.body_count; ++k)
      if (joint.bodies[k] >= 0)
        of_body[joint.bodies[k] - island.first_body].push_back(int(moving.size())), moves = true;
    if (moves) moving.push_back(j);
  }
  BlockPattern coupled;
  coupled.body_count = static_cast<int>(moving.size());
  for (const std::vector<int>& joints : of_body)
    for (std::size_t a = 1; a < joints.size(); ++a)
      for (std::size_t b = 0; b < a; ++b)
        if (joints[a] != joints[b]) coupled.edges.push_back({joints[a], joints[b]});
  const BodyGraph graph = body_graph(coupled);
  width_ = 4;
  for (const int at : minimum_degree_order(coupled.body_count, graph.first, graph.neighbours)) {
    const JointBlock& joint = problem.joints[island.first_joint + moving[at]];
    Node& node = nodes_.emplace_back();
    node.joint = moving[at], node.rows = joint.row_count, node.first_side = static_cast<int>(sides_.size());
    for (int k = 0; k < joint.body_count; ++k)
      if (joint.bodies[k] >= 0) sides_.push_back({joint.bodies[k] - island.first_body, k});
    node.side_count = static_cast<int>(sides_.size()) - node.first_side;
    if (node.rows > 4) width_ = 8;
  }
}

// f(node, side, other, its side) for every two nodes that share a body, a node and itself included
template <class F>
void JointLdlt::each_shared(F&& f) const {
  std::vector<std::vector<std::array<int, 2>>> of_body;  // node, side
  for (int n = 0; n < static_cast<int>(nodes_.size()); ++n)
    for (int s = nodes_[n].first_side; s < nodes_[n].first_side + nodes_[n].side_count; ++s) {
      of_body.resize(std::max<std::size_t>(of_body.size(), sides_[s].body + 1));
      of_body[sides_[s].body].push_back({n, s});
      for (const auto& [other, side] : of_body[sides_[s].body]) f(n, s, other, side);
    }
}

// who stands below whom, fill included, and what each column takes from those after it
void JointLdlt::find_fill() {
  const int count = static_cast<int>(nodes_.size());
  std::vector<std::vector<int>> rows(count);
  each_shared([&](int n, int, int other, int) {
    if (n != other) rows[other].push_back(n);
  });
  below_.clear(), updates_.clear();
  blocks_ = count;
  for (int n = 0; n < count; ++n) {
    std::sort(rows[n].begin(), rows[n].end());
    rows[n].erase(std::unique(rows[n].begin(), rows[n].end()), rows[n].end());
    nodes_[n].first_below = static_cast<int>(below_.size());
    nodes_[n].below_count = static_cast<int>(rows[n].size());
    for (const int row : rows[n]) below_.push_back({row, blocks_++});
    for (std::size_t i = 1; i < rows[n].size(); ++i) rows[rows[n][0]].push_back(rows[n][i]);
  }
  for (Node& node : nodes_) {
    node.first_update = static_cast<int>(updates_.size());
    const auto first = below_.begin() + node.first_below, last = first + node.below_count;
    for (auto right = first; right != last; ++right)
      for (auto left = right; left != last; ++left)
        updates_.push_back({block_of(left->node, right->node), left->block, right->block});
    node.update_count = static_cast<int>(updates_.size()) - node.first_update;
    if (updates_.size() > little * nodes_.size()) return;
  }
}

int JointLdlt::block_of(int row_node, int column_node) const {
  if (row_node == column_node) return row_node;
  const auto first = below_.begin() + nodes_[column_node].first_below;
  return std::lower_bound(first, first + nodes_[column_node].below_count, row_node,
                          [](const Below& below, int node) { return below.node < node; })
      ->block;
}

void JointLdlt::find_products() {
  products_.clear();
  each_shared([&](int n, int s, int column, int side) { products_.push_back({block_of(n, column), s, side}); });
}

void JointLdlt::place_numbers() {
  const std::int64_t square = static_cast<std::int64_t>(width_) * width_;
  const std::int64_t rows = static_cast<std::int64_t>(nodes_.size()) * width_;
  storage_.reserve(3 * blocks_ * square + 2 * rows);
  double* at = storage_.data();
  for (double** part : {&lower_, &upper_, &scaled_}) *part = at, at += blocks_ * square;
  for (double** part : {&inverse_, &unknown_}) *part = at, at += rows;
}

void JointLdlt::place_input() {
  const std::int64_t sides = static_cast<std::int64_t>(sides_.size()) * 6 * width_;
  jacobian_ = input_->data(), pushed_ = jacobian_ + sides, compliance_ = pushed_ + sides;
}

void JointLdlt::recall(const std::shared_ptr<const AlignedBuffer>& input) {
  factored_ = false, recalled_ = input != nullptr;
  if (input) input_.take(input);
}

// ---- every time

template <int W>
void JointLdlt::gather(const StepProblem& problem, const IslandRange& island, const Workspace& work) {
  input_.overwrite().reserve(static_cast<std::int64_t>(sides_.size()) * 12 * W + nodes_.size() * W);
  place_input();
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    const Node& node = nodes_[n];
    const JointBlock& joint = problem.joints[island.first_joint + node.joint];
    V<W> takes_part{};
    columns<W>(compliance_)[n] = V<W>{};
    for (int i = 0; i < node.rows; ++i) {
      compliance_[n * W + i] = problem.rows[joint.first_row + i].compliance;
      takes_part[i] = work.row_mode[joint.first_row + i] == RowMode::active ? 1.0 : 0.0;
    }
    for (int s = node.first_side; s < node.first_side + node.side_count; ++s) {
      const Mat6& G = problem.jacobians[joint.first_jacobian + sides_[s].place];
      const InverseMass& inverse = work.inverse[island.first_body + sides_[s].body];
      V<W>*J = columns<W>(jacobian_ + s * 6 * W), *P = columns<W>(pushed_ + s * 6 * W);
      for (int x = 0; x < 6; ++x) {
        V<W> column{};
        for (int i = 0; i < std::min(W, 6); ++i) column[i] = G(i, x);
        J[x] = takes_part != 0.0 ? column : V<W>{};
      }
      for (int x = 0; x < 3; ++x) {
        P[x] = inverse.mass * J[x];
        P[3 + x] = inverse.inertia(0, x) * J[3] + inverse.inertia(1, x) * J[4] + inverse.inertia(2, x) * J[5];
      }
    }
  }
}

template <int W>
void JointLdlt::assemble() {
  std::memset(lower_, 0, sizeof(double) * W * W * blocks_);
  for (std::size_t n = 0; n < nodes_.size(); ++n)
    for (int i = 0; i < nodes_[n].rows; ++i) lower_[n * W * W + i * W + i] = compliance_[n * W + i];
  for (const Product& product : products_)
    add_product<W>(lower_ + product.target * W * W, pushed_ + product.left * 6 * W, jacobian_ + product.right * 6 * W,
                   6, 1.0);
}

template <int W>
void JointLdlt::factor_nodes() {
  constexpr int square = W * W;
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    const Node& node = nodes_[n];
    double *own = lower_ + n * square, *inverse = inverse_ + n * W;
    factor_block<W>(own, node.rows, compliance_ + n * W, inverse);
    transpose<W>(own, upper_ + n * square);
    for (int b = node.first_below; b < node.first_below + node.below_count; ++b) {
      const int block = below_[b].block;
      solve_block<W>(lower_ + block * square, scaled_ + block * square, own, inverse);
      transpose<W>(lower_ + block * square, upper_ + block * square);
    }
    for (int u = node.first_update; u < node.first_update + node.update_count; ++u)
      add_product<W>(lower_ + updates_[u].target * square, lower_ + updates_[u].left * square,
                     scaled_ + updates_[u].right * square, node.rows, -1.0);
  }
}

template <int W>
void JointLdlt::solve_nodes(const StepProblem& problem, const IslandRange& island, Workspace& work) {
  constexpr int square = W * W;
  V<W>* x = columns<W>(unknown_);
  // slack less what the bodies do by themselves, then L y = b
  for (std::size_t n = 0; n < nodes_.size(); ++n) x[n] = V<W>{};
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    const Node& node = nodes_[n];
    const JointBlock& joint = problem.joints[island.first_joint + node.joint];
    V<W> own = x[n];
    for (int i = 0; i < node.rows; ++i) own[i] += work.row_slack[joint.first_row + i];
    for (int s = node.first_side; s < node.first_side + node.side_count; ++s) {
      const Vec6& left = work.step[island.first_body + sides_[s].body];
      const V<W>* P = columns<W>(pushed_ + s * 6 * W);
      for (int k = 0; k < 6; ++k) own -= P[k] * left[k];
    }
    const V<W>* L = columns<W>(lower_ + n * square);
    for (int j = 0; j < W; ++j) own -= L[j] * own[j];
    for (int b = node.first_below; b < node.first_below + node.below_count; ++b)
      take<W>(x[below_[b].node], lower_ + below_[b].block * square, own);
    x[n] = own * columns<W>(inverse_)[n];
  }
  // Lᵀ x = y, and what the impulses found push
  for (int n = static_cast<int>(nodes_.size()) - 1; n >= 0; --n) {
    const Node& node = nodes_[n];
    const JointBlock& joint = problem.joints[island.first_joint + node.joint];
    V<W> own = x[n];
    for (int b = node.first_below; b < node.first_below + node.below_count; ++b)
      take<W>(own, upper_ + below_[b].block * square, x[below_[b].node]);
    const V<W>* U = columns<W>(upper_ + n * square);
    for (int j = W - 1; j > 0; --j) own -= U[j] * own[j];
    x[n] = own;
    for (int i = 0; i < node.rows; ++i) work.row_step[joint.first_row + i] = own[i];
  }
}

template <class F>
void JointLdlt::by_width(F&& f) const {
  width_ == 4 ? f.template operator()<4>() : f.template operator()<8>();
}

void JointLdlt::factor(const StepProblem& problem, const IslandRange& island, const Workspace& work) {
  assert(little_fill_);
  by_width([&]<int W>() { gather<W>(problem, island, work); });
  factor_input();
}

void JointLdlt::factor_input() {
  place_input();
  by_width([&]<int W>() { assemble<W>(), factor_nodes<W>(); });
  factored_ = true;
}

void JointLdlt::solve(const StepProblem& problem, const IslandRange& island, Workspace& work) {
  assert(factored_);
  by_width([&]<int W>() { solve_nodes<W>(problem, island, work); });
  push_bodies(problem, island, work);
}

}  // namespace spook
