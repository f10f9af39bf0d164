// Kinematic bodies carry others: belts, lifts, turntables, shovels. What they carry is at rest on them.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/physics/physics_run.h"

namespace spook {
namespace {

using namespace build;

constexpr double cube = 0.1;  // half of its edge, m

BodyDesc& cargo(Scene& scene, const Vec3& position) {
  BodyDesc& desc = body(scene, "cargo", {box({cube, cube, cube})}, position);
  desc.mass = 3.0;
  return desc;
}

TEST(Carrier, ABeltTakesAlongWhatIsSetDownOnIt) {
  Scene scene;
  carrier(scene, "belt", {box({20, 1, 0.1})}, {0, 0, -0.1}).velocity = {1, 0, 0};
  cargo(scene, {-10, 0, cube});
  Watched run(scene);
  const BodyId box = run.body("cargo"), belt = run.body("belt");
  run.steps(6);  // sliding, by μ g
  EXPECT_NEAR(run.world.velocity(box).x(), 0.5 * gravity * 0.1, 1e-5);
  run.seconds(0.5);
  const double place = run.world.pose(box).position.x() - run.world.pose(belt).position.x();
  run.seconds(5.0);
  EXPECT_NEAR(run.world.velocity(box).x(), 1.0, 1e-9);
  EXPECT_NEAR(run.world.pose(box).position.x() - run.world.pose(belt).position.x(), place, 1e-9);
}

TEST(Carrier, ALiftCarriesAStack) {
  Scene scene;
  carrier(scene, "lift", {box({1, 1, 0.1})}, {0, 0, -0.1}).velocity = {0.2, 0, 0.5};
  for (int i = 0; i < 5; ++i)
    body(scene, "cube_" + std::to_string(i), {box({cube, cube, cube})}, {0, 0, (2 * i + 1) * cube}).velocity = {0.2, 0,
                                                                                                                0.5};
  Watched run(scene);
  run.seconds(10.0);
  const Vec3 gone(2.0, 0, 5.0);
  for (std::size_t i = 0; i < run.ids.size(); ++i)
    EXPECT_LE((run.world.pose(run.ids[i]).position - run.start[i].position - gone).norm(), 2e-5);
  for (int i = 0; i < 5; ++i)
    EXPECT_LE((run.world.velocity(run.body("cube_" + std::to_string(i))) - Vec3(0.2, 0, 0.5)).norm(), 1e-9);
}

class Turntable : public testing::TestWithParam<double> {};

// half a turn to thirty turns a minute; the rim needs a third of what friction holds at the fastest
TEST_P(Turntable, CarriesABoxRound) {
  const double rate = GetParam(), radius = 0.4;
  Scene scene;
  carrier(scene, "table", {cylinder(2.0, 0.1)}, {0, 0, -0.1}).angular_velocity = {0, 0, rate};
  BodyDesc& box = cargo(scene, {radius, 0, cube});
  box.velocity = {0, rate * radius, 0}, box.angular_velocity = {0, 0, rate};
  Watched run(scene);
  const auto on_the_table = [&] {
    const Pose table = run.world.pose(run.body("table"));
    return table.to_local(run.world.pose(run.body("cargo")).position);
  };
  run.seconds(1.0);
  const Vec3 place = on_the_table();
  EXPECT_NEAR(place.x(), radius, 1e-3);  // it begins with the velocity of a point, not of a step
  run.seconds(10.0);
  EXPECT_LE((on_the_table() - place).norm() / 10.0, 1e-5 * std::pow(rate / 3.0, 3));
}
INSTANTIATE_TEST_SUITE_P(Rates, Turntable, testing::Values(0.3, 1.0, 3.0));

// three in a row before the blade, with friction below: pushed at its speed, each giving by ε of what it passes on
TEST(Carrier, AShovelPushesARow) {
  Scene scene;
  ground(scene);
  carrier(scene, "blade", {box({0.1, 1, 0.5})}, {-0.1, 0, 0.55}).velocity = {0.5, 0, 0};
  for (int i = 0; i < 3; ++i)
    body(scene, "cube_" + std::to_string(i), {box({cube, cube, cube})}, {(2 * i + 1) * cube, 0, cube}).mass = 10.0;
  Watched run(scene);
  run.seconds(4.0);
  for (int i = 0; i < 3; ++i) {
    EXPECT_LE((run.world.velocity(run.body("cube_" + std::to_string(i))) - Vec3(0.5, 0, 0)).norm(), 1e-6) << i;
    EXPECT_NEAR(run.world.pose(run.body("cube_" + std::to_string(i))).position.x(), 2.0 + (2 * i + 1) * cube, 1e-5);
  }
}

}  // namespace
}  // namespace spook
