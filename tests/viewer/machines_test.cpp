// Driving: who drives, what the keys move, where the camera goes.
#include <gtest/gtest.h>

#include <cmath>

#include "driver.h"

namespace spook::test {
namespace {

constexpr const char* without_hints = R"({"hints_seen": true})";

double distance(const json& a, const json& b) {
  return std::hypot(double(a[0]) - double(b[0]), double(a[1]) - double(b[1]), double(a[2]) - double(b[2]));
}

TEST(Machines, TheFirstKeyTakesTheLoaderOverFromItsAutopilotAndTheCameraGoesAlong) {
  Sandbox sandbox({"wheel_loader", "--param", "rocks=20"}, without_hints);
  const auto frame = [](const json& s) { return body(s, "rear_frame")["position"]; };
  const json start = sandbox.until([](const json& s) { return s["step"] >= 5 && s["frames"] >= 5; });
  ASSERT_TRUE(start["widgets"].contains("machine.hud"));
  EXPECT_EQ(start["driver"], "autopilot");
  // it drives off by itself
  const json off = sandbox.until([&](const json& s) { return double(frame(s)[0]) > double(frame(start)[0]) + 0.3; });
  EXPECT_EQ(off["driver"], "autopilot");
  EXPECT_LT(distance(off["camera"]["position"], start["camera"]["position"]), 0.01) << "looked at from the side";
  // and backwards by hand, against what the script wants
  sandbox.move(640, 300);
  sandbox.key_down("s");
  const json taken = sandbox.until([](const json& s) { return s["driver"] == "you"; });
  EXPECT_EQ(taken["driver"], "you");
  EXPECT_EQ(double(taken["levers"][0]), -1.0);
  const double x = frame(taken)[0];
  const json back = sandbox.until([&](const json& s) { return double(frame(s)[0]) < x - 0.5; });
  EXPECT_LT(double(frame(back)[0]), x - 0.5);
  EXPECT_NEAR(distance(back["camera"]["target"], frame(back)), 0.0, 4.5) << "the camera goes along";
  EXPECT_LT(double(back["camera"]["position"][0]), double(frame(back)[0]) - 5.0) << "behind it: it looks towards +x";
  sandbox.key_up("s");
  // let go, it stands: the script does not take it back
  sandbox.after_frames(40);
  const json stands = sandbox.status();
  const json later = sandbox.until([&](const json& s) { return double(s["time"]) > double(stands["time"]) + 0.7; });
  EXPECT_LT(distance(frame(later), frame(stands)), 0.1);
  // a look aside while it goes along
  const auto yaw = [](const json& s) {
    const json &p = s["camera"]["position"], &t = s["camera"]["target"];
    return std::atan2(double(p[1]) - double(t[1]), double(p[0]) - double(t[0]));
  };
  sandbox.drag(1200, 200, 1000, 200);
  sandbox.release();
  const json aside = sandbox.after_frames(15);
  EXPECT_GT(std::abs(std::remainder(yaw(aside) - yaw(later), 6.2831853)), 0.5);
}

TEST(Machines, TheRoversArmFollowsItsLevers) {
  Sandbox sandbox({"rover"}, without_hints);
  const json start = sandbox.until([](const json& s) { return s["step"] >= 5 && s["frames"] >= 5; });
  const auto reach = [](const json& s) {
    return double(body(s, "hand")["position"][2]) - double(body(s, "chassis")["position"][2]);
  };
  const double before = reach(start);
  sandbox.move(640, 300);
  sandbox.key_down("r");
  const json raised = sandbox.until([&](const json& s) { return reach(s) > before + 0.15; });
  sandbox.key_up("r");
  EXPECT_GT(reach(raised), before + 0.15);
  EXPECT_EQ(raised["driver"], "you");
}

TEST(Machines, TheCranesHoistWindsItsRope) {
  Sandbox sandbox({"crane", "--param", "script=0"}, without_hints);
  const auto rope = [](const json& s) {
    for (const json& joint : s["joints"])
      if (joint["name"] == "hoist") return double(joint["position"]);
    return 0.0;
  };
  const json start = sandbox.until([](const json& s) { return s["step"] >= 5 && s["frames"] >= 5; });
  const double before = rope(start), height = body(start, "load")["position"][2];
  ASSERT_GT(before, 3.0);
  sandbox.move(640, 300);
  sandbox.key_down("r");
  const json up = sandbox.until([&](const json& s) { return rope(s) < before - 0.5; });
  sandbox.key_up("r");
  EXPECT_LT(rope(up), before - 0.5);
  EXPECT_EQ(up["driver"], "you");
  const json lifted = sandbox.after_frames(30);
  EXPECT_GT(double(body(lifted, "load")["position"][2]), height + 0.3) << "the load hangs";
  sandbox.key_down("f");
  const json down = sandbox.until([&](const json& s) { return rope(s) > rope(lifted) + 0.2; });
  sandbox.key_up("f");
  EXPECT_GT(rope(down), rope(lifted) + 0.2);
}

}  // namespace
}  // namespace spook::test
