// Where panels stand: docks at three sides, windows that float over the picture, sheets where there is no room.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "viewer/app/theme.h"
#include "viewer/panels/context.h"
#include "viewer/panels/layout.h"
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

constexpr float least_width = 15.0f, least_height = 9.0f;  // em, of docks

const DockPlace* place_of(Dock dock) {
  for (const DockPlace& place : places)
    if (place.dock == dock) return &place;
  return nullptr;  // it floats
}

std::vector<const PanelRow*> open_in(const AppContext& app, Dock dock) {
  std::vector<const PanelRow*> open;
  for (const PanelRow& row : panel_table())
    if (dock_of(app, row) == dock && app.settings.open_panels.contains(std::string(row.id))) open.push_back(&row);
  return open;
}

// ---- a panel is moved by its tab

// the tab that the mouse holds; em of the cursor from the panel's corner
struct HeldTab {
  std::string id;
  ImVec2 grip{0, 0};
  bool moving = false;
};
HeldTab& held_tab() {
  static HeldTab held;
  return held;
}

void move_panel(AppContext& app, const PanelRow& row, const PanelPlace& to) {
  const std::string id(row.id);
  const Dock from = dock_of(app, row);
  if (to.dock == row.dock)
    app.settings.places.erase(id);
  else
    app.settings.places[id] = to;
  bring_to_front(app, id.c_str());
  // another of the dock it left comes to the front
  if (const DockPlace* left = place_of(from); left && from != to.dock)
    for (const PanelRow* other : open_in(app, from)) app.settings.*left->front = other->id;
}

// of the window, between the bars
struct Room {
  float left, top, right, bottom;
};

Room room_of(const ViewArea& area) {
  return {0, area.top, float(area.width), float(area.height) - area.bottom};
}

// what a panel let go there goes to
Dock dock_at(const Room& room, ImVec2 at, float em) {
  const float near = 4.0f * em;  // chosen: easy to hit, and leaves most of the picture to float over
  if (at.x < room.left + near) return Dock::left;
  if (at.x > room.right - near) return Dock::right;
  return at.y > room.bottom - near ? Dock::bottom : Dock::floating;
}

PanelPlace floating_at(const AppContext& app, const PanelRow& row, ImVec2 corner) {
  PanelPlace place;
  if (const auto known = app.settings.places.find(std::string(row.id)); known != app.settings.places.end())
    place = known->second;
  else if (row.dock == Dock::bottom)
    place.width = 44.0f;
  place.dock = Dock::floating;
  place.x = std::max(0.0f, corner.x / app.em), place.y = std::max(0.0f, corner.y / app.em);
  return place;
}

// where it would go, while a tab is dragged
void show_target(const AppContext& app, const Room& room, const PanelRow& row, ImVec2 mouse) {
  const Settings& s = app.settings;
  const Dock target = dock_at(room, mouse, app.em);
  ImDrawList* list = ImGui::GetForegroundDrawList();
  const ImU32 fill = ImGui::GetColorU32(ImGuiCol_DragDropTarget, 0.22f), edge = ImGui::GetColorU32(accent_vec());
  ImVec2 a{room.left, room.top}, b{room.right, room.bottom};
  if (target == Dock::left) b.x = a.x + s.left_width * app.em;
  if (target == Dock::right) a.x = b.x - s.right_width * app.em;
  if (target == Dock::bottom) a.y = b.y - s.bottom_height * app.em;
  if (target != Dock::floating) {
    list->AddRectFilled(a, b, fill, 0.4f * app.em);
    list->AddRect(a, b, edge, 0.4f * app.em, 0, std::max(1.0f, 0.12f * app.em));
  }
  const char* where = target == Dock::left     ? "dock left"
                      : target == Dock::right  ? "dock right"
                      : target == Dock::bottom ? "dock below"
                                               : "float here; an edge docks it";
  const std::string text = std::string(row.title) + ": " + where;
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  const float pad = 0.4f * app.em;
  const ImVec2 at{std::clamp(mouse.x + app.em, pad, std::max(pad, room.right - size.x - pad)), mouse.y + app.em};
  list->AddRectFilled({at.x - pad, at.y - 0.5f * pad}, {at.x + size.x + pad, at.y + size.y + 0.5f * pad},
                      ImGui::GetColorU32(ImGuiCol_PopupBg), pad);
  list->AddText(at, ImGui::GetColorU32(ImGuiCol_Text), text.c_str());
}

