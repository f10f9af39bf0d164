// Courses and the gamepad's dialog, in the real window.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iostream>

#include "driver.h"
#include "scenarios/courses.h"

namespace spook::test {
namespace {

TEST(Course, AGateIsPassedForwardsBetweenItsPosts) {
  const CourseGate gate{{1.0, 2.0}, 0.0, 0.5};
  EXPECT_TRUE(passes(gate, {0.9, 2.1}, {1.1, 2.2}));
  EXPECT_FALSE(passes(gate, {1.1, 2.2}, {0.9, 2.1})) << "backwards";
  EXPECT_FALSE(passes(gate, {0.9, 2.6}, {1.1, 2.7})) << "outside";
  EXPECT_FALSE(passes(gate, {0.5, 2.0}, {0.9, 2.0})) << "not there yet";
  EXPECT_NEAR((gate.post(1) - Vec2(1.0, 2.5)).norm(), 0.0, 1e-12);
}

double chassis_heading(const json& chassis) {
  const json& q = chassis["orientation"];  // w x y z
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  return std::atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z));
}

// steers at a point with A and D while W is held, as somebody would who looks at the picture
class RoverDriver {
 public:
  explicit RoverDriver(const Sandbox& sandbox) : sandbox_(sandbox) {}
  void steer_to(const json& status, const Vec2& target) {
    const json chassis = body(status, "chassis");
    const Vec2 at(chassis["position"][0], chassis["position"][1]);
    const double wanted = std::atan2(target.y() - at.y(), target.x() - at.x());
    const double off = std::remainder(wanted - chassis_heading(chassis), 6.283185307);
    hold(held_, off > 0.12 ? "a" : off < -0.12 ? "d" : "");
    hold(throttle_, std::abs(off) > 0.45 ? "" : "w");  // far off, it turns on the spot
  }
  void let_go() { hold(held_, ""), hold(throttle_, ""); }

 private:
  void hold(std::string& held, const std::string& key) {
    if (key == held) return;
    if (!held.empty()) sandbox_.key_up(held);
    if (!key.empty()) sandbox_.key_down(key);
    held = key;
  }
  const Sandbox& sandbox_;
  std::string held_, throttle_;
};

TEST(Course, TheRoverIsDrivenThroughItsGatesAndTheTimeIsKept) {
  Sandbox sandbox({"rover"}, R"({"hints_seen": true})");
  sandbox.until([](const json& s) { return s["widgets"].contains("course.start"); });
  sandbox.click_widget("course.start");
  json s = sandbox.until([](const json& now) { return now["course"].is_object() && now["step"] >= 5; });
  ASSERT_TRUE(s["course"].is_object());
  EXPECT_EQ(s["course"]["count"], 0);
  EXPECT_FALSE(s["course"]["running"]) << "the clock waits for the first lever";
  const Course& course = *find_course("rover");
  ASSERT_EQ(s["course"]["of"], course.needed());
  sandbox.move(640, 300);
  // on a busy machine, where a frame takes long, time goes slower: a driver who sees late swings from side to side
  for (double frame = s["mean_frame_ms"]; frame > 80.0; frame *= 0.5) sandbox.key("minus");
  RoverDriver driver(sandbox);
  for (int turn = 0; turn < 600 && !s["course"]["done"]; ++turn) {
    const CourseGate& gate = course.gates[std::min<std::size_t>(std::size_t(s["course"]["count"]), 4)];
    // a little before the gate first, then through it
    const Vec2 along(std::cos(gate.heading), std::sin(gate.heading));
    const Vec2 at(body(s, "chassis")["position"][0], body(s, "chassis")["position"][1]);
    const bool near = along.dot(at - gate.at) > -1.0;
    driver.steer_to(s, near ? Vec2(gate.at + 1.0 * along) : Vec2(gate.at - 0.6 * along));
    s = sandbox.after_frames(2);
  }
  driver.let_go();
  ASSERT_TRUE(s["course"]["done"]) << s["course"].dump();
  EXPECT_EQ(s["course"]["count"], course.needed());
  EXPECT_GT(double(s["course"]["time"]), 5.0);
  EXPECT_EQ(s["course"]["best"], s["course"]["time"]);
  // again from the start: the best stays
  sandbox.click_widget("course.restart");
  const json again =
      sandbox.until([&](const json& now) { return now["world"] > s["world"] && now["course"].is_object(); });
  EXPECT_EQ(again["course"]["count"], 0);
  EXPECT_EQ(again["course"]["best"], s["course"]["best"]);
  sandbox.after_frames(40);
  std::ifstream in(sandbox.folder() + "/config/spook/settings.json");
  EXPECT_EQ(json::parse(in)["best_times"][course.name], s["course"]["best"]);
}

