// Block-sparse LDLᵀ of the symmetric quasi-definite matrix [M+K Gᵀ; G −T] (numerics §3), multifrontal with dense
// kernels. Phases in order: analyse, factor, solve; a phase asked for too early throws std::logic_error.
#pragma once

#include <array>
#include <cstdlib>
#include <memory>
#include <span>
#include <vector>

#include "engine/solve/front_tree.h"
#include "engine/thread_pool.h"
#include "engine/types.h"

namespace spook {

// memory aligned for the kernels; grows, never shrinks
class AlignedBuffer {
 public:
  void reserve(std::int64_t count) {
    if (count <= size_) return;
    storage_.reset(static_cast<double*>(std::aligned_alloc(64, static_cast<std::size_t>((count * 8 + 63) / 64 * 64))));
    size_ = count;
  }
  double* data() const { return storage_.get(); }
  std::size_t bytes() const { return static_cast<std::size_t>(size_) * sizeof(double); }

 private:
  struct Free {
    void operator()(double* p) const { std::free(p); }
  };
  std::unique_ptr<double, Free> storage_;
  std::int64_t size_ = 0;
};

// the numbers of a matrix, in the order of its BlockPattern
struct BlockValues {
  const Mat6* diagonal = nullptr;      // a body
  const Mat6* coupling = nullptr;      // an edge: rows of its first body, columns of its second
  const Vec6* jacobian = nullptr;      // rows of G: for each block of rows, for each of its bodies, row_count of them
  const double* compliance = nullptr;  // a row: T > 0
};

// one column of U: what it is on the one or two bodies it touches; −1: none
struct SparseColumn {
  std::array<int, 2> bodies{-1, -1};
  std::array<Vec6, 2> values;
};

class BlockLdlt {
 public:
  static constexpr int most_columns = 24;  // of a correction

  void analyse(const BlockPattern& pattern);
  void analyse(std::shared_ptr<const FrontTree> tree);  // a pattern analysed before
  // answers how many pivots were lost to cancellation and replaced by their floor
  int factor(const BlockValues& values, ThreadPool* pool = nullptr);
  // in place: [M+K Gᵀ; G −T] [x; μ] = [b; c]
  void solve(Vec6* bodies, double* rows, ThreadPool* pool = nullptr);

  // From now on of the matrix plus U C Uᵀ, C symmetric and as wide as U, in place of any correction before (Woodbury,
  // block_ldlt_correct.cpp); until it is factored again. False: too many columns or nothing left of the digits; then
  // the factor is what it was made for.
  bool correct(std::span<const SparseColumn> columns, std::span<const double> C);
  // what that costs, flop
  double correction_work(std::span<const SparseColumn> columns);

  bool analysed() const { return tree_ != nullptr; }
  bool factored() const { return factored_; }
  void forget() { factored_ = false, corrected_ = 0; }
  void forget_pattern() { tree_.reset(), forget(); }  // for another matrix, in the same memory
  std::size_t bytes() const { return panels_.bytes() + stack_.bytes() + scratch_.bytes() + columns_.bytes(); }
  const FrontTree& tree() const { return *tree_; }
  std::shared_ptr<const FrontTree> shared_tree() const { return tree_; }

 private:
  // pool: only outside of parts
  int factor_front(const Front& front, const BlockValues& values, double* scratch, ThreadPool* pool);
  void form_update_of(const Front& front, double* scratch, ThreadPool* pool);
  void forward_front(const Front& front, double* local);
  void backward_front(const Front& front, double* local);
  void assemble(const Front& front, const BlockValues& values);
  void extend_add(const Front& front, const Front& child, bool panel_part);

  // ---- correction
  void find_path(std::span<const SparseColumn> columns);
  void forward_columns(std::span<const SparseColumn> columns, double* Y);
  void forward_columns(const Front& front, double* Y);
  void capacitance(int count, std::span<const double> C);
  void apply_correction();

  std::shared_ptr<const FrontTree> tree_;
  bool factored_ = false;
  AlignedBuffer panels_, stack_, scratch_, diagonal_;
  std::int64_t scratch_each_ = 0;  // a thread's
  std::vector<int> replaced_;      // a part's
  std::vector<double> unknowns_, floors_;
  std::vector<double> left_over_;  // of a solve: what parts add to the trunk
  std::vector<signed char> signs_;
  int corrected_ = 0;              // columns
  std::vector<int> path_;          // fronts from the bodies of U to the root, children before parents
  std::vector<char> on_path_;      // of each front
  AlignedBuffer columns_, local_;  // Y = L⁻¹U, eight columns side by side, and after them eight more; one front's
  std::array<double, most_columns * most_columns> C_, S_, lu_;  // S = YᵀD⁻¹Y, LU of 1 + C S
  std::array<int, most_columns> swapped_;
};

}  // namespace spook