// of the tab drawn last
void hold_tab(AppContext& app, const PanelRow& row) {
  HeldTab& held = held_tab();
  if (!ImGui::IsItemActive() || held.id == row.id) return;
  const ImVec2 corner = ImGui::GetWindowPos(), mouse = ImGui::GetIO().MousePos;
  held = {std::string(row.id), {(mouse.x - corner.x) / app.em, (mouse.y - corner.y) / app.em}, false};
}

void drag_held(AppContext& app, const Room& room) {
  HeldTab& held = held_tab();
  if (held.id.empty()) return;
  const PanelRow* row = nullptr;
  for (const PanelRow& one : panel_table())
    if (one.id == held.id) row = &one;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool floats = row && dock_of(app, *row) == Dock::floating;
  if (ImGui::IsMouseDown(0)) {
    held.moving |= ImGui::IsMouseDragging(0, 0.8f * app.em);
    if (!row || !held.moving) return;
    const ImVec2 corner{mouse.x - held.grip.x * app.em, mouse.y - held.grip.y * app.em};
    if (floats) app.settings.places[held.id] = floating_at(app, *row, corner);
    return show_target(app, room, *row, mouse);
  }
  if (row && held.moving) {
    const Dock target = dock_at(room, mouse, app.em);
    const ImVec2 corner{mouse.x - std::min(held.grip.x, 12.0f) * app.em,
                        mouse.y - std::min(held.grip.y, 2.0f) * app.em};
    PanelPlace to = floating_at(app, *row, corner);
    to.dock = target;
    // in the dock that it came from it stays
    if (target != dock_of(app, *row) || floats) move_panel(app, *row, to);
  }
  held = {};
}

// the same by the right button, for those who look for a menu
void tab_menu(AppContext& app, const PanelRow& row) {
  const std::string id(row.id);
  if (!ImGui::BeginPopupContextItem(("place." + id).c_str())) return;
  const Dock now = dock_of(app, row);
  const ImVec2 corner = ImGui::GetWindowPos();
  const auto item = [&](const char* label, const char* name, Dock dock) {
    if (ImGui::MenuItem(label, nullptr, now == dock)) {
      PanelPlace to = floating_at(app, row, corner);
      to.dock = dock;
      move_panel(app, row, to);
    }
    ui::track(std::string("place.") + name);
  };
  item("Dock left", "left", Dock::left), item("Dock right", "right", Dock::right);
  item("Dock below", "bottom", Dock::bottom), item("Float", "floating", Dock::floating);
  ImGui::Separator();
  if (ImGui::MenuItem("Close")) app.settings.open_panels.erase(id);
  ImGui::EndPopup();
}

// ---- the three kinds of windows

// one panel as a tab; selected: brought to the front now. False: it was closed
bool panel_tab(AppContext& app, const PanelRow& row, bool select, bool movable, bool& shown) {
  bool keep = true;
  const std::string id(row.id);
  shown = ImGui::BeginTabItem((std::string(row.title) + "###" + id).c_str(), &keep,
                              select ? ImGuiTabItemFlags_SetSelected : ImGuiTabItemFlags_None);
  ui::track("tab." + id);
  if (movable) hold_tab(app, row), tab_menu(app, row);
  if (shown) {
    ImGui::BeginChild("body", {0, 0}, false);
    row.draw(app);
    ImGui::EndChild();
    ImGui::EndTabItem();
  }
  if (!keep) app.settings.open_panels.erase(id);
  return keep;
}

// below this width docks would leave nothing of the picture: panels are sheets over all of it
constexpr float least_width_of_docks = 42.0f;  // em; chosen: two docks of 15 and something to see between them

