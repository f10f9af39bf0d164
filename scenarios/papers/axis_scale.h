// From values to pixels along one axis of a figure: what the pictures on paper and the window's plots share.
#pragma once

#include <vector>

#include "scenarios/papers/figure.h"

namespace spook::papers {

struct AxisScale {
  bool logarithmic = false;
  double low = 0.0, high = 1.0;  // in the axis' own measure: log10 where logarithmic
  double from = 0.0, to = 1.0;   // pixels

  bool drawable(double value) const;
  double measure(double value) const;
  double pixel(double value) const;
  double value(double pixel) const;
  // of the numbers 1, 2 and 5 times a power of ten the one that leaves so many pixels between ticks
  double tick_step(double pixels_a_tick) const;
  // decades from one labelled tick to the next, where logarithmic
  int tick_stride(double pixels_a_tick) const;
};

// all of the data and a margin, or what the axis asks for
AxisScale fit_axis(const Axis& axis, const std::vector<Series>& series, bool horizontal);
// gives both axes the same length per unit, by widening the one that is stretched
void keep_proportions(AxisScale& x, AxisScale& y);

}  // namespace spook::papers
