// A person new to it, by what the screen shows and without a README: no key is pressed that no word on the screen
// names.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "driver.h"

namespace spook::test {
namespace {

bool shows(const json& status, const std::string& widget) {
  return status["widgets"].contains(widget);
}

// the scene is chosen from the gallery, by a few letters and its picture
void open_from_gallery(const Sandbox& sandbox, const std::string& letters, const std::string& scene) {
  sandbox.click_widget("bar.gallery");
  sandbox.until([&](const json& s) { return shows(s, "gallery.query"); });
  sandbox.type(letters);
  sandbox.click_widget("gallery." + scene);
  sandbox.until([&](const json& s) { return s["scene"] == scene && s["step"] >= 5; });
}

TEST(Newcomer, FindsAMovingSceneAndFollowsItsThreeHints) {
  Sandbox sandbox({});
  const json first = sandbox.until([](const json& s) { return s["step"] >= 10 && shows(s, "hints.close"); });
  EXPECT_EQ(int(first["window"]["hints_left"]), 3);
  EXPECT_TRUE(bool(first["playing"]));
  const auto moves = [&](const json& s) {
    const json a = body(first, "ball")["position"], b = body(s, "ball")["position"];
    return std::hypot(double(b[0]) - double(a[0]), double(b[1]) - double(a[1]), double(b[2]) - double(a[2])) > 1.0;
  };
  const json moved = sandbox.until(moves);
  EXPECT_TRUE(moves(moved)) << "the ball swings";
  // "Drag a body": a brick of the heap comes along
  const json calm = sandbox.until([](const json& s) { return double(s["time"]) > 6.0; });
  const std::string brick = "brick_0_0";
  const json at = body(calm, brick);
  const double x = at["pixel"][0], y = at["pixel"][1];
  sandbox.drag(x, y, x - 120, y - 120);
  const auto lifted = [&](const json& s) {
    return double(body(s, brick)["position"][2]) > double(at["position"][2]) + 0.3;
  };
  const json held = sandbox.until(lifted);
  EXPECT_TRUE(lifted(held)) << body(held, brick);
  sandbox.release();
  // "Shift-click shoots a ball"
  sandbox.key_down("shift");
  sandbox.click(560, 430);
  sandbox.key_up("shift");
  EXPECT_FALSE(body(sandbox.until([](const json& s) { return !body(s, "shot_1").is_null(); }), "shot_1").is_null());
  // "Drag beside bodies to look around"
  sandbox.drag(1150, 250, 1050, 260);
  sandbox.release();
  const auto gone = [](const json& s) { return !shows(s, "hints.close"); };
  EXPECT_TRUE(gone(sandbox.until(gone))) << "all three were followed";
}

TEST(Newcomer, SlowsDownAndRewindsByTheBarBelow) {
  Sandbox sandbox({});
  sandbox.until([](const json& s) { return double(s["time"]) > 3.0; });
  sandbox.click_widget("time.speed");
  sandbox.click_widget("time.speed.0.1×");
  const auto slow = [](const json& s) { return s["speed"] == 0.1; };
  EXPECT_TRUE(slow(sandbox.until(slow)));
  const json bar = sandbox.place_of("time.scrubber");
  const double y = 0.5 * (double(bar[1]) + double(bar[3])), wide = double(bar[2]) - double(bar[0]);
  sandbox.drag(double(bar[2]) - 4, y, double(bar[0]) + 0.25 * wide, y);
  const auto back = [](const json& s) { return double(s["time"]) < 1.5; };
  const json then = sandbox.until(back);
  EXPECT_TRUE(back(then)) << then["time"];
  sandbox.release();
  // the wall stands again
  EXPECT_GT(double(body(then, "brick_11_5")["position"][2]), 2.0);
  sandbox.click_widget("time.play");
  const auto plays = [&](const json& s) { return bool(s["playing"]) && double(s["time"]) > double(then["time"]); };
  EXPECT_TRUE(plays(sandbox.until(plays)));
}

TEST(Newcomer, MakesEverythingSlipperyInTheScenePanelAndAnArchFalls) {
  Sandbox sandbox({});
  sandbox.until([](const json& s) { return s["step"] >= 5; });
  open_from_gallery(sandbox, "arch", "arch");
  const json stands = sandbox.until([](const json& s) { return double(s["time"]) > 1.0; });
  const auto highest = [](const json& s) {
    double z = 0.0;
    for (const json& one : s["bodies"]) z = std::max(z, double(one["position"][2]));
    return z;
  };
  EXPECT_NEAR(highest(stands), highest(sandbox.after_frames(5)), 1e-3);
  sandbox.click_widget("bar.scene");
  sandbox.until([](const json& s) { return shows(s, "world.friction"); });
  sandbox.click_widget("world.friction", 0.005);
  const auto fell = [&](const json& s) { return highest(s) < 0.8 * highest(stands); };
  const json slid = sandbox.until(fell);
  EXPECT_TRUE(fell(slid)) << highest(stands) << " m before, " << highest(slid) << " after";
  EXPECT_TRUE(shows(slid, "dot.world.friction"));
  // and light
  sandbox.click_widget("world.gravity", 0.02);
  const auto is_light = [](const json& s) {
    const std::string gravity = s["parameters"]["gravity"];
    return std::abs(std::stod(gravity.substr(gravity.rfind(',') + 1))) < 1.0;
  };
  const json light = sandbox.until(is_light);
  EXPECT_TRUE(is_light(light)) << light["parameters"]["gravity"];
}

TEST(Newcomer, FindsTheLoaderInTheGalleryAndDrivesItByTheKeysOnTheScreen) {
  Sandbox sandbox({});
  sandbox.until([](const json& s) { return s["step"] >= 5; });
  open_from_gallery(sandbox, "loader", "wheel_loader");
  const json start = sandbox.until([](const json& s) { return shows(s, "machine.hud"); });
  ASSERT_TRUE(shows(start, "machine.hud"));
  EXPECT_EQ(start["driver"], "autopilot");
  sandbox.key_down("s");
  const json taken = sandbox.until([](const json& s) { return s["driver"] == "you"; });
  EXPECT_EQ(taken["driver"], "you");
  const double x = body(taken, "rear_frame")["position"][0];
  const auto backwards = [&](const json& s) { return double(body(s, "rear_frame")["position"][0]) < x - 0.3; };
  EXPECT_TRUE(backwards(sandbox.until(backwards)));
  sandbox.key_up("s");
}

TEST(Newcomer, SavesAFilm) {
  Sandbox sandbox({});
  sandbox.until([](const json& s) { return s["step"] >= 5; });
  sandbox.click_widget("bar.film");
  sandbox.until([](const json& s) { return s["window"]["film"]["open"] == true; });
  const std::string name = sandbox.folder() + "/mine";
  sandbox.type(name);  // over the name that stands there, selected
  sandbox.click_widget("film.seconds", 0.01);
  sandbox.click_widget("film.size");
  sandbox.click_widget("film.size.0");  // the smallest
  sandbox.click_widget("film.start");
  const auto done = [](const json& s) { return s["window"]["said"].dump().find("Saved ") != std::string::npos; };
  const json saved = sandbox.until(done, 120.0);
  ASSERT_TRUE(done(saved)) << saved["window"]["film"];
  namespace fs = std::filesystem;
  EXPECT_TRUE(fs::exists(name + ".mp4") || fs::is_directory(name)) << "a film, or pictures where ffmpeg is missing";
}

}  // namespace
}  // namespace spook::test
