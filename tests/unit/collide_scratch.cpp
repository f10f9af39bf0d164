// A thread's scratch goes from pair to pair: nothing of one may show in the next, or contacts would depend on which
// pairs the thread had looked at before.
#include <gtest/gtest.h>

#include <numbers>

#include "tests/unit/collide_scenes.h"

namespace spook::test {
namespace {

struct Touching {
  ShapeDesc lower, upper;
  double height;  // of the upper one's centre over the lower one's
  Quat turn;
};

ShapeDesc turned(ShapeDesc shape, const Quat& turn) {
  shape.pose.orientation = turn;
  return shape;
}

// every way of telling contacts has a pair
std::vector<Touching> all_ways() {
  const ShapeDesc brick = box({0.3, 0.2, 0.25}), log = rounded(ShapeType::cylinder, 0.1, 1.0),
                  pill = rounded(ShapeType::capsule, 0.1, 1.0), ball = sphere(0.2);
  const ShapeDesc tetrahedron = hull({{0.3, 0, 0}, {-0.2, 0.25, 0}, {-0.2, -0.25, 0}, {0, 0, 0.3}});
  const Quat lying = about(Vec3::UnitX(), 0.5 * std::numbers::pi), askew = about(Vec3(0.2, 1.0, 0.3), 0.4),
             nearly = about(Vec3(0.2, 1.0, 0.3), 1e-3);
  const Quat level = Quat::Identity();
  return {{brick, brick, 0.499, level},
          {brick, brick, 0.5, nearly},
          {brick, brick, 0.58, askew},
          {turned(log, lying), turned(log, lying), 0.199, level},
          {turned(log, lying), turned(log, lying), 0.2, nearly},
          {turned(log, lying), turned(log, lying), 0.2, askew},
          {turned(pill, lying), turned(pill, lying), 0.199, nearly},
          {brick, log, 1.249, nearly},
          {brick, rounded(ShapeType::cone, 0.25, 0.3), 0.549, nearly},
          {brick, tetrahedron, 0.249, level},
          {tetrahedron, tetrahedron, 0.05, askew},
          {brick, pill, 1.349, nearly},
          {brick, ball, 0.449, level},
          {ball, ball, 0.399, level}};
}

void add_pair(Stage& stage, const Touching& pair, const Vec3& at) {
  stage.add(pair.lower, at);
  stage.add(pair.upper, at + Vec3(0.01, 0.02, pair.height), pair.turn);
}

std::vector<double> numbers(const Contact& c) {
  std::vector<double> all{c.gap, c.share, static_cast<double>(c.key.feature)};
  for (int i = 0; i < 3; ++i) all.insert(all.end(), {c.point_a[i], c.point_b[i], c.normal[i]});
  return all;
}

std::vector<std::vector<double>> of_body(const ContactSet& set, int body) {
  std::vector<std::vector<double>> all;
  for (const Contact& contact : set.contacts)
    if (contact.body_a == body) all.push_back(numbers(contact));
  return all;
}

TEST(CollisionScratch, APairsContactsAreItsOwnWhateverWasLookedAtBefore) {
  const std::vector<Touching> ways = all_ways();
  const Vec3 here(0.3, -0.2, 0.1), far(50.0, 0.0, 0.0);
  for (std::size_t second = 0; second < ways.size(); ++second) {
    Stage alone;
    add_pair(alone, ways[second], here);
    const auto own = of_body(alone.collide(), 0);
    ASSERT_FALSE(own.empty()) << second;
    for (std::size_t first = 0; first < ways.size(); ++first) {
      Stage both;
      add_pair(both, ways[first], far), add_pair(both, ways[second], here);
      EXPECT_EQ(of_body(both.collide(), 2), own) << "pair " << second << " after pair " << first;
    }
  }
}

}  // namespace
}  // namespace spook::test
