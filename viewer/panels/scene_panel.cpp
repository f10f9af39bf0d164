// What is running: its story, its named parameters as sliders, files, the hand and the balls it shoots.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "viewer/app/event_log.h"
#include "viewer/app/theme.h"
#include "viewer/interact/edits.h"
#include "viewer/panels/context.h"
#include "viewer/panels/panel.h"
#include "viewer/panels/setting_words.h"
#include "viewer/panels/widgets.h"
#include "viewer/panels/world_rows.h"

namespace spook {
namespace {

// the Solver panel may say otherwise than the scene's own parameter of that name
void overridden_line(const AppContext& app, const std::string& name) {
  const ParameterInfo* info = find_parameter(name);
  if (!info || !info->optional || info->unset != "scene" || !app.now() || !app.now()->parameters) return;
  const std::string value = get_parameter(*app.now()->parameters, name);
  if (value == info->unset) return;
  ui::quiet("The Solver panel overrides %s: this slider does nothing until that is undone.", value.c_str());
  ui::track("scene." + name + ".overridden");
}

// sliders of the scenario; the scene is built anew when one is let go
void parameters(AppContext& app, const Scenario& scenario, const ScenarioValues& running) {
  static ScenarioValues values;
  static int world = -1;
  if (world != app.frame->world) values = running, world = app.frame->world;
  bool apply = false;
  for (const ScenarioParameter& parameter : scenario.parameters) {
    double& value = values.try_emplace(parameter.name, parameter.value).first->second;
    const std::string id = "scene." + parameter.name;
    const std::string label = scene_parameter_label(parameter.name);
    const std::string help = parameter.help + (parameter.help.empty() ? "" : " ") + "(" + parameter.name + ")";
    const double before = value;
    if (parameter.integer && parameter.minimum == 0 && parameter.maximum == 1) {
      bool on = value != 0;
      if (ui::toggle(id, label.c_str(), on, help.c_str())) value = on, apply = true;
      continue;
    }
    if (parameter.integer) {
      int whole = int(std::lround(value));
      ui::slider_int(id, label.c_str(), whole, int(parameter.minimum), int(parameter.maximum), int(parameter.value),
                     help.c_str());
      value = whole;
    } else {
      const bool wide = parameter.minimum > 0 && parameter.maximum / parameter.minimum >= 100;
      ui::slider(id, label.c_str(), value, {parameter.minimum, parameter.maximum, parameter.value, wide},
                 parameter.unit.c_str(), help.c_str());
    }
    value = std::clamp(value, parameter.minimum, parameter.maximum);
    apply |= ImGui::IsItemDeactivatedAfterEdit() || (value != before && !ImGui::IsItemActive());
    overridden_line(app, parameter.name);
  }
  if (!apply) return;
  SceneSource source = app.frame->opened->source;
  source.values = values;
  app.simulation.open(source);
}

// the latest first
void happenings(const AppContext& app) {
  constexpr std::size_t most = 12;
  const auto& events = app.log->events;
  for (std::size_t i = 0; i < std::min(most, events.size()); ++i) {
    const EventLog::Event& event = events[events.size() - 1 - i];
    ui::quiet("%.2f s   %s", event.time, event.text.c_str());
  }
  if (events.size() > most) ui::quiet("… and %d before", int(events.size() - most));
}

void spawn_buttons(AppContext& app) {
  for (std::size_t i = 0; i < spawn_shapes().size(); ++i) {
    const SpawnShape& shape = spawn_shapes()[i];
    if (i) ui::next_on_line(ui::button_width(shape.name));
    const bool chosen = i == app.to_spawn;
    if (chosen) ImGui::PushStyleColor(ImGuiCol_Text, accent_vec());
    const bool pressed = ui::button(std::string("spawn.") + shape.name, shape.name,
                                    "Drops one where the camera looks; B drops more of them at the cursor");
    if (chosen) ImGui::PopStyleColor();
    if (!pressed) continue;
    app.to_spawn = i;
    const Vec3 at(app.camera.camera().target.x, app.camera.camera().target.y,
                  std::max(0.0f, app.camera.camera().target.z));
    const BodyDesc body =
        spawned(shape.type, 2.2 * double(app.hand.ball_radius), at + Vec3(0, 0, 4.0 * double(app.hand.ball_radius)),
                Vec3::UnitZ(), ++app.spawned_so_far);
    app.simulation.edit({AddBody{body}}, "add " + body.name);
  }
}

void hand(AppContext& app) {
  const auto slider = [&](const char* id, const char* label, float& value, double low, double high, double usual,
                          const char* unit, const char* help) {
    double v = value;
    if (ui::slider(id, label, v, {low, high, usual, true}, unit, help)) value = float(v);
  };
  slider("hand.effort", "Grip strength", app.hand.effort, 0.5, 100, 10, "weights",
         "The most the hand may pull, in weights of the body it holds.");
  slider("hand.stiffness", "Grip stiffness", app.hand.stiffness, 0.05, 20, 1, "×",
         "How tightly the hand holds its point.");
  slider("hand.ball_radius", "Ball radius", app.hand.ball_radius, 0.01, 3, app.hand_usual.ball_radius, "m",
         "Of the balls that shift-click shoots.");
  slider("hand.ball_speed", "Ball speed", app.hand.ball_speed, 1, 100, app.hand_usual.ball_speed, "m/s",
         "Of the balls that shift-click shoots.");
  slider("hand.ball_density", "Ball density", app.hand.ball_density, 10, 20000, app.hand_usual.ball_density, "kg/m³",
         "Of the balls that shift-click shoots.");
}

void remembered_views(AppContext& app) {
  const std::size_t count = app.views().size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::string number = std::to_string(i + 1);
    if (ui::button("view." + number, ("View " + number).c_str(), "Looks from there (V goes through all)"))
      app.show_view(i);
    ImGui::SameLine();
    if (ui::button("view.forget." + number, "×", "Forgets it")) {
      app.forget_view(i);
      break;
    }
    if (i % 3 != 2 && i + 1 < count) ImGui::SameLine(0, app.em);
  }
  if (ui::button("view.save", "Remember this view", "Kept with this scene (Shift-V)")) app.act(Action::save_view);
}

}  // namespace