// Forward into the pile with the bucket low, tilted back and lifted full, and back over the line: five rocks in one
// load.
TEST(Course, TheLoaderBringsItsRocksBackOverTheLine) {
  Sandbox sandbox({"wheel_loader"}, R"({"hints_seen": true})");
  sandbox.until([](const json& s) { return s["widgets"].contains("course.start"); });
  sandbox.click_widget("course.start");
  json s = sandbox.until([](const json& now) { return now["course"].is_object() && now["step"] >= 5; });
  ASSERT_TRUE(s["course"].is_object());
  const Course& course = *find_course("wheel_loader");
  ASSERT_EQ(s["course"]["of"], course.needed());
  sandbox.move(640, 300);
  const auto x = [](const json& now) { return double(body(now, "rear_frame")["position"][0]); };
  const auto until_time = [&](double seconds) {
    const double to = double(sandbox.status()["time"]) + seconds;
    return sandbox.until([&](const json& now) { return double(now["time"]) >= to; }, 60.0);
  };
  const double from = x(s);
  for (int load = 0; load < 3 && !s["course"]["done"]; ++load) {
    sandbox.key_down("w");
    sandbox.until([&](const json& now) { return x(now) > from + 3.8; }, 60.0);
    sandbox.key_down("t");  // the bucket tilts back while it digs
    until_time(1.0);
    sandbox.key_down("r");
    until_time(0.7);
    sandbox.key_up("w");
    until_time(1.0);
    sandbox.key_up("t"), sandbox.key_up("r");
    sandbox.key_down("s");
    s = sandbox.until([&](const json& now) { return x(now) < from - 4.0 || now["course"]["done"]; }, 90.0);
    sandbox.key_up("s");
    std::cout << "rocks over the line after load " << load + 1 << ": " << s["course"]["count"] << '\n';
    if (s["course"]["done"]) break;
    // emptied behind the line
    sandbox.key_down("g");
    until_time(2.5);
    sandbox.key_up("g");
    sandbox.key_down("f");
    until_time(1.5);
    sandbox.key_up("f");
    s = sandbox.status();
  }
  ASSERT_TRUE(s["course"]["done"]) << s["course"].dump();
  EXPECT_GE(int(s["course"]["count"]), course.needed());
  EXPECT_GT(double(s["course"]["time"]), 4.0);
  EXPECT_EQ(s["course"]["best"], s["course"]["time"]);
  EXPECT_EQ(sandbox.quit(), 0);
}

TEST(GamepadDialog, AStickIsGivenToALeverAndKept) {
  const std::string pad = std::string(testing::TempDir()) + "spook_pad.txt";
  const auto push = [&](const char* state) { std::ofstream(pad) << state; };
  push("0 0 0 0 -1 -1");
  Sandbox sandbox({"rover"}, R"({"hints_seen": true})", {"SPOOK_GAMEPAD_FILE=" + pad});
  sandbox.until([](const json& s) { return s["step"] >= 5 && s["frames"] >= 5; });
  push("0 -1 0 0 -1 -1");
  json s = sandbox.until([](const json& now) { return !now["levers"].empty() && double(now["levers"][0]) == 1.0; });
  EXPECT_EQ(double(s["levers"][0]), 1.0) << "the left stick is the throttle as it comes";
  push("0 0 0 0 -1 -1");
  sandbox.until([](const json& now) { return double(now["levers"][0]) == 0.0; });
  sandbox.click_widget("bar.settings");
  sandbox.until([](const json& now) { return now["widgets"].contains("settings.gamepad"); });
  sandbox.click_widget("settings.gamepad");
  sandbox.until([](const json& now) { return now["widgets"].contains("pad.throttle.change"); });
  sandbox.click_widget("pad.throttle.change");
  sandbox.after_frames(4);
  push("0 0 0 -1 -1 -1");  // right stick up
  sandbox.after_frames(6);
  push("0 0 0 0 -1 -1");
  sandbox.after_frames(4);
  push("0 -1 0 0 -1 -1");
  s = sandbox.after_frames(6);
  EXPECT_EQ(double(s["levers"][0]), 0.0) << "no longer the left stick";
  push("0 0 0 -1 -1 -1");
  s = sandbox.until([](const json& now) { return double(now["levers"][0]) == 1.0; });
  EXPECT_EQ(double(s["levers"][0]), 1.0) << "but the right one";
  sandbox.after_frames(40);
  std::ifstream in(sandbox.folder() + "/config/spook/settings.json");
  EXPECT_EQ(json::parse(in)["gamepad"]["throttle"][0], 3);
}

}  // namespace
}  // namespace spook::test
