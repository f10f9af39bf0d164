// Gaps and normals against ground truth that shares no code with the engine (collide_oracle.h).
#include <gtest/gtest.h>

#include "tests/unit/collide_oracle.h"
#include "tests/unit/collide_scenes.h"

namespace spook::test {
namespace {

struct Dice {
  std::mt19937 engine;
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform{0.0, 1.0};
  double number() { return uniform(engine); }
  Vec3 way() { return Vec3(normal(engine), normal(engine), normal(engine)).normalized(); }
  Quat turn() { return Quat(normal(engine), normal(engine), normal(engine), normal(engine)).normalized(); }
};

ShapeDesc any_shape(ShapeType type, double size, Dice& dice) {
  switch (type) {
    case ShapeType::sphere:
      return sphere(0.5 * size * (0.5 + dice.number()));
    case ShapeType::box:
      return box(0.5 * size * Vec3(0.3 + dice.number(), 0.3 + dice.number(), 0.3 + dice.number()));
    case ShapeType::hull: {
      std::vector<Vec3> points;
      for (int i = 0; i < 10; ++i) points.push_back(0.5 * size * dice.way() * (0.7 + 0.3 * dice.number()));
      return hull(points);
    }
    default:
      return rounded(type, 0.3 * size * (0.5 + dice.number()), 0.5 * size * (0.3 + dice.number()));
  }
}

// the deepest contact of the two, as a world of its own finds it
std::optional<Contact> deepest(const Solid& a, const Solid& b, double margin) {
  Stage stage;
  stage.options.margin = margin;
  stage.add({a.shape}, a.pose);
  stage.add({b.shape}, b.pose);
  std::optional<Contact> best;
  for (const Contact& contact : stage.collide().contacts)
    if (!best || contact.gap < best->gap) best = contact;
  return best;
}

// moves b along a way until the reported gap is about what is wanted; the report itself is judged afterwards
void bring_near(const Solid& a, Solid& b, const Vec3& way, double far, double wanted) {
  double distance = far;
  for (int i = 0; i < 8; ++i) {
    b.pose.position = a.pose.position + way * distance;
    const auto contact = deepest(a, b, 1e9);
    if (!contact) return;
    distance = std::max(0.01 * wanted, distance - (contact->gap - wanted));
  }
  b.pose.position = a.pose.position + way * distance;
}

struct Errors {
  double gap = 0.0, normal = 0.0;
  int apart = 0, overlapping = 0;
};

// Apart, two points of the two shapes as far from each other as s(n) prove gap and normal. How much they miss by bounds
// the errors. Overlapping, no direction may leave a greater gap.
void judge(const Solid& a, const Solid& b, const Contact& contact, double small, Dice& dice, Errors& errors) {
  const double along = gap_along(a, b, contact.normal);
  errors.gap = std::max(errors.gap, std::abs(along - contact.gap));
  if (contact.gap > 0.0) {
    ++errors.apart;
    errors.gap = std::max({errors.gap, outside(a, contact.point_a), outside(b, contact.point_b)});
    const Vec3 between = contact.point_a - contact.point_b;
    errors.gap = std::max(errors.gap, std::abs(between.norm() - contact.gap));
    errors.normal = std::max(errors.normal, (between.normalized() - contact.normal).norm());
  } else if (contact.gap > -0.2 * small) {
    ++errors.overlapping;
    const bool sharp = is_polytope(a.shape) && is_polytope(b.shape);
    const Deepest truth = sharp ? overlap_of_polytopes(a, b) : overlap_by_search(a, b, dice.engine, 60);
    errors.gap = std::max(errors.gap, truth.gap - contact.gap);
    // of equally good normals any will do
    if (truth.gap > contact.gap + 1e-9 * small)
      errors.normal = std::max(errors.normal, (truth.normal - contact.normal).norm());
  }
}

class GroundTruth : public testing::TestWithParam<std::tuple<ShapeType, ShapeType>> {};

TEST_P(GroundTruth, GapsAndNormalsAreTrue) {
  const auto [first, second] = GetParam();
  Dice dice;
  const bool closed = first != ShapeType::cylinder && first != ShapeType::cone && first != ShapeType::hull &&
                      second != ShapeType::cylinder && second != ShapeType::cone && second != ShapeType::hull;
  const double sizes[][2] = {{0.01, 0.01}, {1, 1}, {10, 10}, {0.01, 10}, {10, 0.01}, {1, 0.05}};
  for (const auto& size : sizes) {
    const double small = std::min(size[0], size[1]);
    Errors errors;
    for (int i = 0; i < 30; ++i) {
      Solid a{any_shape(first, size[0], dice), {Vec3(1, 2, 3), dice.turn()}};
      Solid b{any_shape(second, size[1], dice), {Vec3::Zero(), dice.turn()}};
      const double wanted = (dice.number() < 0.5 ? -0.1 : 0.25) * small * dice.number();
      bring_near(a, b, dice.way(), 2 * (size[0] + size[1]), wanted);
      const auto contact = deepest(a, b, 3 * small);
      if (contact) judge(a, b, *contact, small, dice, errors);
    }
    EXPECT_GT(errors.apart, 3) << size[0] << " " << size[1];
    EXPECT_GT(errors.overlapping, 3) << size[0] << " " << size[1];
    // at the smallest sizes the promise is kept relative to the size as well
    EXPECT_LT(errors.gap, (closed ? 1e-6 : 1e-4) * std::min(1.0, 10 * small)) << size[0] << " " << size[1];
    EXPECT_LT(errors.normal, 1e-3) << size[0] << " " << size[1];
  }
}

constexpr ShapeType kinds[] = {ShapeType::sphere,   ShapeType::capsule, ShapeType::box,
                               ShapeType::cylinder, ShapeType::cone,    ShapeType::hull};

std::vector<std::tuple<ShapeType, ShapeType>> all_pairs() {
  std::vector<std::tuple<ShapeType, ShapeType>> pairs;
  for (ShapeType a : kinds)
    for (ShapeType b : kinds)
      if (a <= b) pairs.emplace_back(a, b);
  return pairs;
}

std::string pair_name(const testing::TestParamInfo<std::tuple<ShapeType, ShapeType>>& info) {
  const char* names[] = {"Sphere", "Box", "Capsule", "Cylinder", "Cone", "Plane", "Hull"};
  return std::string(names[static_cast<int>(std::get<0>(info.param))]) +
         names[static_cast<int>(std::get<1>(info.param))];
}

INSTANTIATE_TEST_SUITE_P(AllPairs, GroundTruth, testing::ValuesIn(all_pairs()), pair_name);

TEST(GroundTruthOnPlanes, TheLowestPointGivesTheGap) {
  Dice dice;
  for (ShapeType kind : kinds)
    for (double size : {0.01, 1.0, 10.0})
      for (int i = 0; i < 200; ++i) {
        const Vec3 normal = dice.way();
        Solid solid{any_shape(kind, size, dice), {Vec3::Zero(), dice.turn()}};
        const double offset = dice.normal(dice.engine), gap = (dice.number() - 0.2) * size;
        solid.pose.position = normal * (offset + gap + reach_of(solid, -normal));
        Stage stage;
        stage.options.margin = 2 * size;
        stage.add(plane(normal, offset), Vec3::Zero(), Quat::Identity(), Motion::fixed);
        stage.add({solid.shape}, solid.pose);
        double least = 1e300;
        for (const Contact& contact : stage.collide().contacts) {
          least = std::min(least, contact.gap);
          EXPECT_LT(outside(solid, contact.point_b), 1e-9);
        }
        ASSERT_NEAR(least, gap, 1e-9);
      }
}

}  // namespace
}  // namespace spook::test
