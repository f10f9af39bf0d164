// The referee beside ground truth, and each engine on scenes whose end is known.
#include <gtest/gtest.h>

#include <random>

#include "engine/scene/scene_io.h"
#include "scenarios/build.h"
#include "tests/bench/rivals/trial.h"
#include "tests/unit/collide_oracle.h"

namespace spook::rivals {
namespace {

double overlap(const ShapeDesc& a, const Pose& at, const ShapeDesc& b, const Pose& there) {
  const ConvexFrame first(a), second(b);
  return overlap_of(Placed{&first, at}, Placed{&second, there});
}

TEST(RivalReferee, KnowsWhatCanBeSaidByHand) {
  const ShapeDesc ball = build::sphere(0.5), cube = build::box({0.5, 0.5, 0.5});
  EXPECT_NEAR(overlap(ball, {}, ball, {{0.9, 0, 0}, Quat::Identity()}), 0.1, 1e-7);
  EXPECT_NEAR(overlap(cube, {}, cube, {{0.2, 0.3, 0.99}, Quat::Identity()}), 0.01, 1e-12);
  EXPECT_LE(overlap(cube, {}, cube, {{0, 0, 1.001}, Quat::Identity()}), 0.0);
  ShapeDesc plane;
  plane.type = ShapeType::plane;
  EXPECT_NEAR(overlap(plane, {}, ball, {{3, 4, 0.45}, Quat::Identity()}), 0.05, 1e-12);
}

TEST(RivalReferee, AgreesWithTheOracleOnRandomPairs) {
  std::mt19937 random(7);
  build::Dice dice(3);
  const ShapeDesc shapes[] = {build::sphere(0.4), build::box({0.3, 0.5, 0.2}), build::capsule(0.2, 0.4),
                              build::cylinder(0.3, 0.4)};
  double worst = 0.0;
  int overlapping = 0;
  for (int k = 0; k < 120; ++k) {
    const ShapeDesc &a = shapes[k % 4], &b = shapes[k / 4 % 4];
    const Pose here{Vec3::Zero(), dice.orientation()},
        there{dice.uniform(0.2, 0.7) * dice.direction(), dice.orientation()};
    const double found = overlap(a, here, b, there);
    const test::Solid first{a, here}, second{b, there};
    const bool corners = test::is_polytope(a) && test::is_polytope(b);
    const double truth =
        -(corners ? test::overlap_of_polytopes(first, second) : test::overlap_by_search(first, second, random)).gap;
    if (truth < 1e-3 || found <= 0.0) continue;
    ++overlapping;
    // of a capsule's rounded ends the oracle's directions for polytopes can miss the shortest way: never below ours
    worst = std::max(worst, found - truth);
    EXPECT_LT(found, truth + 5e-4) << "pair " << k;
  }
  EXPECT_GT(overlapping, 40);
  std::printf("%d pairs overlap; the referee finds at most %.3g mm more than the oracle\n", overlapping, 1e3 * worst);
}

TEST(RivalReferee, SeesJointsPartAndEnergyGrow) {
  Scene scene;
  build::body(scene, "bob", {build::sphere(0.1)}, {1, 0, 0});
  build::joint(scene, JointType::ball, "pivot", "bob", "", {0, 0, 0});
  const RivalScene seen = rival_scene(scene);
  Referee referee(seen, 1.0);
  BodyMotion moved{seen.bodies[0].pose, Vec3::Zero(), Vec3::Zero()};
  moved.pose.position.z() += 0.25;
  EXPECT_TRUE(referee.look(0.9, {&moved, 1}));
  moved.pose.position.z() += 0.01;
  EXPECT_TRUE(referee.look(1.0, {&moved, 1}));
  const Verdict verdict = referee.verdict();
  EXPECT_NEAR(verdict.joint_gap, 0.26, 1e-12);
  EXPECT_NEAR(verdict.energy_gain, seen.bodies[0].mass * 9.81 * 0.26, 1e-9);
  EXPECT_NEAR(verdict.creep, 0.1, 1e-9);
  moved.pose.position.z() = std::nan("");
  EXPECT_FALSE(referee.look(1.1, {&moved, 1}));
}

TEST(Rivals, EachDropsABoxToWhereItBelongs) {
  Scene scene;
  build::ground(scene);
  build::body(scene, "box", {build::box({0.5, 0.5, 0.5})}, {0, 0, 1.0});
  const RivalScene seen = rival_scene(scene);
  for (const Entry& entry : entries()) {
    const Trial trial = run(seen, entry, 0, {.seconds = 2.0});
    EXPECT_EQ(trial.trouble, "") << entry.name;
    EXPECT_FALSE(trial.verdict.exploded) << entry.name;
    EXPECT_LT(trial.verdict.overlap_end, 0.02) << entry.name;
    EXPECT_LT(trial.verdict.creep, 1e-3) << entry.name;
    std::unique_ptr<Rival> rival = entry.make(seen, 0);
    for (int step = 0; step < 120; ++step) rival->step();
    EXPECT_NEAR(rival->motion(1).pose.position.z(), 0.5, 0.02) << entry.name;
  }
}

// a quarter of a swing, s: from 0.1 m beside to below the pivot
double quarter_swing(Rival& rival) {
  double before = 0.1;
  for (int steps = 1; steps < 200; ++steps) {
    rival.step();
    const double now = rival.motion(0).pose.position.x();
    if (before > 0.0 && now <= 0.0) return (steps - now / (now - before)) / 60.0;
    before = now;
  }
  return 0.0;
}

// inertia: of a kilogramme, about its centre
void expect_each_to_swing(const Scene& scene, double inertia) {
  const RivalScene seen = rival_scene(scene);
  const double period = 2 * build::pi * std::sqrt((1.01 + inertia) / (9.81 * std::sqrt(1.01)));  // small swings
  for (const Entry& entry : entries()) {
    const std::unique_ptr<Rival> rival = entry.make(seen, 0);
    EXPECT_NEAR(quarter_swing(*rival), 0.25 * period, 0.02) << entry.name;
  }
}

TEST(Rivals, EachSwingsAPendulumAtItsPeriod) {
  Scene scene;
  build::body(scene, "bob", {build::sphere(0.1)}, {0.1, 0, -1});
  build::joint(scene, JointType::hinge, "pivot", "bob", "", {0, 0, 0}, Vec3::UnitY());
  expect_each_to_swing(scene, 0.4 * 0.01);
}

// a bar whose long axis is turned along the swing: in another frame its inertia is a fortieth
TEST(Rivals, EachTurnsTheInertiaWithTheBody) {
  Scene scene;
  const Quat turned = Quat::FromTwoVectors(Vec3::UnitY(), Vec3(0.1, 0, -1).normalized());
  build::body(scene, "bar", {build::box({0.05, 0.9, 0.05})}, {0.1, 0, -1}, turned);
  build::joint(scene, JointType::hinge, "pivot", "bar", "", {0, 0, 0}, Vec3::UnitY());
  expect_each_to_swing(scene, (0.81 + 0.0025) / 3);
}

TEST(Rivals, WhatNotAllTakeIsNamed) {
  Scene scene;
  build::carrier(scene, "lift", {build::box({1, 1, 1})}, {0, 0, 0});
  try {
    rival_scene(scene);
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("'lift'"), std::string::npos);
  }
}

}  // namespace
}  // namespace spook::rivals
