#include "engine/solve/block_ldlt.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "engine/solve/front_kernels.h"

namespace spook {

namespace {

// a pivot smaller than this share of the numbers it was computed from is rounding
constexpr double pivot_floor = 1e-15;

}  // namespace

void BlockLdlt::analyse(const BlockPattern& pattern) {
  analyse(std::make_shared<const FrontTree>(build_front_tree(pattern)));
}

void BlockLdlt::analyse(std::shared_ptr<const FrontTree> tree) {
  tree_ = std::move(tree);
  factored_ = false;
  panels_.reserve(tree_->panel_size);
  stack_.reserve(tree_->stack_size);
  scratch_each_ = (kernel_scratch(tree_->largest_pivots) + tree_->largest_height + 15) & ~7;
  scratch_.reserve(scratch_each_);
  diagonal_.reserve(tree_->unknowns);
  unknowns_.resize(tree_->unknowns);
  left_over_.resize(tree_->left_over);
  floors_.resize(tree_->unknowns);
  signs_.assign(tree_->unknowns, 1);
  for (std::size_t r = 0; r < tree_->row_offset.size(); ++r) {
    if (tree_->row_offset[r] >= 0)
      std::fill_n(signs_.begin() + tree_->row_offset[r], tree_->row_count[r], static_cast<signed char>(-1));
  }
  if (std::exchange(recalled_, false)) factor_matrix(nullptr);
}

// f(part, scratch) for all parts of the tree, on threads
template <class F>
void BlockLdlt::each_part(ThreadPool* pool, F&& f) {
  const int parts = static_cast<int>(tree_->parts.size());
  if (!pool) {
    for (int p = 0; p < parts; ++p) f(p, scratch_.data());
    return;
  }
  scratch_.reserve(scratch_each_ * pool->threads());
  pool->run(parts, [&](int p, int worker) { f(p, scratch_.data() + worker * scratch_each_); });
}

std::size_t BlockMatrix::bytes() const {
  return (diagonal.size() + coupling.size()) * sizeof(Mat6) + jacobian.size() * sizeof(Vec6) +
         compliance.size() * sizeof(double);
}

void BlockLdlt::recall(const std::shared_ptr<const BlockMatrix>& matrix) {
  factored_ = false, recalled_ = matrix != nullptr;
  if (matrix) matrix_.take(matrix);
}

void BlockLdlt::factor(const BlockValues& values, ThreadPool* pool) {
  if (!tree_) throw std::logic_error("BlockLdlt: factor before analyse");
  const FrontTree::Sizes& sizes = tree_->sizes;
  BlockMatrix& kept = matrix_.overwrite();
  kept.diagonal.assign(values.diagonal, values.diagonal + tree_->body_count);
  kept.coupling.assign(values.coupling, values.coupling + sizes.edges);
  kept.jacobian.assign(values.jacobian, values.jacobian + sizes.jacobian_rows);
  kept.compliance.assign(values.compliance, values.compliance + sizes.rows);
  factor_matrix(pool);
}

void BlockLdlt::factor_matrix(ThreadPool* pool) {
  const BlockValues values = matrix_->values();
  forget();
  each_part(pool, [&](int p, double* scratch) {
    for (int f = tree_->parts[p].first; f <= tree_->parts[p].last; ++f)
      factor_front(tree_->fronts[f], values, scratch, nullptr);
  });
  for (std::size_t f = 0; f < tree_->fronts.size(); ++f)
    if (!tree_->in_part[f]) factor_front(tree_->fronts[f], values, scratch_.data(), pool);
  factored_ = true;
}

void BlockLdlt::factor_front(const Front& front, const BlockValues& values, double* scratch, ThreadPool* pool) {
  double* panel = panels_.data() + front.panel;
  std::memset(panel, 0, sizeof(double) * static_cast<std::size_t>(front.height) * front.pivots);
  assemble(front, values);
  const int* child = tree_->children.data() + front.first_child;
  for (int c = 0; c < front.child_count; ++c) extend_add(front, tree_->fronts[child[c]], true);
  double* diagonal = diagonal_.data() + front.unknown;
  factor_panel(panel, front.height, front.pivots, signs_.data() + front.unknown, floors_.data() + front.unknown,
               diagonal, scratch);
  if (front.update > 0) {
    form_update_of(front, scratch, pool);
    for (int c = 0; c < front.child_count; ++c) extend_add(front, tree_->fronts[child[c]], false);
  }
}

// U = −L₂ D L₂ᵀ, by strips of columns
void BlockLdlt::form_update_of(const Front& front, double* scratch, ThreadPool* pool) {
  const int update = front.update_padded();
  const bool large = pool && 1.0 * update * update * front.pivots > 5e5;
  const auto strips = [&](int begin, int end, double* own) {
    form_update(panels_.data() + front.panel, front.height, front.pivots, front.pivots_padded, update,
                diagonal_.data() + front.unknown, stack_.data() + front.stack, own, 8 * begin, 8 * end);
  };
  if (!large) return strips(0, update / 8, scratch);
  pool->run(update / 8,
            [&](int strip, int worker) { strips(strip, strip + 1, scratch_.data() + worker * scratch_each_); });
}

// the matrix's own numbers; above the diagonal anything may stand
void BlockLdlt::assemble(const Front& front, const BlockValues& values) {
  double* panel = panels_.data() + front.panel;
  double* floors = floors_.data() + front.unknown;
  const int height = front.height;
  const auto block = [&](const FrontEntry& entry) {
    return Eigen::Map<Mat6, 0, Eigen::OuterStride<>>(
        panel + static_cast<std::int64_t>(entry.column) * height + entry.row, Eigen::OuterStride<>(height));
  };
  for (int e = front.first_entry; e < front.first_entry + front.entry_count; ++e) {
    const FrontEntry& entry = tree_->entries[e];
    double* at = panel + static_cast<std::int64_t>(entry.column) * height + entry.row;
    switch (entry.kind) {
      case FrontEntry::body:
        block(entry) = values.diagonal[entry.index];
        for (int i = 0; i < 6; ++i) floors[entry.column + i] = pivot_floor * values.diagonal[entry.index](i, i);
        break;
      case FrontEntry::edge:
        block(entry) += values.coupling[entry.index];
        break;
      case FrontEntry::edge_transposed:
        block(entry) += values.coupling[entry.index].transpose();
        break;
      case FrontEntry::row_left:
      case FrontEntry::row_below: {
        const bool left = entry.kind == FrontEntry::row_left;
        const std::int64_t next_row = left ? 1 : height, next_unknown = left ? height : 1;
        for (int i = 0; i < entry.count; ++i)
          for (int j = 0; j < 6; ++j) at[i * next_row + j * next_unknown] += values.jacobian[entry.index + i][j];
        break;
      }
      case FrontEntry::row_pivot:
        for (int i = 0; i < entry.count; ++i) {
          at[static_cast<std::int64_t>(i) * height + i] -= values.compliance[entry.index + i];
          floors[entry.column + i] = 0.5 * values.compliance[entry.index + i];
        }
        break;
    }
  }
}

// add a child's update matrix: the columns that are pivots here, or the rest
void BlockLdlt::extend_add(const Front& front, const Front& child, bool panel_part) {
  const ExtendRun* runs = tree_->runs.data() + child.first_run;
  const double* source = stack_.data() + child.stack;
  const int ldu = child.update_padded();
  for (int rc = 0; rc < child.run_count; ++rc) {
    const bool in_panel = runs[rc].to < front.pivots_padded;
    if (in_panel != panel_part) continue;
    for (int j = 0; j < runs[rc].length; ++j) {
      const double* from = source + static_cast<std::int64_t>(runs[rc].from + j) * ldu;
      const int column = runs[rc].to + j;
      double* to = in_panel ? panels_.data() + front.panel + static_cast<std::int64_t>(column) * front.height
                            : stack_.data() + front.stack - front.pivots_padded +
                                  static_cast<std::int64_t>(column - front.pivots_padded) * front.update_padded();
      for (int rr = rc; rr < child.run_count; ++rr) {
        const double* f = from + runs[rr].from;
        double* t = to + runs[rr].to;
        const int length = runs[rr].length;
        for (int i = rr == rc ? j : 0; i < length; ++i) t[i] += f[i];
      }
    }
  }
}

void BlockLdlt::forward_front(const Front& front, double* local) {
  double* x = unknowns_.data();
  std::memcpy(local, x + front.unknown, sizeof(double) * front.pivots);
  std::fill(local + front.pivots, local + front.height, 0.0);
  forward_panel(panels_.data() + front.panel, front.height, front.pivots, local);
  std::memcpy(x + front.unknown, local, sizeof(double) * front.pivots);
  for (int i = 0; i < front.update_bodies; ++i) {
    const int target = tree_->update_target[front.first_update + i];
    double* to = target >= 0 ? x + target : left_over_.data() + (-1 - target);
    const double* from = local + front.pivots_padded + 6 * i;
    for (int k = 0; k < 6; ++k) to[k] += from[k];
  }
}

void BlockLdlt::backward_front(const Front& front, double* local) {
  double* x = unknowns_.data();
  std::memcpy(local, x + front.unknown, sizeof(double) * front.pivots);
  std::fill(local + front.pivots, local + front.height, 0.0);
  for (int i = 0; i < front.update_bodies; ++i) {
    std::memcpy(local + front.pivots_padded + 6 * i, x + tree_->update_offset[front.first_update + i],
                6 * sizeof(double));
  }
  backward_panel(panels_.data() + front.panel, front.height, front.pivots, diagonal_.data() + front.unknown, local);
  std::memcpy(x + front.unknown, local, sizeof(double) * front.pivots);
}

void BlockLdlt::solve(Vec6* bodies, double* rows, ThreadPool* pool) {
  if (!factored_) throw std::logic_error("BlockLdlt: solve before factor");
  const FrontTree& tree = *tree_;
  const int fronts = static_cast<int>(tree.fronts.size());
  double* x = unknowns_.data();
  // f(place in the order of elimination, place in the caller's, how many numbers)
  const auto each_place = [&](auto&& f) {
    for (int b = 0; b < tree.body_count; ++b) f(x + tree.body_offset[b], bodies[b].data(), 6);
    for (std::size_t r = 0; r < tree.row_offset.size(); ++r)
      if (tree.row_offset[r] >= 0) f(x + tree.row_offset[r], rows + tree.row_first[r], tree.row_count[r]);
  };
  each_place([](double* ordered, const double* given, int count) { std::copy_n(given, count, ordered); });
  // L y = b, leaves first
  each_part(pool, [&](int p, double* local) {
    const FrontPart& part = tree.parts[p];
    double* left_over = left_over_.data() + part.left_over;
    std::fill_n(left_over, 6 * tree.fronts[part.last].update_bodies, 0.0);
    for (int f = part.first; f <= part.last; ++f) forward_front(tree.fronts[f], local);
  });
  for (const FrontPart& part : tree.parts) {
    const Front& last = tree.fronts[part.last];
    for (int i = 0; i < last.update_bodies; ++i) {
      double* to = x + tree.update_offset[last.first_update + i];
      for (int k = 0; k < 6; ++k) to[k] += left_over_[part.left_over + 6 * i + k];
    }
  }
  for (int f = 0; f < fronts; ++f)
    if (!tree.in_part[f]) forward_front(tree.fronts[f], scratch_.data());
  // D Lᵀ x = y, roots first
  for (int f = fronts - 1; f >= 0; --f)
    if (!tree.in_part[f]) backward_front(tree.fronts[f], scratch_.data());
  each_part(pool, [&](int p, double* local) {
    for (int f = tree.parts[p].last; f >= tree.parts[p].first; --f) backward_front(tree.fronts[f], local);
  });
  each_place([](const double* ordered, double* given, int count) { std::copy_n(ordered, count, given); });
}

}  // namespace spook
