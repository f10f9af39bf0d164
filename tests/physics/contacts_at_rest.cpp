// Things that lie: resting weights, slopes, stacks, structures. Sleeping off, one step a frame, default settings.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/physics/physics_run.h"

namespace spook {
namespace {

using namespace build;

// a box of 10 kg on a plane tilted about an axis that stands at `heading` to the x axis
Scene slope(double tangent, double heading, double friction = 0.5) {
  Scene scene;
  scene.name = "slope";
  scene.materials["default"].friction = friction;
  const Quat tilt = turn({0, 0, 1}, heading) * turn({0, 1, 0}, std::atan(tangent));
  BodyDesc& plane = ground(scene);
  plane.shapes[0].normal = tilt * Vec3(0, 0, 1);
  body(scene, "box", {box({0.25, 0.25, 0.125})}, tilt * Vec3(0, 0, 0.125), turn({0, 0, 1}, 0.0) * tilt).mass = 10;
  return scene;
}

TEST(Slope, ABoxBelowTheFrictionAngleDoesNotCreepInAnyDirection) {
  for (const double heading : {0.0, 0.2, 0.4, 0.7853981633974483}) {
    Watched run(slope(0.49, heading));
    run.seconds(2);
    const Pose before = run.world.pose(run.body("box"));
    run.seconds(2);
    const double creep = (run.world.pose(run.body("box")).position - before.position).norm() / 2.0;
    EXPECT_LE(creep, 1e-9) << heading;
  }
}

TEST(Slope, ABoxAboveTheFrictionAngleAcceleratesAsTheClosedFormSaysInEveryDirection) {
  const double theta = std::atan(0.51), expected = 9.81 * (std::sin(theta) - 0.5 * std::cos(theta));
  for (const double heading : {0.0, 0.2, 0.4, 0.7853981633974483}) {
    Watched run(slope(0.51, heading));
    run.seconds(1);
    const Vec3 before = run.world.velocity(run.body("box"));
    run.seconds(1);
    const double acceleration = (run.world.velocity(run.body("box")) - before).norm();
    EXPECT_NEAR(acceleration, expected, 1e-6) << heading;
  }
}

TEST(Rest, AWeightSettlesAtEpsilonTimesItsWeight) {
  for (const double compliance : {1e-10, 1e-8, 1e-6, 1e-4, 1e-3}) {
    Scene scene;
    scene.name = "weight";
    scene.materials["default"].compliance = compliance;
    ground(scene);
    body(scene, "ball", {sphere(0.25)}, {0, 0, 0.25}).mass = 2.0;
    Watched run(scene);
    run.seconds(compliance > 1e-5 ? 20 : 5);
    const double depth = 0.25 - run.world.pose(run.body("ball")).position.z();
    EXPECT_NEAR(depth / (compliance * 2.0 * 9.81), 1.0, 0.01) << compliance;
  }
}

// a line of length L as L / (r/2) contacts: a log twice as long and as heavy lies no deeper
TEST(Rest, ALogSettlesAtEpsilonTimesItsWeightOverItsLength) {
  for (const double half : {0.75, 1.0, 2.0}) {
    Scene scene;
    scene.name = "log";
    scene.materials["default"].compliance = 1e-6;
    ground(scene);
    body(scene, "log", {cylinder(0.25, half)}, {0, 0, 0.25}, z_along(Vec3::UnitY())).mass = 100 * half;
    Watched run(scene);
    run.seconds(5);
    const double depth = 0.25 - run.world.pose(run.body("log")).position.z();
    EXPECT_NEAR(depth / (1e-6 * 100 * half * 9.81 * 0.125 / (2 * half)), 1.0, 0.01) << half;
  }
}

TEST(Rest, ABallRollsDownASlopeAtFiveSevenths) {
  Scene scene = slope(0.25, 0.3);
  scene.bodies[1].shapes = {sphere(0.25)};
  scene.bodies[1].pose.position *= 2.0;
  Watched run(scene);
  run.seconds(1);
  const Vec3 before = run.world.velocity(run.body("box"));
  run.seconds(1);
  const double theta = std::atan(0.25);
  EXPECT_NEAR((run.world.velocity(run.body("box")) - before).norm(), 5.0 / 7.0 * 9.81 * std::sin(theta),
              0.01 * 9.81 * 0.17);
  EXPECT_LE(run.worst_gain, 1e-6 * run.energy);
}

TEST(Rest, TwentyCubesStand) {
  Watched run(scenario("stack"));
  run.seconds(10);
  EXPECT_LE(run.drift(), 1e-3);
  EXPECT_LE(run.deepest, 1e-4);
  EXPECT_LE(run.speed(), 1e-9);
}

TEST(Rest, FiveCubesCarryATonneForAMinute) {
  Watched run(scenario("heavy_on_light"));
  run.seconds(60);
  EXPECT_LE(run.drift(), 3e-4);
  EXPECT_LE(run.deepest, 2e-4);
}

}  // namespace
}  // namespace spook
