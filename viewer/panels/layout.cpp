#include "viewer/panels/layout.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "viewer/panels/context.h"
#include "viewer/panels/panel.h"
#include "viewer/panels/widgets.h"

namespace spook {
namespace {

struct DockPlace {
  Dock dock;
  const char* name;
  std::string Settings::*front;
  float Settings::*extent;
};

constexpr DockPlace places[] = {{Dock::left, "left", &Settings::left_tab, &Settings::left_width},
                                {Dock::right, "right", &Settings::right_tab, &Settings::right_width},
                                {Dock::bottom, "bottom", &Settings::bottom_tab, &Settings::bottom_height}};

std::vector<const PanelRow*> open_in(const AppContext& app, Dock dock) {
  std::vector<const PanelRow*> open;
  for (const PanelRow& row : panel_table())
    if (row.dock == dock && app.settings.open_panels.contains(std::string(row.id))) open.push_back(&row);
  return open;
}

const DockPlace& place_of(Dock dock) {
  for (const DockPlace& place : places)
    if (place.dock == dock) return place;
  return places[0];
}

// below this width docks would leave nothing of the picture: panels are sheets over all of it
constexpr float least_width_of_docks = 42.0f;  // em; chosen: two docks of 15 and something to see between them

// all open panels as tabs of one window over the picture; what was opened last is in front
void draw_sheet(AppContext& app, const ViewArea& area) {
  Settings& settings = app.settings;
  static std::string fronts[3], front;
  for (const DockPlace& place : places) {
    std::string& seen = fronts[int(place.dock)];
    if (seen != settings.*place.front) seen = settings.*place.front, front = seen;
  }
  static std::string last;
  if (settings.open_panels.empty()) {
    last.clear();
    return;
  }
  const float gap = app.em * 0.3f;
  ImGui::SetNextWindowPos({gap, area.top + gap});
  ImGui::SetNextWindowSize(
      {float(area.width) - 2 * gap, std::max(4 * app.em, float(area.height) - area.top - area.bottom - 2 * gap)});
  ImGui::Begin("sheet", nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoScrollbar);
  if (ImGui::BeginTabBar("tabs", ImGuiTabBarFlags_FittingPolicyScroll)) {
    const std::string wanted = front;
    for (const PanelRow& row : panel_table()) {
      const std::string id(row.id);
      if (!settings.open_panels.contains(id)) continue;
      bool keep = true;
      const bool select = wanted != last && wanted == id;
      const bool shown = ImGui::BeginTabItem(std::string(row.title).c_str(), &keep,
                                             select ? ImGuiTabItemFlags_SetSelected : ImGuiTabItemFlags_None);
      ui::track("tab." + id);
      if (shown) {
        if (wanted == last) front = id;
        ImGui::BeginChild("body", {0, 0}, false);
        row.draw(app);
        ImGui::EndChild();
        ImGui::EndTabItem();
      }
      if (!keep) settings.open_panels.erase(id);
    }
    last = wanted;
    ImGui::EndTabBar();
  }
  ImGui::End();
}

// one dock: a window of tabs, sized by its inner edge
void draw_dock(AppContext& app, const DockPlace& place, ViewArea& area) {
  const auto open = open_in(app, place.dock);
  if (open.empty()) return;
  const float gap = app.em * 0.5f, width = float(area.width), height = float(area.height);
  const float left = area.left + gap, right = width - area.right - gap, top = area.top + gap,
              bottom = height - area.bottom - gap;
  float& extent = app.settings.*place.extent;
  extent = std::max(extent, place.dock == Dock::bottom ? 9.0f : 15.0f);
  const float most = place.dock == Dock::bottom ? (bottom - top) * 0.75f : width * 0.42f;
  const float size = std::min(extent * app.em, most);
  if (place.dock == Dock::left) ImGui::SetNextWindowPos({left, top}), ImGui::SetNextWindowSize({size, bottom - top});
  if (place.dock == Dock::right)
    ImGui::SetNextWindowPos({right - size, top}), ImGui::SetNextWindowSize({size, bottom - top});
  if (place.dock == Dock::bottom)
    ImGui::SetNextWindowPos({left, bottom - size}), ImGui::SetNextWindowSize({right - left, size});
  const float grow = place.dock == Dock::bottom ? most : bottom - top;
  if (place.dock == Dock::bottom)
    ImGui::SetNextWindowSizeConstraints({right - left, 9 * app.em}, {right - left, grow});
  else
    ImGui::SetNextWindowSizeConstraints({15 * app.em, grow}, {most, grow});
  const ImGuiWindowFlags flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                                 ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollbar |
                                 ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoResize;
  ImGui::Begin(place.name, nullptr, flags);
  if (ImGui::BeginTabBar("tabs")) {
    std::string& front = app.settings.*place.front;
    static std::string last_front[3];
    std::string& seen = last_front[int(place.dock)];
    const std::string wanted = front;
    for (const PanelRow* row : open) {
      bool keep = true;
      const ImGuiTabItemFlags tab =
          wanted != seen && wanted == row->id ? ImGuiTabItemFlags_SetSelected : ImGuiTabItemFlags_None;
      const bool shown = ImGui::BeginTabItem(std::string(row->title).c_str(), &keep, tab);
      ui::track("tab." + std::string(row->id));
      if (shown) {
        if (wanted == seen) front = row->id;
        ImGui::BeginChild("body", {0, 0}, false, ImGuiWindowFlags_AlwaysUseWindowPadding * 0);
        row->draw(app);
        ImGui::EndChild();
        ImGui::EndTabItem();
      }
      if (!keep) app.settings.open_panels.erase(std::string(row->id));
    }
    seen = wanted;  // a panel of this dock may have asked for another while it was drawn
    ImGui::EndTabBar();
  }
  ImGui::End();

  // the inner edge can be dragged
  const ImVec2 edge_min = place.dock == Dock::left    ? ImVec2(left + size, top)
                          : place.dock == Dock::right ? ImVec2(right - size - gap, top)
                                                      : ImVec2(left, bottom - size - gap);
  const ImVec2 edge_size = place.dock == Dock::bottom ? ImVec2(right - left, gap) : ImVec2(gap, bottom - top);
  ImGui::SetNextWindowPos(edge_min), ImGui::SetNextWindowSize(edge_size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::Begin((std::string(place.name) + "-edge").c_str(), nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoBackground |
                   ImGuiWindowFlags_NoSavedSettings);
  ImGui::InvisibleButton("edge", edge_size);
  ui::track(std::string("edge.") + place.name);
  if (ImGui::IsItemHovered() || ImGui::IsItemActive())
    ImGui::SetMouseCursor(place.dock == Dock::bottom ? ImGuiMouseCursor_ResizeNS : ImGuiMouseCursor_ResizeEW);
  if (ImGui::IsItemActive()) {
    const ImVec2 by = ImGui::GetIO().MouseDelta;
    extent = size / app.em + (place.dock == Dock::left ? by.x : place.dock == Dock::right ? -by.x : -by.y) / app.em;
  }
  ImGui::End();
  ImGui::PopStyleVar(3);

  if (place.dock == Dock::left) area.left += size + gap;
  if (place.dock == Dock::right) area.right += size + gap;
  if (place.dock == Dock::bottom) area.bottom += size + gap;
}

void draw_toasts(AppContext& app, Furniture& furniture, const ViewArea& area) {
  for (std::string& text : app.toasts_new) furniture.toasts.push_back({std::move(text), steady_seconds()});
  app.toasts_new.clear();
  std::erase_if(furniture.toasts, [](const auto& toast) { return steady_seconds() - toast.since > 3.5; });
  float y = area.top + app.em;
  for (std::size_t i = 0; i < furniture.toasts.size(); ++i) {
    const float age = float(steady_seconds() - furniture.toasts[i].since);
    ImGui::SetNextWindowBgAlpha(0.92f * std::min(1.0f, (3.5f - age) * 2.0f));
    ImGui::SetNextWindowPos({0.5f * (area.left + float(area.width) - area.right), y}, 0, {0.5f, 0.0f});
    ImGui::Begin(("toast" + std::to_string(i)).c_str(), nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoInputs |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing);
    ImGui::TextUnformatted(furniture.toasts[i].text.c_str());
    y += ImGui::GetWindowHeight() + 4;
    ImGui::End();
  }
}

}  // namespace

void toggle_panel(AppContext& app, const char* id) {
  Settings& s = app.settings;
  for (const PanelRow& row : panel_table()) {
    if (row.id != id) continue;
    std::string& front = s.*place_of(row.dock).front;
    if (s.open_panels.contains(id) && front == id)
      s.open_panels.erase(id);
    else
      s.open_panels.insert(id), front = id;
    // another of that dock comes to the front
    if (!s.open_panels.contains(id))
      for (const PanelRow* other : open_in(app, row.dock)) front = other->id;
  }
}

void bring_to_front(AppContext& app, const char* id) {
  for (const PanelRow& row : panel_table())
    if (row.id == id) app.settings.*place_of(row.dock).front = id;
}

void draw_docks(AppContext& app, ViewArea& area) {
  if (float(area.width) < least_width_of_docks * app.em) return draw_sheet(app, area);
  for (const DockPlace& place : places) draw_dock(app, place, area);
}

void draw_furniture(AppContext& app, Furniture& furniture, ViewArea& area) {
  ui::begin_widgets();
  area.left = area.right = area.top = area.bottom = 0;
  if (!furniture.hidden) {
    const float top = std::round(app.em * 2.5f), bottom = std::round(app.em * 4.1f);
    draw_top_bar(app, furniture, top);
    draw_time_bar(app, furniture, float(area.height) - bottom, bottom);
    area.top = top, area.bottom = bottom;
    draw_docks(app, area);
    draw_hints(app, furniture);
  }
  draw_course_card(app);
  draw_settings_menu(app, furniture);
  draw_gallery(app, furniture);
  draw_help(app, furniture);
  draw_dialogs(app, furniture);
  draw_pad_dialog(app);
  draw_toasts(app, furniture, area);
}

}  // namespace spook
