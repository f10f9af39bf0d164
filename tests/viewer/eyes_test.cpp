// What opens scenes, keeps views and makes pictures: files let fall, the camera, recordings, figures.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "driver.h"
#include "file_drop.h"
#include "tests/paths.h"

namespace spook::test {
namespace {

double distance(const json& a, const json& b) {
  return std::hypot(double(a[0]) - double(b[0]), double(a[1]) - double(b[1]), double(a[2]) - double(b[2]));
}

int count_files(const std::string& folder, const std::string& extension) {
  int count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    count += entry.path().extension() == extension;
  return count;
}

std::string broken_scene() {
  const std::string file = testing::TempDir() + "spook_dropped_broken.json";
  std::ofstream(file) << R"({ "format": "spook-scene", "version": 1, "name": "broken",
    "bodies": [ { "name": "a", "mass": -1 } ] })";
  return file;
}

TEST(Eyes, AFileLetFallOnTheWindowOpensAndABrokenOneIsNamed) {
  Sandbox sandbox({"brick_wall", "--paused"});
  sandbox.until([](const json& s) { return s["frames"] >= 5; });
  ASSERT_TRUE(drop_file(sandbox.display(), (source_folder() / "assets/scenes/cradle.json").string()));
  const json opened = sandbox.until([](const json& s) { return s["world"] == 2; });
  EXPECT_NE(std::string(opened["scene"]).find("cradle"), std::string::npos) << opened["scene"];
  ASSERT_TRUE(drop_file(sandbox.display(), broken_scene()));
  const json told = sandbox.until([](const json& s) { return !std::string(s["error"]).empty(); });
  EXPECT_NE(std::string(told["error"]).find("/bodies/0"), std::string::npos) << told["error"];
  EXPECT_EQ(told["scene"], opened["scene"]) << "the running scene stays";
}

// a pendulum of a robot, whose bob weighs what is given
std::string robot_file(const std::string& name, const std::string& mass) {
  const std::string file = testing::TempDir() + name;
  std::ofstream(file) << R"(<robot name="pendulum"><link name="base"/>
    <link name="bob"><inertial><origin xyz="0 0 -0.5"/>
    <mass value=")" << mass
                      << R"("/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial>
    <collision><origin xyz="0 0 -0.5"/><geometry><sphere radius="0.2"/></geometry></collision></link>
    <joint name="axle" type="continuous"><parent link="base"/><child link="bob"/><origin xyz="0 0 2"/><axis xyz="0 1 0"/></joint>
    </robot>)";
  return file;
}

TEST(Eyes, ARobotLetFallOnTheWindowHangsThereAndABrokenOneIsNamedWithItsLine) {
  Sandbox sandbox({"brick_wall", "--paused"});
  sandbox.until([](const json& s) { return s["frames"] >= 5; });
  ASSERT_TRUE(drop_file(sandbox.display(), robot_file("spook_dropped.urdf", "2")));
  const json opened = sandbox.until([](const json& s) { return s["world"] == 2; });
  ASSERT_FALSE(body(opened, "bob").is_null());
  EXPECT_NEAR(double(body(opened, "bob")["position"][2]), 1.5, 1e-6);
  ASSERT_TRUE(drop_file(sandbox.display(), robot_file("spook_dropped_broken.urdf", "-2")));
  const json told = sandbox.until([](const json& s) { return !std::string(s["error"]).empty(); });
  EXPECT_NE(std::string(told["error"]).find("broken.urdf:3: <mass>"), std::string::npos) << told["error"];
  EXPECT_EQ(told["scene"], opened["scene"]) << "the running scene stays";
}

TEST(Eyes, TheWheelZoomsToTheCursorFFramesAndRememberedViewsComeBackNextTime) {
  Sandbox sandbox({"brick_wall", "--paused"});
  const json start = sandbox.until([](const json& s) { return s["frames"] >= 5; });
  const std::string brick = "brick_9_0";
  const double x = body(start, brick)["pixel"][0], y = body(start, brick)["pixel"][1];
  sandbox.move(x, y);
  sandbox.after_frames(2);
  for (int i = 0; i < 4; ++i) sandbox.press(4), sandbox.release(4), sandbox.after_frames(2);
  sandbox.key("shift+v");
  const json near = sandbox.after_frames(30);
  EXPECT_LT(distance(near["camera"]["position"], body(near, brick)["position"]),
            0.75 * distance(start["camera"]["position"], body(start, brick)["position"]));
  EXPECT_NEAR(double(body(near, brick)["pixel"][0]), x, 60) << "what is under the cursor stays there";
  EXPECT_NEAR(double(body(near, brick)["pixel"][1]), y, 60);
  // F: everything is seen again
  sandbox.key("f");
  const json framed = sandbox.after_frames(30);
  for (const json& b : framed["bodies"]) {
    EXPECT_GT(double(b["pixel"][0]), 0.0);
    EXPECT_LT(double(b["pixel"][0]), 1280.0);
  }
  EXPECT_EQ(sandbox.quit(), 0);
  sandbox.start_again({"brick_wall", "--paused"});
  sandbox.until([](const json& s) { return s["frames"] >= 5; });
  sandbox.key("v");
  const json again = sandbox.after_frames(40);
  EXPECT_LT(distance(again["camera"]["position"], near["camera"]["position"]), 0.2);
}

