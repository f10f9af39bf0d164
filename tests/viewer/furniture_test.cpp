// What stands around the picture: docks, hints, text size, layers' keys, files.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "driver.h"
#include "tests/paths.h"

namespace spook::test {
namespace {

json window(const json& s) {
  return s["window"];
}

TEST(Furniture, HintsShowOnceAndThemeAndPanelsAreRememberedNextTime) {
  Sandbox sandbox({"pendulum"});
  const json first = sandbox.until([](const json& s) { return s["widgets"].contains("hints.close"); });
  ASSERT_TRUE(first["widgets"].contains("hints.close")) << "five hints at a first run";
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
  for (const char* key : {"1", "2", "3", "4", "5", "6", "7"}) sandbox.key(std::string("shift+") + key);
  const auto all = [](const json& s) {
    const json layers = window(s)["layers"];
    return std::all_of(layers.begin(), layers.end(), [](const json& on) { return bool(on); });
  };
  const json on = sandbox.until(all);
  EXPECT_TRUE(all(on)) << window(on)["layers"].dump();
  EXPECT_EQ(window(on)["layers"].size(), 17u);
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