constexpr ImGuiWindowFlags fixed_window = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove |
                                          ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                                          ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoScrollbar;

bool as_sheets(const AppContext& app) {
  return ImGui::GetIO().DisplaySize.x < least_width_of_docks * app.em;
}

// what was opened last, of all docks
std::string& sheet_front() {
  static std::string front;
  return front;
}

// all open panels as tabs of one window over the picture; what was opened last is in front
void draw_sheet(AppContext& app, const ViewArea& area) {
  Settings& settings = app.settings;
  static std::string last;
  if (settings.open_panels.empty()) {
    last.clear();
    return;
  }
  const float gap = app.em * 0.3f;
  ImGui::SetNextWindowPos({gap, area.top + gap});
  ImGui::SetNextWindowSize(
      {float(area.width) - 2 * gap, std::max(4 * app.em, float(area.height) - area.top - area.bottom - 2 * gap)});
  ImGui::Begin("sheet", nullptr, fixed_window);
  if (ImGui::BeginTabBar("tabs", ImGuiTabBarFlags_FittingPolicyScroll)) {
    const std::string wanted = sheet_front();
    for (const PanelRow& row : panel_table()) {
      if (!settings.open_panels.contains(std::string(row.id))) continue;
      bool shown;
      panel_tab(app, row, wanted != last && wanted == row.id, false, shown);
      if (shown && wanted == last && sheet_front() == wanted) sheet_front() = row.id;
    }
    last = wanted;
    ImGui::EndTabBar();
  }
  ImGui::End();
}

void dock_tabs(AppContext& app, const DockPlace& place, const std::vector<const PanelRow*>& open) {
  if (!ImGui::BeginTabBar("tabs")) return;
  std::string& front = app.settings.*place.front;
  static std::string last_front[3];
  std::string& seen = last_front[int(place.dock)];
  const std::string wanted = front;
  for (const PanelRow* row : open) {
    bool shown;
    panel_tab(app, *row, wanted != seen && wanted == row->id, true, shown);
    // a panel may have asked for another while it was drawn
    if (shown && wanted == seen && front == wanted && dock_of(app, *row) == place.dock) front = row->id;
  }
  seen = wanted;
  ImGui::EndTabBar();
}

// the inner edge can be dragged
void dock_edge(AppContext& app, const DockPlace& place, const Room& edge, float size) {
  ImGui::SetNextWindowPos({edge.left, edge.top});
  ImGui::SetNextWindowSize({edge.right - edge.left, edge.bottom - edge.top});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::Begin((std::string(place.name) + "-edge").c_str(), nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoBackground |
                   ImGuiWindowFlags_NoSavedSettings);
  ImGui::InvisibleButton("edge", {edge.right - edge.left, edge.bottom - edge.top});
  ui::track(std::string("edge.") + place.name);
  if (ImGui::IsItemHovered() || ImGui::IsItemActive())
    ImGui::SetMouseCursor(place.dock == Dock::bottom ? ImGuiMouseCursor_ResizeNS : ImGuiMouseCursor_ResizeEW);
  if (ImGui::IsItemActive()) {
    const ImVec2 by = ImGui::GetIO().MouseDelta;
    app.settings.*place.extent = size / app.em + (place.dock == Dock::left    ? by.x
                                                  : place.dock == Dock::right ? -by.x
                                                                              : -by.y) /
                                                     app.em;
  }
  ImGui::End();
  ImGui::PopStyleVar(3);
}

