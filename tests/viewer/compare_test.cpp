// A/B: two worlds from one moment, in the stepping thread and in the window.
#include <gtest/gtest.h>

#include <cmath>

#include "driver.h"
#include "engine/world/commands.h"
#include "simulations.h"
#include "viewer/app/simulation.h"
#include "viewer/panels/compare_settings.h"

namespace spook::test {
namespace {

Parameters of_first(const Simulation& simulation) {
  return *simulation.frame()->current->parameters;
}

TEST(Sides, EqualSettingsGoOnAlikeToTheLastBit) {
  Simulation simulation;
  open_small_wall(simulation);
  after_steps(simulation, 5);
  simulation.split();
  const Frame split = frame_when(simulation, [](const SimFrame& f) { return f.second != nullptr; });
  ASSERT_TRUE(split->second);
  EXPECT_EQ(split->second->step, split->current->step);
  const Frame later = after_steps(simulation, 40);
  ASSERT_TRUE(later->second);
  EXPECT_EQ(later->second->step, later->current->step);
  EXPECT_EQ(later->second->report.hash, later->current->report.hash);
}

TEST(Sides, ScrubTogetherAndRepeatWhatTheyDid) {
  Simulation simulation;
  open_small_wall(simulation);
  after_steps(simulation, 3);
  simulation.split();
  frame_when(simulation, [](const SimFrame& f) { return f.second != nullptr; });
  simulation.set_parameters(
      Side::b, with_values(of_first(simulation), std::vector<SettingChoice::Value>{{"compliance", "1e-4"}}));
  const Frame end = after_steps(simulation, 30);
  EXPECT_NE(end->second->report.hash, end->current->report.hash);
  simulation.seek(10);
  const Frame back = frame_when(simulation, [](const SimFrame& f) { return f.current->step == 10; });
  EXPECT_EQ(back->second->step, 10u);
  EXPECT_EQ(get_parameter(*back->second->parameters, "compliance"), "1e-04");
  const Frame again = after_steps(simulation, 23);
  EXPECT_EQ(again->current->report.hash, end->current->report.hash);
  EXPECT_EQ(again->second->report.hash, end->second->report.hash);
  EXPECT_EQ(again->branches, end->branches) << "both repeated the future that was kept";
  // before the two parted there was one past, and B begins there anew under its own settings
  simulation.seek(1);
  const Frame before = frame_when(simulation, [](const SimFrame& f) { return f.current->step == 1; });
  EXPECT_EQ(before->second->step, 1u);
  EXPECT_EQ(get_parameter(*before->second->parameters, "compliance"), "1e-04");
}

TEST(Sides, StepsOfAnotherLengthStayAtTheSameTime) {
  Simulation simulation;
  open_small_wall(simulation);
  simulation.split();
  for (const char* length : {"0.0333333333333", "0.00416666666667"}) {
    simulation.set_parameters(
        Side::b, with_values(of_first(simulation), std::vector<SettingChoice::Value>{{"time_step", length}}));
    const Frame frame = after_steps(simulation, 20);
    EXPECT_LE(std::abs(frame->second->time - frame->current->time), 0.51 * std::stod(length) + 1e-9) << length;
  }
}

TEST(Sides, AreExchangedAndEitherIsKept) {
  Simulation simulation;
  open_small_wall(simulation);
  simulation.split();
  frame_when(simulation, [](const SimFrame& f) { return f.second != nullptr; });
  simulation.set_parameters(
      Side::b, with_values(of_first(simulation), std::vector<SettingChoice::Value>{{"friction", "0.125"}}));
  const Frame two = after_steps(simulation, 10);
  simulation.exchange_sides();
  const Frame swapped = frame_when(simulation, [&](const SimFrame& f) { return f.channel != two->channel; });
  EXPECT_EQ(swapped->current->report.hash, two->second->report.hash);
  EXPECT_EQ(swapped->second->report.hash, two->current->report.hash);
  simulation.exchange_sides();
  simulation.join(Side::b);
  const Frame one = frame_when(simulation, [](const SimFrame& f) { return !f.second; });
  EXPECT_EQ(one->current->report.hash, two->second->report.hash);
  EXPECT_EQ(get_parameter(*one->current->parameters, "friction"), "0.125");
  // its past is B's
  simulation.seek(4);
  const Frame past = frame_when(simulation, [](const SimFrame& f) { return f.current->step == 4; });
  EXPECT_EQ(get_parameter(*past->current->parameters, "friction"), "0.125");
  // and the scene started again is one world
  simulation.reset();
  EXPECT_FALSE(frame_when(simulation, [&](const SimFrame& f) { return f.world > one->world; })->second);
}

// how often a signal turns round by more than a share of its whole range
int turns(const std::vector<double>& signal, double share) {
  const auto [low, high] = std::minmax_element(signal.begin(), signal.end());
  const double enough = share * (*high - *low);
  int count = 0, direction = 0;
  double extreme = signal.front();
  for (const double value : signal) {
    if (direction <= 0 && value > extreme + enough) count += direction < 0, direction = 1, extreme = value;
    if (direction >= 0 && value < extreme - enough) count += direction > 0, direction = -1, extreme = value;
    if (direction * (value - extreme) > 0) extreme = value;
  }
  return count;
}

TEST(Sides, TauOfHalfAStepRingsBesideTauOfTwoThatDoesNot) {
  Simulation simulation;
  open_small_wall(simulation);
  const SettingChoice& ringing = setting_choices().front();
  ASSERT_EQ(ringing.id, "ringing");
  simulation.split();
  simulation.set_parameters(Side::a, with_values(of_first(simulation), ringing.a));
  simulation.set_parameters(Side::b, with_values(of_first(simulation), ringing.b));
  std::vector<StepReport> a, b;
  simulation.take_reports(a, 0), simulation.take_reports(b, 1);
  after_steps(simulation, 90);
  simulation.take_reports(a, 0), simulation.take_reports(b, 1);
  ASSERT_EQ(a.size(), 90u);
  ASSERT_EQ(b.size(), 90u);
  const auto depths = [](const std::vector<StepReport>& reports) {
    std::vector<double> values;
    for (const StepReport& report : reports) values.push_back(report.penetration_rms);
    return values;
  };
  EXPECT_GE(turns(depths(b), 0.02), turns(depths(a), 0.02) + 4);
}

TEST(SettingsInWords, NameWhatDiffersAndAPresetSpeaksForAllThatItSets) {
  Parameters a, b;
  EXPECT_TRUE(setting_differences(a, b).empty());
  EXPECT_EQ(settings_in_short(a, b), "");
  set_parameter(b, "relaxation_steps", "0.5");
  EXPECT_EQ(settings_in_short(b, a), "τ of contacts 0.5 steps");
  Parameters published;
  published.set_preset(Preset::published);
  EXPECT_EQ(settings_in_short(published, a), "Preset Published");
  for (const SettingChoice& choice : setting_choices())
    EXPECT_FALSE(setting_differences(with_values(a, choice.a), with_values(a, choice.b)).empty()) << choice.id;
}

TEST(Compare, AKeySplitsTheViewAHandPullsInBothAndOneIsKept) {
  Sandbox sandbox({"brick_wall", "--param", "bricks=6", "--param", "courses=5"}, R"({"hints_seen": true})");
  sandbox.until([](const json& s) { return s["step"] >= 5 && s["frames"] >= 5; });
  sandbox.key("x");
  const json split = sandbox.until([](const json& s) { return s.contains("second") && s["step"] >= 20; });
  ASSERT_TRUE(split.contains("second"));
  EXPECT_EQ(split["second"]["hash"], split["hash"]) << "set alike, they go on alike";
  EXPECT_EQ(split["second"]["largest"], 0.0);
  // the same drag in both: by the half on the right
  sandbox.after_frames(10);
  const json calm = sandbox.status();
  const json brick = body(calm, "brick_4_3");
  ASSERT_FALSE(brick.is_null());
  const json& area = calm["second"];
  const double shift = double(area["middle"]) - double(area["left_of_a"]);
  const double x = double(brick["pixel"][0]) + shift, y = brick["pixel"][1];
  sandbox.drag(x, y, x, y - 90);
  const json held = sandbox.until([](const json& s) { return s.contains("grips") && s["second"].contains("grips"); });
  EXPECT_TRUE(held.contains("grips")) << "A";
  EXPECT_TRUE(held["second"].contains("grips")) << "B";
  sandbox.release();
  sandbox.until([](const json& s) { return !s.contains("grips"); });
  // other settings for B, by a button of the panel
  sandbox.click_widget("compare.try.sweeps");
  const json set = sandbox.until([](const json& s) { return s["second"]["parameters"]["solver"] == "sweeps"; });
  EXPECT_EQ(set["second"]["parameters"]["sweeps"], "5");
  EXPECT_NE(set["parameters"]["solver"], "sweeps");
  EXPECT_GT(double(sandbox.until([](const json& s) { return s["second"]["largest"] > 1e-9; })["second"]["largest"]),
            1e-9);
  // scrubbed together
  sandbox.click_widget("time.scrubber", 0.4);
  const json past = sandbox.until([](const json& s) { return s["playing"] == false; });
  EXPECT_EQ(past["second"]["step"], past["step"]);
  sandbox.click_widget("compare.keep_b");
  const json kept = sandbox.until([](const json& s) { return !s.contains("second"); });
  EXPECT_FALSE(kept.contains("second"));
  EXPECT_EQ(sandbox.quit(), 0);
}

}  // namespace
}  // namespace spook::test
