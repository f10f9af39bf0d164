// Logs that lie along one another: each contact point has the normal of its own place, and nothing jumps.
#include <gtest/gtest.h>

#include "tests/unit/collide_scenes.h"

namespace spook::test {
namespace {

constexpr double radius = 0.15, half = 1.5;

struct Logs {
  Pose a, b;
};

// one log over another, askew by the angle, crossing it at a place along it
Logs askew(double angle, double crossing, double gap) {
  const Quat along_x = about(Vec3::UnitY(), 1.5707963267948966);
  const Quat turned = about(Vec3::UnitZ(), angle);
  const Vec3 axis = turned * Vec3::UnitX();
  return {{Vec3::Zero(), along_x}, {Vec3(crossing, 0, 2 * radius + gap) - crossing * axis, turned * along_x}};
}

std::vector<Contact> contacts_of(const Logs& logs) {
  Stage stage;
  const ShapeDesc log = rounded(ShapeType::cylinder, radius, half);
  stage.add({log}, logs.a);
  stage.add({log}, logs.b);
  return stage.collide().contacts;
}

Vec3 axis_of(const Pose& pose) {
  return pose.orientation * Vec3::UnitZ();
}

double off_axis(const Pose& pose, const Vec3& point) {
  const Vec3 arm = point - pose.position;
  return (arm - axis_of(pose) * axis_of(pose).dot(arm)).norm();
}

TEST(LogsAlong, TouchAlongTheirLengthWithPointsOnBothSurfaces) {
  for (double angle : {0.0, 1e-4, 0.003, 0.02, 0.1})
    for (double crossing : {0.0, 0.5, -1.2}) {
      const Logs logs = askew(angle, crossing, -1e-4);
      const auto contacts = contacts_of(logs);
      ASSERT_GE(contacts.size(), angle < 0.05 ? 4u : 1u) << angle << " " << crossing;
      for (const Contact& contact : contacts) {
        EXPECT_NEAR(contact.normal.norm(), 1.0, 1e-12);
        EXPECT_NEAR(contact.normal.dot(contact.point_a - contact.point_b), contact.gap, 1e-12);
        // round across but for second order in the angle
        EXPECT_NEAR(off_axis(logs.a, contact.point_a), radius, radius * angle * angle + 1e-15);
        EXPECT_NEAR(off_axis(logs.b, contact.point_b), radius, radius * angle * angle + 1e-15);
        EXPECT_LT(std::abs(contact.normal.dot(axis_of(logs.a))), 0.6 * angle + 1e-12);
      }
    }
}

double stiffness_of(const std::vector<Contact>& contacts) {
  double all = 0.0;
  for (const Contact& contact : contacts) all += contact.share;
  return all;
}

// two points on a face, six along one another, four where GJK made them: the same line
TEST(LogsAlong, AreAsStiffAsTheyAreLongHoweverManyPointsTellOfThem) {
  const double as_long = 2 * half / (radius / 2);
  EXPECT_NEAR(stiffness_of(contacts_of(askew(0.0, 0.0, -1e-4))), as_long, 1e-9);
  const Quat along_x = about(Vec3::UnitY(), 1.5707963267948966);
  const Vec3 above(0, 0, radius);
  for (const ShapeDesc& ground : {plane(), box({5, 5, 0.1})}) {
    const Vec3 below(0, 0, ground.type == ShapeType::plane ? 1e-4 : 1e-4 - 0.1);
    for (const double length :
         {1.0, 0.3, 0.1, 0.01}) {  // the last two: as thick as long, a disc: two points as of anything else
      Stage stage;
      stage.add(ground, below, Quat::Identity(), Motion::fixed);
      stage.add(rounded(ShapeType::cylinder, radius, length * half), above, along_x);
      const auto contacts = stage.collide().contacts;
      EXPECT_EQ(contacts.size(), 2u);
      EXPECT_NEAR(stiffness_of(contacts), length > 0.2 ? length * as_long : 2.0, 1e-9) << length;
    }
  }
}

// a log that crosses another presses on a short piece of it only
TEST(LogsAlong, AreLessStiffTheMoreTheyAreAskew) {
  double before = 1e300;
  for (const double angle : {1e-3, 0.01, 0.02, 0.04, 0.08}) {
    const double stiffness = stiffness_of(contacts_of(askew(angle, 0.0, -1e-4)));
    EXPECT_LE(stiffness, before * (1 + 1e-3)) << angle;  // the overlap grows by its second order
    before = stiffness;
  }
  EXPECT_LT(before, 10.0);
}

// beside the six places the surfaces bulge toward one another by at most the sagitta of what is between two of them
TEST(LogsAlong, TellTheDepthOfTheirCrossing) {
  double worst = 0.0;
  for (double angle = 0.001; angle < 0.3; angle *= 1.2)
    for (double crossing = -1.4; crossing < 1.45; crossing += 0.1) {
      double deepest = 1.0;
      for (const Contact& contact : contacts_of(askew(angle, crossing, -1e-3)))
        deepest = std::min(deepest, contact.gap);
      EXPECT_GT(deepest, -1e-3 - 1e-9) << angle << " " << crossing;
      worst = std::max(worst, deepest + 1e-3);
    }
  EXPECT_LT(worst, 4.2e-4);  // of logs 3 m long
}

// the common normal would turn by the change of the angle over the angle: 1e-3 here
TEST(LogsAlong, KeepTheirNormalsNamesAndPlacesWhenTheyTurnByAHair) {
  const double hair = 1e-6;
  for (double angle : {1e-3, 5e-3, 2e-2}) {
    const auto before = contacts_of(askew(angle, 0.3, -1e-4)), after = contacts_of(askew(angle + hair, 0.3, -1e-4));
    ASSERT_EQ(before.size(), after.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
      EXPECT_EQ(before[i].key.feature, after[i].key.feature);
      EXPECT_LT((before[i].normal - after[i].normal).norm(), 20 * hair);
      EXPECT_LT((before[i].point_b - after[i].point_b).norm(), 200 * hair);
    }
  }
}

TEST(LogsAlong, MeetWithTheirCapsWhereTheyStandEndToEnd) {
  Logs logs = askew(0.002, 0.0, 0.0);
  logs.b.position = Vec3(2 * half - 1e-4, 0.02, 0.03);
  const auto contacts = contacts_of(logs);
  ASSERT_FALSE(contacts.empty());
  for (const Contact& contact : contacts) EXPECT_GT(std::abs(contact.normal.x()), 0.99);
}

}  // namespace
}  // namespace spook::test
