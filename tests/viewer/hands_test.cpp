// The hands: a real mouse on the real window.
#include <gtest/gtest.h>

#include "driver.h"

namespace spook::test {
namespace {

double height(const json& status, const std::string& name) {
  const json b = body(status, name);
  return b.is_null() ? -1e9 : double(b["position"][2]);
}

TEST(Hands, DraggingABrickOfTheTopCourseLiftsIt) {
  Sandbox sandbox({"brick_wall"});
  const json start = sandbox.until([](const json& s) { return s["step"] >= 5 && s["frames"] >= 5; });
  const std::string brick = "brick_9_5";
  ASSERT_FALSE(body(start, brick).is_null()) << "the wall has lost its brick's name";
  const double x = body(start, brick)["pixel"][0], y = body(start, brick)["pixel"][1], z = height(start, brick);
  sandbox.drag(x, y, x, y - 140);
  const json held = sandbox.until([&](const json& s) { return height(s, brick) > z + 0.3; });
  EXPECT_GT(height(held, brick), z + 0.3);
  ASSERT_TRUE(held.contains("grips"));
  EXPECT_GT(double(held["grips"][0]["cap"]), 0.0);
  EXPECT_LE(double(held["grips"][0]["force"]), 1.01 * double(held["grips"][0]["cap"]));
  sandbox.release();
  const json let_go = sandbox.until([](const json& s) { return !s.contains("grips"); });
  EXPECT_FALSE(let_go.contains("grips"));
  EXPECT_EQ(sandbox.quit(), 0);
}

TEST(Hands, ShiftClickShootsABallAndUndoTakesItBack) {
  Sandbox sandbox({"brick_wall"});
  sandbox.until([](const json& s) { return s["step"] >= 3 && s["frames"] >= 5; });
  sandbox.key_down("shift");
  sandbox.click(640, 330);
  sandbox.key_up("shift");
  const json shot = sandbox.until([](const json& s) { return !body(s, "shot_1").is_null(); });
  ASSERT_FALSE(body(shot, "shot_1").is_null());
  EXPECT_EQ(shot["undo_depth"], 1);
  sandbox.key("ctrl+z");
  const json undone = sandbox.until([](const json& s) { return body(s, "shot_1").is_null(); });
  EXPECT_TRUE(body(undone, "shot_1").is_null());
}

TEST(Hands, SelectedBodiesAreClonedAndRemoved) {
  Sandbox sandbox({"brick_wall", "--paused"});
  const json start = sandbox.until([](const json& s) { return s["frames"] >= 5; });
  const std::string brick = "brick_9_5";
  const std::size_t bodies = start["bodies"].size();
  sandbox.key_down("ctrl");
  sandbox.click(body(start, brick)["pixel"][0], body(start, brick)["pixel"][1]);
  sandbox.key_up("ctrl");
  EXPECT_TRUE(body(sandbox.until([&](const json& s) { return bool(body(s, brick)["selected"]); }), brick)["selected"]);
  sandbox.key("ctrl+d");
  EXPECT_EQ(sandbox.until([&](const json& s) { return s["bodies"].size() == bodies + 1; })["bodies"].size(),
            bodies + 1);
  sandbox.key("Delete");
  const json removed = sandbox.until([&](const json& s) { return body(s, brick).is_null(); });
  EXPECT_TRUE(body(removed, brick).is_null());
  sandbox.key("ctrl+z");
  EXPECT_FALSE(body(sandbox.until([&](const json& s) { return !body(s, brick).is_null(); }), brick).is_null());
}

TEST(Hands, DraggingWhilePausedMovesABodyAndSetsItToRest) {
  Sandbox sandbox({"brick_wall", "--paused"});
  const json start = sandbox.until([](const json& s) { return s["frames"] >= 5; });
  const std::string brick = "brick_9_0";
  const json before = body(start, brick);
  const double x = before["pixel"][0], y = before["pixel"][1];
  // off the wall's end, over the ground
  sandbox.drag(x, y, x - 170, y + 10);
  const json moved = sandbox.until([&](const json& s) {
    return std::abs(double(body(s, brick)["position"][0]) - double(before["position"][0])) > 0.3;
  });
  sandbox.release();
  EXPECT_GT(std::abs(double(body(moved, brick)["position"][0]) - double(before["position"][0])), 0.3);
  EXPECT_NEAR(height(moved, brick), 0.125, 0.01) << "it should lie on the ground, half its height up";
  EXPECT_EQ(moved["step"], start["step"]) << "nothing may step while paused";
}

TEST(Hands, KeysDriveTheWheelLoader) {
  Sandbox sandbox({"wheel_loader", "--param", "script=0"});
  const json start = sandbox.until([](const json& s) { return s["step"] >= 5; });
  const double x = body(start, "rear_frame")["position"][0];
  sandbox.move(640, 300);
  sandbox.key_down("w");
  const json driven =
      sandbox.until([&](const json& s) { return double(body(s, "rear_frame")["position"][0]) > x + 0.3; });
  sandbox.key_up("w");
  EXPECT_GT(double(body(driven, "rear_frame")["position"][0]), x + 0.3);
}

}  // namespace
}  // namespace spook::test
