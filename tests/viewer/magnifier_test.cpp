// The magnifier: what gives, against closed forms, and in the window.
#include "viewer/app/magnifier.h"

#include <gtest/gtest.h>

#include "driver.h"
#include "engine/world/world.h"
#include "scenarios/registry.h"
#include "viewer/render/magnifier_layer.h"

namespace spook::test {
namespace {

// ε m g at rest for a ball of four kilogrammes: of a lone contact
TEST(Magnifier, AnOverlapIsTheDepthThatComplianceGives) {
  Scene scene;
  scene.name = "ball";
  BodyDesc ground, ball;
  ground.name = "ground", ground.motion = Motion::fixed;
  ground.shapes.emplace_back();
  ground.shapes.back().type = ShapeType::plane;
  ball.name = "ball", ball.mass = 4.0, ball.pose.position = {0, 0, 0.3};
  ball.shapes.emplace_back();
  ball.shapes.back().type = ShapeType::sphere, ball.shapes.back().radius = 0.3;
  scene.bodies = {ground, ball};
  scene.parameters.compliance = 1e-5;
  World world(scene);
  for (int i = 0; i < 200; ++i) world.step();
  const auto all = deformations(*world.snapshot());
  const Deformation* deepest = largest(all, Give::overlap);
  ASSERT_TRUE(deepest);
  EXPECT_NEAR(deepest->size, 1e-5 * 4.0 * 9.81, 1e-7);
  EXPECT_NEAR(std::abs(deepest->direction.z()), 1.0, 1e-9);
  EXPECT_EQ(largest(all, Give::joint_gap), nullptr);
}

TEST(Magnifier, LengthsGrowInProportionAndThenStayInThePicture) {
  EXPECT_NEAR(magnified_length(1e-6, 1e4, 0.5), 1e-2, 1e-6);
  EXPECT_LE(magnified_length(1.0, 1e6, 0.5), 3.0);
  EXPECT_EQ(length_words(12.3e-6), "12.3 µm");
  EXPECT_EQ(length_words(3e-10), "< 1 nm");
  EXPECT_EQ(deformation_share(1e-9), 0.0f);
  EXPECT_EQ(deformation_share(1e-3), 1.0f);
}

// every scene: finite sizes, unit directions
TEST(Magnifier, WorksOnEveryLibraryScene) {
  for (const Scenario& scenario : scenarios()) {
    World world(build_scenario(scenario, {}));
    for (int i = 0; i < 5; ++i) world.step();
    for (const Deformation& one : deformations(*world.snapshot())) {
      ASSERT_TRUE(std::isfinite(one.size) && one.size > 0.0) << scenario.name;
      ASSERT_NEAR(one.direction.norm(), 1.0, 1e-9) << scenario.name;
    }
  }
}

TEST(Magnifier, TwoClicksOpenItAndTheMouseTurnsIt) {
  Sandbox sandbox({"brick_wall", "--param", "bricks=5", "--param", "courses=4"}, R"({"hints_seen": true})");
  sandbox.until([](const json& s) { return s["step"] >= 20 && s["frames"] >= 5; });
  sandbox.click_widget("bar.look_closer");
  sandbox.until([](const json& s) { return s["widgets"].contains("menu.magnifier"); });
  sandbox.click_widget("menu.magnifier");
  const json open = sandbox.until([](const json& s) { return s["widgets"].contains("magnifier.times"); });
  ASSERT_TRUE(open["widgets"].contains("magnifier.times"));
  const json resting = sandbox.until([](const json& s) { return s["insight"]["magnifier"].value("overlap", 0.0) > 0; });
  EXPECT_GT(double(resting["insight"]["magnifier"]["overlap"]), 0.0);
  EXPECT_LT(double(resting["insight"]["magnifier"]["overlap"]), 1e-4);
  sandbox.click_widget("magnifier.suit");
  const json suited = sandbox.until([](const json& s) { return s["insight"]["magnifier"]["times"] != 1000.0; });
  EXPECT_GT(double(suited["insight"]["magnifier"]["times"]), 1000.0);
  sandbox.click_widget("magnifier.from_now");
  EXPECT_TRUE(bool(sandbox.until(
      [](const json& s) { return bool(s["insight"]["magnifier"]["motion"]); })["insight"]["magnifier"]["motion"]));
  sandbox.key("m");
  EXPECT_FALSE(
      sandbox.until([](const json& s) { return !s["widgets"].contains("magnifier.times"); })["widgets"].contains(
          "magnifier.times"));
  EXPECT_EQ(sandbox.quit(), 0);
}

}  // namespace
}  // namespace spook::test
