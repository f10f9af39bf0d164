// The bar above: the scene's name, and a button a panel.
#include <imgui.h>

#include <algorithm>
#include <string>

#include "viewer/app/theme.h"
#include "viewer/app/tools.h"
#include "viewer/panels/context.h"
#include "viewer/panels/icons.h"
#include "viewer/panels/layout.h"
#include "viewer/panels/panel.h"
#include "viewer/panels/widgets.h"

namespace spook {
namespace {

// help: "" where what it opens lies open below it
bool bar_button(const std::string& id, const std::string& label, const std::string& help, bool active) {
  ImGui::PushStyleColor(ImGuiCol_Button,
                        active ? ImGui::GetStyleColorVec4(ImGuiCol_FrameBgHovered) : ImVec4(0, 0, 0, 0));
  if (active) ImGui::PushStyleColor(ImGuiCol_Text, accent_vec());
  bool pressed = ui::button(id, label.c_str());
  // a click past an open menu closes that, and is meant for this button all the same
  pressed |= ImGui::IsMouseClicked(0) && ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup) &&
             ImGui::IsMouseHoveringRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  ImGui::PopStyleColor(active ? 2 : 1);
  if (!help.empty()) ui::tooltip(help.c_str());
  return pressed;
}

// a second click closes it
void menu_button(const std::string& id, const std::string& label, const char* help, bool active, const char* popup) {
  if (bar_button(id, label, help, active) && !ImGui::IsPopupOpen(popup)) ImGui::OpenPopup(popup);
  constexpr float widest = 20.5f;  // em, of all menus
  const float last = ImGui::GetIO().DisplaySize.x - widest * ImGui::GetFontSize();
  ImGui::SetNextWindowPos({std::max(0.0f, std::min(ImGui::GetItemRectMin().x, last)), ImGui::GetItemRectMax().y + 2});
}

float button_width(const std::string& label) {
  return ImGui::CalcTextSize(label.c_str()).x + 2 * ImGui::GetStyle().FramePadding.x;
}

constexpr const char *menu_label = "Look closer  ▾", *small_menu_label = "Panels  ▾";

void panel_items(AppContext& app, bool all) {
  for (const PanelRow& row : panel_table()) {
    if (!row.in_menu && !all) continue;
    const std::string id(row.id);
    if (ImGui::MenuItem(std::string(row.title).c_str(), std::string(key_label(row.action)).c_str(),
                        app.settings.open_panels.contains(id)))
      toggle_panel(app, id.c_str());
    ui::track("menu." + id);
    ui::tooltip(std::string(row.help).c_str());
  }
}

// where the bar has no room for a button a panel: all of it in one menu
void small_menu(AppContext& app, Furniture& furniture) {
  menu_button("bar.menu", small_menu_label, "Every panel, and settings", !app.settings.open_panels.empty(), "panels");
  // as high as the window lets it be; the rest is scrolled to
  ImGui::SetNextWindowSizeConstraints({0, 0}, {1e4f, ImGui::GetIO().DisplaySize.y - 3.0f * app.em});
  if (!ImGui::BeginPopup("panels")) return;
  if (ImGui::MenuItem("Settings")) furniture.settings_open = true;
  ui::track("menu.settings");
  if (ImGui::MenuItem("Help", "F1")) app.act(Action::help);
  if (ImGui::MenuItem("Light or dark", "T")) app.act(Action::theme);
  if (ImGui::MenuItem("Save a film", "Shift-F9")) app.act(Action::film);
  ImGui::Separator();
  panel_items(app, true);
  ImGui::EndPopup();
}

// panels without a button of their own: a menu, each with its key and what it shows
void look_closer_menu(AppContext& app) {
  bool any = false;
  for (const PanelRow& row : panel_table())
    any |= row.in_menu && app.settings.open_panels.contains(std::string(row.id));
  menu_button("bar.look_closer", menu_label, "More ways to see what the solver does", any, "look closer");
  if (!ImGui::BeginPopup("look closer")) return;
  panel_items(app, false);
  ImGui::EndPopup();
}

// a button a panel, and what is everyone's
void panel_buttons(AppContext& app, Furniture& furniture) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x * 0.5f, 0});
  Dock last = Dock::left;
  for (const PanelRow& row : panel_table()) {
    if (row.in_menu) continue;
    if (row.dock != last) ImGui::SameLine(0, app.em * 0.9f);
    last = row.dock;
    const std::string id(row.id);
    const std::string help = std::string(row.help) + " (" + std::string(key_label(row.action)) + ")";
    if (bar_button("bar." + id, std::string(row.title), help, app.settings.open_panels.contains(id)))
      toggle_panel(app, id.c_str());
    ImGui::SameLine();
  }
  ImGui::SameLine(0, app.em * 0.9f);
  ImGui::PopStyleVar();
  look_closer_menu(app);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x * 0.5f, 0});
  ImGui::SameLine(0, app.em * 0.9f);
  if (bar_button("bar.film", "Film", furniture.film.open ? "" : "Save a film or a 3D animation (Shift-F9)",
                 furniture.film.open))
    app.act(Action::film);
  ImGui::SameLine();
  if (bar_button("bar.settings", "Settings", furniture.settings_open ? "" : "Text, theme, picture, hand and pace",
                 furniture.settings_open))
    furniture.settings_open = !furniture.settings_open;
  ImGui::SameLine();
  if (ui::icon_button("bar.theme", ui::Icon::theme, "Light or dark (T)")) app.act(Action::theme);
  ImGui::SameLine();
  if (bar_button("bar.help", "?", furniture.help_open ? "" : "Keys and gestures (?)", furniture.help_open))
    app.act(Action::help);
  ImGui::PopStyleVar();
}

