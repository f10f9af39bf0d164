// Numbers of about 31 digits as sums of two doubles: for orders that show only where double precision has ended.
#pragma once

#include <cmath>

namespace spook::papers {

struct DoubleDouble {
  double high = 0.0, low = 0.0;
  DoubleDouble() = default;
  DoubleDouble(double value) : high(value) {}  // NOLINT: a number is a number
  DoubleDouble(double h, double l) : high(h), low(l) {}
};

// high + low as two doubles that do not overlap (Dekker, Knuth)
inline DoubleDouble two_sum(double a, double b) {
  const double s = a + b, t = s - a;
  return {s, (a - (s - t)) + (b - t)};
}
inline DoubleDouble normalised(double a, double b) {
  const double s = a + b;
  return {s, b - (s - a)};
}
inline DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) {
  const DoubleDouble s = two_sum(a.high, b.high), t = two_sum(a.low, b.low);
  const DoubleDouble u = normalised(s.high, s.low + t.high);
  return normalised(u.high, u.low + t.low);
}
inline DoubleDouble operator-(const DoubleDouble& a) {
  return {-a.high, -a.low};
}
inline DoubleDouble operator-(const DoubleDouble& a, const DoubleDouble& b) {
  return a + (-b);
}
inline DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b) {
  const double p = a.high * b.high, e = std::fma(a.high, b.high, -p);
  return normalised(p, e + (a.high * b.low + a.low * b.high));
}
inline DoubleDouble operator/(const DoubleDouble& a, const DoubleDouble& b) {
  const double first = a.high / b.high;
  const DoubleDouble rest = a - b * DoubleDouble(first);
  const double second = rest.high / b.high;
  const DoubleDouble last = rest - b * DoubleDouble(second);
  return normalised(first, second) + DoubleDouble(last.high / b.high);
}
inline DoubleDouble& operator+=(DoubleDouble& a, const DoubleDouble& b) {
  return a = a + b;
}
inline DoubleDouble& operator-=(DoubleDouble& a, const DoubleDouble& b) {
  return a = a - b;
}

inline const DoubleDouble half_pi{1.5707963267948966, 6.123233995736766e-17};

inline DoubleDouble square_root(double value) {
  const double x = std::sqrt(value);
  const DoubleDouble root = (DoubleDouble(x) + DoubleDouble(value) / DoubleDouble(x)) * DoubleDouble(0.5);
  return (root + DoubleDouble(value) / root) * DoubleDouble(0.5);
}

// by Taylor's series after turning back to |x| ≤ π/4
inline void sine_cosine(const DoubleDouble& angle, DoubleDouble& sine, DoubleDouble& cosine) {
  const double turns = std::round(angle.high / half_pi.high);
  const DoubleDouble x = angle - half_pi * DoubleDouble(turns), square = x * x;
  DoubleDouble s = x, c(1.0), term_s = x, term_c(1.0);
  for (int k = 1; k <= 14; ++k) {
    term_c = term_c * square / DoubleDouble(-(2.0 * k - 1.0) * (2.0 * k));
    term_s = term_s * square / DoubleDouble(-(2.0 * k) * (2.0 * k + 1.0));
    c += term_c, s += term_s;
  }
  const int quarter = static_cast<int>(turns - 4.0 * std::floor(turns / 4.0));
  if (quarter == 0) sine = s, cosine = c;
  if (quarter == 1) sine = c, cosine = -s;
  if (quarter == 2) sine = -s, cosine = -c;
  if (quarter == 3) sine = -c, cosine = s;
}

}  // namespace spook::papers
