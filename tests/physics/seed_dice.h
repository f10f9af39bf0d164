// Random numbers that are the same with every standard library: its distributions need not be.
#pragma once

#include <array>
#include <cmath>
#include <numbers>
#include <random>

#include "engine/types.h"

namespace spook::test {

class SeedDice {
 public:
  explicit SeedDice(unsigned seed) : generator_(seed) {}

  double unit() { return generator_() * 0x1p-32; }  // [0, 1)
  double between(double low, double high) { return low + (high - low) * unit(); }
  double logarithmic(double low, double high) { return low * std::pow(high / low, unit()); }
  int below(int count) { return static_cast<int>(unit() * count); }
  bool chance(double share) { return unit() < share; }
  template <class T, class... Rest>
  T pick(T first, Rest... rest) {
    const std::array<T, 1 + sizeof...(Rest)> all{first, rest...};
    return all[below(static_cast<int>(all.size()))];
  }
  Vec3 direction() {
    const double z = between(-1.0, 1.0), turn = between(0.0, 2.0 * std::numbers::pi), flat = std::sqrt(1.0 - z * z);
    return {flat * std::cos(turn), flat * std::sin(turn), z};
  }
  // no longer than that; a product of two throws would leave their order to the compiler
  Vec3 vector(double shortest, double longest) {
    const Vec3 along = direction();
    return along * between(shortest, longest);
  }
  Vec3 in_box(double half) {
    const double x = between(-half, half), y = between(-half, half);
    return {x, y, between(-half, half)};
  }
  Quat orientation() {
    const Vec3 axis = direction();
    return Quat(Eigen::AngleAxisd(between(0.0, std::numbers::pi), axis));
  }

 private:
  std::mt19937 generator_;
};

}  // namespace spook::test
