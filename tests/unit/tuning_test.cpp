// Stiffness and damping by what is known: every conversion against its closed form, and against what the engine then
// does.
#include "engine/tuning.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "engine/scene/material_presets.h"
#include "engine/scene/scene_io.h"
#include "engine/world/world.h"

using namespace spook;

namespace {

constexpr double pi = std::numbers::pi;

Scene scene_of(const std::string& members) {
  return parse_scene(R"({ "format": "spook-scene", "version": 1, "name": "t", )" + members + " }", "t.json");
}

std::string refusal(const std::string& members) {
  try {
    scene_of(members);
  } catch (const SceneError& error) {
    return error.what();
  }
  return {};
}

Material material(const std::string& fields) {
  return scene_of(R"("bodies": [], "materials": { "m": { )" + fields + " } }").materials.at("m");
}

// a ball of 10 kg on the ground
Scene ball_on(const std::string& fields) {
  return scene_of(R"("materials": { "default": { )" + fields + R"( } }, "bodies": [
    { "name": "ground", "motion": "static", "shapes": [ { "type": "plane", "normal": [0, 0, 1], "offset": 0 } ] },
    { "name": "ball", "motion": "dynamic", "position": [0, 0, 0.5], "mass": 10, "shapes": [ { "type": "sphere", "radius": 0.5 } ] } ])");
}

double depth_at_rest(const Scene& scene, int steps) {
  World world(scene);
  for (int i = 0; i < steps; ++i) world.step();
  return 0.5 - world.pose(*world.find_body("ball")).position.z();
}

// 4 kg hung from the world on a spring of 1 m, let go at rest length
std::string hung(const std::string& fields, double step = 1e-3) {
  return R"("time_step": )" + std::to_string(step) +
         R"(, "bodies": [ { "name": "ball", "motion": "dynamic", "position": [0, 0, -1],
    "mass": 4, "shapes": [ { "type": "sphere", "radius": 0.1 } ] } ], "joints": [ { "name": "s", "type": "spring", "a": "ball", "b": null,
    "anchor_a": [0, 0, -1], "anchor_b": [0, 0, 0], "rest_length": 1, )" +
         fields + " } ]";
}

}  // namespace

TEST(Tuning, MaterialsTakeEveryUnit) {
  EXPECT_DOUBLE_EQ(material(R"("stiffness": 2e6)").compliance, 5e-7);
  EXPECT_DOUBLE_EQ(material(R"("stiffness": 2e6, "damping": 1e4)").relaxation_steps, 60 * 1e4 / 2e6);
  const Material ringing = material(R"("frequency": 30, "damping_ratio": 0.2, "reference_mass": 5)");
  EXPECT_NEAR(ringing.compliance, 1.0 / (5 * std::pow(2 * pi * 30, 2)), 1e-20);
  EXPECT_NEAR(ringing.relaxation_steps, 60 * 2 * 0.2 / (2 * pi * 30), 1e-12);
  EXPECT_NEAR(material(R"("rest_depth": 0.001, "reference_mass": 10)").compliance, 0.001 / 98.1, 1e-18);
}

TEST(Tuning, WhatIsSaidTwiceIsRefusedWithItsPlace) {
  const auto message = [](const std::string& fields) {
    return refusal(R"("bodies": [], "materials": { "m": { )" + fields + " } }");
  };
  EXPECT_NE(message(R"("compliance": 1e-8, "stiffness": 1e8)")
                .find("t.json:1: /materials/m/stiffness: 'compliance' and 'stiffness'"),
            std::string::npos);
  EXPECT_NE(message(R"("stiffness": 1, "frequency": 1, "reference_mass": 1)").find("/materials/m/frequency"),
            std::string::npos);
  EXPECT_NE(message(R"("relaxation_steps": 2, "damping": 1)").find("/materials/m/damping"), std::string::npos);
  EXPECT_NE(message(R"("frequency": 3)").find("needs a 'reference_mass'"), std::string::npos);
  EXPECT_NE(message(R"("reference_mass": 3)").find("/materials/m/reference_mass"), std::string::npos);
  EXPECT_NE(message(R"("stiffness": -1)").find("expected a positive number"), std::string::npos);
  EXPECT_NE(refusal(R"("bodies": [], "solver": { "compliance": 1e-8, "stiffness": 1e8 })").find("/solver/stiffness"),
            std::string::npos);
  EXPECT_NE(
      refusal(R"("gravity": [0,0,0], "bodies": [], "materials": { "m": { "rest_depth": 1, "reference_mass": 1 } })")
          .find("without gravity"),
      std::string::npos);
}

TEST(Tuning, AWeightRestsAtTheDepthThatWasAskedFor) {
  EXPECT_NEAR(depth_at_rest(ball_on(R"("rest_depth": 0.002, "reference_mass": 10)"), 600), 0.002, 1e-7);
  EXPECT_NEAR(depth_at_rest(ball_on(R"("stiffness": 5e4)"), 600), 10 * 9.81 / 5e4, 1e-7);
}

