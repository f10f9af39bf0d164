// The friction inspector: one contact followed, against closed forms, and in the window.
#include <gtest/gtest.h>

#include <cmath>

#include "driver.h"
#include "engine/world/world.h"
#include "scenarios/registry.h"
#include "viewer/app/friction_tracker.h"

namespace spook::test {
namespace {

// a ball that cannot turn away: a block of one contact is a sphere with a hand's inertia; here a box on a slope
Scene slope(double angle, double friction) {
  Scene scene;
  scene.name = "slope";
  BodyDesc ground, block;
  ground.name = "ground", ground.motion = Motion::fixed;
  ground.shapes.emplace_back();
  ground.shapes.back().type = ShapeType::plane, ground.shapes.back().normal = {std::sin(angle), 0, std::cos(angle)};
  block.name = "block", block.mass = 3.0;
  block.shapes.emplace_back();
  block.shapes.back().type = ShapeType::box, block.shapes.back().half_extents = {0.2, 0.2, 0.2};
  block.pose.position = 0.2 * Vec3(std::sin(angle), 0, std::cos(angle));
  block.pose.orientation = Quat(Eigen::AngleAxisd(angle, Vec3::UnitY()));
  scene.bodies = {ground, block};
  scene.parameters.friction = friction, scene.parameters.compliance = 1e-7;
  return scene;
}

FrictionPath followed(const Scene& scene, int steps) {
  World world(scene);
  for (int i = 0; i < 20; ++i) world.step();
  const auto now = world.snapshot();
  EXPECT_FALSE(now->contacts.empty());
  FrictionTracker tracker;
  tracker.look_at(pick_of(*now, 0));
  for (int i = 0; i < steps; ++i) world.step(), tracker.stepped(world);
  return tracker.path();
}

TEST(FrictionTracker, ABlockThatSticksStaysInsideItsConeAndStoresTheSlipThatHoldsIt) {
  const FrictionPath path = followed(slope(0.2, 0.5), 90);
  ASSERT_GT(path.samples.size(), 50u);
  const FrictionSample& now = path.samples.back();
  EXPECT_EQ(now.state, ContactState::sticking);
  EXPECT_NEAR(now.tangent.norm() / now.bound(), std::tan(0.2) / 0.5, 0.15);
  EXPECT_LT(path.creep(), 1e-7) << "the positional law does not creep";
  EXPECT_NEAR(now.stored.norm(), now.held, 0.05 * now.held);
  EXPECT_GT(now.soft, now.hard * 0.999);
}

TEST(FrictionTracker, ABlockThatSlidesIsOnTheRimAndItsCreepIsItsSpeed) {
  const FrictionPath path = followed(slope(0.5, 0.2), 90);
  ASSERT_GT(path.samples.size(), 20u);
  const FrictionSample& now = path.samples.back();
  EXPECT_EQ(now.state, ContactState::sliding);
  EXPECT_NEAR(now.tangent.norm(), now.bound(), 1e-3 * now.bound());
  // g (sin θ − μ cos θ) over the last second
  const double gained = (now.speed - path.samples.front().speed).norm(), time = now.time - path.samples.front().time;
  EXPECT_NEAR(gained / time, 9.81 * (std::sin(0.5) - 0.2 * std::cos(0.5)), 0.1);
  EXPECT_GT(path.creep(), 1.0);
}

// A block that slides: its bound is what friction comes to, the next coupling holds the same, and where the step is
// solved one more sweep of any kind but the one that turns with the axes changes nothing.
TEST(FrictionTracker, ToldAreTheBoundsOfCouplingsAndWhatEverySweepKindWouldGive) {
  const FrictionPath path = followed(slope(0.5, 0.2), 90);
  ASSERT_FALSE(path.samples.empty());
  const FrictionSample& now = path.samples.back();
  ASSERT_EQ(now.state, ContactState::sliding);
  EXPECT_NEAR(now.held_bound, now.bound(), 1e-6 * now.bound());
  for (const SweepKind kind : {SweepKind::block_tangents, SweepKind::block_projection}) {
    const Vec3& swept = now.swept[std::size_t(kind)];
    EXPECT_NEAR(swept[0], now.normal, 1e-5 * now.normal) << int(kind);
    EXPECT_NEAR((swept.tail<2>() - now.tangent).norm(), 0.0, 1e-4 * now.bound()) << int(kind);
  }
  const FrictionPath held = followed(slope(0.2, 0.5), 60);
  ASSERT_FALSE(held.samples.empty());
  EXPECT_EQ(held.samples.back().held_bound, 0.0) << "sticks: no bound was reached";
}

// the viscous law: what sticks creeps by δ times its force
TEST(FrictionTracker, TheViscousLawCreepsByItsViscosity) {
  Scene scene = slope(0.2, 0.5);
  scene.parameters.friction_law = FrictionLaw::viscous, scene.parameters.friction_viscosity = 1e-4;
  const FrictionPath path = followed(scene, 90);
  ASSERT_GT(path.samples.size(), 50u);
  const FrictionSample& now = path.samples.back();
  EXPECT_NEAR(path.creep(), 1e-4 * now.tangent.norm() / path.time_step, 0.05 * path.creep());
  EXPECT_EQ(now.stored.norm(), 0.0);
}

TEST(Friction, AContactIsPickedWithTheMouseAndFollowed) {
  Sandbox sandbox({"brick_wall", "--param", "bricks=5", "--param", "courses=4"}, R"({"hints_seen": true})");
  sandbox.until([](const json& s) { return s["step"] >= 5 && s["frames"] >= 5; });
  sandbox.click_widget("bar.look_closer");
  sandbox.until([](const json& s) { return s["widgets"].contains("menu.friction"); });
  sandbox.click_widget("menu.friction");
  sandbox.until([](const json& s) { return s["widgets"].contains("friction.pick"); });
  sandbox.click_widget("friction.pick");
  const json wall = body(sandbox.after_frames(3), "brick_2_2");
  ASSERT_FALSE(wall.is_null());
  sandbox.click(double(wall["pixel"][0]), double(wall["pixel"][1]));
  const json path = sandbox.until(
      [](const json& s) { return s["insight"].contains("friction") && int(s["insight"]["friction"]["samples"]) > 30; });
  EXPECT_TRUE(bool(path["insight"]["picked"]));
  EXPECT_GT(int(path["insight"]["friction"]["samples"]), 30);
  EXPECT_LE(double(path["insight"]["friction"]["used"]), 1.001 * double(path["insight"]["friction"]["bound"]));
  sandbox.click_widget("friction.most");
  EXPECT_TRUE(sandbox.after_frames(5)["widgets"].contains("friction.cone"));
  sandbox.key("c");
  EXPECT_FALSE(
      sandbox.until([](const json& s) { return !s["insight"].contains("friction"); })["insight"].contains("friction"));
  EXPECT_EQ(sandbox.quit(), 0);
}

}  // namespace
}  // namespace spook::test
