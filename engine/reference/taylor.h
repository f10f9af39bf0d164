// A number with its first and second derivative along one direction: x(s) = x₀ + x₁ s + x₂ s²/2 + …, truncated.
#pragma once

#include <Eigen/Core>
#include <cmath>

namespace spook::reference {

struct Taylor {
  double x0 = 0.0, x1 = 0.0, x2 = 0.0;
  Taylor() = default;
  Taylor(double value) : x0(value) {}  // NOLINT: numbers are Taylor series too
  Taylor(double value, double first, double second) : x0(value), x1(first), x2(second) {}

  Taylor operator-() const { return {-x0, -x1, -x2}; }
  Taylor& operator+=(const Taylor& b) { return x0 += b.x0, x1 += b.x1, x2 += b.x2, *this; }
  Taylor& operator-=(const Taylor& b) { return x0 -= b.x0, x1 -= b.x1, x2 -= b.x2, *this; }
  Taylor& operator*=(const Taylor& b) {
    return *this = {x0 * b.x0, x0 * b.x1 + x1 * b.x0, x0 * b.x2 + 2 * x1 * b.x1 + x2 * b.x0};
  }
  Taylor& operator/=(const Taylor& b) {
    // b · y = a, term by term
    const double y0 = x0 / b.x0, y1 = (x1 - y0 * b.x1) / b.x0;
    return *this = {y0, y1, (x2 - 2 * y1 * b.x1 - y0 * b.x2) / b.x0};
  }
  friend Taylor operator+(Taylor a, const Taylor& b) { return a += b; }
  friend Taylor operator-(Taylor a, const Taylor& b) { return a -= b; }
  friend Taylor operator*(Taylor a, const Taylor& b) { return a *= b; }
  friend Taylor operator/(Taylor a, const Taylor& b) { return a /= b; }
  friend bool operator<(const Taylor& a, const Taylor& b) { return a.x0 < b.x0; }
  friend bool operator>(const Taylor& a, const Taylor& b) { return a.x0 > b.x0; }

  // f(x(s)) from f, f′, f″ at x₀
  Taylor chain(double f, double first, double second) const { return {f, first * x1, second * x1 * x1 + first * x2}; }
  friend Taylor sin(const Taylor& a) { return a.chain(std::sin(a.x0), std::cos(a.x0), -std::sin(a.x0)); }
  friend Taylor cos(const Taylor& a) { return a.chain(std::cos(a.x0), -std::sin(a.x0), -std::cos(a.x0)); }
  friend Taylor exp(const Taylor& a) { return a.chain(std::exp(a.x0), std::exp(a.x0), std::exp(a.x0)); }
  friend Taylor sqrt(const Taylor& a) {
    const double root = std::sqrt(a.x0);
    return a.chain(root, 0.5 / root, -0.25 / (root * a.x0));
  }
};

}  // namespace spook::reference

namespace Eigen {
template <>
struct NumTraits<spook::reference::Taylor> : NumTraits<double> {
  using Real = spook::reference::Taylor;
  using NonInteger = spook::reference::Taylor;
  using Nested = spook::reference::Taylor;
  enum { RequireInitialization = 1, ReadCost = 3, AddCost = 3, MulCost = 9 };
};
}  // namespace Eigen
