// What can be said of every scene without stepping it.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "engine/scene/scene_io.h"
#include "scenario_values.h"
#include "scenarios/rock_skin.h"

namespace spook {
namespace {

TEST(Scenes, AreFiftyOrMoreWithNamesOfTheirOwn) {
  std::set<std::string> names;
  for (const Scenario& scenario : scenarios()) EXPECT_TRUE(names.insert(scenario.name).second) << scenario.name;
  EXPECT_GE(names.size(), 50u);
}

TEST(Scenes, SayWhatTheyShow) {
  for (const Scenario& scenario : scenarios()) {
    EXPECT_FALSE(scenario.description.empty()) << scenario.name;
    EXPECT_EQ(scenario.description.find('\n'), std::string::npos) << scenario.name;
    EXPECT_FALSE(scenario.group.empty()) << scenario.name;
    for (const ScenarioParameter& parameter : scenario.parameters) {
      EXPECT_FALSE(parameter.help.empty()) << scenario.name << " " << parameter.name;
      EXPECT_LT(parameter.minimum, parameter.maximum) << scenario.name << " " << parameter.name;
      EXPECT_GE(parameter.value, parameter.minimum) << scenario.name << " " << parameter.name;
      EXPECT_LE(parameter.value, parameter.maximum) << scenario.name << " " << parameter.name;
    }
  }
}

TEST(Scenes, AreValidAtDefaultsAndAtBothEndsOfEveryParameter) {
  for (const Scenario& scenario : scenarios())
    for (const test::Setting& setting : test::settings_of(scenario)) {
      SCOPED_TRACE(scenario.name + " " + setting.name);
      EXPECT_NO_THROW(validate_scene(build_scenario(scenario, setting.values)));
    }
}

TEST(Scenes, AreTheSameEveryTimeTheyAreBuilt) {
  for (const Scenario& scenario : scenarios())
    EXPECT_EQ(write_scene(build_scenario(scenario)), write_scene(build_scenario(scenario))) << scenario.name;
}

TEST(Scenes, RefuseParametersThatAreUnknownOrOutOfRange) {
  const Scenario& stack = *find_scenario("stack");
  EXPECT_THROW(build_scenario(stack, {{"colour", 1}}), std::invalid_argument);
  EXPECT_THROW(build_scenario(stack, {{"cubes", 1000}}), std::invalid_argument);
  EXPECT_THROW(build_scenario(stack, {{"cubes", std::nan("")}}), std::invalid_argument);
}

TEST(Scenes, ControlsDriveMotorsAndServosThatAreThere) {
  for (const Scenario& scenario : scenarios()) {
    const Scene scene = build_scenario(scenario);
    for (const ScenarioControl& control : scenario.controls)
      for (const ScenarioControl::Target& target : control.targets) {
        bool found = false;
        for (const JointDesc& joint : scene.joints)
          found = found || (joint.name == target.joint && (joint.motor || joint.lock));
        EXPECT_TRUE(found) << scenario.name << " " << control.label << " " << target.joint;
      }
  }
}

TEST(Scenes, RocksOfTheWheelLoaderAreAggregatesOfSpheresUnderASkin) {
  int rocks = 0;
  for (const BodyDesc& body : build_scenario(*find_scenario("wheel_loader")).bodies) {
    if (body.name.rfind("rock_", 0) != 0) continue;
    ++rocks;
    ASSERT_TRUE(has_rock_skin(body.look, body.shapes)) << body.name;
    const std::vector<Vec3> skin = rock_skin(body.shapes);
    EXPECT_GT(skin.size(), 5 * body.shapes.size()) << "more detailed than what is simulated";
    EXPECT_EQ(skin, rock_skin(body.shapes)) << "the same stone every time";
  }
  EXPECT_EQ(rocks, 137);
}

// where a point stands in the picture: −1 … 1 from the lower to the upper edge
Vec2 on_screen(const CameraDesc& camera, const Vec3& point) {
  const Vec3 ahead = (camera.target - camera.position).normalized(), right = ahead.cross(Vec3::UnitZ()).normalized();
  const Vec3 up = right.cross(ahead), seen = point - camera.position;
  const double depth = seen.dot(ahead) * std::tan(0.5 * camera.vertical_fov);
  return {seen.dot(right) / depth, seen.dot(up) / depth};
}

TEST(Scenes, FillTheirCamerasView) {
  for (const Scenario& scenario : scenarios()) {
    const Scene scene = build_scenario(scenario);
    ASSERT_TRUE(scene.camera) << scenario.name;
    int bodies = 0, visible = 0;
    double low = 1e9, high = -1e9, left = 1e9, right = -1e9;
    for (const BodyDesc& body : scene.bodies) {
      if (body.motion == Motion::fixed) continue;
      const Vec2 place = on_screen(*scene.camera, body.pose.position);
      ++bodies;
      visible += std::abs(place.x()) < 1.6 && std::abs(place.y()) < 1.0;
      low = std::min(low, place.y()), high = std::max(high, place.y());
      left = std::min(left, place.x()), right = std::max(right, place.x());
    }
    EXPECT_GE(visible, 0.6 * bodies) << scenario.name << ": most bodies are out of the picture";
    if (bodies < 20) continue;
    EXPECT_GE(std::max(high - low, (right - left) / 1.6), 0.45) << scenario.name << ": too small in the picture";
  }
}

}  // namespace
}  // namespace spook