// one dock: a window of tabs, sized by its inner edge
void draw_dock(AppContext& app, const DockPlace& place, ViewArea& area) {
  const auto open = open_in(app, place.dock);
  if (open.empty()) return;
  const float gap = app.em * 0.5f, width = float(area.width);
  const float left = area.left + gap, right = width - area.right - gap, top = area.top + gap,
              bottom = float(area.height) - area.bottom - gap;
  const bool below = place.dock == Dock::bottom;
  float& extent = app.settings.*place.extent;
  extent = std::max(extent, below ? least_height : least_width);
  const float size = std::min(extent * app.em, below ? (bottom - top) * 0.75f : width * 0.42f);
  const Room at = below                      ? Room{left, bottom - size, right, bottom}
                  : place.dock == Dock::left ? Room{left, top, left + size, bottom}
                                             : Room{right - size, top, right, bottom};
  ImGui::SetNextWindowPos({at.left, at.top});
  ImGui::SetNextWindowSize({at.right - at.left, at.bottom - at.top});
  ImGui::Begin(place.name, nullptr, fixed_window | ImGuiWindowFlags_NoScrollWithMouse);
  dock_tabs(app, place, open);
  ImGui::End();
  dock_edge(app, place,
            below                      ? Room{left, at.top - gap, right, at.top}
            : place.dock == Dock::left ? Room{at.right, top, at.right + gap, bottom}
                                       : Room{at.left - gap, top, at.left, bottom},
            size);
  (below ? area.bottom : place.dock == Dock::left ? area.left : area.right) += size + gap;
}

// a panel of its own over the picture
void draw_floating(AppContext& app, const PanelRow& row, const Room& room) {
  const std::string id(row.id);
  PanelPlace& place = app.settings.places[id];
  const float em = app.em;
  // a window made smaller, or larger text, brings it back into sight
  const ImVec2 most{room.right - room.left, room.bottom - room.top};
  const ImVec2 size{std::min(place.width * em, most.x), std::min(place.height * em, most.y)};
  const ImVec2 at{std::clamp(place.x * em, room.left, room.right - size.x),
                  std::clamp(place.y * em, room.top, room.bottom - size.y)};
  ImGui::SetNextWindowPos(at), ImGui::SetNextWindowSize(size);
  ImGui::SetNextWindowSizeConstraints({10 * em, 6 * em}, most);
  ImGui::Begin(("floating " + id).c_str(), nullptr,
               (fixed_window & ~ImGuiWindowFlags_NoResize) | ImGuiWindowFlags_NoScrollWithMouse);
  const ImVec2 now = ImGui::GetWindowSize(), corner = ImGui::GetWindowPos();
  // resized by its edges
  if (std::abs(now.x - size.x) > 0.5f || std::abs(now.y - size.y) > 0.5f)
    place.width = now.x / em, place.height = now.y / em, place.x = corner.x / em, place.y = corner.y / em;
  ui::track_at("floating." + id, {corner.x, corner.y, corner.x + now.x, corner.y + now.y});
  if (ImGui::BeginTabBar("tabs")) {
    bool shown;
    panel_tab(app, row, false, true, shown);
    ImGui::EndTabBar();
  }
  ImGui::End();
}

}  // namespace

Dock dock_of(const AppContext& app, const PanelRow& row) {
  const auto moved = app.settings.places.find(std::string(row.id));
  return moved == app.settings.places.end() ? row.dock : moved->second.dock;
}

void toggle_panel(AppContext& app, const char* id) {
  Settings& s = app.settings;
  for (const PanelRow& row : panel_table()) {
    if (row.id != id) continue;
    const DockPlace* place = place_of(dock_of(app, row));
    const bool in_front = as_sheets(app) ? sheet_front() == id : !place || s.*place->front == id;
    if (s.open_panels.contains(id) && in_front) {
      s.open_panels.erase(id);
      if (place)  // another of that dock comes to the front
        for (const PanelRow* other : open_in(app, place->dock)) s.*place->front = other->id;
    } else {
      s.open_panels.insert(id), bring_to_front(app, id);
    }
  }
}

void bring_to_front(AppContext& app, const char* id) {
  sheet_front() = id;
  for (const PanelRow& row : panel_table())
    if (row.id == id) {
      if (const DockPlace* place = place_of(dock_of(app, row))) app.settings.*place->front = id;
    }
}

void draw_docks(AppContext& app, ViewArea& area) {
  if (as_sheets(app)) return draw_sheet(app, area);
  const Room room = room_of(area);
  for (const DockPlace& place : places) draw_dock(app, place, area);
  for (const PanelRow* row : open_in(app, Dock::floating)) draw_floating(app, *row, room);
  drag_held(app, room);
}

}  // namespace spook
