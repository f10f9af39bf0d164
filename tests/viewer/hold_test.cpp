// What a hand does with what it holds: nearer and farther, by its cap in any direction, and letting go. And what a
// click is, and where an orbit ends.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "driver.h"
#include "viewer/interact/camera_controller.h"
#include "viewer/interact/hand_words.h"

namespace spook::test {
namespace {

constexpr const char* hints_hidden = R"({"hints_seen": true})";

json ready(const Sandbox& sandbox) {
  return sandbox.until([](const json& s) { return s["step"] >= 5 && s["frames"] >= 5; });
}

TEST(HandWords, SayThePullInPlainNumbersAndNeverMoreThanTheCap) {
  EXPECT_EQ(pull_in_words(340.2, 918.0), "Pull 340 of 918 N");
  EXPECT_EQ(pull_in_words(1440.0, 918.0), "Pull 918 of 918 N");
  EXPECT_EQ(pull_in_words(1.0, 1440.0), "Pull 1 of 1440 N");
  EXPECT_EQ(pull_in_words(123.4, 98100.0), "Pull 0.1 of 98.1 kN");
  EXPECT_EQ(pull_in_words(3.0, 9.81), "Pull 3.00 of 9.81 N");
  EXPECT_EQ(grip_in_words(340.0, 918.0, 0.01), "Pull 340 of 918 N");
  EXPECT_EQ(grip_in_words(918.0, 918.0, 1.5), "Pull 918 of 918 N (at its limit) · 1.50 m behind");
}

// what a label says: force and cap, in newtons
std::pair<double, double> numbers_of(const std::string& words) {
  const std::size_t of = words.find(" of ");
  return {std::stod(words.substr(std::string("Pull ").size())), std::stod(words.substr(of + 4))};
}

TEST(Hold, ABrickIsPulledOutOfTheWallTowardsTheViewerInTimeAndWithinItsCap) {
  Sandbox sandbox({"brick_wall"}, hints_hidden);
  const json start = ready(sandbox);
  const std::string brick = "brick_5_5";
  const json before = body(start, brick);
  sandbox.drag(before["pixel"][0], before["pixel"][1], double(before["pixel"][0]) + 6, before["pixel"][1], 2);
  sandbox.key_down("shift");
  const auto out = [&](const json& s) {
    for (const json& grip : s.value("grips", json::array())) {
      const auto [force, cap] = numbers_of(grip["words"]);
      EXPECT_LE(force, cap) << grip["words"];
      EXPECT_LE(double(grip["force"]), 1.001 * double(grip["cap"]));
    }
    return std::abs(double(body(s, brick)["position"][1]) - double(before["position"][1])) > 0.6;
  };
  json now;
  for (int i = 1; i <= 30 && !out(now = sandbox.after_frames(2)); ++i) {
    sandbox.move(double(before["pixel"][0]) + 6, double(before["pixel"][1]) + 8.0 * i);
  }
  now = sandbox.until(out);
  EXPECT_TRUE(out(now)) << "it should have come out of the wall";
  // level: towards the eye and not up
  const json eye = start["camera"]["position"];
  const auto away = [&](const json& s) {
    const json p = body(s, brick)["position"];
    return std::hypot(double(p[0]) - double(eye[0]), double(p[1]) - double(eye[1]));
  };
  EXPECT_LT(away(now), away(start) - 0.4);
  EXPECT_LT(std::abs(double(body(now, brick)["position"][2]) - double(before["position"][2])), 0.4);
  sandbox.key_up("shift");
  sandbox.release();
}

TEST(Hold, TheWheelMovesWhatIsHeldNearerAndFartherAndEscLetsGo) {
  Sandbox sandbox({"brick_wall"}, hints_hidden);
  const json start = ready(sandbox);
  const std::string brick = "brick_9_5";
  const double x = body(start, brick)["pixel"][0], y = body(start, brick)["pixel"][1];
  sandbox.drag(x, y, x, y - 60);
  sandbox.until([&](const json& s) { return s.contains("grips"); });
  const json held = sandbox.after_frames(10);
  ASSERT_TRUE(held.contains("grips"));
  const json eye = held["camera"]["position"];
  const auto distance = [&](const json& s) {
    const json p = s["grips"][0]["target"];
    return std::hypot(double(p[0]) - double(eye[0]), double(p[1]) - double(eye[1]), double(p[2]) - double(eye[2]));
  };
  for (int i = 0; i < 3; ++i) sandbox.press(5), sandbox.release(5);
  const json nearer = sandbox.until([&](const json& s) { return distance(s) < 0.92 * distance(held); });
  EXPECT_LT(distance(nearer), 0.92 * distance(held));
  EXPECT_EQ(nearer["camera"]["position"], eye) << "the wheel is the hand's while it holds";
  for (int i = 0; i < 6; ++i) sandbox.press(4), sandbox.release(4);
  const json farther = sandbox.until([&](const json& s) { return distance(s) > 1.08 * distance(held); });
  EXPECT_GT(distance(farther), 1.08 * distance(held));
  const json calm = sandbox.until([&](const json& s) { return double(s["window"]["outline"][1]) > 0.55; });
  EXPECT_GT(double(calm["window"]["outline"][1]), 0.55) << "amber: its weight is a tenth of the cap";
  sandbox.key("Escape");
  const json free = sandbox.until([](const json& s) { return !s.contains("grips"); });
  EXPECT_FALSE(free.contains("grips")) << "Esc lets go";
  sandbox.release();
}

TEST(Hold, AClickSelectsAnotherOneElsewhereSelectsNothing) {
  Sandbox sandbox({"brick_wall"}, hints_hidden);
  const json start = ready(sandbox);
  const auto selected = [](const json& s, const std::string& name) { return bool(body(s, name)["selected"]); };
  sandbox.click(body(start, "brick_9_5")["pixel"][0], body(start, "brick_9_5")["pixel"][1]);
  EXPECT_TRUE(selected(sandbox.until([&](const json& s) { return selected(s, "brick_9_5"); }), "brick_9_5"));
  sandbox.click(body(start, "brick_9_7")["pixel"][0], body(start, "brick_9_7")["pixel"][1]);
  const json other = sandbox.until([&](const json& s) { return selected(s, "brick_9_7"); });
  EXPECT_TRUE(selected(other, "brick_9_7"));
  EXPECT_FALSE(selected(other, "brick_9_5"));
  EXPECT_EQ(other["undo_depth"], 0) << "to look at something changes nothing";
  sandbox.click(60, 120);  // the sky
  EXPECT_FALSE(selected(sandbox.until([&](const json& s) { return !selected(s, "brick_9_7"); }), "brick_9_7"));
}

TEST(Hold, EscClosesWhatIsOnTopFirst) {
  Sandbox sandbox({"brick_wall"}, hints_hidden);
  const json start = ready(sandbox);
  sandbox.click(body(start, "brick_9_5")["pixel"][0], body(start, "brick_9_5")["pixel"][1]);
  sandbox.until([&](const json& s) { return bool(body(s, "brick_9_5")["selected"]); });
  sandbox.key("F1");
  sandbox.key("ctrl+s");
  sandbox.until([](const json& s) { return s["widgets"].contains("save.name") && bool(s["window"]["help_open"]); });
  sandbox.key("Escape");
  json s = sandbox.until([](const json& now) { return !now["widgets"].contains("save.name"); });
  EXPECT_FALSE(s["widgets"].contains("save.name"));
  EXPECT_TRUE(s["window"]["help_open"]);
  sandbox.key("Escape");
  s = sandbox.until([](const json& now) { return !bool(now["window"]["help_open"]); });
  EXPECT_FALSE(s["window"]["help_open"]);
  EXPECT_TRUE(body(s, "brick_9_5")["selected"]);
  sandbox.key("Escape");
  s = sandbox.until([](const json& now) { return !bool(body(now, "brick_9_5")["selected"]); });
  EXPECT_FALSE(body(s, "brick_9_5")["selected"]);
}

TEST(Hold, AnOrbitNeverTakesTheEyeBelowTheGround) {
  CameraController controller;
  Camera camera;
  camera.target = {0, 0, 1}, camera.distance = 10, camera.pitch = 0.3f;
  controller.jump(camera);
  controller.set_ground(0);
  controller.orbit({0, -4000});
  EXPECT_GT(controller.goal().eye().z, 0.0f);
  EXPECT_LT(controller.goal().pitch, 0.0f) << "as low as it goes";
  const ViewMatrices view = view_matrices(controller.goal(), {1280, 720});
  for (int i = 0; i < 20; ++i) controller.zoom(-1, {640, 360}, view);
  EXPECT_GT(controller.goal().eye().z, 0.0f) << "nor does going away";
  // with the mouse
  Sandbox sandbox({"brick_wall", "--paused"}, hints_hidden);
  sandbox.until([](const json& s) { return s["frames"] >= 5; });
  sandbox.move(200, 560);
  sandbox.after_frames(2);
  sandbox.press(3);
  sandbox.after_frames(2);
  sandbox.move(200, 10);
  sandbox.after_frames(2);
  sandbox.release(3);
  const json below = sandbox.after_frames(25);
  EXPECT_GT(double(below["camera"]["position"][2]), 0.0);
}

}  // namespace
}  // namespace spook::test