// with gaps as wide as they come
float width_of_panel_buttons(const AppContext& app) {
  float needed = ImGui::GetFrameHeight() * 1.15f + button_width("?") + button_width("Settings") + button_width("Film") +
                 button_width(menu_label) + 6.0f * app.em;
  for (const PanelRow& row : panel_table())
    if (!row.in_menu) needed += button_width(std::string(row.title)) + ImGui::GetStyle().ItemSpacing.x * 0.5f;
  return needed;
}

// what runs, and the way to the others; a long name gives way to what stands beside it
void title_button(AppContext& app, const Furniture& furniture, float room) {
  const std::string key = app.frame->opened ? app.frame->opened->scene.name : std::string();
  const std::string name = app.stage.shown ? app.stage.experiment->title()
                           : key.empty()   ? "No scene"
                                           : scene_title(key);
  ImGui::PushFont(app.fonts.bold);
  const std::string shown = ui::shortened(name.c_str(), room - button_width("  ▾"));
  const std::string help = (shown == name ? "" : name + "\n") + "All scenes (Ctrl-O)\n" + key;
  if (bar_button("bar.gallery", shown + "  ▾", furniture.gallery_open ? "" : help, furniture.gallery_open))
    app.act(Action::gallery);
  ImGui::PopFont();
}

}  // namespace

void draw_top_bar(AppContext& app, Furniture& furniture, float height) {
  const float width = ImGui::GetIO().DisplaySize.x;
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize({width, height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {app.em * 0.6f, (height - ImGui::GetFrameHeight()) * 0.5f});
  ImGui::Begin("top bar", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus);
  const ToolRow& tool = row_of(app.tools->tool());
  const std::string tool_label = tool.tool == Tool::hand ? "Tools" : tool.name;
  constexpr float shortest = 8.0f;  // em, of the title; chosen: "Wrecking …" is still read
  const float menus =
      button_width("Edit") + button_width(tool_label) + 3.0f * ImGui::GetStyle().ItemSpacing.x + app.em * 1.2f;
  const float panels = width_of_panel_buttons(app);
  const bool small = width - menus - panels + 2.0f * app.em < shortest * app.em;  // `panels` is generous
  title_button(app, furniture, width - menus - (small ? button_width(small_menu_label) : panels - 2.0f * app.em));
  ImGui::SameLine();
  menu_button("bar.edit", "Edit", "Undo, redo, and what is selected", false, "edit");
  draw_edit_menu(app);
  ImGui::SameLine();
  menu_button("bar.tools", tool_label, "Cutter, glue, rope, blast, wind, bricks, logs", tool.tool != Tool::hand,
              "tools");
  draw_tools_menu(app);
  ImGui::SameLine();
  if (small) {
    small_menu(app, furniture);
  } else {
    // a long title takes what the gaps do not need
    ImGui::SameLine(std::max(ImGui::GetCursorPosX(), width - panels));
    panel_buttons(app, furniture);
  }
  ImGui::End();
  ImGui::PopStyleVar(3);
}

}  // namespace spook
