// What is known is typed into the Solver panel: newtons a metre, hertz and damping ratio, depth at rest.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "driver.h"

namespace spook::test {
namespace {

constexpr double pi = std::numbers::pi;

struct SolverPanel {
  Sandbox sandbox{{"brick_wall", "--paused"},
                  json{{"open_panels", {"solver"}}, {"right_tab", "solver"}, {"hints_seen", true}}.dump()};

  double value(const char* name) {
    const std::string text = sandbox.status()["parameters"][name];
    return text == "scene" ? std::nan("") : std::stod(text);
  }
  void scroll_to(const std::string& id) {
    const auto shown = [&] { return sandbox.after_frames(4)["widgets"].contains(id); };
    sandbox.until([](const json& s) { return s["frames"] >= 5; });
    sandbox.move(1150, 400);
    for (int i = 0; i < 40 && !shown(); ++i) sandbox.press(5), sandbox.release(5);
    for (int i = 0; i < 5; ++i) sandbox.press(5), sandbox.release(5);  // and what stands below it
    sandbox.after_frames(4);
  }
  void choose(const std::string& id, int unit) {
    sandbox.click_widget(id + ".unit");
    sandbox.after_frames(4);
    sandbox.click_widget(id + ".unit." + std::to_string(unit));
    sandbox.after_frames(4);
  }
  void type(const std::string& id, const std::string& text) {
    sandbox.key_down("ctrl");
    sandbox.click_widget(id);
    sandbox.key_up("ctrl");
    sandbox.after_frames(4);
    sandbox.type(text);
    sandbox.key("Return");
    sandbox.after_frames(10);
  }
};

void expect_close(double found, double expected, const char* what) {
  EXPECT_NEAR(found, expected, 1e-6 * expected) << what;
}

}  // namespace

TEST(KnownUnits, OfContactsAreTypedIntoThePanel) {
  SolverPanel panel;
  panel.scroll_to("solver.contacts.unit");
  panel.choose("solver.contacts", 1);
  panel.type("solver.contacts.stiffness", "2e6");
  expect_close(panel.value("compliance"), 5e-7, "N/m");

  panel.choose("solver.contacts", 2);  // of a body of 1 kg: none is selected
  panel.type("solver.contacts.frequency", "30");
  expect_close(panel.value("compliance"), 1 / std::pow(2 * pi * 30, 2), "Hz");
  panel.type("solver.contacts.ratio", "0.2");
  expect_close(panel.value("compliance"), 1 / std::pow(2 * pi * 30, 2), "the ratio leaves the frequency");
  expect_close(panel.value("relaxation_steps"), 60 * 2 * 0.2 / (2 * pi * 30), "damping ratio");

  panel.choose("solver.contacts", 3);
  panel.type("solver.contacts.depth", "0.5");
  expect_close(panel.value("compliance"), 0.5e-3 / 9.81, "mm at rest");
}

TEST(KnownUnits, OfJointsAreTypedIntoThePanel) {
  SolverPanel panel;
  panel.scroll_to("solver.joints.unit");
  panel.choose("solver.joints", 1);
  panel.type("solver.joints.stiffness", "4e7");
  expect_close(panel.value("joint_compliance"), 2.5e-8, "N/m");
}

}  // namespace spook::test
