// Block-sparse LDLᵀ of the symmetric quasi-definite matrix [M+K Gᵀ; G −T] (numerics §3), multifrontal with dense
// kernels. Phases in order: analyse, factor, solve; a phase asked for too early throws std::logic_error.
#pragma once

#include <array>
#include <cstdlib>
#include <memory>
#include <span>
#include <vector>

#include "engine/copy_on_write.h"
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

// … kept: a factor made of them again has the same bits
struct BlockMatrix {
  std::vector<Mat6> diagonal, coupling;
  std::vector<Vec6> jacobian;
  std::vector<double> compliance;
  BlockValues values() const { return {diagonal.data(), coupling.data(), jacobian.data(), compliance.data()}; }
  std::size_t bytes() const;
};

class BlockLdlt {
 public:
  void analyse(const BlockPattern& pattern);
  void analyse(std::shared_ptr<const FrontTree> tree);  // a pattern analysed before
  void factor(const BlockValues& values, ThreadPool* pool = nullptr);
  // in place: [M+K Gᵀ; G −T] [x; μ] = [b; c]
  void solve(Vec6* bodies, double* rows, ThreadPool* pool = nullptr);

  bool analysed() const { return tree_ != nullptr; }
  bool factored() const { return factored_ || recalled_; }
  void forget() { factored_ = recalled_ = false; }
  // the matrix the factor was made of, null where there is none; recalled, it is factored as soon as it is analysed
  std::shared_ptr<const BlockMatrix> remember() const { return factored() ? matrix_.share() : nullptr; }
  void recall(const std::shared_ptr<const BlockMatrix>& matrix);
  const FrontTree& tree() const { return *tree_; }
  std::shared_ptr<const FrontTree> shared_tree() const { return tree_; }

 private:
  template <class F>
  void each_part(ThreadPool* pool, F&& f);
  // pool: only outside of parts
  void factor_matrix(ThreadPool* pool);
  void factor_front(const Front& front, const BlockValues& values, double* scratch, ThreadPool* pool);
  void form_update_of(const Front& front, double* scratch, ThreadPool* pool);
  void forward_front(const Front& front, double* local);
  void backward_front(const Front& front, double* local);
  void assemble(const Front& front, const BlockValues& values);
  void extend_add(const Front& front, const Front& child, bool panel_part);

  std::shared_ptr<const FrontTree> tree_;
  bool factored_ = false, recalled_ = false;
  CopyOnWrite<BlockMatrix> matrix_;
  AlignedBuffer panels_, stack_, scratch_, diagonal_;
  std::int64_t scratch_each_ = 0;  // a thread's
  std::vector<double> unknowns_, floors_;
  std::vector<double> left_over_;  // of a solve: what parts add to the trunk
  std::vector<signed char> signs_;
};

}  // namespace spook
