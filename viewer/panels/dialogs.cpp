// What must be answered: errors, and the name of a file to save to (a file to open has a file of its own).
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "viewer/app/theme.h"
#include "viewer/panels/context.h"
#include "viewer/panels/layout.h"
#include "viewer/panels/widgets.h"

namespace spook {

bool begin_dialog(AppContext& app, const char* title, float width) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({screen.x * 0.5f, screen.y * 0.42f}, 0, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({std::min(app.em * width, screen.x * 0.9f), 0});
  // as high as the window lets it be; the rest is scrolled to
  ImGui::SetNextWindowSizeConstraints({0, 0}, {screen.x, screen.y * 0.82f});
  return ImGui::Begin(title, nullptr,
                      ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse |
                          ImGuiWindowFlags_NoSavedSettings);
}

bool Furniture::close_topmost() {
  if (!error_text.empty()) {
    error_text.clear();
    return true;
  }
  // in the order in which they lie over one another
  for (bool* open : {&open_open, &save_open, &film.open, &settings_open, &help_open, &gallery_open})
    if (std::exchange(*open, false)) return true;
  return false;
}

bool Furniture::close_all() {
  bool any = false;
  while (close_topmost()) any = true;
  return any;
}

namespace {

void error_dialog(AppContext& app, Furniture& furniture) {
  if (furniture.error_text.empty()) return;
  begin_dialog(app, (furniture.error_title + "###error").c_str(), 34);
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(furniture.error_text.c_str());
  ImGui::PopTextWrapPos();
  ui::quiet("The running scene was kept.");
  ImGui::Spacing();
  if (ui::button("error.close", "Close") || app.pressed(key_enter)) furniture.error_text.clear();
  ImGui::End();
}

void save_dialog(AppContext& app, Furniture& furniture) {
  if (!furniture.save_open) return;
  begin_dialog(app, "Save the scene as it stands", 34);
  if (std::exchange(furniture.save_just_opened, false)) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  const bool enter = ImGui::InputText("##file", &furniture.save_name,
                                      ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  ui::track("save.name");
  ui::quiet("in %s", std::filesystem::current_path().c_str());
  if (ui::button("save.save", "Save") || enter) {
    app.simulation.save_as(furniture.save_name, describe_camera(app.camera.camera()));
    furniture.save_open = false;
  }
  ImGui::SameLine();
  if (ui::button("save.cancel", "Cancel")) furniture.save_open = false;
  ImGui::Separator();
  ui::quiet("All that happened since the scene was opened, to replay here or with spook-lab:");
  const std::filesystem::path name = std::filesystem::path(furniture.save_name).replace_extension();
  if (ui::button("save.recording", "Save recording")) {
    app.simulation.save_recording(name.string() + ".rec", "");
    furniture.save_open = false;
  }
  ImGui::Spacing();
  ui::quiet("Did something go wrong? What happened, in your words:");
  ImGui::SetNextItemWidth(-1);
  ImGui::InputText("##note", &furniture.problem_note);
  ui::track("save.note");
  if (ui::button("save.report", "Report a problem",
                 "One file with the recording, these words, your settings and the program's version.")) {
    app.simulation.save_recording(name.string() + "-problem.rec", app.problem_report(furniture.problem_note));
    furniture.save_open = false;
    furniture.problem_note.clear();
  }
  ImGui::End();
}

// a step that takes long: how long, and the way out
void slow_step(AppContext& app) {
  constexpr double worth_telling = 1.0;  // s; chosen: shorter ones come and go while a scene settles
  const double seconds = app.simulation.stepping_for();
  if (seconds < worth_telling) return;
  begin_dialog(app, "A slow step###slow", 26);
  ImGui::Text("This step has taken %.0f s so far.", seconds);
  ui::quiet("Fewer sweeps or substeps, or less effort (Solver panel), make steps shorter.");
  if (ui::button("step.cancel", "Cancel the step", "Goes back to the moment before it, paused."))
    app.simulation.cancel_step();
  ImGui::End();
}

}  // namespace

void draw_dialogs(AppContext& app, Furniture& furniture) {
  for (const SimMessage& message : app.simulation.take_messages()) {
    if (message.title.empty())
      app.say(message.text);
    else
      furniture.error_title = message.title, furniture.error_text = message.text;
  }
  slow_step(app);
  error_dialog(app, furniture);
  save_dialog(app, furniture);
  draw_open_dialog(app, furniture);
  draw_film_dialog(app, furniture.film);
}

}  // namespace spook
