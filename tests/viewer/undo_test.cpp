// Undo and redo: one stack over whatever was edited, by name.
#include "viewer/app/undo.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "driver.h"
#include "engine/world/recording.h"

namespace spook::test {
namespace {

TEST(UndoWords, NameWhatWasTurned) {
  Parameters before, after;
  after.friction = 0.2;
  EXPECT_EQ(change_in_words(before, after), "Friction μ as in the scene → 0.2");
  before.friction = 0.5;
  EXPECT_EQ(change_in_words(before, after), "Friction μ 0.5 → 0.2");
  after.sweeps = before.sweeps + 1;
  EXPECT_EQ(change_in_words(before, after), "2 settings");
}

TEST(Undo, ADragASliderAResetAndADeletionAreTakenBackAndDoneAgain) {
  Sandbox sandbox(
      {"brick_wall"},
      json{{"open_panels", {"solver"}}, {"left_tab", "solver"}, {"right_tab", "solver"}, {"hints_seen", true}}.dump());
  const json start = sandbox.until([](const json& s) { return s["step"] >= 5 && s["frames"] >= 5; });
  const std::string brick = "brick_9_5";
  const double x = body(start, brick)["pixel"][0], y = body(start, brick)["pixel"][1];
  const auto height = [&](const json& s) { return double(body(s, brick)["position"][2]); };
  const double z = height(start);
  // a drag
  sandbox.drag(x, y, x, y - 120);
  sandbox.until([&](const json& s) { return height(s) > z + 0.3; });
  sandbox.release();
  const json dragged = sandbox.until([](const json& s) { return !s.contains("grips"); });
  EXPECT_EQ(dragged["undo_label"], "drag " + brick);
  // A slider, turned over many frames: one edit. Two clicks would be two where they come more than a pause apart, as
  // they do on a busy machine.
  const json slider_at = sandbox.place_of("solver.sweeps");
  const auto along = [&](double share) {
    return double(slider_at[0]) + share * (double(slider_at[2]) - double(slider_at[0]));
  };
  const double row = 0.5 * (double(slider_at[1]) + double(slider_at[3]));
  sandbox.drag(along(0.3), row, along(0.6), row);
  // let go once the window has the last of it: all of the way is in the value
  const auto turned_far = [](const json& s) {
    return std::string(s["undo_label"]).rfind("Sweeps", 0) == 0 &&
           std::stoi(std::string(s["parameters"]["sweeps"])) > 110;
  };
  sandbox.until(turned_far);
  sandbox.release();
  sandbox.after_frames(5);
  const json turned = sandbox.until(turned_far);
  EXPECT_EQ(turned["undo_depth"], 2) << turned["undo_label"];
  const std::string sweeps = turned["parameters"]["sweeps"];
  // the scene started again
  sandbox.key("r");
  const json reset = sandbox.until([&](const json& s) { return s["world"] > start["world"]; });
  EXPECT_EQ(reset["undo_label"], "reset");
  // a deletion
  sandbox.click(body(start, brick)["pixel"][0], body(start, brick)["pixel"][1]);
  sandbox.until([&](const json& s) { return bool(body(s, brick)["selected"]); });
  sandbox.key("Delete");
  const json deleted = sandbox.until([&](const json& s) { return body(s, brick).is_null(); });
  EXPECT_EQ(deleted["undo_label"], "delete " + brick);
  EXPECT_EQ(deleted["undo_depth"], 4);

  const auto back_to = [&](const std::string& next_undo, const std::string& next_redo) {
    const auto there = [&](const json& s) { return s["undo_label"] == next_undo && s["redo_label"] == next_redo; };
    json s = sandbox.until(there);
    EXPECT_TRUE(there(s)) << s["undo_label"] << " " << s["redo_label"];
    return s;
  };
  const std::string slider = turned["undo_label"];
  sandbox.key("ctrl+z");
  EXPECT_FALSE(body(back_to("reset", "delete " + brick), brick).is_null());
  sandbox.key("ctrl+z");
  const json before_reset = back_to(slider, "reset");
  EXPECT_GT(int(before_reset["step"]), int(start["step"])) << "where it was before it was started again";
  EXPECT_EQ(before_reset["parameters"]["sweeps"], sweeps);
  sandbox.key("ctrl+z");
  EXPECT_EQ(back_to("drag " + brick, slider)["parameters"]["sweeps"], start["parameters"]["sweeps"]);
  sandbox.key("ctrl+z");
  EXPECT_NEAR(height(back_to("", "drag " + brick)), z, 0.05);
  // and all of it again, from the menu and by both keys
  sandbox.click_widget("bar.edit");
  sandbox.click_widget("edit.redo");
  back_to("drag " + brick, slider);
  sandbox.key("ctrl+shift+z");
  EXPECT_EQ(back_to(slider, "reset")["parameters"]["sweeps"], sweeps);
  sandbox.key("ctrl+y");
  back_to("reset", "delete " + brick);
  sandbox.key("ctrl+y");
  EXPECT_TRUE(body(back_to("delete " + brick, ""), brick).is_null());
  // what is recorded is what led here
  sandbox.key("space");
  sandbox.until([](const json& s) { return !bool(s["playing"]); });
  const std::string file = sandbox.folder() + "/undone";
  sandbox.key("ctrl+s");
  sandbox.until([](const json& s) { return s["widgets"].contains("save.name"); });
  sandbox.after_frames(3);
  sandbox.type(file);
  sandbox.click_widget("save.recording");
  sandbox.until([&](const json&) { return std::filesystem::exists(file + ".rec"); });
  const Recording recording = load_recording(file + ".rec");
  EXPECT_GT(recording.steps.size(), 5u);
  EXPECT_FALSE(replay(recording, true).first_difference.has_value());
}

TEST(Undo, AParameterOfTheSceneIsTakenBack) {
  Sandbox sandbox({"pyramid"}, json{{"open_panels", {"scene"}}, {"left_tab", "scene"}, {"hints_seen", true}}.dump());
  const json start = sandbox.until([](const json& s) { return s["step"] >= 5 && s["frames"] >= 5; });
  sandbox.click_widget("scene.rows", 0.8);
  const json other = sandbox.until([&](const json& s) { return s["bodies"].size() != start["bodies"].size(); });
  EXPECT_EQ(std::string(other["undo_label"]).rfind("Rows ", 0), 0u) << other["undo_label"];
  sandbox.key("ctrl+z");
  const json back = sandbox.until([&](const json& s) { return s["bodies"].size() == start["bodies"].size(); });
  EXPECT_EQ(back["bodies"].size(), start["bodies"].size());
  sandbox.key("ctrl+y");
  const json again = sandbox.until([&](const json& s) { return s["bodies"].size() == other["bodies"].size(); });
  EXPECT_EQ(again["bodies"].size(), other["bodies"].size());
}

}  // namespace
}  // namespace spook::test
