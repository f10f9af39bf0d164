// Boxes face to face have a way of their own: it must tell what the general clipping of polygons tells.
#include <gtest/gtest.h>

#include "engine/collide/normals.h"
#include "tests/unit/collide_scenes.h"

namespace spook::test {
namespace {

struct BoxDice {
  std::mt19937 engine{7};
  std::uniform_real_distribution<double> uniform{0.0, 1.0};
  double number(double low, double high) { return low + (high - low) * uniform(engine); }
  Vec3 vector(double reach) { return {number(-reach, reach), number(-reach, reach), number(-reach, reach)}; }
};

Convex any_box(BoxDice& dice) {
  Convex shape;
  shape.kind = CoreKind::box;
  shape.half = {dice.number(0.2, 1.0), dice.number(0.2, 1.0), dice.number(0.2, 1.0)};
  shape.size = shape.half.norm();
  return shape;
}

// b on one of a's faces, turned about its normal by any angle or by none, tilted a little
Placed laid_on(const Placed& a, const Convex& shape, bool aligned, double tilt, double gap, BoxDice& dice) {
  Placed b{&shape, Vec3::Zero(), Mat3::Identity()};
  const int k = int(dice.number(0, 2.999)), other = int(dice.number(0, 2.999));
  const double side = dice.number(0, 1) < 0.5 ? -1.0 : 1.0;
  const Quat lie =
      other == k ? Quat::Identity() : about(Vec3::Unit(other).cross(Vec3::Unit(k)), 0.5 * 3.14159265358979);
  const Quat turn = aligned ? Quat::Identity() : about(Vec3::Unit(k), dice.number(0.0, 6.3));
  const Quat local = turn * lie * about(dice.vector(1), tilt);
  b.axes = a.axes * local.toRotationMatrix();
  Vec3 place = dice.vector(1.2);
  place[k] = side * (a.shape->half[k] + shape.half[other] + gap);
  b.position = a.position + a.axes * place;
  return b;
}

// the points of one are the points of the other, by name, place and gap
void expect_same(const Manifold& p, const Manifold& q, double nearness) {
  ASSERT_EQ(p.count, q.count);
  for (int i = 0; i < p.count; ++i) {
    int at = 0;
    while (at < q.count && q.points[at].feature != p.points[i].feature) ++at;
    ASSERT_LT(at, q.count) << "no point of that name";
    EXPECT_LT((p.points[i].a - q.points[at].a).norm(), nearness);
    EXPECT_LT((p.points[i].b - q.points[at].b).norm(), nearness);
    EXPECT_NEAR(p.points[i].gap, q.points[at].gap, nearness);
  }
}

TEST(BoxFaces, TellWhatTheClippingOfPolygonsTells) {
  BoxDice dice;
  int told = 0, fours = 0, open = 0;
  for (int i = 0; i < 20000; ++i) {
    const Convex first = any_box(dice), second = any_box(dice);
    const Placed a{&first, dice.vector(5), about(dice.vector(1), dice.number(0, 3)).toRotationMatrix()};
    const double tilt = i % 3 == 0 ? 0.0 : dice.number(0.0, i % 3 == 1 ? 0.008 : 0.5), gap = dice.number(-0.02, 0.02);
    const Placed b = laid_on(a, second, i % 2 == 0, tilt, gap, dice);
    PairMemory memory;
    const NormalAnswer answer = box_box(a, b, memory, 1.0);
    const double size = std::min(first.size, second.size);
    if (memory.axis >= 6 || answer.gap > 0.05) continue;
    Manifold quick, usual;
    if (box_faces(a, b, answer, memory.axis, 0.05, size, quick) == FaceMeeting::none) continue;
    make_manifold(a, b, answer, 0.05, size, usual);
    expect_same(quick, usual, 1e-10);
    if (testing::Test::HasFailure()) FAIL() << "pose " << i;
    ++told, fours += quick.count == 4, open += answer.gap > 0;
  }
  EXPECT_GT(told, 4000);
  EXPECT_GT(fours, 1000);
  EXPECT_GT(open, 1000);
}

// what it calls proven must be the true distance: no corner may be nearer than s(n) says
TEST(BoxFaces, WhatIsProvenNeedsNoLookAtCorners) {
  BoxDice dice;
  int proven = 0;
  for (int i = 0; i < 20000; ++i) {
    const Convex first = any_box(dice), second = any_box(dice);
    const Placed a{&first, dice.vector(5), about(dice.vector(1), dice.number(0, 3)).toRotationMatrix()};
    const Placed b = laid_on(a, second, i % 2 == 0, dice.number(0.0, 0.008), dice.number(1e-4, 0.02), dice);
    PairMemory memory;
    NormalAnswer answer = box_box(a, b, memory, 1.0);
    Manifold manifold;
    const double size = std::min(first.size, second.size);
    if (memory.axis >= 6 || answer.gap <= 0.0 || answer.gap > 0.05) continue;
    if (box_faces(a, b, answer, memory.axis, 0.05, size, manifold) != FaceMeeting::proven) continue;
    const double gap = answer.gap;
    if (box_corners(a, b, answer)) {
      EXPECT_LT(answer.gap, gap + 1e-7 * size);
    }
    ++proven;
  }
  EXPECT_GT(proven, 2000);
}

}  // namespace
}  // namespace spook::test
