// Settings, where one would look for them: text, theme, picture, hand and pace. They are kept as they are changed.
#include <imgui.h>

#include <algorithm>

#include "viewer/app/pad_dialog.h"
#include "viewer/app/theme.h"
#include "viewer/panels/context.h"
#include "viewer/panels/layout.h"
#include "viewer/panels/widgets.h"

namespace spook {
namespace {

void picture_rows(AppContext& app) {
  ui::heading("Picture");
  double scale = app.settings.ui_scale;
  if (ui::slider("settings.text", "Text size", scale, {0.7, 2.0, 1.0, false, "%.2f"}, "×",
                 "Of all panels, on top of the monitor's own scale"))
    app.settings.ui_scale = float(scale);
  static constexpr const char* themes[] = {"Light", "Dark"};
  int theme = app.settings.dark ? 1 : 0;
  if (ui::choice("settings.theme", "Theme", theme, themes, 2, "T changes it too")) app.act(Action::theme);
  static constexpr const char *keys[] = {"auto", "low", "high"}, *qualities[] = {"Automatic", "Low", "High"};
  int quality = app.settings.quality == "low" ? 1 : app.settings.quality == "high" ? 2 : 0;
  if (ui::choice("settings.quality", "Quality", quality, qualities, 3, "Automatic is low where the processor draws"))
    app.settings.quality = keys[quality];
  ui::toggle("settings.shadows", "Shadows", app.settings.shadows);
}

void hand_rows(AppContext& app) {
  ui::heading("Hand");
  double strength = app.hand.effort, stiffness = app.hand.stiffness;
  if (ui::slider("settings.strength", "Strength", strength, {0.5, 100, 10, true}, "weights",
                 "The most the hand pulls, in weights of the body it holds"))
    app.hand.effort = float(strength);
  if (ui::slider("settings.stiffness", "Stiffness", stiffness, {0.05, 20, 1, true}, "×",
                 "How tightly the hand holds its point"))
    app.hand.stiffness = float(stiffness);
}

void pace_rows(AppContext& app) {
  ui::heading("Pace");
  static constexpr const char* paces[] = {"Keep 60 Hz", "Keep accuracy"};
  int pace = app.settings.keep_pace ? 0 : 1;
  if (ui::choice("settings.pace", "When steps are slow", pace, paces, 2,
                 "Keep 60 Hz: a step that would take too long is cut short and finished over the next ones. Keep "
                 "accuracy: slow motion instead"))
    app.settings.keep_pace = pace == 0;
}

}  // namespace

void draw_settings_menu(AppContext& app, Furniture& furniture) {
  if (!furniture.settings_open) return;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({screen.x - app.em * 0.6f, app.em * 3.0f}, 0, {1.0f, 0.0f});
  ImGui::SetNextWindowSize({std::min(app.em * 24.0f, screen.x - app.em * 1.2f), 0});
  ImGui::SetNextWindowSizeConstraints({0, 0}, {screen.x, screen.y - app.em * 3.6f});
  ImGui::SetNextWindowBgAlpha(0.985f);
  ImGui::Begin("Settings", &furniture.settings_open,
               ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse |
                   ImGuiWindowFlags_NoSavedSettings);
  picture_rows(app);
  hand_rows(app);
  pace_rows(app);
  ImGui::Spacing();
  if (ui::button("settings.gamepad", "Gamepad", "Which stick or button moves which lever"))
    app.pad->open = true, furniture.settings_open = false;
  ImGui::SameLine();
  if (!app.settings.places.empty()) {
    if (ui::button("settings.places", "Panels back in their docks", "Where they stood before you moved them"))
      app.settings.places.clear();
    ui::next_on_line(ui::button_width("Show the first hints again"));
  }
  if (ui::button("settings.hints", "Show the first hints again"))
    app.settings.hints_seen = false, app.hints_followed = 0, furniture.hints_since = -1.0;
  ImGui::End();
}

// what can be taken back and done again, by name, and what can be done with what is selected
void draw_edit_menu(AppContext& app) {
  ImGui::SetNextWindowSize({app.em * 20.0f, 0});
  if (!ImGui::BeginPopup("edit")) return;
  const auto item = [&](const char* id, const std::string& label, Action action, bool enabled) {
    const std::string key(key_label(action));
    if (ImGui::MenuItem(label.c_str(), key.c_str(), false, enabled)) app.act(action);
    ui::track(id);
  };
  const SimFrame& frame = *app.frame;
  const auto named = [](const char* what, const std::string& label) {
    return what + (label.empty() ? std::string() : ": " + label);
  };
  item("edit.undo", named("Undo", frame.undo_label), Action::undo, frame.undo_depth > 0);
  item("edit.redo", named("Redo", frame.redo_label), Action::redo, frame.redo_depth > 0);
  ImGui::Separator();
  const bool any = !app.selection.bodies.empty() || !app.second_selection.bodies.empty();
  item("edit.remove", "Delete", Action::remove, any);
  item("edit.clone", "Clone", Action::clone, any);
  item("edit.select_all", "Select all that moves", Action::select_all, true);
  ImGui::Separator();
  item("edit.reset", "Start again", Action::reset, true);
  ImGui::EndPopup();
}

}  // namespace spook