TEST(Eyes, FollowKeepsASelectedBodyInPlaceWhileItMoves) {
  Sandbox sandbox({"wheel_loader", "--param", "script=0"});
  const json start = sandbox.until([](const json& s) { return s["step"] >= 5 && s["frames"] >= 5; });
  sandbox.key_down("ctrl");
  sandbox.click(body(start, "rear_frame")["pixel"][0], body(start, "rear_frame")["pixel"][1]);
  sandbox.key_up("ctrl");
  std::string followed;
  const json chosen = sandbox.until([&](const json& s) {
    for (const json& b : s["bodies"])
      if (bool(b["selected"])) followed = b["name"];
    return !followed.empty();
  });
  ASSERT_FALSE(followed.empty());
  sandbox.key("shift+f");
  sandbox.move(640, 120);
  sandbox.key_down("w");
  const double x = body(chosen, followed)["position"][0];
  const auto off = [&](const json& s) { return distance(s["camera"]["target"], body(s, followed)["position"]); };
  const json driven = sandbox.until(
      [&](const json& s) { return std::abs(double(body(s, followed)["position"][0]) - x) > 0.5 && off(s) < 0.3; });
  sandbox.key_up("w");
  EXPECT_GT(std::abs(double(body(driven, followed)["position"][0]) - x), 0.5);
  EXPECT_LT(off(driven), 0.3) << "the camera looks where the body is";
}

TEST(Eyes, RecordingWritesAFilmWhereFfmpegIsAndNumberedPicturesWhereNot) {
  for (const bool film : {true, false}) {
    Sandbox sandbox({"brick_wall"}, R"({"hints_seen": true})",
                    film ? std::vector<std::string>{} : std::vector<std::string>{"PATH=/nowhere"});
    sandbox.until([](const json& s) { return s["frames"] >= 5; });
    sandbox.key("F9");
    sandbox.after_frames(10);
    sandbox.key("F9");
    sandbox.after_frames(5);
    sandbox.key("F12");
    sandbox.after_frames(3);
    EXPECT_EQ(sandbox.quit(), 0);
    if (film && std::filesystem::exists("/usr/bin/ffmpeg"))
      EXPECT_EQ(count_files(sandbox.folder(), ".mp4"), 1);
    else
      EXPECT_GE(count_files(sandbox.folder() + "/Pictures", ".png"), 3) << "pictures of the recording, and one of F12";
  }
}

TEST(Eyes, BSpawnsAtTheCursorMinusSlowsDownAndTIsTheOtherTheme) {
  Sandbox sandbox({"brick_wall"});
  const json start = sandbox.until([](const json& s) { return s["frames"] >= 5; });
  const std::size_t bodies = start["bodies"].size();
  sandbox.move(300, 560);
  sandbox.after_frames(2);
  sandbox.key("b");
  EXPECT_EQ(sandbox.until([&](const json& s) { return s["bodies"].size() == bodies + 1; })["bodies"].size(),
            bodies + 1);
  sandbox.key("minus");
  sandbox.key("minus");
  EXPECT_EQ(double(sandbox.until([](const json& s) { return s["speed"] == 0.25; })["speed"]), 0.25);
}

TEST(Eyes, TheConvergencePanelExportsItsFigureAndItsTable) {
  Sandbox sandbox({"log_pile"},
                  json{{"open_panels", {"convergence"}}, {"bottom_tab", "convergence"}, {"hints_seen", true}}.dump());
  sandbox.until([](const json& s) { return s["step"] >= 10 && s["frames"] >= 5; });
  sandbox.click_widget("convergence.freeze");
  sandbox.click_widget("convergence.overlay");
  const json compared = sandbox.until([](const json& s) { return s.value("study_curves", 0) == 6; }, 60.0);
  EXPECT_EQ(compared.value("study_curves", 0), 6) << "four sweep kinds, direct-iterative and exact";
  sandbox.click_widget("convergence.csv");
  sandbox.click_widget("convergence.png");
  sandbox.after_frames(3);
  EXPECT_EQ(sandbox.quit(), 0);
  EXPECT_EQ(count_files(sandbox.folder() + "/Pictures", ".csv"), 1);
  EXPECT_EQ(count_files(sandbox.folder() + "/Pictures", ".png"), 1);
}

}  // namespace
}  // namespace spook::test
