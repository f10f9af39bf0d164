// The tools around a running scene: the camera's hands, the inspector, plots and the Convergence panel.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "driver.h"

namespace spook::test {
namespace {

double distance(const json& a, const json& b) {
  return std::hypot(double(a[0]) - double(b[0]), double(a[1]) - double(b[1]), double(a[2]) - double(b[2]));
}

std::string panel(const char* id, const char* dock) {
  return json{{"open_panels", {id}}, {dock, id}, {"hints_seen", true}}.dump();
}

TEST(Tools, TheCameraOrbitsPansAndFliesAndHomeBringsItBack) {
  Sandbox sandbox({"pendulum", "--paused"}, R"({"hints_seen": true})");
  const json home = sandbox.until([](const json& s) { return s["frames"] >= 8; })["camera"];
  const auto drag = [&](int button, double dx, double dy) {
    sandbox.move(200, 560);
    sandbox.after_frames(2);
    sandbox.press(button);
    sandbox.after_frames(2);
    sandbox.move(200 + dx, 560 + dy);
    sandbox.after_frames(2);
    sandbox.release(button);
    return sandbox.after_frames(25)["camera"];  // it glides there
  };
  const json orbited = drag(1, 120, -60);
  EXPECT_GT(distance(orbited["position"], home["position"]), 0.5);
  EXPECT_LT(distance(orbited["target"], home["target"]), 1e-3) << "an orbit keeps what it looks at";
  const json panned = drag(2, 90, 40);
  EXPECT_GT(distance(panned["target"], orbited["target"]), 0.1);
  EXPECT_NEAR(distance(panned["target"], panned["position"]), distance(orbited["target"], orbited["position"]), 1e-2);
  // fly: right button and W
  sandbox.press(3);
  sandbox.key_down("w");
  const json flown = sandbox.until(
      [&](const json& s) { return distance(s["camera"]["position"], panned["position"]) > 0.5; })["camera"];
  sandbox.key_up("w");
  sandbox.release(3);
  const auto along = [&](int k) { return double(panned["target"][k]) - double(panned["position"][k]); };
  double forward = 0;
  for (int k = 0; k < 3; ++k) forward += along(k) * (double(flown["position"][k]) - double(panned["position"][k]));
  EXPECT_GT(forward, 0.0) << "W flies forward";
  sandbox.key("Home");
  const json back = sandbox.until(
      [&](const json& s) { return distance(s["camera"]["position"], home["position"]) < 0.05; })["camera"];
  EXPECT_LT(distance(back["position"], home["position"]), 0.05);
}

TEST(Tools, InspectorEditsApplyLiveAndUndoTakesThemBack) {
  Sandbox sandbox({"brick_wall", "--paused"}, panel("inspector", "left_tab"));
  const json start = sandbox.until([](const json& s) { return s["frames"] >= 5; });
  const std::string brick = "brick_9_7";
  sandbox.key_down("ctrl");
  sandbox.click(body(start, brick)["pixel"][0], body(start, brick)["pixel"][1]);
  sandbox.key_up("ctrl");
  const json chosen = sandbox.until([&](const json& s) { return s["widgets"].contains("body.mass"); });
  ASSERT_TRUE(chosen["widgets"].contains("body.mass"));
  const auto type_into = [&](const char* id, double along, const std::string& value) {
    sandbox.key_down("ctrl");
    sandbox.click_widget(id, along);
    sandbox.key_up("ctrl");
    sandbox.type(value);
    sandbox.key("Return");
  };
  const double mass = body(start, brick)["mass"];
  type_into("body.mass", 0.5, "7.5");
  EXPECT_NEAR(double(body(sandbox.until([&](const json& s) { return body(s, brick)["mass"] == 7.5; }), brick)["mass"]),
              7.5, 1e-9);
  type_into("body.position", 0.17, "2.25");
  const auto there = [&](const json& s) { return std::abs(double(body(s, brick)["position"][0]) - 2.25) < 1e-6; };
  EXPECT_TRUE(there(sandbox.until(there)));
  for (int i = 0; i < 4; ++i) sandbox.key("ctrl+z"), sandbox.after_frames(3);
  const json undone =
      sandbox.until([&](const json& s) { return std::abs(double(body(s, brick)["mass"]) - mass) < 1e-9; });
  EXPECT_NEAR(double(body(undone, brick)["mass"]), mass, 1e-9);
  EXPECT_LT(distance(body(undone, brick)["position"], body(start, brick)["position"]), 1e-9);
}

TEST(Tools, AClickInAPlotGoesToThatMomentAndTheTableIsExported) {
  Sandbox sandbox({"pendulum"}, panel("plots", "bottom_tab"));
  sandbox.until([](const json& s) { return s["step"] >= 90; });
  sandbox.click_widget("plots.csv");
  sandbox.key("space");
  const int last = sandbox.until([](const json& s) { return !bool(s["playing"]); })["step"];
  sandbox.click_widget("chart.energy", 0.5);
  const json there = sandbox.until([&](const json& s) { return int(s["step"]) < last * 0.8; });
  EXPECT_LT(int(there["step"]), last * 0.8);
  EXPECT_GT(int(there["step"]), last * 0.15);
  EXPECT_EQ(int(there["history"]["last_step"]), last) << "a look back forgets nothing";
  std::string table;
  for (const auto& entry : std::filesystem::directory_iterator(sandbox.folder() + "/Pictures"))
    if (entry.path().extension() == ".csv") table = entry.path();
  ASSERT_FALSE(table.empty());
  std::ifstream in(table);
  std::string header, row;
  std::getline(in, header);
  int rows = 0;
  while (std::getline(in, row)) ++rows;
  EXPECT_EQ(header.substr(0, 17), "t,energy kinetic,") << header;
  EXPECT_GE(rows, 80) << "a row a step";
}

TEST(Tools, AConvergencePointNamesItsWorstContactAndAClickFliesThere) {
  Sandbox sandbox({"log_pile", "--param", "logs=20"}, panel("convergence", "bottom_tab"));
  sandbox.until([](const json& s) { return s["step"] >= 20 && s["frames"] >= 5; });
  sandbox.click_widget("convergence.freeze");
  sandbox.after_frames(4);
  sandbox.click_widget("convergence.overlay");
  sandbox.until([](const json& s) { return s["study_curves"] == 6; }, 60.0);
  const json ready =
      sandbox.until([](const json& s) { return s["widgets"].contains("chart.convergence.normal.last"); });
  const json r = ready["widgets"]["chart.convergence.normal.last"];
  const double x = 0.5 * (double(r[0]) + double(r[2])), y = 0.5 * (double(r[1]) + double(r[3]));
  sandbox.move(x, y);
  const json named = sandbox.until([](const json& s) { return !std::string(s["window"]["hovered_contact"]).empty(); });
  const std::string contact = named["window"]["hovered_contact"];
  EXPECT_NE(contact.find(" on "), std::string::npos) << contact;
  sandbox.click(x, y);
  const json flown = sandbox.until([&](const json& s) {
    return distance(s["camera"]["target"], named["camera"]["target"]) > 1e-3 ||
           distance(s["camera"]["position"], named["camera"]["position"]) > 0.1;
  });
  EXPECT_GT(distance(flown["camera"]["position"], named["camera"]["position"]), 0.1);
  // who is named is selected
  bool selected = false;
  for (const json& b : flown["bodies"])
    selected = selected || (bool(b["selected"]) && contact.find(std::string(b["name"])) != std::string::npos);
  EXPECT_TRUE(selected) << contact;
  // and on it goes, live
  sandbox.click_widget("convergence.freeze");
  const json live = sandbox.until([](const json& s) { return s["study_curves"] == 0; });
  EXPECT_EQ(live["study_curves"], 0);
  EXPECT_EQ(sandbox.quit(), 0);
}

}  // namespace
}  // namespace spook::test
