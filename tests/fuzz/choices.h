// A fuzzer's bytes as a row of choices: what a generator of scenes or commands asks instead of dice.
#pragma once

#include <array>
#include <limits>
#include <string>

#include "engine/types.h"

namespace spook::fuzz {

class Choices {
 public:
  explicit Choices(const std::string& bytes) : bytes_(bytes) {}

  bool left() const { return at_ < bytes_.size(); }
  // 0 … count − 1; 0 when the bytes are used up
  std::size_t below(std::size_t count) {
    return left() ? std::size_t(static_cast<unsigned char>(bytes_[at_++])) % count : 0;
  }
  bool coin() { return below(2) == 1; }
  double number() { return double(below(256)) / 128.0 - 1.0; }  // -1 … 1
  Vec3 vector() {
    const double x = number(), y = number(), z = number();
    return {x, y, z};
  }
  Quat turn() {
    const Vec3 v = vector();
    return Quat(1.0 + number(), v.x(), v.y(), v.z() + 1e-3).normalized();
  }
  // now and then what nobody should say
  double hostile() {
    constexpr std::array numbers{0.0,
                                 -1.0,
                                 1e-300,
                                 1e300,
                                 -1e308,
                                 1e12,
                                 4.9e-324,
                                 std::numeric_limits<double>::infinity(),
                                 std::numeric_limits<double>::quiet_NaN()};
    return numbers[below(numbers.size())];
  }

 private:
  const std::string& bytes_;
  std::size_t at_ = 0;
};

}  // namespace spook::fuzz
