// Sliders: every kind is reset by a double click; what the panels foretell comes true.
#include <gtest/gtest.h>

#include <cmath>

#include "driver.h"
#include "engine/world/world.h"
#include "scenarios/response.h"

namespace spook::test {
namespace {

std::string panels(const std::vector<std::string>& open) {
  return json{{"open_panels", open}, {"right_tab", "solver"}, {"left_tab", "scene"}, {"hints_seen", true}}.dump();
}

TEST(Sliders, OfEveryKindAreResetByADoubleClick) {
  Sandbox sandbox({"brick_wall", "--paused"}, panels({"solver"}));
  const json start = sandbox.until([](const json& s) { return s["frames"] >= 5; })["parameters"];
  for (const char* name : {"couplings", "compliance", "relaxation_steps", "threads"}) {
    if (!start.contains(name)) continue;
    const std::string id = std::string("solver.") + name;
    const auto is = [&](const json& s) { return s["parameters"][name] == start[name]; };
    sandbox.click_widget(id, 0.85);
    EXPECT_FALSE(is(sandbox.until([&](const json& s) { return !is(s); }))) << name;
    for (int i = 0; i < 4 && !is(sandbox.status()); ++i) sandbox.double_click(), sandbox.after_frames(8);
    EXPECT_TRUE(is(sandbox.until(is))) << name;
  }
}

TEST(Sliders, ASceneParameterBuildsTheSceneAnewAndAMaterialPairHasItsOwnFriction) {
  Sandbox sandbox({"brick_wall"}, panels({"scene", "solver"}));
  const json start = sandbox.until([](const json& s) { return s["step"] >= 3 && s["frames"] >= 5; });
  sandbox.click_widget("scene.courses", 0.1);
  const json anew = sandbox.until([](const json& s) { return s["world"] == 2 && s["contacts"] > 0; });
  EXPECT_LT(anew["bodies"].size(), start["bodies"].size());
  // the Materials are the last section
  sandbox.move(1150, 400);
  const auto to_the_end = [&] {
    sandbox.after_frames(3);
    for (int i = 0; i < 30; ++i) sandbox.press(5), sandbox.release(5);
    sandbox.after_frames(3);
  };
  to_the_end();
  sandbox.click_widget("section.Materials", 0.3);
  sandbox.move(1150, 400);
  to_the_end();
  sandbox.click_widget("pair.add");
  sandbox.move(1150, 400);
  to_the_end();
  std::string slider;
  const json added = sandbox.until([&](const json& s) {
    for (const auto& [id, where] : s["widgets"].items())
      if (id.starts_with("pair.") && id.ends_with(".friction")) slider = id;
    return !slider.empty();
  });
  ASSERT_FALSE(slider.empty());
  const double before = added["contact_friction"];
  sandbox.click_widget(slider, 0.9);
  const json after = sandbox.until([&](const json& s) { return double(s["contact_friction"]) > before + 0.5; });
  EXPECT_GT(double(after["contact_friction"]), before + 0.5) << slider;
}

// a ball of 2 kg on a spring-like contact or joint, alone in the world
Scene one_ball(double height, double gravity) {
  Scene scene;
  scene.name = "one_ball";
  scene.parameters.gravity = {0, 0, -gravity};
  BodyDesc ball;
  ball.name = "ball", ball.mass = 2.0, ball.pose.position = {0, 0, height};
  ball.shapes = {ShapeDesc{}};
  scene.bodies = {ball};
  return scene;
}

TEST(Consequences, AWeightRestsAtTheDepthForetold) {
  Scene scene = one_ball(0.5, 9.81);
  scene.parameters.compliance = 1e-4;
  BodyDesc ground;
  ground.name = "ground", ground.motion = Motion::fixed;
  ground.shapes = {ShapeDesc{}};
  ground.shapes[0].type = ShapeType::plane;
  scene.bodies.push_back(ground);
  World world(scene);
  for (int i = 0; i < 300; ++i) world.step();
  const double depth = 0.5 - world.pose(*world.find_body("ball")).position.z();
  EXPECT_NEAR(depth, rest_depth(1e-4, 2.0 * 9.81, 1), 0.02 * depth);
}

TEST(Consequences, AJointsErrorDecaysAndRingsAsForetold) {
  for (const auto& [relaxation, rings, creeps] :
       {std::tuple{0.2, true, false}, {8.0, false, true}, {2.0, false, false}}) {
    constexpr double h = 1.0 / 60, compliance = 1e-12;
    const Response foretold = response(relaxation, compliance, h, 2.0);
    EXPECT_EQ(foretold.ringing && !foretold.critical, rings) << relaxation;
    EXPECT_EQ(!foretold.critical && !foretold.ringing, creeps) << relaxation;
    Scene scene = one_ball(2.0, 0.0);
    scene.parameters.joint_compliance = compliance, scene.parameters.joint_relaxation_steps = relaxation;
    JointDesc joint;
    joint.name = "rod", joint.type = JointType::distance, joint.a = "ball";
    joint.anchor_a = {0, 0, 2.0}, joint.anchor_b = {0, 0, 0};
    joint.length = 1.99;  // an error of a centimetre to begin with
    scene.joints = {joint};
    World world(scene);
    const BodyId ball = *world.find_body("ball");
    const auto error = [&] { return world.pose(ball).position.z() - 1.99; };
    // the slower root is left alone after a while
    std::vector<double> errors;
    for (int i = 0; i < 40; ++i) world.step(), errors.push_back(error());
    bool overshot = false;
    for (const double e : errors) overshot = overshot || e < -1e-7;
    EXPECT_EQ(overshot, rings) << relaxation;
    const int n = rings ? 24 : 6;  // steps between; what rings is judged over many swings
    double early = 0, late = 0;
    for (int i = 0; i < 6; ++i)
      early = std::max(early, std::abs(errors[std::size_t(4 + i)])),
      late = std::max(late, std::abs(errors[std::size_t(4 + n + i)]));
    EXPECT_NEAR(std::pow(late / early, 1.0 / n), foretold.radius, 0.06) << relaxation;
  }
}

}  // namespace
}  // namespace spook::test
