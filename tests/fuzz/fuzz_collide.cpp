// Pairs of all shapes against brute force (tests/unit/collide_oracle.h), at sizes from a millimetre to a kilometre, and
// with one of them flattened or drawn out to a sliver. Unlike the tests, which hold fixed bars, it looks for the worst.
#include <cmath>

#include "tests/fuzz/choices.h"
#include "tests/fuzz/driver.h"
#include "tests/unit/collide_judge.h"

namespace spook::fuzz {
namespace {

constexpr ShapeType kinds[] = {ShapeType::sphere,   ShapeType::capsule, ShapeType::box,
                               ShapeType::cylinder, ShapeType::cone,    ShapeType::hull};

// thinner or longer by up to a thousand times
void make_sliver(ShapeDesc& shape, double factor) {
  shape.half_extents.x() *= factor;
  shape.half_length *= factor, shape.height *= factor;
  for (Vec3& point : shape.points) point.x() *= factor;
}

std::string told(const test::Solid& solid) {
  const ShapeDesc& s = solid.shape;
  char text[400];
  std::snprintf(text, sizeof text, "type %d radius %.17g half_length %.17g height %.17g half %.17g %.17g %.17g",
                int(s.type), s.radius, s.half_length, s.height, s.half_extents.x(), s.half_extents.y(),
                s.half_extents.z());
  return text;
}

bool try_bytes(const std::string& bytes) {
  Choices choices(bytes);
  test::Dice dice;
  dice.engine.seed(unsigned(std::hash<std::string>{}(bytes)));
  const ShapeType first = kinds[choices.below(6)], second = kinds[choices.below(6)];
  const double size_a = std::pow(10.0, 3.0 * choices.number()), size_b = std::pow(10.0, 3.0 * choices.number());
  test::Solid a{test::any_shape(first, size_a, dice), {Vec3(1, 2, 3), dice.turn()}};
  test::Solid b{test::any_shape(second, size_b, dice), {Vec3::Zero(), dice.turn()}};
  const bool sliver = choices.below(3) == 2;
  const double factor = std::pow(10.0, 3.0 * choices.number());
  if (sliver) make_sliver(choices.coin() ? a.shape : b.shape, factor);
  const double small = std::min(size_a, size_b) * (sliver ? std::min(1.0, factor) : 1.0);
  const double large = std::max(size_a, size_b) * (sliver ? std::max(1.0, factor) : 1.0);
  const double wanted = (dice.number() < 0.5 ? -0.1 : 0.25) * small * dice.number();
  test::bring_near(a, b, dice.way(), 4 * large, wanted, ContactSource::exact);

  const auto contacts = test::contacts_between(a, b, 3 * small, ContactSource::exact);
  if (contacts.empty()) return false;
  test::ContactErrors errors;
  test::judge(a, b, contacts, small, dice, errors);
  // of the larger: what doubles and the search for truth leave of a gap there
  const double bar = 1e-3 * small + 1e-5 * large;
  if (std::max(errors.gap_apart, errors.gap_overlap) > bar) {
    char text[200];
    std::snprintf(text, sizeof text, "a gap off by %.3g (bar %.3g), sizes %.3g and %.3g%s",
                  std::max(errors.gap_apart, errors.gap_overlap), bar, size_a, size_b, sliver ? ", a sliver" : "");
    broken(text, told(a) + "\n" + told(b));
  }
  return true;
}

std::vector<std::string> seeds() {
  return {std::string("\x00\x00\x80\x80\x00\x80\x00", 7), std::string("\x02\x02\x80\x80\x00\x80\x00", 7)};
}

}  // namespace

Target target() {
  return {"fuzz_collide",
          seeds(),
          {std::string(1, '\0'), "\x01", "\x02", "\x03", "\x04", "\x05", "\x80", "\xff", "\x40", "\xc0"},
          try_bytes};
}

}  // namespace spook::fuzz
