// What every panel has in common: tooltips beside, one column of sliders, amber where a value was changed, sheets in a
// small window; and what plots, Scene and Solver tell.
#include <gtest/gtest.h>

#include <cmath>

#include "driver.h"

namespace spook::test {
namespace {

std::string opened(const std::vector<std::string>& panels) {
  return json{{"open_panels", panels},
              {"left_tab", "scene"},
              {"right_tab", panels.back()},
              {"bottom_tab", "plots"},
              {"hints_seen", true}}
      .dump();
}

bool has(const json& status, const std::string& widget) {
  return status["widgets"].contains(widget);
}

std::vector<std::string> dots(const json& status) {
  std::vector<std::string> found;
  for (const auto& [id, where] : status["widgets"].items())
    if (id.rfind("dot.", 0) == 0) found.push_back(id);
  return found;
}

TEST(Panels, NothingIsAmberUntouchedAndWhatIsTurnedIsAlsoAtItsMinimum) {
  Sandbox sandbox({"brick_wall", "--paused"}, opened({"scene", "solver"}));
  const json start = sandbox.until([](const json& s) { return s["frames"] >= 8 && has(s, "solver.sweeps"); });
  EXPECT_TRUE(dots(start).empty()) << json(dots(start));
  EXPECT_FALSE(has(start, "solver.overrides")) << "and nothing is said to override the scene";
  sandbox.click_widget("solver.sweeps", 0.02);
  const json turned = sandbox.until([](const json& s) { return has(s, "dot.solver.sweeps"); });
  EXPECT_TRUE(has(turned, "dot.solver.sweeps"));
  EXPECT_LE(std::stoi(std::string(turned["parameters"]["sweeps"])), 2) << "at its minimum";
}

TEST(Panels, SlidersStandInOneColumn) {
  Sandbox sandbox({"brick_wall", "--paused"}, opened({"solver"}));
  const json start = sandbox.until([](const json& s) { return s["frames"] >= 8 && has(s, "solver.compliance"); });
  double column = -1.0;
  int count = 0;
  for (const char* id : {"solver.solver", "solver.sweeps", "solver.couplings", "solver.effort", "solver.threads",
                         "solver.compliance", "solver.relaxation_steps"}) {
    if (!has(start, id)) continue;
    const double x = start["widgets"][id][0];
    if (column < 0) column = x;
    EXPECT_NEAR(x, column, 0.6) << id;
    ++count;
  }
  EXPECT_GE(count, 5);
}

TEST(Panels, ATooltipStandsBesideItsPanel) {
  Sandbox sandbox({"brick_wall", "--paused"}, opened({"solver", "layers"}));
  const json start = sandbox.until([](const json& s) { return s["frames"] >= 8 && has(s, "layer.contacts"); });
  const json row = start["widgets"]["layer.contacts"], next = start["widgets"]["layer.normals"];
  sandbox.move(double(row[0]) + 8, 0.5 * (double(row[1]) + double(row[3])));
  const json told = sandbox.until([](const json& s) { return has(s, "tooltip"); });
  ASSERT_TRUE(has(told, "tooltip"));
  EXPECT_LE(double(told["widgets"]["tooltip"][2]), double(next[0])) << "left of the dock, over no row of it";
  // and none while a slider is dragged
  sandbox.click_widget("tab.solver");
  sandbox.until([](const json& s) { return has(s, "solver.sweeps"); });
  const json slider = sandbox.place_of("solver.sweeps");
  const double y = 0.5 * (double(slider[1]) + double(slider[3]));
  sandbox.drag(double(slider[0]) + 20, y, double(slider[0]) + 60, y);
  sandbox.after_frames(40);
  EXPECT_FALSE(has(sandbox.status(), "tooltip"));
  sandbox.release();
}

TEST(Panels, APlotIsEnlargedByItsTitleAndACurveHiddenByItsName) {
  Sandbox sandbox({"brick_wall"}, opened({"plots"}));
  const json start = sandbox.until([](const json& s) { return s["step"] >= 30 && has(s, "chart.energy.title"); });
  const auto width = [](const json& s) {
    const json& r = s["widgets"]["chart.energy"];
    return double(r[2]) - double(r[0]);
  };
  const double before = width(start);
  sandbox.click_widget("chart.energy.title");
  const json large = sandbox.until([&](const json& s) { return width(s) > 1.8 * before; });
  EXPECT_GT(width(large), 1.8 * before);
  EXPECT_FALSE(has(large, "chart.contacts"));
  const auto is_hidden = [](const json& s) { return has(s, "chart.energy.legend.kinetic.hidden"); };
  EXPECT_FALSE(is_hidden(large));
  sandbox.click_widget("chart.energy.legend.kinetic");
  EXPECT_TRUE(is_hidden(sandbox.until(is_hidden))) << "its name says that it is hidden";
  EXPECT_TRUE(bool(sandbox.status()["playing"])) << "neither click went to another moment";
  sandbox.click_widget("chart.energy.title");
  EXPECT_TRUE(has(sandbox.until([](const json& s) { return has(s, "chart.contacts"); }), "chart.contacts"));
}

TEST(Panels, AnEmptyPlotSaysWhy) {
  Sandbox sandbox({"brick_wall"}, opened({"plots"}));
  const json wall = sandbox.until([](const json& s) { return s["step"] >= 10 && has(s, "chart.joint error.empty"); });
  EXPECT_TRUE(has(wall, "chart.joint error.empty")) << "a wall has no joints";
  EXPECT_FALSE(has(wall, "chart.energy.empty"));
}

TEST(Panels, HelpHasNoWordOverAnother) {
  Sandbox sandbox({"brick_wall"}, opened({"scene"}));
  sandbox.until([](const json& s) { return s["frames"] >= 5; });
  sandbox.key("F1");
  const json help = sandbox.until([](const json& s) { return has(s, "help.label.F2"); });
  const auto count_clear = [](const json& shown, double width) {
    int seen = 0;
    for (const auto& [id, label] : shown["widgets"].items()) {
      if (!id.starts_with("help.label.") || !has(shown, "help.text." + id.substr(11))) continue;
      const json& text = shown["widgets"]["help.text." + id.substr(11)];
      const bool beside = double(label[1]) < double(text[3]) && double(text[1]) < double(label[3]);
      if (beside) {
        EXPECT_LT(double(label[2]), double(text[0])) << id;
      }
      EXPECT_LE(double(text[2]), width) << id;
      ++seen;
    }
    return seen;
  };
  EXPECT_GT(count_clear(help, 1280.0), 60);
  sandbox.resize(400, 300);
  sandbox.until([](const json& s) { return has(s, "bar.menu"); });
  EXPECT_GT(count_clear(sandbox.after_frames(5), 400.0), 4);
}

TEST(Panels, AnOverriddenParameterSaysSoInTheScenePanelToo) {
  Sandbox sandbox({"slope", "--paused"}, opened({"scene", "solver"}));
  const json start = sandbox.until([](const json& s) { return s["frames"] >= 8 && has(s, "scene.friction"); });
  ASSERT_TRUE(has(start, "scene.friction"));
  EXPECT_FALSE(has(start, "scene.friction.overridden"));
  // the section below the others: closed sections above it bring it up
  for (const char* section : {"section.Method", "section.Contacts"})
    sandbox.click_widget(section, 0.3), sandbox.after_frames(4);
  sandbox.until([](const json& s) { return has(s, "solver.friction"); });
  sandbox.click_widget("solver.friction", 0.05);
  const json told = sandbox.until([](const json& s) { return has(s, "scene.friction.overridden"); });
  EXPECT_TRUE(has(told, "scene.friction.overridden"));
  EXPECT_TRUE(has(told, "solver.overrides"));
}

TEST(Panels, AChangedCountReframesTheCamera) {
  Sandbox sandbox({"brick_wall", "--paused", "--param", "courses=3", "--param", "bricks=4"}, opened({"scene"}));
  const auto distance = [](const json& s) {
    double sum = 0.0;
    for (int k = 0; k < 3; ++k)
      sum += std::pow(double(s["camera"]["position"][k]) - double(s["camera"]["target"][k]), 2);
    return std::sqrt(sum);
  };
  const json start = sandbox.until([](const json& s) { return s["frames"] >= 8 && has(s, "scene.bricks"); });
  sandbox.click_widget("scene.bricks", 0.95);
  const json wide =
      sandbox.until([&](const json& s) { return s["world"] == 2 && distance(s) > 1.3 * distance(start); });
  EXPECT_GT(distance(wide), 1.3 * distance(start));
  for (const std::string& dot : dots(wide))
    EXPECT_TRUE(dot.starts_with("dot.scene.")) << dot << ": the hand was not turned";
}

TEST(Panels, EnergySetFreeByStifferContactsIsTold) {
  Sandbox sandbox({"brick_wall", "--set", "compliance=1e-4"}, opened({"solver"}));
  sandbox.until([](const json& s) { return s["step"] >= 90 && has(s, "solver.compliance"); });
  sandbox.click_widget("solver.compliance", 0.3);
  const json told = sandbox.until([](const json& s) {
    for (const json& line : s["window"]["said"])
      if (std::string(line).find("were released") != std::string::npos) return true;
    return false;
  });
  EXPECT_NE(told["window"]["said"].dump().find("J stored in contacts and joints were released"), std::string::npos);
}

TEST(Panels, ASmallWindowHasSheetsAMenuAndNoHash) {
  Sandbox sandbox({"brick_wall"}, opened({"plots"}));
  EXPECT_TRUE(has(sandbox.until([](const json& s) { return s["frames"] >= 8 && has(s, "time.hash"); }), "time.hash"));
  sandbox.resize(400, 300);
  const json small = sandbox.until([](const json& s) { return has(s, "bar.menu"); });
  ASSERT_TRUE(has(small, "bar.menu"));
  EXPECT_FALSE(has(small, "time.hash"));
  const json past = small["widgets"]["time.scrubber"];
  EXPECT_GT(double(past[2]) - double(past[0]), 70.0) << "the past can still be dragged";
  sandbox.click_widget("bar.menu");
  sandbox.until([](const json& s) { return has(s, "menu.solver"); });
  sandbox.click_widget("menu.layers");
  const json sheet = sandbox.until([](const json& s) { return has(s, "layer.contacts"); });
  ASSERT_TRUE(has(sheet, "layer.contacts"));
  for (const auto& [id, r] : sheet["widgets"].items())
    if (id.rfind("time.", 0) == 0 || id.rfind("bar.", 0) == 0) {
      EXPECT_LE(double(r[2]), 401.0) << id;
      EXPECT_LE(double(r[3]), 301.0) << id;
    }
  sandbox.click_widget("layer.contacts", 0.2);
  const json on = sandbox.until([](const json& s) { return bool(s["window"]["layers"]["contacts"]); });
  EXPECT_TRUE(bool(on["window"]["layers"]["contacts"])) << "what a sheet shows can be used";
}

TEST(Panels, ConvergenceAtRestSaysWhyThereIsOneDot) {
  Sandbox sandbox({"stack"},
                  json{{"open_panels", {"convergence"}}, {"bottom_tab", "convergence"}, {"hints_seen", true}}.dump());
  EXPECT_TRUE(has(sandbox.until([](const json& s) { return s["step"] >= 60 && has(s, "convergence.why_one"); }, 40.0),
                  "convergence.why_one"));
}

}  // namespace
}  // namespace spook::test