TEST(Tuning, ASpringSwingsAtItsFrequencyAndDiesByItsRatio) {
  World world(scene_of(hung(R"("frequency": 2.5)")));
  double before = 0.0, first = -1.0, last = -1.0;
  int crossings = 0;
  const double sag = 9.81 / std::pow(2 * pi * 2.5, 2);
  for (int i = 1; i <= 4200; ++i) {
    world.step();
    const double height = world.pose(*world.find_body("ball")).position.z() + 1.0 + sag;
    if (before > 0.0 && height <= 0.0) {
      last = (i - height / (height - before)) * 1e-3;
      if (first < 0.0) first = last;
      ++crossings;
    }
    before = height;
  }
  EXPECT_NEAR((crossings - 1) / (last - first), 2.5, 2.5 * 1e-4);  // O(h²): (ω h)²/24 is 1e-5

  // ζ = 0.1: each swing is exp(−2πζ/√(1−ζ²)) of the one before
  World damped(scene_of(hung(R"("frequency": 2.5, "damping_ratio": 0.1)")));
  double lowest = 0.0, second = 0.0;
  const double period = 0.4 / std::sqrt(1 - 0.01);
  for (int i = 1; i <= 800; ++i) {
    damped.step();
    const double height = damped.pose(*damped.find_body("ball")).position.z() + 1.0 + sag;
    (i * 1e-3 < period ? lowest : second) = std::min(i * 1e-3 < period ? lowest : second, height);
  }
  EXPECT_NEAR(second / lowest, std::exp(-2 * pi * 0.1 / std::sqrt(1 - 0.01)), 0.01);
}

TEST(Tuning, JointsKnowTheMassTheyHold) {
  const Scene scene = scene_of(hung(R"("frequency": 2.5, "damping_ratio": 0.5)"));
  const double stiffness = 4 * std::pow(2 * pi * 2.5, 2);
  EXPECT_NEAR(scene.joints[0].stiffness, stiffness, 1e-9 * stiffness);
  EXPECT_NEAR(scene.joints[0].damping, 2 * 0.5 * std::sqrt(stiffness * 4), 1e-9 * stiffness);
  EXPECT_NEAR(scene_of(hung(R"("rest_depth": 0.01)")).joints[0].stiffness, 4 * 9.81 / 0.01, 1e-6);
  EXPECT_NE(refusal(hung(R"("stiffness": 5, "frequency": 1)")).find("/joints/0/frequency"), std::string::npos);
  EXPECT_NE(refusal(hung(R"("damping": 5)")).find("/joints/0/stiffness"), std::string::npos);

  const Scene hinge = scene_of(
      R"("bodies": [ { "name": "a", "motion": "dynamic", "mass": 2, "shapes": [ { "type": "sphere", "radius": 1 } ] },
    { "name": "b", "motion": "dynamic", "position": [3, 0, 0], "mass": 6, "shapes": [ { "type": "sphere", "radius": 1 } ] } ],
    "joints": [ { "name": "h", "type": "hinge", "a": "a", "b": "b", "anchor": [1.5, 0, 0], "axis": [0, 1, 0], "frequency": 10, "damping_ratio": 1 } ])");
  EXPECT_NEAR(*hinge.joints[0].compliance, 1.0 / (1.5 * std::pow(2 * pi * 10, 2)), 1e-12);
  EXPECT_NEAR(*hinge.joints[0].relaxation_steps, 60 * 2 / (2 * pi * 10), 1e-9);
}

TEST(Tuning, TheCommandLineTakesThemToo) {
  Parameters p;
  EXPECT_EQ(set_any_parameter(p, "stiffness", "1e6"), "");
  EXPECT_DOUBLE_EQ(*p.compliance, 1e-6);
  EXPECT_EQ(set_any_parameter(p, "damping", "1e5"), "");
  EXPECT_DOUBLE_EQ(*p.relaxation_steps, 6.0);
  EXPECT_EQ(set_any_parameter(p, "rest_depth", "0.001@10"), "");
  EXPECT_NEAR(*p.compliance, 0.001 / 98.1, 1e-15);
  EXPECT_EQ(set_any_parameter(p, "joint_frequency", "5@2"), "");
  EXPECT_NEAR(p.joint_compliance, 1.0 / (2 * std::pow(10 * pi, 2)), 1e-15);
  EXPECT_EQ(set_any_parameter(p, "joint_damping_ratio", "1@2"), "");
  EXPECT_NEAR(p.joint_relaxation_steps, 60 * 2 / (10 * pi), 1e-9);
  EXPECT_EQ(set_any_parameter(p, "sweeps", "30"), "");
  EXPECT_NE(set_any_parameter(p, "frequency", "30"), "");
  EXPECT_NE(set_any_parameter(p, "stiffness", "soft"), "");
  EXPECT_NE(set_any_parameter(p, "stiffness", "0"), "");
  EXPECT_NE(set_any_parameter(p, "nonsense", "0"), "");
  Parameters fresh;
  EXPECT_NE(set_any_parameter(fresh, "damping", "10").find("needs a stiffness"), std::string::npos);
}

TEST(MaterialPresets, AreThereByName) {
  const Scene scene = scene_of(R"("bodies": [ { "name": "a", "motion": "dynamic",
    "shapes": [ { "type": "box", "half_extents": [0.5, 0.5, 0.5], "material": "steel" } ] } ],
    "materials": { "slippery": { "preset": "oak", "friction": 0.05 } })");
  EXPECT_EQ(scene.materials.at("steel").density, 7800);
  EXPECT_DOUBLE_EQ(scene.materials.at("steel").compliance, 1.0 / 21e9);
  EXPECT_EQ(scene.materials.at("slippery").friction, 0.05);
  EXPECT_EQ(scene.materials.at("slippery").density, find_material_preset("oak")->density);
  EXPECT_FALSE(scene.materials.contains("oak"));
  const std::string saved = write_scene(scene);
  EXPECT_EQ(write_scene(parse_scene(saved, "again.json")), saved);
  for (const MaterialPreset& preset : material_presets()) {
    EXPECT_FALSE(preset.source.empty());
    Scene own;
    own.name = "m";
    own.materials["m"] = preset.material();
    EXPECT_NO_THROW(validate_scene(own)) << preset.name;
  }
  EXPECT_NE(refusal(R"("bodies": [], "materials": { "m": { "preset": "cheese" } })").find("/materials/m/preset"),
            std::string::npos);
}
