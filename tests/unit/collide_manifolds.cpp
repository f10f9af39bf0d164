// Manifolds are complete on the first call, and their names stay.
#include <gtest/gtest.h>

#include "tests/unit/collide_scenes.h"

namespace spook::test {
namespace {

constexpr double pi = 3.14159265358979323846;
const Quat upright = Quat::Identity();
const Quat lying = about(Vec3::UnitY(), pi / 2);    // a cylinder's axis along x
const Quat lying_y = about(Vec3::UnitX(), pi / 2);  // along y

std::vector<Contact> first_contacts(const ShapeDesc& a, const Pose& pose_a, const ShapeDesc& b, const Pose& pose_b) {
  Stage stage;
  const bool fixed = a.type == ShapeType::plane || a.type == ShapeType::heightfield || a.type == ShapeType::mesh;
  stage.add({a}, pose_a, fixed ? Motion::fixed : Motion::dynamic);
  stage.add({b}, pose_b);
  return stage.collide().contacts;
}

// whether some contact is this near to a place, seen from above
bool touches(const std::vector<Contact>& contacts, double x, double y, double near = 1e-9) {
  return std::any_of(contacts.begin(), contacts.end(), [&](const Contact& contact) {
    return std::hypot(contact.point_b.x() - x, contact.point_b.y() - y) < near;
  });
}

TEST(FirstManifold, BoxOnPlaneHasItsFourCorners) {
  const auto contacts = first_contacts(plane(), {}, box({0.5, 0.4, 0.3}), {Vec3(0, 0, 0.3), upright});
  ASSERT_EQ(contacts.size(), 4u);
  for (double x : {-0.5, 0.5})
    for (double y : {-0.4, 0.4}) EXPECT_TRUE(touches(contacts, x, y));
  for (const Contact& contact : contacts) {
    EXPECT_NEAR(contact.gap, 0.0, 1e-12);
    EXPECT_NEAR(contact.normal.z(), -1.0, 1e-12);  // from b, the box, to a, the plane
  }
}

TEST(FirstManifold, BoxOnBoxHasTheFourCornersOfTheOverlap) {
  const auto contacts =
      first_contacts(box({0.5, 0.5, 0.5}), {}, box({0.5, 0.5, 0.5}), {Vec3(0.2, 0.1, 0.999), upright});
  ASSERT_EQ(contacts.size(), 4u);
  for (double x : {-0.3, 0.5})
    for (double y : {-0.4, 0.5}) EXPECT_TRUE(touches(contacts, x, y));
  for (const Contact& contact : contacts) EXPECT_NEAR(contact.gap, -0.001, 1e-12);
}

TEST(FirstManifold, TurnedBoxOnBoxHasFourCornersOfTheOctagon) {
  const auto contacts =
      first_contacts(box({0.5, 0.5, 0.5}), {}, box({0.5, 0.5, 0.5}), {Vec3(0, 0, 1), about(Vec3::UnitZ(), pi / 4)});
  ASSERT_EQ(contacts.size(), 4u);
  // on all sides of the centre
  for (double x : {-1.0, 1.0}) {
    EXPECT_TRUE(std::any_of(contacts.begin(), contacts.end(), [x](auto& c) { return c.point_b.x() * x > 0.2; }));
    EXPECT_TRUE(std::any_of(contacts.begin(), contacts.end(), [x](auto& c) { return c.point_b.y() * x > 0.2; }));
  }
}

TEST(FirstManifold, CrossedBoxEdgesTouchInOnePoint) {
  const auto contacts =
      first_contacts(box({0.5, 0.5, 0.5}), {Vec3::Zero(), about(Vec3::UnitX(), pi / 4)}, box({0.5, 0.5, 0.5}),
                     {Vec3(0.1, 0.2, std::sqrt(2.0) + 0.001), about(Vec3::UnitY(), pi / 4)});
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_NEAR(contacts[0].gap, 0.001, 1e-12);
  EXPECT_TRUE(touches(contacts, 0.1, 0.0));
}

TEST(FirstManifold, LyingCylinderHasPointsNearItsEnds) {
  const ShapeDesc log = rounded(ShapeType::cylinder, 0.2, 1.0);
  ShapeDesc field;
  field.type = ShapeType::heightfield;
  field.rows = field.columns = 9;
  field.spacing = 0.7;
  field.heights.assign(81, 0.0);
  const struct {
    const char* on;
    ShapeDesc ground;
    Pose pose;
    double height;
    std::size_t points;
  } cases[] = {{"plane", plane(), {}, 0.2, 2},
               {"box", box({2, 2, 0.5}), {Vec3(0, 0, -0.5), upright}, 0.2, 2},
               {"cylinder", log, {Vec3(0, 0, -0.2), lying}, 0.2, 6},
               {"height field", field, {}, 0.2, 2}};
  for (const auto& c : cases) {
    const auto contacts = first_contacts(c.ground, c.pose, log, {Vec3(0, 0, c.height), lying});
    EXPECT_EQ(contacts.size(), c.points) << c.on;
    EXPECT_TRUE(touches(contacts, -1.0, 0.0, 0.05) && touches(contacts, 1.0, 0.0, 0.05)) << c.on;
    for (const Contact& contact : contacts) EXPECT_NEAR(contact.gap, 0.0, 1e-9) << c.on;
  }
}

TEST(FirstManifold, CrossedCylindersTouchInOnePoint) {
  const ShapeDesc log = rounded(ShapeType::cylinder, 0.2, 1.0);
  const auto contacts = first_contacts(log, {Vec3::Zero(), lying}, log, {Vec3(0.3, -0.4, 0.4), lying_y});
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_TRUE(touches(contacts, 0.3, 0.0));
  EXPECT_NEAR(contacts[0].gap, 0.0, 1e-12);
}

TEST(FirstManifold, NearParallelCylindersTouchAtEndsAndBetween) {
  const ShapeDesc log = rounded(ShapeType::cylinder, 0.2, 1.0);
  const auto contacts =
      first_contacts(log, {Vec3::Zero(), lying}, log, {Vec3(0, 0, 0.4), about(Vec3::UnitZ(), 0.1) * lying});
  ASSERT_GE(contacts.size(), 3u);
  double least = 1e300;
  for (const Contact& contact : contacts) least = std::min(least, contact.gap);
  // the crossing is told by two points, either side of it where the sides have opened by 2e-5 of the radius
  EXPECT_NEAR(least, 0.0, 2.1e-5 * 0.2);
  const double patch = std::sqrt(2.0 * 0.4 * 2e-5 * 0.2) / 0.1;
  EXPECT_TRUE(touches(contacts, 0.0, 0.0, 1.02 * patch));
  EXPECT_FALSE(touches(contacts, 0.0, 0.0, 0.98 * patch));
}

TEST(FirstManifold, StandingCylinderHasAtLeastThreePoints) {
  const ShapeDesc log = rounded(ShapeType::cylinder, 0.2, 1.0);
  for (const ShapeDesc& ground : {plane(), box({2, 2, 1e-9})})
    EXPECT_GE(first_contacts(ground, {}, log, {Vec3(0, 0, 1), upright}).size(), 3u);
  EXPECT_GE(first_contacts(log, {}, log, {Vec3(0.1, 0, 2), upright}).size(), 3u);
  const ShapeDesc cone = rounded(ShapeType::cone, 0.3, 0.5);
  EXPECT_GE(first_contacts(plane(), {}, cone, {Vec3(0, 0, 0.5), upright}).size(), 3u);
}

TEST(FirstManifold, HullFacesGiveUpToFourPoints) {
  std::vector<Vec3> prism;
  for (int i = 0; i < 6; ++i)
    for (double z : {-0.5, 0.5}) prism.emplace_back(std::cos(i * pi / 3), std::sin(i * pi / 3), z);
  EXPECT_EQ(first_contacts(hull(prism), {}, hull(prism), {Vec3(0.3, 0.1, 1), about(Vec3::UnitZ(), 0.3)}).size(), 4u);
  EXPECT_EQ(first_contacts(plane(), {}, hull(prism), {Vec3(0, 0, 0.5), upright}).size(), 4u);
  EXPECT_EQ(first_contacts(box({3, 3, 0.5}), {}, hull(prism), {Vec3(0, 0, 1), about(Vec3::UnitZ(), 0.3)}).size(), 4u);
}

TEST(FirstManifold, GapsWithinTheMarginAreReportedAndNoFarther) {
  for (const ShapeDesc& shape : {sphere(0.5), box({0.5, 0.5, 0.5}), rounded(ShapeType::cylinder, 0.5, 0.5)}) {
    const auto near = first_contacts(plane(), {}, shape, {Vec3(0, 0, 0.519), upright});
    ASSERT_FALSE(near.empty());
    EXPECT_NEAR(near[0].gap, 0.019, 1e-12);
    EXPECT_TRUE(first_contacts(plane(), {}, shape, {Vec3(0, 0, 0.521), upright}).empty());
    EXPECT_EQ(first_contacts(box({2, 2, 0.5}), {}, shape, {Vec3(0, 0, 1.019), upright}).empty(), false);
    EXPECT_TRUE(first_contacts(box({2, 2, 0.5}), {}, shape, {Vec3(0, 0, 1.021), upright}).empty());
  }
}

// 200 steps of small shaking: no key may come or go
TEST(ContactKeys, StayWhileAContactIsShaken) {
  const ShapeDesc log = rounded(ShapeType::cylinder, 0.2, 1.0);
  const struct {
    const char* what;
    ShapeDesc ground;
    Pose pose;
    ShapeDesc shape;
    Pose on;
  } cases[] = {
      {"box on plane", plane(), {}, box({0.5, 0.5, 0.5}), {Vec3(0, 0, 0.5), upright}},
      {"flush boxes", box({0.5, 0.5, 0.5}), {}, box({0.5, 0.5, 0.5}), {Vec3(0, 0, 1), upright}},
      {"shifted boxes", box({0.5, 0.5, 0.5}), {}, box({0.5, 0.5, 0.5}), {Vec3(0.2, 0.3, 1), upright}},
      {"half-flush boxes", box({0.5, 0.25, 0.25}), {}, box({0.5, 0.25, 0.25}), {Vec3(0.5, 0, 0.5), upright}},
      {"turned boxes", box({0.5, 0.5, 0.5}), {}, box({0.5, 0.5, 0.5}), {Vec3(0, 0, 1), about(Vec3::UnitZ(), 0.5)}},
      {"log on plane", plane(), {}, log, {Vec3(0, 0, 0.2), lying}},
      {"log on box", box({2, 2, 0.5}), {}, log, {Vec3(0, 0, 0.7), lying}},
      {"log on log", log, {Vec3::Zero(), lying}, log, {Vec3(0.1, 0, 0.4), lying}},
      {"standing log", box({2, 2, 0.5}), {}, log, {Vec3(0, 0, 1.5), upright}},
      {"capsule on box", box({2, 2, 0.5}), {}, rounded(ShapeType::capsule, 0.2, 1), {Vec3(0, 0, 0.7), lying}},
      {"edge on edge",
       box({0.5, 0.5, 0.5}),
       {Vec3::Zero(), about(Vec3::UnitX(), pi / 4)},
       box({0.5, 0.5, 0.5}),
       {Vec3(0.1, 0.2, std::sqrt(2.0)), about(Vec3::UnitY(), pi / 4)}}};
  for (const auto& c : cases) {
    std::mt19937 random(11);
    std::normal_distribution<double> shake(0.0, 2e-7);
    Stage stage;
    stage.add({c.ground}, c.pose, Motion::fixed);
    stage.add({c.shape}, c.on);
    std::vector<ContactKey> keys;
    for (const Contact& contact : stage.collide().contacts) keys.push_back(contact.key);
    ASSERT_FALSE(keys.empty()) << c.what;
    int changed = 0;
    for (int step = 0; step < 200; ++step) {
      Pose& pose = stage.states[1].pose;
      pose = c.on;
      pose.position += Vec3(shake(random), shake(random), shake(random));
      pose.orientation = about(Vec3(shake(random), shake(random), shake(random)), 2e-7) * pose.orientation;
      std::vector<ContactKey> now;
      for (const Contact& contact : stage.collide().contacts) now.push_back(contact.key);
      changed += now != keys;
    }
    EXPECT_EQ(changed, 0) << c.what;
  }
}

}  // namespace
}  // namespace spook::test