void draw_scene_panel(AppContext& app) {
  if (!app.frame->opened) return;
  const OpenedScene& opened = *app.frame->opened;
  ImGui::PushFont(app.fonts.title);
  ImGui::TextUnformatted(scene_title(opened.scene.name).c_str());
  ui::tooltip(opened.scene.name.c_str());
  ImGui::PopFont();
  const std::string& story = opened.source.scenario ? opened.source.scenario->description : opened.scene.description;
  if (!story.empty()) {
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(story.c_str());
    ImGui::PopTextWrapPos();
  }
  if (!opened.source.file.empty()) ui::quiet("%s", opened.source.file.c_str());
  if (ui::button("scene.gallery", "Scenes", "Every scene, with its picture (Ctrl-O)")) app.act(Action::gallery);
  ImGui::SameLine();
  if (ui::button("scene.reset", "Restart", "The scene from its beginning; undo brings this back (R)"))
    app.act(Action::reset);
  ImGui::SameLine();
  if (ui::button("scene.open", "Open", "A scene file or a recording (Ctrl-Shift-O)")) app.act(Action::open_file);
  ui::next_on_line(ui::button_width("Save"));
  if (ui::button("scene.save", "Save", "As a scene file, as it stands (Ctrl-S)")) app.act(Action::save);
  if (opened.source.scenario && !opened.source.scenario->parameters.empty() && ui::section("Parameters"))
    parameters(app, *opened.source.scenario, opened.source.values);
  draw_world_rows(app);
  if (!app.controls().empty() && ui::section("Levers")) {
    for (const ScenarioControl& control : app.controls())
      ui::value_line(as_words(control.label).c_str(), "%c  and  %c", control.forward, control.backward);
    ui::quiet("Hold a key to move. A gamepad's sticks work too.");
  }
  if (!app.log->events.empty() && ui::section("What happened")) happenings(app);
  if (ui::section("Add")) spawn_buttons(app);
  if (ui::section("Hand")) hand(app);
  if (ui::section("Views", false)) remembered_views(app);
  if (!app.settings.recent_files.empty() && ui::section("Files", false))
    for (std::size_t i = 0; i < app.settings.recent_files.size(); ++i) {
      const std::string file = app.settings.recent_files[i];
      const bool pressed = ImGui::Selectable(file.c_str());
      ui::track("file." + std::to_string(i));
      if (!pressed) continue;
      SceneSource source;
      source.file = file;
      app.simulation.open(source);
    }
}

}  // namespace spook
