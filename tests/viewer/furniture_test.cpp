// What stands around the picture: docks, hints, text size, layers' keys, files.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "driver.h"
#include "tests/paths.h"

namespace spook::test {
namespace {

json window(const json& s) {
  return s["window"];
}

TEST(Furniture, HiddenHintsStayHiddenAndThemeAndPanelsAreRememberedNextTime) {
  Sandbox sandbox({"pendulum"});
  const json first = sandbox.until([](const json& s) { return s["widgets"].contains("hints.close"); });
  ASSERT_TRUE(first["widgets"].contains("hints.close")) << "hints at a first run";
  sandbox.click_widget("hints.close");
  const bool dark = window(first)["dark"];
  sandbox.key("t");
  sandbox.key("F6");
  sandbox.until([&](const json& s) { return bool(window(s)["dark"]) != dark; });
  EXPECT_EQ(sandbox.quit(), 0);
  sandbox.start_again({"pendulum"});
  const json second = sandbox.until([](const json& s) { return s["frames"] >= 5; });
  EXPECT_FALSE(second["widgets"].contains("hints.close")) << "once";
  EXPECT_EQ(bool(window(second)["dark"]), !dark);
  EXPECT_EQ(window(second)["open_panels"], json({"plots"}));
}

TEST(Furniture, HintsGoAsTheyAreFollowedAndThatIsKeptAtOnce) {
  Sandbox sandbox({"brick_wall"});
  const json start =
      sandbox.until([](const json& s) { return s["step"] >= 5 && s["widgets"].contains("hints.close"); });
  const auto left = [](const json& s) { return int(window(s)["hints_left"]); };
  EXPECT_EQ(left(start), 3);
  const double x = body(start, "brick_9_5")["pixel"][0], y = body(start, "brick_9_5")["pixel"][1];
  sandbox.drag(x, y, x, y - 90);
  sandbox.release();
  EXPECT_EQ(left(sandbox.until([&](const json& s) { return left(s) == 2; })), 2) << "dragged";
  sandbox.key_down("shift");
  sandbox.click(640, 330);
  sandbox.key_up("shift");
  EXPECT_EQ(left(sandbox.until([&](const json& s) { return left(s) == 1; })), 1) << "shot";
  sandbox.drag(1200, 600, 1100, 560);
  sandbox.release();
  const json done = sandbox.until([](const json& s) { return !s["widgets"].contains("hints.close"); });
  EXPECT_FALSE(done["widgets"].contains("hints.close")) << "looked around: all were followed";
  // settings stand however the program ends
  const std::string file = sandbox.folder() + "/config/spook/settings.json";
  const auto kept = [&] {
    std::ifstream in(file);
    const json settings = json::parse(in, nullptr, false);
    return settings.is_object() && settings.value("hints_seen", false);
  };
  sandbox.until([&](const json&) { return kept(); });
  EXPECT_TRUE(kept()) << "while it runs";
}

TEST(Furniture, TheSettingsMenuTurnsTextThemeQualityHandAndPace) {
  Sandbox sandbox({"pendulum"}, R"({"hints_seen": true})");
  const json start = sandbox.until([](const json& s) { return s["frames"] >= 5; });
  sandbox.click_widget("bar.settings");
  sandbox.click_widget("settings.text", 0.6);
  const double em = window(start)["em"];
  const json grown = sandbox.until([&](const json& s) { return double(window(s)["em"]) > em + 2; });
  EXPECT_GT(double(window(grown)["em"]), em + 2);
  sandbox.click_widget("settings.theme");
  sandbox.click_widget(window(start)["dark"] ? "settings.theme.Light" : "settings.theme.Dark");
  const json other = sandbox.until([&](const json& s) { return window(s)["dark"] != window(start)["dark"]; });
  EXPECT_NE(window(other)["dark"], window(start)["dark"]);
  sandbox.click_widget("settings.pace");
  sandbox.click_widget("settings.pace.Keep accuracy");
  EXPECT_FALSE(sandbox.until([](const json& s) { return !bool(s["keeps_pace"]); })["keeps_pace"]);
  sandbox.click_widget("settings.strength", 0.9);
  const auto effort = [&] {
    std::ifstream in(sandbox.folder() + "/config/spook/settings.json");
    return json::parse(in, nullptr, false).value("hand_effort", 0.0);
  };
  sandbox.until([&](const json&) { return effort() > 20.0; });
  EXPECT_GT(effort(), 20.0) << "kept as it was changed";
}

TEST(Furniture, ADocksEdgeIsDraggedTheWindowResizedAndTextGrowsLive) {
  Sandbox sandbox(
      {"pendulum"},
      json{{"open_panels", {"layers", "scene", "plots"}}, {"right_tab", "layers"}, {"hints_seen", true}}.dump());
  const json start = sandbox.until([](const json& s) { return s["frames"] >= 5; });
  const auto middle = [](const json& r) {
    return std::pair{0.5 * (double(r[0]) + double(r[2])), 0.5 * (double(r[1]) + double(r[3]))};
  };
  const json before = window(start)["docks"];
  const auto [lx, ly] = middle(start["widgets"]["edge.left"]);
  sandbox.drag(lx, ly, lx + 60, ly);
  sandbox.release();
  const auto [bx, by] = middle(start["widgets"]["edge.bottom"]);
  sandbox.drag(bx + 60, by, bx + 60, by - 45);
  sandbox.release();
  const json after = window(sandbox.after_frames(3))["docks"];
  EXPECT_NEAR(double(after[0]) - double(before[0]), 4.0, 0.7) << "60 pixels of 15 a unit";
  EXPECT_NEAR(double(after[2]) - double(before[2]), 3.0, 0.7);

  const json wide = sandbox.status()["widgets"]["time.scrubber"];
  sandbox.resize(1000, 640);
  const json small = sandbox.until([&](const json& s) {
    return s["widgets"].contains("time.scrubber") && double(s["widgets"]["time.scrubber"][2]) < double(wide[2]) - 200;
  });
  EXPECT_LT(double(small["widgets"]["time.scrubber"][2]), double(wide[2]) - 200);
  EXPECT_LT(double(small["widgets"]["time.scrubber"][3]), 640.0);
  sandbox.resize(1280, 720);
  sandbox.until([&](const json& s) { return double(s["widgets"]["time.scrubber"][2]) > 1000; });

  const double em = window(start)["em"];
  sandbox.key("F5");  // the panel is open: it closes
  sandbox.key("F5");
  sandbox.move(1200, 300);
  sandbox.after_frames(3);
  for (int i = 0; i < 12; ++i) sandbox.press(5), sandbox.release(5);
  sandbox.after_frames(3);
  sandbox.click_widget("layer.ui_scale", 0.6);
  const json grown = sandbox.until([&](const json& s) { return double(window(s)["em"]) > em + 2; });
  EXPECT_GT(double(window(grown)["em"]), em + 2);
}

TEST(Furniture, EveryLayerHasAKeyThatSwitchesIt) {
  Sandbox sandbox({"pendulum", "--paused"}, R"({"hints_seen": true})");
  sandbox.until([](const json& s) { return s["frames"] >= 5; });
  for (const char* key : {"1", "2", "3", "4", "5", "6", "7", "8", "9", "0"}) sandbox.key(key);
  for (const char* key : {"1", "2", "3", "4", "5", "6", "7", "8"}) sandbox.key(std::string("shift+") + key);
  const auto all = [](const json& s) {
    const json layers = window(s)["layers"];
    return std::all_of(layers.begin(), layers.end(), [](const json& on) { return bool(on); });
  };
  const json on = sandbox.until(all);
  EXPECT_TRUE(all(on)) << window(on)["layers"].dump();
  EXPECT_EQ(window(on)["layers"].size(), 18u);
}

TEST(Furniture, CtrlSSavesTheSceneAndCtrlShiftOOpensIt) {
  Sandbox sandbox({"cradle"}, R"({"hints_seen": true})");
  const json start = sandbox.until([](const json& s) { return s["step"] >= 20; });
  const std::string file = sandbox.folder() + "/mine.json";
  sandbox.key("ctrl+s");
  sandbox.until([](const json& s) { return s["widgets"].contains("save.name"); });
  sandbox.after_frames(3);
  sandbox.type(file);  // the name that stands there is selected
  sandbox.key("Return");
  sandbox.until([&](const json&) { return std::filesystem::exists(file); });
  ASSERT_TRUE(std::filesystem::exists(file));
  sandbox.key("ctrl+shift+o");
  sandbox.until([](const json& s) { return s["widgets"].contains("open.path"); });
  sandbox.type(file);
  sandbox.key("Return");
  const json opened = sandbox.until([](const json& s) { return s["world"] == 2; });
  EXPECT_EQ(opened["world"], 2);
  EXPECT_EQ(opened["bodies"].size(), start["bodies"].size());
}

TEST(Furniture, WithoutOpenGl41OneLineSaysSo) {
  Sandbox server({"pendulum"}, R"({"hints_seen": true})");  // for its display
  server.until([](const json& s) { return s["frames"] >= 2; });
  std::string errors;
  const int code = run_and_read({sandbox_path(), "pendulum", "--frames", "2", "--exit"},
                                {"DISPLAY=" + server.display(), "MESA_GL_VERSION_OVERRIDE=3.3",
                                 "HOME=" + server.folder(), "XDG_CONFIG_HOME=" + server.folder() + "/other"},
                                errors, 20.0);
  EXPECT_EQ(code, 2);
  EXPECT_EQ(std::count(errors.begin(), errors.end(), '\n'), 1) << errors;
  EXPECT_NE(errors.find("OpenGL 4.1"), std::string::npos) << errors;
}

}  // namespace
}  // namespace spook::test
