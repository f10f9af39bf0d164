// A factor that serves a matrix a little changed: H + U C Uᵀ, U a few columns (numerics §3: few flips). By Woodbury
//
//   (H + U C Uᵀ)⁻¹ b = H⁻¹ (b − U z),   (1 + C S) z = C Uᵀ H⁻¹ b,   S = Uᵀ H⁻¹ U
//
// and with H = L D Lᵀ, Y = L⁻¹U all of it stands between the two triangular solves: S = Yᵀ D⁻¹ Y, Uᵀ H⁻¹ b = Yᵀ D⁻¹ y
// where L y = b, and y − Y z goes on. Y lives on the path from the columns' bodies to the root; C may be singular.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/solve/block_ldlt.h"
#include "engine/solve/front_kernels.h"

namespace spook {

namespace {

constexpr double fewest_digits = 1e-10;  // a pivot of 1 + C S below this share of its row: cancelled

int batches(int columns) {
  return (columns + 7) / 8;
}

// rows of A beside pivots kept in place; false: a pivot is lost
bool lu_factor(double* A, int n, int* swapped) {
  double size[BlockLdlt::most_columns];
  for (int i = 0; i < n; ++i) {
    size[i] = 0.0;
    for (int j = 0; j < n; ++j) size[i] = std::max(size[i], std::abs(A[i * n + j]));
  }
  for (int k = 0; k < n; ++k) {
    int best = k;
    for (int i = k + 1; i < n; ++i)
      if (std::abs(A[i * n + k]) * size[best] > std::abs(A[best * n + k]) * size[i]) best = i;
    swapped[k] = best;
    std::swap(size[k], size[best]);
    if (best != k) std::swap_ranges(A + k * n, A + k * n + n, A + best * n);
    const double pivot = A[k * n + k];
    if (!(std::abs(pivot) > fewest_digits * size[k])) return false;
    for (int i = k + 1; i < n; ++i) {
      const double factor = A[i * n + k] /= pivot;
      for (int j = k + 1; j < n; ++j) A[i * n + j] -= factor * A[k * n + j];
    }
  }
  return true;
}

void lu_solve(const double* A, int n, const int* swapped, double* x) {
  for (int k = 0; k < n; ++k) std::swap(x[k], x[swapped[k]]);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) x[i] -= A[i * n + j] * x[j];
  for (int i = n - 1; i >= 0; --i) {
    for (int j = i + 1; j < n; ++j) x[i] -= A[i * n + j] * x[j];
    x[i] /= A[i * n + i];
  }
}

}  // namespace

void BlockLdlt::find_path(std::span<const SparseColumn> columns) {
  const std::vector<Front>& fronts = tree_->fronts;
  on_path_.assign(fronts.size(), 0);
  for (const SparseColumn& column : columns) {
    for (const int body : column.bodies) {
      if (body < 0) continue;
      const auto above = std::upper_bound(fronts.begin(), fronts.end(), tree_->body_offset[body],
                                          [](int unknown, const Front& front) { return unknown < front.unknown; });
      for (int f = static_cast<int>(above - fronts.begin()) - 1; f >= 0 && !on_path_[f]; f = fronts[f].parent)
        on_path_[f] = 1;
    }
  }
  path_.clear();
  for (std::size_t f = 0; f < fronts.size(); ++f)
    if (on_path_[f]) path_.push_back(static_cast<int>(f));
}

double BlockLdlt::correction_work(std::span<const SparseColumn> columns) {
  find_path(columns);
  double flops = 0.0;
  for (const int f : path_) {
    const Front& front = tree_->fronts[f];
    flops += 16.0 * front.pivots * front.height * batches(static_cast<int>(columns.size()));
  }
  return flops;
}

bool BlockLdlt::correct(std::span<const SparseColumn> columns, std::span<const double> C) {
  corrected_ = 0;
  const int count = static_cast<int>(columns.size());
  if (!factored_ || count > most_columns) return false;
  if (count == 0) return true;
  find_path(columns);
  const std::int64_t each = 8 * static_cast<std::int64_t>(tree_->unknowns);
  columns_.reserve(each * batches(most_columns));
  local_.reserve(8 * static_cast<std::int64_t>(tree_->largest_height));
  for (int first = 0; first < count; first += 8)
    forward_columns(columns.subspan(first, std::min(8, count - first)), columns_.data() + first / 8 * each);
  capacitance(count, C);
  if (!lu_factor(lu_.data(), count, swapped_.data())) return false;
  corrected_ = count;
  return true;
}

