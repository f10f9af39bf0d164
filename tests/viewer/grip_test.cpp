// The grip as an effort-capped hand: the same on a card and a bucket, yielding before joints, thrown by letting go.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "driver.h"

namespace spook::test {
namespace {

double height(const json& status, const std::string& name) {
  const json b = body(status, name);
  return b.is_null() ? -1e9 : double(b["position"][2]);
}

std::string scene_file(const std::string& name, json bodies, json joints) {
  bodies.push_back({{"name", "ground"},
                    {"motion", "static"},
                    {"shapes", {{{"type", "plane"}, {"normal", {0, 0, 1}}, {"offset", 0}}}}});
  const json scene{{"format", "spook-scene"},
                   {"version", 1},
                   {"name", name},
                   {"camera", {{"position", {0, -8, 2}}, {"target", {0, 0, 1}}}},
                   {"bodies", bodies},
                   {"joints", joints}};
  const std::string file = testing::TempDir() + "spook_" + name + ".json";
  std::ofstream(file) << scene.dump();
  return file;
}

json box(const std::string& name, double mass, const json& position, const json& half_extents) {
  return {{"name", name},
          {"motion", "dynamic"},
          {"mass", mass},
          {"position", position},
          {"shapes", {{{"type", "box"}, {"half_extents", half_extents}}}}};
}

TEST(Grip, ACardAndABucketAreLiftedAlikeWithinTheirCapsAndThrownByLettingGo) {
  const std::string file = scene_file(
      "card_and_bucket",
      {box("card", 0.1, {-1.2, 0, 0.01}, {0.3, 0.3, 0.01}), box("bucket", 1e4, {1.2, 0, 0.5}, {0.5, 0.5, 0.5})},
      json::array());
  Sandbox sandbox({file}, R"({"hints_seen": true})");
  sandbox.until([](const json& s) { return s["step"] >= 5 && s["frames"] >= 5; });
  for (const auto& [name, mass] : {std::pair<std::string, double>{"card", 0.1}, {"bucket", 1e4}}) {
    const json start = sandbox.status();
    const double x = body(start, name)["pixel"][0], y = body(start, name)["pixel"][1], z = height(start, name);
    sandbox.drag(x, y, x, y - 150);
    const json held = sandbox.until([&, id = name](const json& s) { return height(s, id) > z + 0.8; });
    EXPECT_GT(height(held, name), z + 0.8) << name;
    ASSERT_TRUE(held.contains("grips")) << name;
    const json grip = held["grips"][0];
    EXPECT_NEAR(double(grip["cap"]), 10 * mass * 9.81, 0.02 * 10 * mass * 9.81) << name << ": ten weights";
    EXPECT_LE(double(grip["force"]), 1.01 * double(grip["cap"])) << name;
    EXPECT_LT(double(grip["slack"]), 3.0) << name << ": in metres";
    // a flick: nothing gets faster than the hand may pull, and what is let go flies on
    for (int i = 1; i <= 6; ++i) sandbox.move(x, y - 150 - 40 * i);
    sandbox.release();
    const json thrown = sandbox.until([](const json& s) { return !s.contains("grips"); });
    const json speed = body(thrown, name)["velocity"];
    EXPECT_LT(std::hypot(double(speed[0]), double(speed[1]), double(speed[2])), 14.0) << name;
    const double at_release = height(held, name);
    const json flown = sandbox.until([&, id = name](const json& s) { return height(s, id) > at_release + 0.15; }, 3.0);
    EXPECT_GT(height(flown, name), at_release + 0.15) << name << " flies on";
  }
}

TEST(Grip, YieldsBeforeAJointBreaksAndTheRightButtonHoldsTheOrientation) {
  // a box hangs on a ball joint; the hand pulls it aside, farther than the joint allows
  json hung = box("hung", 2.0, {0, 0, 1}, {0.2, 0.2, 0.2});
  const json joint{{"name", "hook"}, {"type", "ball"}, {"a", "hung"}, {"anchor", {0, 0, 1.5}}};
  Sandbox sandbox({scene_file("hung", {hung}, {joint})}, R"({"hints_seen": true})");
  const json start = sandbox.until([](const json& s) { return s["step"] >= 5 && s["frames"] >= 5; });
  const double x = body(start, "hung")["pixel"][0], y = body(start, "hung")["pixel"][1];
  sandbox.drag(x, y, x + 420, y + 120);
  const json pulled = sandbox.until([](const json& s) {
    return s.contains("grips") && double(s["grips"][0]["force"]) > 0.9 * double(s["grips"][0]["cap"]);
  });
  ASSERT_TRUE(pulled.contains("grips"));
  EXPECT_GT(double(pulled["grips"][0]["force"]), 0.9 * double(pulled["grips"][0]["cap"])) << "pulls with all it may";
  EXPECT_GT(double(pulled["grips"][0]["slack"]), 0.1) << "and lags behind";
  EXPECT_LT(double(pulled["window"]["outline"][1]), 0.35) << "the outline reddens: less green";
  EXPECT_LT(double(sandbox.after_frames(20)["joint_max_m"]), 0.01) << "the joint holds";
  sandbox.press(3);
  const json held = sandbox.after_frames(10);
  EXPECT_TRUE(held.contains("grips") && bool(held["grips"][0]["orientation_locked"]));
  sandbox.release(3);
  sandbox.release();
  EXPECT_FALSE(sandbox.until([](const json& s) { return !s.contains("grips"); }).contains("grips"));
}

}  // namespace
}  // namespace spook::test
