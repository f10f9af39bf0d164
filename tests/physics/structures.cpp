// Structures that friction and normals hold, for long; and friction that slides as it should.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/physics/physics_run.h"

namespace spook {
namespace {

using namespace build;

void expect_stands(const Scene& scene, double seconds, double drift, double speed) {
  Watched run(scene);
  run.seconds(seconds);
  EXPECT_LE(run.drift(), drift) << scene.name;
  EXPECT_LE(run.speed(), speed) << scene.name;
  EXPECT_LE(run.worst_gain, 1e-6 * std::abs(run.energy)) << scene.name;
}

TEST(Structure, ACardHouseOfThreeLevelsStands) {
  expect_stands(scenario("card_house"), 60, 2e-5, 1e-9);
}
TEST(Structure, AnArchOfFifteenStonesStands) {
  expect_stands(scenario("arch"), 60, 4e-4, 1e-9);
}
TEST(Structure, APyramidOfTenStands) {
  expect_stands(scenario("pyramid", {{"rows", 10}}), 5, 3e-4, 1e-9);
}

TEST(Structure, FiveCubesCarryAHundredTonnes) {
  Scene scene = scenario("heavy_on_light", {{"load", 1e5}});
  scene.parameters.compliance = 1e-10;
  expect_stands(scene, 60, 3e-4, 1e-9);
}

TEST(Squeezed, ATallBoxBetweenWallsHoldsAKilonewton) {
  Watched run(scenario("squeezed_box"));
  run.seconds(2.5);
  EXPECT_LE(run.drift(), 2e-6);
  EXPECT_EQ(run.failed, 0);
  // four normal forces a side, equal
  double least = 1e300, most = 0.0;
  for (const Vec3& impulse : run.world.last_solution().contact_impulse) {
    if (impulse[0] <= 0.0) continue;
    least = std::min(least, impulse[0]), most = std::max(most, impulse[0]);
  }
  EXPECT_GT(least, 0.0);
  EXPECT_LE(most / least - 1.0, 0.2);
}

// Driven along the walls beyond its friction: v = (F − μ Σν) t/m with ν = squeeze/ε at each of eight corners, and the
// four normals of a side stay equal although the friction turns the box.
TEST(Squeezed, ATallBoxDrivenToSlideMovesByTheFormulaAndKeepsItsNormalsEqual) {
  Scene scene;
  scene.name = "squeezed_and_driven";
  scene.parameters.gravity.setZero();
  const double squeeze = 1e-3, mass = 100.0, each = squeeze / 1e-8, held = 0.5 * 8 * each;
  for (const int side : {-1, 1})
    fixture(scene, side < 0 ? "wall_left" : "wall_right", {box({0.3, 2.0, 1.25})}, {side * (0.55 - squeeze), 0, 0});
  body(scene, "box", {box({0.25, 0.3, 0.75})}, {0, 0, 0}).mass = mass;
  const double force = held * (1.0 + 1e-4), start = 0.5, seconds = 2.0;
  push(scene, "box", {0, force, 0}, start, 1e300);
  Watched run(scene);
  run.seconds(seconds);
  const double expected = (force - held) / mass * (seconds - start);
  EXPECT_NEAR(run.world.velocity(run.body("box")).y() / expected, 1.0, 0.01);
  EXPECT_EQ(run.failed, 0);
  double least = 1e300, most = 0.0;
  int touching = 0;
  for (const Vec3& impulse : run.world.last_solution().contact_impulse) {
    if (impulse[0] <= 0.0) continue;
    ++touching;
    least = std::min(least, impulse[0]), most = std::max(most, impulse[0]);
  }
  EXPECT_EQ(touching, 8);
  EXPECT_LE(most / least - 1.0, 1e-6);
}

// the same, driven from the scene's first step on: what begins pressed together holds at once
TEST(Squeezed, ATallBoxDrivenFromTheFirstStepMovesByTheFormula) {
  for (const double share : {1.0 + 1e-4, 1.01, 1.1}) {
    Scene scene;
    scene.name = "squeezed_and_driven_at_once";
    scene.parameters.gravity.setZero();
    const double squeeze = 1e-3, mass = 100.0, held = 0.5 * 8 * squeeze / 1e-8;
    for (const int side : {-1, 1})
      fixture(scene, side < 0 ? "wall_left" : "wall_right", {box({0.3, 40.0, 1.25})}, {side * (0.55 - squeeze), 0, 0});
    body(scene, "box", {box({0.25, 0.3, 0.75})}, {0, 0, 0}).mass = mass;
    push(scene, "box", {0, share * held, 0}, 0.0, 1e300);
    Watched run(scene);
    run.seconds(0.25);
    const double expected = (share - 1.0) * held / mass * 0.25, in_a_free_step = share * held / mass / 60.0;
    EXPECT_NEAR(run.world.velocity(run.body("box")).y(), expected, 0.01 * in_a_free_step) << share;
  }
}

// 10 kg on 25 balls of 1 kg that roll, 150 N: a = F / (M + 25 · 1.4 m / 4). The plate moves on relative to the balls,
// so their loads shift: far apart and for a short while, each still carries what its friction needs.
TEST(Rolling, APlateOnBallsAcceleratesAsTheyRoll) {
  Scene scene;
  scene.name = "plate";
  material(scene, "ball", 0.5), material(scene, "plate", 0.5), material(scene, "floor", 0.5);
  pair(scene, "ball", "plate", 0.8), pair(scene, "ball", "floor", 0.4);
  ground(scene, "floor");
  for (int i = 0; i < 25; ++i)
    body(scene, "ball_" + std::to_string(i), {with_material(sphere(0.5), "ball")},
         {2.0 * (i % 5) - 4.0, 2.0 * (i / 5) - 4.0, 0.5})
        .mass = 1.0;
  body(scene, "plate", {with_material(box({6.0, 5.0, 0.05}), "plate")}, {0, 0, 1.05}).mass = 10.0;
  push(scene, "plate", {150, 0, 0}, 0, 10);
  Watched run(scene);
  run.seconds(0.2);
  const double speed = 0.2 * 150.0 / (10.0 + 25 * 1.4 / 4.0);
  double squares = std::pow(run.world.velocity(run.body("plate")).x() - speed, 2);
  for (int i = 0; i < 25; ++i)
    squares += std::pow(run.world.velocity(run.body("ball_" + std::to_string(i))).x() - 0.5 * speed, 2);
  EXPECT_LE(squares / 26.0, 1e-6);
}

TEST(Conveyor, AKinematicBodyCarriesWhatLiesOnIt) {
  Scene scene;
  scene.name = "carried";
  carrier(scene, "tray", {box({2, 2, 0.1})}, {0, 0, 0}).velocity = {0.5, 0.25, 0};
  body(scene, "box", {box({0.2, 0.2, 0.2})}, {0, 0, 0.3});
  Watched run(scene);
  run.seconds(3);
  EXPECT_NEAR((run.world.velocity(run.body("box")) - Vec3(0.5, 0.25, 0)).norm(), 0.0, 1e-9);
}

TEST(Containment, ABodyThatIsNotFiniteIsFrozenAndNamedAndTheRestGoesOn) {
  Scene scene;
  scene.name = "bad";
  ground(scene);
  body(scene, "good", {box({0.2, 0.2, 0.2})}, {0, 0, 1});
  body(scene, "bad", {box({0.2, 0.2, 0.2})}, {3, 0, 1});
  World world(scene, {false, false});
  world.queue(SetVelocity{*world.find_body("bad"), Vec3(std::nan(""), 0, 0), Vec3::Zero()});
  world.step();
  ASSERT_FALSE(world.report().flags.empty());
  EXPECT_NE(world.report().flags[0].find("\"bad\""), std::string::npos);
  for (int i = 0; i < 120; ++i) world.step();
  EXPECT_NEAR(world.pose(*world.find_body("good")).position.z(), 0.2, 1e-4);
  EXPECT_TRUE(world.pose(*world.find_body("bad")).position.allFinite());
}

TEST(Sleeping, ACalmPileSleepsAndAPushWakesIt) {
  Scene scene = scenario("stack", {{"cubes", 5}});
  scene.parameters.sleeping = true;
  World world(scene, {false, false});
  for (int i = 0; i < 120; ++i) world.step();
  EXPECT_EQ(world.report().sleeping, 5);
  world.queue(ApplyImpulse{*world.find_body("cube_4"), {200, 0, 0}, world.pose(*world.find_body("cube_4")).position});
  world.step();
  EXPECT_EQ(world.report().sleeping, 0);
}

TEST(Grip, LiftsACardAndABucketAlikeAndLetsGo) {
  for (const double mass : {0.1, 1e4}) {
    Scene scene;
    scene.name = "held";
    ground(scene);
    body(scene, "thing", {box({0.3, 0.2, 0.1})}, {0, 0, 0.1}).mass = mass;
    World world(scene, {false, false});
    const BodyId id = *world.find_body("thing");
    world.queue(Grip{1, id, Vec3(0, 0, 0.1), Vec3(0, 0, 1.5)});
    double fastest = 0.0;
    for (int i = 0; i < 180; ++i) {
      world.step();
      fastest = std::max(fastest, world.velocity(id).norm());
    }
    // the hand gives by g/ω₀² under the weight
    EXPECT_NEAR(world.pose(id).position.z() + 0.1, 1.5, 0.03) << mass;
    EXPECT_LE(fastest, 13.0) << mass;
    world.queue(ReleaseGrip{1});
    for (int i = 0; i < 120; ++i) world.step();
    EXPECT_NEAR(world.pose(id).position.z(), 0.1, 1e-3) << mass;
  }
}

// The strength is a ball, not a box: pulled along a diagonal against what does not give, never more than the cap.
TEST(Grip, PullsByItsCapInAnyDirection) {
  Scene scene;
  scene.name = "held";
  ground(scene);
  body(scene, "thing", {box({0.3, 0.2, 0.1})}, {0, 0, 1}).mass = 2.0;
  JointDesc joint;
  joint.name = "hook", joint.type = JointType::ball, joint.a = "thing", joint.anchor = {0, 0, 1};
  scene.joints.push_back(joint);
  const double cap = 10.0 * 2.0 * 9.81;
  for (const Vec3& towards : {Vec3(1, 1, 1), Vec3(1, -1, 0), Vec3(0, 0, 1), Vec3(-3, 1, 0.2), Vec3(1, 0, 0)}) {
    World world(scene);
    const BodyId id = *world.find_body("thing");
    world.queue(Grip{1, id, Vec3::Zero(), Vec3(Vec3(0, 0, 1) + 3.0 * towards)});
    double largest = 0.0, last = 0.0;
    for (int i = 0; i < 240; ++i) {
      world.step();
      last = world.snapshot()->grips.at(0).force;
      largest = std::max(largest, last);
    }
    EXPECT_LE(largest, 1.0001 * cap) << towards.transpose();
    EXPECT_GE(last, 0.95 * cap) << towards.transpose() << ": with all it may";
  }
}

}  // namespace
}  // namespace spook
