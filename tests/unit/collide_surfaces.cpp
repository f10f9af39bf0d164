// What is fast, and what slides: nothing tunnels, nothing catches on a triangle's edge.
#include <gtest/gtest.h>

#include "tests/unit/collide_scenes.h"

namespace spook::test {
namespace {

constexpr double right_angle = 0.5 * 3.14159265358979323846;

// ---- what is fast

ShapeDesc square_sheet(double half, int cells) {
  ShapeDesc mesh;
  mesh.type = ShapeType::mesh;
  for (int i = 0; i <= cells; ++i)
    for (int j = 0; j <= cells; ++j)
      mesh.points.emplace_back(half * (2.0 * j / cells - 1), half * (2.0 * i / cells - 1), 0);
  for (int i = 0; i < cells; ++i)
    for (int j = 0; j < cells; ++j) {
      const int at = i * (cells + 1) + j;
      mesh.triangles.push_back({at, at + 1, at + cells + 2});
      mesh.triangles.push_back({at, at + cells + 2, at + cells + 1});
    }
  return mesh;
}

ShapeDesc flat_field(int cells, double spacing) {
  ShapeDesc field;
  field.type = ShapeType::heightfield;
  field.rows = field.columns = cells + 1;
  field.spacing = spacing;
  field.heights.assign((cells + 1) * (cells + 1), 0.0);
  return field;
}

// A step as the solver takes it, for one body: no contact may close farther than its gap.
void step_against_contacts(Stage& stage, int id) {
  CollisionState& state = stage.states[id];
  for (int sweep = 0; sweep < 20; ++sweep)
    for (const Contact& contact : stage.collide().contacts) {
      const Vec3 away = contact.body_a == id ? contact.normal : Vec3(-contact.normal);
      const double closing = -away.dot(state.velocity) - contact.gap / stage.options.time_step;
      if (closing > 0.0) state.velocity += closing * away;
    }
  state.pose.position += stage.options.time_step * state.velocity;
}

TEST(Tunnelling, AFastBallStaysOnItsSideOfThinWalls) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> spread(-0.8, 0.8);
  const struct {
    const char* what;
    ShapeDesc wall;
    double top;
  } walls[] = {{"box of 0.1 m", box({3, 3, 0.05}), 0.05},
               {"box of 1 mm", box({3, 3, 0.0005}), 0.0005},
               {"mesh", square_sheet(3, 7), 0.0},
               {"height field", flat_field(12, 0.5), 0.0},
               {"plane", plane(), 0.0}};
  for (const auto& wall : walls)
    for (int trial = 0; trial < 20; ++trial) {
      Stage stage;
      stage.add(wall.wall, Vec3::Zero(), Quat::Identity(), Motion::fixed);
      const int ball = stage.add(sphere(0.05), Vec3(spread(random), spread(random), 1.0 + trial * 0.11));
      stage.states[ball].velocity = 100.0 * Vec3(0.3 * spread(random), 0.3 * spread(random), -1).normalized();
      for (int step = 0; step < 4; ++step) {
        stage.states[ball].velocity.z() = std::min(stage.states[ball].velocity.z(), -60.0);
        step_against_contacts(stage, ball);
        ASSERT_GT(stage.states[ball].pose.position.z(), wall.top + 0.049) << wall.what << " step " << step;
      }
    }
}

TEST(Tunnelling, ABallThatFliesPastIsNotHeldUp) {
  Stage stage;
  stage.add(box({0.5, 0.5, 0.5}), Vec3::Zero(), Quat::Identity(), Motion::fixed);
  const int ball = stage.add(sphere(0.05), Vec3(-1.2, 0, 0.8));
  stage.states[ball].velocity = Vec3(100, 0, 0);
  for (int step = 0; step < 3; ++step) step_against_contacts(stage, ball);
  EXPECT_NEAR(stage.states[ball].velocity.x(), 100.0, 1e-9);
  EXPECT_NEAR(stage.states[ball].velocity.z(), 0.0, 1e-9);
}

// ---- surfaces

TEST(Surfaces, SlidingOverAFlatGridMeetsOnlyVerticalNormals) {
  const ShapeDesc shapes[] = {box({0.4, 0.3, 0.2}), sphere(0.2), rounded(ShapeType::cylinder, 0.2, 0.4),
                              rounded(ShapeType::capsule, 0.2, 0.4), rounded(ShapeType::cone, 0.3, 0.2)};
  for (const ShapeDesc& ground : {square_sheet(3, 17), flat_field(20, 0.31)})
    for (const ShapeDesc& shape : shapes)
      for (double depth : {0.01, 0.0, -0.002}) {
        Stage stage;
        stage.add(ground, Vec3::Zero(), Quat::Identity(), Motion::fixed);
        const bool lies = shape.type == ShapeType::cylinder || shape.type == ShapeType::capsule;
        const Quat turn = about(Vec3::UnitZ(), 0.2) * (lies ? about(Vec3::UnitX(), right_angle) : Quat::Identity());
        stage.add(shape, Vec3(-1.5, 0.1, 0.2 + depth), turn);
        for (int step = 0; step < 150; ++step) {
          stage.states[1].pose.position += Vec3(0.0173, 0.0031, 0);
          stage.states[1].velocity = Vec3(1, 0.2, 0);
          const auto& contacts = stage.collide().contacts;
          ASSERT_FALSE(contacts.empty());
          ASSERT_LE(contacts.size(), 4u);
          double least = 1e300;
          for (const Contact& contact : contacts) {
            ASSERT_NEAR(contact.normal.z(), -1.0, 1e-12);
            least = std::min(least, contact.gap);
          }
          ASSERT_NEAR(least, depth, 1e-9) << static_cast<int>(shape.type) << " " << step;
        }
      }
}

TEST(Surfaces, ABoxOnAFlatGridStandsOnItsFourCorners) {
  for (const ShapeDesc& ground : {square_sheet(3, 17), flat_field(20, 0.31)}) {
    Stage stage;
    stage.add(ground, Vec3::Zero(), Quat::Identity(), Motion::fixed);
    stage.add(box({0.5, 0.4, 0.3}), Vec3(0.1, 0.2, 0.3), about(Vec3::UnitZ(), 0.3));
    const auto& contacts = stage.collide().contacts;
    ASSERT_EQ(contacts.size(), 4u);
    for (const Contact& contact : contacts) {
      const Vec3 local = stage.states[1].pose.to_local(contact.point_b);
      EXPECT_NEAR(std::abs(local.x()), 0.5, 1e-9);
      EXPECT_NEAR(std::abs(local.y()), 0.4, 1e-9);
    }
  }
}

TEST(Surfaces, ARidgeIsTouchedWithinItsWedge) {
  ShapeDesc roof;
  roof.type = ShapeType::mesh;
  roof.points = {Vec3(-1, -2, -1), Vec3(0, -2, 0), Vec3(1, -2, -1), Vec3(-1, 2, -1), Vec3(0, 2, 0), Vec3(1, 2, -1)};
  roof.triangles = {{0, 1, 4}, {0, 4, 3}, {1, 2, 5}, {1, 5, 4}};
  // the file's triangles turn counter-clockwise seen from outside: here from above
  for (auto& t : roof.triangles)
    if ((roof.points[t[1]] - roof.points[t[0]]).cross(roof.points[t[2]] - roof.points[t[0]]).z() < 0)
      std::swap(t[1], t[2]);
  Stage stage;
  stage.add(roof, Vec3::Zero(), Quat::Identity(), Motion::fixed);
  const int ball = stage.add(sphere(0.5), Vec3(0.05, 0.3, 0.505));
  const auto& contacts = stage.collide().contacts;
  ASSERT_EQ(contacts.size(), 1u);
  const double distance = std::hypot(0.05, 0.505);
  EXPECT_NEAR(contacts[0].gap, distance - 0.5, 1e-9);
  EXPECT_NEAR(contacts[0].normal.x(), -0.05 / distance, 1e-9);
  // a box on the ridge touches it along its bottom
  stage.world.remove_body(ball);
  stage.world.add_body(ball, {{box({0.5, 0.5, 0.5})}, Motion::dynamic}, {Vec3(0.1, 0.3, 0.5), Quat::Identity()});
  stage.states[ball].pose = {Vec3(0.1, 0.3, 0.5), Quat::Identity()};
  double least = 1e300;
  for (const Contact& contact : stage.collide().contacts) {
    if (contact.gap > 1e-6) continue;
    least = std::min(least, contact.gap);
    EXPECT_NEAR(contact.normal.z(), -1.0, 1e-9);
    EXPECT_NEAR(contact.point_b.x(), 0.0, 1e-9);
  }
  EXPECT_NEAR(least, 0.0, 1e-9);
}

TEST(Surfaces, ABallInAValleyTouchesBothSides) {
  ShapeDesc field = flat_field(4, 1.0);
  for (int i = 0; i < 25; ++i) field.heights[i] = std::abs(i % 5 - 2.0);
  Stage stage;
  stage.add(field, Vec3::Zero(), Quat::Identity(), Motion::fixed);
  stage.add(sphere(0.5), Vec3(0, 0.2, 0.5 * std::sqrt(2.0)));
  const auto& contacts = stage.collide().contacts;
  ASSERT_EQ(contacts.size(), 2u);
  for (const Contact& contact : contacts) {
    EXPECT_NEAR(contact.gap, 0.0, 1e-9);
    EXPECT_NEAR(std::abs(contact.normal.x()), std::sqrt(0.5), 1e-9);
  }
}

}  // namespace
}  // namespace spook::test
