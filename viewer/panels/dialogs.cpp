// What must be answered: errors, and the name of a file to save to. Labels over the picture too.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "viewer/app/theme.h"
#include "viewer/panels/context.h"
#include "viewer/panels/layout.h"
#include "viewer/panels/widgets.h"
#include "viewer/render/convert.h"

namespace spook {
namespace {

bool begin_dialog(AppContext& app, const char* title, float width) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({screen.x * 0.5f, screen.y * 0.42f}, 0, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({std::min(app.em * width, screen.x * 0.9f), 0});
  return ImGui::Begin(title, nullptr,
                      ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse |
                          ImGuiWindowFlags_NoSavedSettings);
}

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
  ImGui::SetNextItemWidth(-1);
  const bool enter = ImGui::InputText("##file", &furniture.save_name, ImGuiInputTextFlags_EnterReturnsTrue);
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
}

void draw_labels(const AppContext& app, const std::vector<Label>& labels) {
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  for (const Label& label : labels) {
    glm::vec2 at;
    if (!project(app.view, label.at, at)) continue;
    const ImVec2 size = app.fonts.small->CalcTextSizeA(app.fonts.small->FontSize, 1e9f, 0, label.text.c_str());
    const ImVec2 corner{at.x - size.x / 2, at.y - size.y / 2};
    list->AddRectFilled({corner.x - 4, corner.y - 1}, {corner.x + size.x + 4, corner.y + size.y + 1},
                        IM_COL32(16, 19, 24, 170), 4);
    list->AddText(app.fonts.small, app.fonts.small->FontSize, corner,
                  ImGui::ColorConvertFloat4ToU32({label.colour.x, label.colour.y, label.colour.z, 1.0f}),
                  label.text.c_str());
  }
}

// what the hand does: force against its cap, and how far the body lags behind
void draw_grip_label(const AppContext& app) {
  if (!app.now()) return;
  for (const GripView& grip : app.now()->grips) {
    glm::vec2 at;
    if (!project(app.view, to_glm(grip.target), at)) continue;
    char text[96];
    std::snprintf(text, sizeof text, "%.3g N of %.3g    %.0f mm", grip.force, grip.cap, 1000 * grip.slack);
    ImDrawList* list = ImGui::GetBackgroundDrawList();
    const float em = app.em, width = em * 11.0f;
    const ImVec2 a{at.x + em, at.y - em * 2.4f}, b{a.x + width, a.y + em * 1.9f};
    list->AddRectFilled(a, b, IM_COL32(16, 19, 24, 215), em * 0.35f);
    list->AddText(app.fonts.small, app.fonts.small->FontSize, {a.x + em * 0.5f, a.y + em * 0.2f},
                  IM_COL32(240, 243, 246, 255), text);
    const float used = float(std::clamp(grip.cap > 0 ? grip.force / grip.cap : 0.0, 0.0, 1.0));
    const ImVec2 bar_a{a.x + em * 0.5f, b.y - em * 0.5f}, bar_b{b.x - em * 0.5f, b.y - em * 0.3f};
    list->AddRectFilled(bar_a, bar_b, IM_COL32(80, 88, 98, 255), 2);
    list->AddRectFilled(bar_a, {bar_a.x + (bar_b.x - bar_a.x) * used, bar_b.y},
                        ImGui::GetColorU32(used > 0.98f ? bad_vec() : accent_vec()), 2);
  }
}

}  // namespace spook
