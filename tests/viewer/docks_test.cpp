// Panels are moved by their tabs: docked at three sides, floating, remembered, and sheets in a small window all the
// same.
#include <gtest/gtest.h>

#include "driver.h"

namespace spook::test {
namespace {

bool has(const json& status, const std::string& widget) {
  return status["widgets"].contains(widget);
}

double middle(const json& r, int axis) {
  return 0.5 * (double(r[axis]) + double(r[axis + 2]));
}

// drags a tab there and lets go
void drag_tab(const Sandbox& sandbox, const std::string& panel, double x, double y) {
  const json tab = sandbox.place_of("tab." + panel);
  sandbox.drag(double(tab[0]) + 12, middle(tab, 1), x, y);
  sandbox.after_frames(3);
  sandbox.release();
  sandbox.after_frames(3);
}

const char* const two_panels =
    R"({"open_panels": ["layers", "plots"], "right_tab": "layers", "bottom_tab": "plots", "hints_seen": true})";

TEST(Docks, ATabIsTornOffDockedElsewhereAndRemembered) {
  Sandbox sandbox({"brick_wall", "--paused"}, two_panels);
  const json start = sandbox.until([](const json& s) { return s["frames"] >= 8 && has(s, "layer.contacts"); });
  ASSERT_TRUE(has(start, "tab.layers"));
  EXPECT_GT(double(start["widgets"]["tab.layers"][0]), 640.0) << "on the right to begin with";

  drag_tab(sandbox, "layers", 500, 250);
  const json torn = sandbox.until([](const json& s) { return has(s, "floating.layers"); });
  ASSERT_TRUE(has(torn, "floating.layers"));
  EXPECT_TRUE(has(torn, "layer.contacts")) << "what floats is drawn";
  EXPECT_FALSE(has(torn, "edge.right")) << "nothing is left on the right";
  sandbox.click_widget("layer.contacts", 0.2);
  EXPECT_TRUE(bool(sandbox.until(
      [](const json& s) { return bool(s["window"]["layers"]["contacts"]); })["window"]["layers"]["contacts"]))
      << "and can be used";

  // it goes where its tab is dragged
  const json before = sandbox.place_of("floating.layers");
  drag_tab(sandbox, "layers", double(before[0]) + 12 + 90, double(before[1]) + 40);
  const json moved = sandbox.place_of("floating.layers");
  EXPECT_NEAR(double(moved[0]), double(before[0]) + 90, 12.0);

  drag_tab(sandbox, "layers", 10, 300);
  const json left = sandbox.until([](const json& s) { return has(s, "edge.left") && !has(s, "floating.layers"); });
  EXPECT_TRUE(has(left, "edge.left"));
  EXPECT_LT(double(sandbox.place_of("tab.layers")[0]), 100.0);
  drag_tab(sandbox, "plots", 1270, 300);
  const json right = sandbox.until([](const json& s) { return has(s, "edge.right") && !has(s, "edge.bottom"); });
  EXPECT_TRUE(has(right, "edge.right"));

  ASSERT_EQ(sandbox.quit(), 0);
  sandbox.start_again({"brick_wall", "--paused"});
  const json again = sandbox.until([](const json& s) { return s["frames"] >= 8 && has(s, "layer.contacts"); });
  ASSERT_TRUE(has(again, "layer.contacts")) << again["widgets"].dump();
  EXPECT_LT(double(again["widgets"]["tab.layers"][0]), 100.0);
  EXPECT_GT(double(again["widgets"]["tab.plots"][0]), 640.0);
  EXPECT_EQ(sandbox.quit(), 0);
}

TEST(Docks, TheSameByTheMenuOfATabAndBackBySettings) {
  Sandbox sandbox({"brick_wall", "--paused"}, two_panels);
  sandbox.until([](const json& s) { return s["frames"] >= 8 && has(s, "tab.layers"); });
  const json tab = sandbox.place_of("tab.layers");
  sandbox.click(double(tab[0]) + 12, middle(tab, 1), 3);
  ASSERT_TRUE(has(sandbox.until([](const json& s) { return has(s, "place.bottom"); }), "place.bottom"));
  sandbox.click_widget("place.bottom");
  const json below = sandbox.until([](const json& s) { return !has(s, "edge.right"); });
  EXPECT_FALSE(has(below, "edge.right"));
  EXPECT_GT(double(sandbox.place_of("tab.layers")[1]), 340.0);
  EXPECT_TRUE(has(sandbox.after_frames(2), "layer.contacts")) << "in front of the plots";
  sandbox.click_widget("bar.settings");
  sandbox.until([](const json& s) { return has(s, "settings.places"); });
  sandbox.click_widget("settings.places");
  EXPECT_TRUE(has(sandbox.until([](const json& s) { return has(s, "edge.right"); }), "edge.right"));
}

TEST(Docks, WhatFloatsIsASheetInASmallWindowAndStaysInSight) {
  Sandbox sandbox({"brick_wall", "--paused"},
                  R"({"open_panels": ["layers"], "hints_seen": true, "places": {"layers": ["floating", 60, 30, 26, 20],
                      "plots": ["nowhere", 0, 0, 0, 0]}})");
  const json start = sandbox.until([](const json& s) { return s["frames"] >= 8 && has(s, "floating.layers"); });
  ASSERT_TRUE(has(start, "floating.layers"));
  EXPECT_LE(double(start["widgets"]["floating.layers"][2]), 1281.0);
  EXPECT_LE(double(start["widgets"]["floating.layers"][3]), 721.0);
  sandbox.resize(400, 300);
  const json small = sandbox.until([](const json& s) { return has(s, "bar.menu") && !has(s, "floating.layers"); });
  EXPECT_TRUE(has(small, "layer.contacts"));
  EXPECT_FALSE(has(small, "floating.layers"));
}

}  // namespace
}  // namespace spook::test
