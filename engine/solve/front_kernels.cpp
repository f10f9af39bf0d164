#include "engine/solve/front_kernels.h"

#include <algorithm>
#include <cmath>

namespace spook {

namespace {

typedef double V8 __attribute__((vector_size(64), may_alias));
typedef double V8u __attribute__((vector_size(64), aligned(8), may_alias));

#define SPOOK_INLINE inline __attribute__((always_inline))

// C (8·M rows × 8 columns, `width` of them stored) = (load ? C : 0) − A (8·M × depth) · B (depth × 8, packed)
template <int M, bool load>
SPOOK_INLINE void tile(double* C, int ldc, int width, const double* A, int lda, const double* B, int depth) {
  V8 c[8][M];
  for (int j = 0; j < 8; ++j) {
    for (int m = 0; m < M; ++m) {
      if (load && j < width) {
        c[j][m] = *reinterpret_cast<const V8*>(C + static_cast<std::int64_t>(j) * ldc + 8 * m);
      } else {
        c[j][m] = V8{};
      }
    }
  }
  for (int k = 0; k < depth; ++k) {
    V8 a[M];
    for (int m = 0; m < M; ++m) a[m] = *reinterpret_cast<const V8*>(A + static_cast<std::int64_t>(k) * lda + 8 * m);
    const double* b = B + 8 * k;
    for (int j = 0; j < 8; ++j) {
      for (int m = 0; m < M; ++m) c[j][m] -= a[m] * b[j];
    }
  }
  for (int j = 0; j < width; ++j) {
    for (int m = 0; m < M; ++m) *reinterpret_cast<V8*>(C + static_cast<std::int64_t>(j) * ldc + 8 * m) = c[j][m];
  }
}

template <bool load>
void tall_tile(double* C, int ldc, int width, const double* A, int lda, const double* B, int depth, int rows) {
  int i = 0;
  for (; i + 24 <= rows; i += 24) tile<3, load>(C + i, ldc, width, A + i, lda, B, depth);
  if (rows - i == 16) {
    tile<2, load>(C + i, ldc, width, A + i, lda, B, depth);
  } else if (rows - i == 8) {
    tile<1, load>(C + i, ldc, width, A + i, lda, B, depth);
  }
}

// B[k] = D_k × the 8 numbers of column k at `row`
void pack(const double* panel, int height, int depth, int row, const double* diagonal, double* B) {
  for (int k = 0; k < depth; ++k) {
    *reinterpret_cast<V8*>(B + 8 * k) =
        *reinterpret_cast<const V8*>(panel + static_cast<std::int64_t>(k) * height + row) * diagonal[k];
  }
}

// the 8 × 8 (or smaller) block on the diagonal, a column at once; above the diagonal anything may stand
void factor_diagonal(double* block, int height, int width, const signed char* signs, const double* floors,
                     double* diagonal) {
  V8 column[8];
  for (int j = 0; j < width; ++j)
    column[j] = *reinterpret_cast<const V8*>(block + static_cast<std::int64_t>(j) * height);
  for (int j = 0; j < width; ++j) {
    double d = column[j][j];
    if (!(d * signs[j] > floors[j])) d = signs[j] * floors[j];
    diagonal[j] = d;
    const V8 scaled = column[j];
    column[j] *= 1.0 / d;
    for (int c = j + 1; c < width; ++c) column[c] -= column[j] * scaled[c];
    column[j][j] = d;
    *reinterpret_cast<V8*>(block + static_cast<std::int64_t>(j) * height) = column[j];
  }
}

// rows below the diagonal block: Y Lᵀ = A in registers, then L = Y D⁻¹
template <int W>
void solve_below(double* columns, int height, int rows, const double* block, const double* diagonal) {
  double inverse[W];
  for (int j = 0; j < W; ++j) inverse[j] = 1.0 / diagonal[j];
  for (int i = 0; i < rows; i += 8) {
    V8 y[W];
    for (int j = 0; j < W; ++j)
      y[j] = *reinterpret_cast<const V8*>(columns + static_cast<std::int64_t>(j) * height + i);
    for (int k = 0; k < W; ++k) {
      for (int j = k + 1; j < W; ++j) y[j] -= y[k] * block[static_cast<std::int64_t>(k) * height + j];
    }
    for (int j = 0; j < W; ++j) {
      *reinterpret_cast<V8*>(columns + static_cast<std::int64_t>(j) * height + i) = y[j] * inverse[j];
    }
  }
}

template <int W = 8>
void solve_below(double* columns, int height, int rows, int width, const double* block, const double* diagonal) {
  if (width == W) return solve_below<W>(columns, height, rows, block, diagonal);
  if constexpr (W > 1) solve_below<W - 1>(columns, height, rows, width, block, diagonal);
}

}  // namespace

std::int64_t kernel_scratch(int pivots) {
  return 8 * static_cast<std::int64_t>(pivots) + 64;
}

void factor_panel(double* panel, int height, int pivots, const signed char* signs, const double* floors,
                  double* diagonal, double* scratch) {
  for (int j = 0; j < pivots; j += 8) {
    const int width = std::min(8, pivots - j);
    double* columns = panel + static_cast<std::int64_t>(j) * height;
    if (j > 0) {
      pack(panel, height, j, j, diagonal, scratch);
      tall_tile<true>(columns + j, height, width, panel + j, height, scratch, j, height - j);
    }
    factor_diagonal(columns + j, height, width, signs + j, floors + j, diagonal + j);
    if (j + 8 < height) solve_below(columns + j + 8, height, height - j - 8, width, columns + j, diagonal + j);
  }
}

void form_update(const double* panel, int height, int pivots, int pivots_padded, int update, const double* diagonal,
                 double* U, double* scratch, int first, int last) {
  for (int j = first; j < last; j += 8) {
    pack(panel, height, pivots, pivots_padded + j, diagonal, scratch);
    tall_tile<false>(U + static_cast<std::int64_t>(j) * update + j, update, 8, panel + pivots_padded + j, height,
                     scratch, pivots, update - j);
  }
}

void forward_panel(const double* panel, int height, int pivots, double* x) {
  for (int j = 0; j < pivots; j += 8) {
    const int width = std::min(8, pivots - j);
    const double* columns = panel + static_cast<std::int64_t>(j) * height;
    double y[8] = {};
    for (int k = 0; k < width; ++k) {
      y[k] = x[j + k];
      for (int i = k + 1; i < width; ++i) x[j + i] -= columns[static_cast<std::int64_t>(k) * height + j + i] * y[k];
    }
    for (int i = j + 8; i < height; i += 8) {
      V8 sum = *reinterpret_cast<const V8u*>(x + i);
      for (int k = 0; k < width; ++k) {
        sum -= *reinterpret_cast<const V8*>(columns + static_cast<std::int64_t>(k) * height + i) * y[k];
      }
      *reinterpret_cast<V8u*>(x + i) = sum;
    }
  }
}

namespace {

// the sums of eight vectors, side by side
SPOOK_INLINE V8 sums_of(const V8* v) {
  V8 two[4], four[2];
  for (int i = 0; i < 4; ++i)
    two[i] = __builtin_shufflevector(v[2 * i], v[2 * i + 1], 0, 8, 2, 10, 4, 12, 6, 14) +
             __builtin_shufflevector(v[2 * i], v[2 * i + 1], 1, 9, 3, 11, 5, 13, 7, 15);
  for (int i = 0; i < 2; ++i)
    four[i] = __builtin_shufflevector(two[2 * i], two[2 * i + 1], 0, 1, 8, 9, 4, 5, 12, 13) +
              __builtin_shufflevector(two[2 * i], two[2 * i + 1], 2, 3, 10, 11, 6, 7, 14, 15);
  return __builtin_shufflevector(four[0], four[1], 0, 1, 2, 3, 8, 9, 10, 11) +
         __builtin_shufflevector(four[0], four[1], 4, 5, 6, 7, 12, 13, 14, 15);
}

}  // namespace

void backward_panel(const double* panel, int height, int pivots, const double* diagonal, double* x) {
  for (int j = (pivots - 1) & ~7; j >= 0; j -= 8) {
    const int width = std::min(8, pivots - j);
    const double* columns = panel + static_cast<std::int64_t>(j) * height;
    V8 sums[8];
    for (int k = 0; k < 8; ++k) sums[k] = V8{};
    for (int i = j + 8; i < height; i += 8) {
      const V8 at = *reinterpret_cast<const V8u*>(x + i);
      for (int k = 0; k < width; ++k) {
        sums[k] += *reinterpret_cast<const V8*>(columns + static_cast<std::int64_t>(k) * height + i) * at;
      }
    }
    const V8 sum = sums_of(sums);
    double y[8];
    for (int k = 0; k < width; ++k) y[k] = x[j + k] / diagonal[j + k] - sum[k];
    for (int k = width - 1; k >= 0; --k) {
      x[j + k] = y[k];
      for (int i = 0; i < k; ++i) y[i] -= columns[static_cast<std::int64_t>(i) * height + j + k] * y[k];
    }
  }
}

}  // namespace spook
