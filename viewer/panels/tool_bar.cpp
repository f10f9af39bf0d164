// The tools: a menu in the bar above, what the chosen one does low in the picture, its number beside the cursor.
#include <imgui.h>

#include <string>

#include "viewer/app/tools.h"
#include "viewer/panels/context.h"
#include "viewer/panels/layout.h"
#include "viewer/panels/widgets.h"

namespace spook {
namespace {

const ImU32 tool_plate = IM_COL32(16, 19, 24, 200), tool_ink = IM_COL32(240, 243, 246, 255);

void plate_with_text(ImFont* font, float em, const ImVec2& a, const std::string& text) {
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  const float wide = font->CalcTextSizeA(font->FontSize, 1e9f, 0, text.c_str()).x;
  list->AddRectFilled(a, {a.x + wide + em * 1.2f, a.y + em * 1.7f}, tool_plate, em * 0.35f);
  list->AddText(font, font->FontSize, {a.x + em * 0.6f, a.y + 0.5f * (em * 1.7f - font->FontSize)}, tool_ink,
                text.c_str());
}

}  // namespace

void draw_tools_menu(AppContext& app) {
  ImGui::SetNextWindowSize({app.em * 16.0f, 0});
  if (!ImGui::BeginPopup("tools")) return;
  for (const ToolRow& row : tool_table()) {
    if (ImGui::MenuItem(row.name, std::string(key_label(row.action)).c_str(), app.tools->tool() == row.tool))
      app.act(row.action);
    ui::track(std::string("tool.") + row.id);
    if (*row.hint) ui::tooltip(row.hint);
    if (row.tool == Tool::hand) ImGui::Separator();
  }
  ImGui::EndPopup();
}

void draw_tool_words(const AppContext& app) {
  if (app.tools->tool() == Tool::hand || app.stage.shown || !app.now()) return;
  const float em = app.em;
  const std::string hint = std::string(row_of(app.tools->tool()).hint) + "   ·   H or Esc: the hand again";
  draw_low_hint(app, hint.c_str());
  const std::string words = app.tools->words(app);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (!words.empty() && !ImGui::GetIO().WantCaptureMouse && ImGui::IsMousePosValid())
    plate_with_text(app.fonts.small, em, {mouse.x + em * 1.2f, mouse.y + em * 0.8f}, words);
}

}  // namespace spook
