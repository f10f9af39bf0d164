#include "scenarios/papers/axis_scale.h"

#include <algorithm>
#include <cmath>

namespace spook::papers {

bool AxisScale::drawable(double value) const {
  return std::isfinite(value) && (!logarithmic || value > 0.0);
}

double AxisScale::measure(double value) const {
  return logarithmic ? std::log10(value) : value;
}

double AxisScale::pixel(double value) const {
  return from + (measure(value) - low) / (high - low) * (to - from);
}

double AxisScale::value(double pixel) const {
  const double at = low + (high - low) * (pixel - from) / (to - from);
  return logarithmic ? std::pow(10.0, at) : at;
}

double AxisScale::tick_step(double pixels_a_tick) const {
  const double wanted = std::max(2.0, std::abs(to - from) / pixels_a_tick);
  const double raw = (high - low) / wanted, decade = std::pow(10.0, std::floor(std::log10(raw)));
  return decade * (raw / decade <= 1 ? 1 : raw / decade <= 2 ? 2 : raw / decade <= 5 ? 5 : 10);
}

int AxisScale::tick_stride(double pixels_a_tick) const {
  const double wanted = std::max(2.0, std::abs(to - from) / pixels_a_tick);
  return std::max(1, static_cast<int>(std::ceil((high - low) / wanted)));
}

AxisScale fit_axis(const Axis& axis, const std::vector<Series>& series, bool horizontal) {
  AxisScale scale;
  scale.logarithmic = axis.logarithmic;
  double low = INFINITY, high = -INFINITY;
  for (const Series& one : series)
    for (const double value : horizontal ? one.x : one.y)
      if (scale.drawable(value)) low = std::min(low, scale.measure(value)), high = std::max(high, scale.measure(value));
  if (!(low <= high)) low = 0.0, high = 1.0;
  if (high - low < 1e-12 * std::max(1.0, std::abs(high))) {
    const double widen = axis.logarithmic ? 0.5 : std::max(0.5 * std::abs(high), 1e-3);
    low -= widen, high += widen;
  }
  const double margin = (horizontal ? 0.03 : 0.06) * (high - low);
  scale.low = axis.minimum ? scale.measure(*axis.minimum) : low - margin;
  scale.high = axis.maximum ? scale.measure(*axis.maximum) : high + margin;
  return scale;
}

void keep_proportions(AxisScale& x, AxisScale& y) {
  const double across = (x.high - x.low) / std::abs(x.to - x.from), up = (y.high - y.low) / std::abs(y.to - y.from);
  AxisScale& wide = across < up ? x : y;
  const double middle = 0.5 * (wide.low + wide.high);
  const double half = 0.5 * std::max(across, up) / std::min(across, up) * (wide.high - wide.low);
  wide.low = middle - half, wide.high = middle + half;
}

}  // namespace spook::papers