void BlockLdlt::forward_columns(std::span<const SparseColumn> columns, double* Y) {
  for (const int f : path_) {
    const Front& front = tree_->fronts[f];
    std::fill_n(Y + 8 * static_cast<std::int64_t>(front.unknown), 8 * front.pivots, 0.0);
  }
  for (std::size_t k = 0; k < columns.size(); ++k) {
    for (int side = 0; side < 2; ++side) {
      if (columns[k].bodies[side] < 0) continue;
      double* at = Y + 8 * static_cast<std::int64_t>(tree_->body_offset[columns[k].bodies[side]]) + k;
      for (int i = 0; i < 6; ++i) at[8 * i] += columns[k].values[side][i];
    }
  }
  for (const int f : path_) forward_columns(tree_->fronts[f], Y);
}

void BlockLdlt::forward_columns(const Front& front, double* Y) {
  double *local = local_.data(), *own = Y + 8 * static_cast<std::int64_t>(front.unknown);
  std::memcpy(local, own, 8 * sizeof(double) * front.pivots);
  std::fill(local + 8 * front.pivots, local + 8 * front.height, 0.0);
  forward_panel_wide(panels_.data() + front.panel, front.height, front.pivots, local);
  std::memcpy(own, local, 8 * sizeof(double) * front.pivots);
  for (int i = 0; i < front.update_bodies; ++i) {
    double* to = Y + 8 * static_cast<std::int64_t>(tree_->update_offset[front.first_update + i]);
    const double* from = local + 8 * (front.pivots_padded + 6 * i);
    for (int k = 0; k < 48; ++k) to[k] += from[k];
  }
}

// S = Yᵀ D⁻¹ Y, and 1 + C S
void BlockLdlt::capacitance(int count, std::span<const double> C) {
  const std::int64_t each = 8 * static_cast<std::int64_t>(tree_->unknowns);
  for (int a = 0; a < batches(count); ++a) {
    for (int b = a; b < batches(count); ++b) {
      double sums[64] = {};
      for (const int f : path_) {
        const Front& front = tree_->fronts[f];
        const std::int64_t at = 8 * static_cast<std::int64_t>(front.unknown);
        add_weighted_products(columns_.data() + a * each + at, columns_.data() + b * each + at,
                              diagonal_.data() + front.unknown, front.pivots, sums);
      }
      for (int i = 8 * a; i < std::min(count, 8 * a + 8); ++i)
        for (int j = 8 * b; j < std::min(count, 8 * b + 8); ++j)
          S_[i * count + j] = S_[j * count + i] = sums[8 * (i - 8 * a) + j - 8 * b];
    }
  }
  std::copy(C.begin(), C.end(), C_.begin());
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < count; ++j) {
      double sum = i == j ? 1.0 : 0.0;
      for (int k = 0; k < count; ++k) sum += C_[i * count + k] * S_[k * count + j];
      lu_[i * count + j] = sum;
    }
  }
}

// y ← y − Y z
void BlockLdlt::apply_correction() {
  const std::int64_t each = 8 * static_cast<std::int64_t>(tree_->unknowns);
  double *y = unknowns_.data(), seen[most_columns] = {}, z[most_columns] = {};
  const auto over_path = [&](auto&& f) {
    for (const int front : path_) {
      const int first = tree_->fronts[front].unknown;
      for (int i = first; i < first + tree_->fronts[front].pivots; ++i)
        for (int b = 0; b < batches(corrected_); ++b) f(i, columns_.data() + b * each + 8 * std::int64_t(i), 8 * b);
    }
  };
  over_path([&](int i, const double* row, int first) {
    const double scaled = y[i] / diagonal_.data()[i];
    for (int k = 0; k < 8; ++k) seen[first + k] += row[k] * scaled;
  });
  for (int i = 0; i < corrected_; ++i)
    for (int j = 0; j < corrected_; ++j) z[i] += C_[i * corrected_ + j] * seen[j];
  lu_solve(lu_.data(), corrected_, swapped_.data(), z);
  over_path([&](int i, const double* row, int first) {
    double sum = 0.0;
    for (int k = 0; k < 8; ++k) sum += row[k] * z[first + k];
    y[i] -= sum;
  });
}

}  // namespace spook
