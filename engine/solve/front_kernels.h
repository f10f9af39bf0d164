// Dense kernels of one front: 8-wide columns of doubles, tiles held in registers. Everything is padded to multiples
// of 8 and 64-byte aligned, so no kernel has a ragged edge.
#pragma once

#include <cstdint>

namespace spook {

// LDLᵀ of the pivot columns of a panel (column-major, `height` rows, pivot rows first, padded). On return the columns
// hold L below the diagonal and `diagonal` D. signs: +1 where a pivot must be positive, −1 negative; a pivot lost to
// cancellation is replaced by sign × its floor.
void factor_panel(double* panel, int height, int pivots, const signed char* signs, const double* floors,
                  double* diagonal, double* scratch);

// columns first … last−1, multiples of 8, of U = −L₂ D L₂ᵀ, lower triangle (tiles on the diagonal are full), U
// column-major with leading dimension `update`
void form_update(const double* panel, int height, int pivots, int pivots_padded, int update, const double* diagonal,
                 double* U, double* scratch, int first, int last);

// doubles of scratch either needs
std::int64_t kernel_scratch(int pivots);

// column-wise: x of a front is its pivots, then (from pivots_padded) its update rows
void forward_panel(const double* panel, int height, int pivots, double* x);
void backward_panel(const double* panel, int height, int pivots, const double* diagonal, double* x);

}  // namespace spook
