// Help, from the key table itself.
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

struct HelpColumn {
  const char* groups[3];
  float share, label;  // of the width; em, of the labels
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
    ui::track("help.label." + std::string(line.label));
    // a label that reaches into the texts has a line of its own
    const float wide = ImGui::CalcTextSize(line.label.data(), line.label.data() + line.label.size()).x;
    if (wide < label_width - 0.5f * ImGui::GetFontSize())
      ImGui::SameLine(label_width);
    else
      ImGui::SetCursorPosX(ImGui::GetCursorPosX() + label_width - ImGui::GetStyle().CellPadding.x);
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(line.text.data(), line.text.data() + line.text.size());
    ui::track("help.text." + std::string(line.label));
    ImGui::PopTextWrapPos();
  }
}

}  // namespace

void draw_help(AppContext& app, Furniture& furniture) {
  if (!furniture.help_open) return;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({screen.x * 0.5f, screen.y * 0.5f}, 0, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({std::min(screen.x * 0.97f, app.em * 92), std::min(screen.y * 0.9f, app.em * 56)});
  ImGui::SetNextWindowBgAlpha(0.985f);
  ImGui::Begin("Keys and gestures", &furniture.help_open,
               ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse |
                   ImGuiWindowFlags_NoSavedSettings);
  static const std::vector<HelpLine> lines = help_lines();
  constexpr HelpColumn columns[] = {{{"Hands", "Edit", "Machines"}, 28, 12.8f},
                                    {{"View", "Time", "Tools"}, 27, 9.6f},
                                    {{"Panels", "Scene", ""}, 19, 6.2f},
                                    {{"Layers", "", ""}, 17, 6.2f}};
  // side by side where each has room, else below one another
  const float room = ImGui::GetContentRegionAvail().x;
  const int count = room > app.em * 80.0f ? 4 : room > app.em * 46.0f ? 2 : 1;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, app.em * 0.34f});
  if (ImGui::BeginTable("columns", count, ImGuiTableFlags_None)) {
    for (int i = 0; i < count; ++i)
      ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, count == 4 ? columns[i].share : 1.0f);
    for (const HelpColumn& column : columns) {
      ImGui::TableNextColumn();
      for (const char* group : column.groups)
        if (*group) help_group(group, lines, app.em * column.label);
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

}  // namespace spook
