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
  return ImGui::Begin(title, nullptr,
                      ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse |
                          ImGuiWindowFlags_NoSavedSettings);
}

bool Furniture::close_all() {
  const bool any = gallery_open || help_open || save_open || open_open || !error_text.empty();
  gallery_open = help_open = save_open = open_open = false;
  error_text.clear();
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
  error_dialog(app, furniture);
  save_dialog(app, furniture);
  draw_open_dialog(app, furniture);
}

}  // namespace spook
