// Bounces: a ball that keeps its height, a cradle that passes its energy on, the three laws.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "tests/physics/physics_run.h"

namespace spook {
namespace {

using namespace build;

TEST(Bounce, AnElasticBallKeepsItsHeightForAHundredBounces) {
  Watched run(scenario("bouncing_ball", {{"height", 1.0}, {"restitution", 1.0}}));
  const BodyId ball = run.body("ball");
  const double rest = run.world.pose(ball).position.z() - 1.0;
  double before = 1.0, here = 1.0, last_apex = 1.0, highest = 0.0;
  for (int i = 0; i < 90 * 60; ++i) {
    run.step();
    const double z = run.world.pose(ball).position.z() - rest;
    // the parabola through three steps gives the apex between them
    if (i > 30 && here >= before && here > z) {
      const double bend = 2.0 * here - before - z, lean = 0.5 * (z - before);
      last_apex = here + 0.5 * lean * lean / bend;
      highest = std::max(highest, here);
    }
    before = here, here = z;
  }
  EXPECT_LE(highest, 1.0 + 1e-6);
  EXPECT_GE(last_apex, 0.99);
  EXPECT_LE(run.worst_gain, 1e-6 * run.energy);
}

// swing energy of the last ball of five, as the first one's, after the first hits
double passed_on(ImpactLaw law) {
  Scene scene = scenario("cradle");
  scene.parameters.impact_law = law;
  Watched run(scene);
  const double lowest = run.world.pose(run.body("ball_2")).position.z();
  const auto height = [&](const char* name) { return run.world.pose(run.body(name)).position.z() - lowest; };
  const double lifted = height("ball_0");
  double highest = 0.0;
  for (int i = 0; i < 75; ++i) {
    run.step();
    highest = std::max(highest, height("ball_4"));
  }
  return highest / lifted;
}

TEST(Cradle, TheSequentialLawPassesTheEnergyToTheLastBall) {
  EXPECT_GE(passed_on(ImpactLaw::sequential), 0.99);
}

TEST(Cradle, TheSimultaneousLawsSpreadIt) {
  const double newton = passed_on(ImpactLaw::newton), poisson = passed_on(ImpactLaw::poisson);
  std::printf("energy in the last ball: newton %.3f, poisson %.3f\n", newton, poisson);
  EXPECT_LT(newton, 0.9);
  EXPECT_LT(poisson, 0.9);
  EXPECT_GT(newton, 0.02);
  EXPECT_GT(poisson, 0.02);
}

TEST(Bounce, RestitutionScalesTheReboundSpeedForLightAndHeavyBalls) {
  for (const double mass : {0.1, 10.0, 1e4}) {
    Scene scene;
    scene.name = "drop";
    scene.materials["default"].restitution = 0.5;
    ground(scene);
    body(scene, "ball", {sphere(0.25)}, {0, 0, 1.25}).mass = mass;
    Watched run(scene);
    double fastest = 0.0, rebound = 0.0;
    for (int i = 0; i < 45; ++i) {
      run.step();
      const double v = run.world.velocity(run.body("ball")).z();
      fastest = std::max(fastest, -v), rebound = std::max(rebound, v);
    }
    EXPECT_NEAR(rebound / fastest, 0.5, 0.04) << mass;
  }
}

}  // namespace
}  // namespace spook
