// Help, from the key table itself; and the five hints of a first run.
#include <imgui.h>

#include <algorithm>
#include <string>
#include <vector>

#include "viewer/app/theme.h"
#include "viewer/panels/context.h"
#include "viewer/panels/layout.h"
#include "viewer/panels/widgets.h"

namespace spook {
namespace {

struct HelpLine {
  std::string_view group, label, text;
};

std::vector<HelpLine> help_lines() {
  std::vector<HelpLine> lines;
  for (const GestureRow& row : gesture_table()) lines.push_back({row.group, row.label, row.text});
  for (const KeyRow& row : key_table())
    if (!row.label.empty()) lines.push_back({row.group, row.label, row.text});
  return lines;
}

void help_group(std::string_view group, const std::vector<HelpLine>& lines, float label_width) {
  ui::heading(std::string(group).c_str());
  for (const HelpLine& line : lines) {
    if (line.group != group) continue;
    ImGui::TextColored(accent_vec(), "%.*s", int(line.label.size()), line.label.data());
    ImGui::SameLine(label_width);
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(line.text.data(), line.text.data() + line.text.size());
    ImGui::PopTextWrapPos();
  }
}

constexpr const char* hints[] = {"Drag anything. Let go in motion to throw it.", "Shift-click shoots a ball.",
                                 "Drag beside bodies to look around, wheel to come closer.",
                                 "Space pauses. Drag the time line to go back, touch anything to branch.",
                                 "Ctrl-O: all scenes.  F2: every number of the solver.  ?: all keys."};

}  // namespace

void draw_help(AppContext& app, Furniture& furniture) {
  if (!furniture.help_open) return;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({screen.x * 0.5f, screen.y * 0.5f}, 0, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({std::min(screen.x * 0.9f, app.em * 74), std::min(screen.y * 0.9f, app.em * 44)});
  ImGui::SetNextWindowBgAlpha(0.985f);
  ImGui::Begin("Keys and gestures", &furniture.help_open,
               ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse |
                   ImGuiWindowFlags_NoSavedSettings);
  static const std::vector<HelpLine> lines = help_lines();
  constexpr const char* columns[3][4] = {
      {"Hands", "Edit", "Scene", "Machines"}, {"View", "Time", "", ""}, {"Panels", "Layers", "", ""}};
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, app.em * 0.34f});
  if (ImGui::BeginTable("columns", 3, ImGuiTableFlags_None)) {
    ImGui::TableNextRow();
    for (const auto& column : columns) {
      ImGui::TableNextColumn();
      const float label = app.em * (&column == &columns[0] ? 11.2f : &column == &columns[1] ? 9.6f : 6.0f);
      for (const char* group : column)
        if (*group) help_group(group, lines, label);
      if (&column == &columns[0]) {
        ui::heading("Sliders");
        ui::quiet("Double-click resets one, Ctrl-click types a value.");
        ui::quiet("Drawn by %s.", app.device.c_str());
      }
    }
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
  ImGui::End();
}

void draw_hints(AppContext& app, Furniture& furniture) {
  if (app.settings.hints_seen || furniture.gallery_open || furniture.help_open) return;
  if (furniture.hints_since == -2.0) return;  // a scripted run
  if (furniture.hints_since < 0) furniture.hints_since = ImGui::GetTime();
  const float bottom = ImGui::GetIO().DisplaySize.y - app.em * 5.0f;
  ImGui::SetNextWindowPos({app.em * 0.8f, bottom}, 0, {0, 1});
  ImGui::Begin("hints", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing);
  ImGui::PushFont(app.fonts.bold);
  ImGui::TextUnformatted("Five things to try");
  ImGui::PopFont();
  for (const char* hint : hints) {
    ImGui::TextColored(accent_vec(), "•");
    ImGui::SameLine();
    ImGui::TextUnformatted(hint);
  }
  ImGui::Spacing();
  if (ui::button("hints.close", "Got it")) app.settings.hints_seen = true;
  ImGui::End();
}

}  // namespace spook
