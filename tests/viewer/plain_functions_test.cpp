// The viewer's plain functions: no window needed.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "scenarios/registry.h"
#include "viewer/app/timeline.h"
#include "viewer/app/window.h"
#include "viewer/interact/camera_controller.h"
#include "viewer/interact/edits.h"
#include "viewer/interact/gamepad.h"
#include "viewer/interact/keys.h"
#include "viewer/panels/quantity.h"
#include "viewer/plot/chart.h"
#include "viewer/plot/convergence_curve.h"
#include "viewer/plot/export_file.h"
#include "viewer/render/inside_layer.h"

namespace spook::test {
namespace {

TEST(Quantity, HasThreeDigitsAndAPrefix) {
  EXPECT_EQ(quantity(10330.0, "J"), "10.3 kJ");
  EXPECT_EQ(quantity(-1.961e-5, "J"), "−19.6 µJ");
  EXPECT_EQ(quantity(999.7, "N"), "1 kN");
  EXPECT_EQ(quantity(0.0, "J"), "0 J");
  EXPECT_EQ(quantity(3e-15, "m/s", 1e-9), "< 1 nm/s");
  EXPECT_EQ(signed_quantity(4.0, "J"), "+4 J");
  EXPECT_EQ(axis_number(-20000.0), "−20 k");
  EXPECT_EQ(axis_number(0.0), "0");
  EXPECT_EQ(axis_number(1500.0), "1500");
}

TEST(Quantity, OfASliderHasThePrefixItsSizeAsksForAndIsReadAgain) {
  EXPECT_EQ(value_with_unit(1e-8, "m/N"), "10 nm/N");
  EXPECT_EQ(value_with_unit(1.0 / 60, "s"), "16.7 ms");
  EXPECT_EQ(value_with_unit(0.25, "m"), "0.25 m");
  EXPECT_EQ(value_with_unit(0.02, "m"), "20 mm");
  EXPECT_EQ(value_with_unit(1e8, "N/m"), "100 MN/m");
  EXPECT_EQ(value_with_unit(9.81e-4, "mm"), "981 nm");
  EXPECT_EQ(value_with_unit(2, "steps"), "2 steps");
  EXPECT_EQ(value_with_unit(0.5, ""), "0.5");
  EXPECT_EQ(figure(1.5e-8), "1.5 × 10⁻⁸");
  EXPECT_EQ(figure(1e12), "10¹²");
  EXPECT_EQ(figure(-0.5), "−0.5");
  EXPECT_EQ(power_of_ten(-5), "10⁻⁵");
  for (const char* unit : {"m", "m/N", "s", "N", "m/s", "N/m", "mm", "steps", "", "kg/m³"})
    for (const double value : {1e-12, 3.25e-8, -4e-5, 1e-3, 0.25, 1.0, 16.5, 999.0, 2e5, 7.5e9}) {
      const auto read = read_value(value_with_unit(value, unit, 6), unit);
      ASSERT_TRUE(read) << value_with_unit(value, unit, 6);
      EXPECT_NEAR(*read, value, 1e-9 * std::abs(value)) << value_with_unit(value, unit, 6);
    }
  EXPECT_NEAR(*read_value("1e-7", "m/N"), 1e-7, 1e-16);
  EXPECT_NEAR(*read_value("10n", "m/N"), 1e-8, 1e-17);
  EXPECT_NEAR(*read_value("2.5 µm/N", "m/N"), 2.5e-6, 1e-15);
  EXPECT_NEAR(*read_value("2.5 μm/N", "m/N"), 2.5e-6, 1e-15) << "a Greek mu";
  EXPECT_NEAR(*read_value("3", "mm"), 3.0, 1e-12);
  EXPECT_NEAR(*read_value("1 × 10⁻⁸ m/N", "m/N"), 1e-8, 1e-17);
  EXPECT_FALSE(read_value("soft", "m/N"));
  EXPECT_FALSE(read_value("5 kg", "m/N"));
  EXPECT_FALSE(read_value("", ""));
}

TEST(Quantity, CountsInSingularAndPlural) {
  EXPECT_EQ(counted(1, "pivot"), "1 pivot");
  EXPECT_EQ(counted(0, "pivot"), "0 pivots");
  EXPECT_EQ(counted(2, "body"), "2 bodies");
  EXPECT_EQ(counted(1, "body"), "1 body");
}

// the inspector's figure is the engine's, spin included
TEST(KineticEnergy, OfBodiesIsThatOfTheReport) {
  World world(build_scenario(*find_scenario("spinning_tops")));
  for (int i = 0; i < 5; ++i) world.step();
  const auto now = world.snapshot();
  double sum = 0.0, of_ways = 0.0;
  for (const BodyView& body : now->bodies)
    if (body.look->motion == Motion::dynamic) {
      sum += kinetic_energy_of(body);
      of_ways += 0.5 * body.look->mass * body.velocity.squaredNorm();
    }
  EXPECT_NEAR(sum, now->report.energy.kinetic, 1e-9 * sum);
  EXPECT_GT(sum, 2.0 * of_ways);
}

// the arrows of an open step: as the forces of the layers, or so much shorter that a blow's stays in the picture
TEST(InsideArrows, AreThreeBodiesLongAtMostForWhatIsUsual) {
  InsideStep step;
  LayerScale scale;
  scale.unit = 0.5f, scale.weight = 20.0, scale.newton = 2.0 * 0.5 / scale.weight;
  step.usual_impulse = 2.0 * scale.weight * step.time_step;
  EXPECT_DOUBLE_EQ(metres_of_impulse(step, scale) * step.usual_impulse, 2.0)
      << "as the layers have it: two weights are two bodies long";
  step.usual_impulse *= 1000.0;
  EXPECT_NEAR(metres_of_impulse(step, scale) * step.usual_impulse, 3.0, 1e-9);
}

// what is left over of a solve to rounding is no residual to look for
TEST(LayerScaleOfResiduals, ColoursNoRounding) {
  Snapshot snapshot;
  snapshot.contacts.resize(2);
  snapshot.contacts[0].residual = 2e-14;
  EXPECT_GE(layer_scale(snapshot).worst_residual, 1e-9);
  snapshot.contacts[1].residual = 0.3;
  EXPECT_DOUBLE_EQ(layer_scale(snapshot).worst_residual, 0.3);
}

TEST(Gamepad, SticksMoveTheLeversInTheirOrder) {
  GamepadState pad;
  pad.axes = {-1.0f, -1.0f, 1.0f, 1.0f, -1.0f, 1.0f};
  EXPECT_EQ(lever_positions(pad, 5), (std::vector<double>{1, 1, -1, -1, 1}));
  EXPECT_EQ(lever_positions(pad, 2).size(), 2u);
  EXPECT_EQ(lever_positions(pad, 7), (std::vector<double>{1, 1, -1, -1, 1, 0, 0})) << "levers without a stick stay";
}

TEST(Gamepad, AnyStickOrPairOfButtonsMovesALever) {
  GamepadState rest, pad;
  EXPECT_FALSE(touched(rest, pad));
  pad.axes[3] = 0.9f;  // right stick down
  const auto stick = touched(rest, pad);
  ASSERT_TRUE(stick);
  EXPECT_EQ(in_words(*stick), "right stick, down");
  EXPECT_GT(lever_position(pad, *stick), 0.8) << "the way it was pushed is forward";
  pad = rest;
  pad.buttons[2] = true;
  ASSERT_TRUE(touched(rest, pad));
  EXPECT_EQ(touched(rest, pad)->forward, 2);
  const PadSource pair{-1, false, 2, 3};
  EXPECT_EQ(in_words(pair), "X / Y");
  EXPECT_EQ(lever_position(pad, pair), 1.0);
  pad.buttons[3] = true;
  EXPECT_EQ(lever_position(pad, pair), 0.0);
}

TEST(Gamepad, ADeadZoneKeepsARestingPadStillAndGrowsFromNothing) {
  EXPECT_EQ(lever_positions({}, 5), std::vector<double>(5, 0.0)) << "triggers rest at minus one";
  GamepadState pad;
  pad.axes[1] = -0.14f;
  EXPECT_EQ(lever_positions(pad, 1)[0], 0.0);
  pad.axes[1] = -0.16f;
  EXPECT_GT(lever_positions(pad, 1)[0], 0.0);
  EXPECT_LT(lever_positions(pad, 1)[0], 0.02);
}

SweepRecord record(int island, bool direct, double normal, int changes, int worst) {
  SweepRecord r;
  r.island = island, r.direct = direct, r.changes = changes;
  r.residual = {normal, 0.5 * normal, worst, normal};
  return r;
}

TEST(ConvergenceCurve, IslandsSolvedOneAfterAnotherAreDrawnSideBySide) {
  // island 0: start, two sweeps, a direct solve; island 1: start, one sweep
  const std::vector<SweepRecord> history{record(0, false, 3, 0, 0), record(0, false, 2, 1, 0),
                                         record(0, false, 1, 0, 1), record(0, true, 0.1, 0, 1),
                                         record(1, false, 4, 0, 7), record(1, false, 0.5, 2, 8)};
  const std::vector<plot::CurvePoint> curve = plot::convergence_curve(history);
  ASSERT_EQ(curve.size(), 4u);
  EXPECT_DOUBLE_EQ(curve[0].sweeps, 0.0);
  EXPECT_DOUBLE_EQ(curve[0].normal, 5.0) << "3 and 4 together";
  EXPECT_EQ(curve[0].worst_contact, 7);
  EXPECT_EQ(curve[1].changes, 3);
  EXPECT_DOUBLE_EQ(curve[2].normal, std::hypot(1.0, 0.5)) << "an island that has finished keeps its last residual";
  EXPECT_EQ(curve[2].changes, 0);
  EXPECT_TRUE(curve[3].direct);
  EXPECT_DOUBLE_EQ(curve[3].sweeps, 2.5);
  EXPECT_TRUE(plot::convergence_curve({}).empty());
}

TEST(ConvergenceCurve, ASolverWithoutSweepsHasAPlaceForEveryDirectSolve) {
  const std::vector<SweepRecord> history{record(0, false, 3, 0, 0), record(0, true, 2, 1, 0), record(0, true, 1, 0, 1),
                                         record(1, true, 0.5, 0, 4)};
  const std::vector<plot::CurvePoint> curve = plot::convergence_curve(history);
  ASSERT_EQ(curve.size(), 3u);
  EXPECT_DOUBLE_EQ(curve[1].sweeps, 1.0);
  EXPECT_DOUBLE_EQ(curve[2].sweeps, 2.0) << "not bunched between the start and the first sweep";
  EXPECT_TRUE(curve[2].alone && curve[2].direct);
  EXPECT_DOUBLE_EQ(curve[2].normal, std::hypot(1.0, 0.5));
}

TEST(TextScale, GrowsWithFineMonitorsWhereTheDesktopTellsNothing) {
  EXPECT_EQ(scale_of_pixels(1080, 300), 1.0f) << "a common monitor";
  EXPECT_EQ(scale_of_pixels(1080, 170), 1.0f) << "a small laptop has no room for larger text";
  EXPECT_EQ(scale_of_pixels(2160, 336), 1.75f) << "4K on 27 inches";
  EXPECT_EQ(scale_of_pixels(2160, 194), 3.0f) << "4K on 15 inches";
  EXPECT_EQ(scale_of_pixels(2160, 0), 1.5f) << "a projector that does not know its size";
  EXPECT_EQ(scale_of_pixels(2160, 571), 1.5f) << "4K on 46 inches is looked at from farther";
}

TEST(WindowSize, FitsTheMonitor) {
  const auto fit = [](WindowSize wanted, WindowSize room, float scale = 1.0f) {
    const WindowSize s = fit_to_monitor(wanted, room, scale);
    return std::pair(s.width, s.height);
  };
  EXPECT_EQ(fit({0, 0}, {1920, 1040}), std::pair(1600, 900)) << "a first window";
  EXPECT_EQ(fit({0, 0}, {3840, 2160}, 1.75f), std::pair(2800, 1575)) << "and on a fine monitor";
  EXPECT_EQ(fit({1600, 900}, {1280, 720}), std::pair(1280, 680)) << "the time bar stays on the screen";
  EXPECT_EQ(fit({1200, 700}, {1920, 1080}), std::pair(1200, 700)) << "what was chosen stands";
}

// found by the random user: a wheel turned while the window had no cursor, and the camera was nowhere from then on
TEST(Camera, ACursorThatIsNowhereLooksThroughTheMiddle) {
  CameraController controller;
  const ViewMatrices view = view_matrices(controller.goal(), {1280, 720});
  constexpr float nowhere = std::numeric_limits<float>::max();  // ImGui's, negative
  const Ray middle = pixel_ray(view, {640, 360});
  for (const glm::vec2 pixel : {glm::vec2(-nowhere), glm::vec2(nowhere, 0), glm::vec2(0, std::nanf(""))})
    EXPECT_LT(glm::length(pixel_ray(view, pixel).direction - middle.direction), 1e-6f);
  controller.zoom(2.0f, glm::vec2(-nowhere), view);
  EXPECT_TRUE(std::isfinite(controller.goal().target.x) && std::isfinite(controller.goal().distance));
}

TEST(Timeline, KeepsTheLastMinuteWithinItsMemory) {
  constexpr std::size_t budget = std::size_t(256) << 20;
  Timeline timeline(budget);
  for (std::uint64_t step = 0; step < 6000; ++step) timeline.add({step, step, double(step) / 60, nullptr, 1u << 20});
  EXPECT_LE(timeline.bytes(), budget) << "a megabyte a moment must not grow without bound";
  EXPECT_EQ(timeline.last()->step, 5999u);
  EXPECT_LE(timeline.first()->step, 5999u - 3500u) << "the last minute stays within reach, thinner";
  timeline.forget_after(5000);
  EXPECT_LE(timeline.last()->step, 5000u);
}

TEST(Keys, NoTwoActionsShareAKey) {
  for (const KeyRow& a : key_table())
    for (const KeyRow& b : key_table())
      if (&a != &b && a.key == b.key && a.modifiers == b.modifiers)
        ADD_FAILURE() << a.text << " and " << b.text << " share " << a.label;
}

TEST(Csv, HasAColumnASeriesAndARowAnX) {
  const plot::Series a{"a", 0, {{1, 2}, {2, 3}}, false, {}}, b{"b", 0, {{2, 5}}, false, {}};
  EXPECT_EQ(plot::to_csv("x", {a, b}), "x,a,b\n1,2,\n2,3,5\n");
}

}  // namespace
}  // namespace spook::test
