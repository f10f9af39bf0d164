#include "viewer/panels/widgets.h"

#include <imgui.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "viewer/app/theme.h"

namespace spook::ui {
namespace {

std::map<std::string, WidgetRect>& registry() {
  static std::map<std::string, WidgetRect> rects;
  return rects;
}

}  // namespace

const std::map<std::string, WidgetRect>& widgets() {
  return registry();
}
std::string shortened(const char* label, float room) {
  std::string text = label;
  if (ImGui::CalcTextSize(label).x <= room) return text;
  while (!text.empty() && ImGui::CalcTextSize((text + "…").c_str()).x > room) {
    while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0) == 0x80) text.pop_back();
    if (!text.empty()) text.pop_back();
  }
  return text + "…";
}

void begin_widgets() {
  registry().clear();
}

void track(const std::string& id) {
  const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
  if (ImGui::IsItemVisible()) registry()[id] = {a.x, a.y, b.x, b.y};
}

void track_at(const std::string& id, const WidgetRect& where) {
  registry()[id] = where;
}

void place_tooltip() {
  const ImGuiWindow* root = ImGui::GetCurrentWindow()->RootWindow;
  const ImRect panel = root->Rect();
  const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax(), window = ImGui::GetIO().DisplaySize;
  const float gap = ImGui::GetFontSize() * 0.4f, middle = 0.5f * (a.y + b.y);
  // the half it is in decides: a text as wide as half the window then stays inside
  const auto beside = [&](float left, float right) {
    const bool to_the_left = 0.5f * (left + right) > 0.5f * window.x;
    // how far down it may begin: of a long text the end must be on the screen
    const float lowest = window.y - ImGui::GetFontSize() * 6.0f;
    ImGui::SetNextWindowPos({to_the_left ? left - gap : right + gap, std::min(middle, lowest)}, ImGuiCond_Always,
                            {to_the_left ? 1.0f : 0.0f, middle > 0.5f * window.y ? 0.8f : 0.2f});
  };
  const bool wide = panel.GetWidth() > 0.7f * window.x, high = panel.GetHeight() > 0.5f * window.y;
  if (wide && high && b.x - a.x < 0.4f * window.x && panel.GetWidth() > ImGui::GetFontSize() * 40.0f)
    return beside(a.x, b.x);  // a dialog over all: beside the item
  if (wide && high) {         // a sheet: there is no beside
    const bool upper = middle < 0.5f * window.y;
    return ImGui::SetNextWindowPos({0.5f * window.x, upper ? window.y - gap : gap}, ImGuiCond_Always,
                                   {0.5f, upper ? 1.0f : 0.0f});
  }
  const bool list = (root->Flags & ImGuiWindowFlags_Popup) != 0;
  if (list || panel.GetHeight() > panel.GetWidth()) return beside(panel.Min.x, panel.Max.x);
  // above what stands low, below what stands high; to the left of the cursor in the right half
  const bool low = panel.GetCenter().y > 0.5f * window.y, right = ImGui::GetIO().MousePos.x > 0.5f * window.x;
  const float at = std::clamp(ImGui::GetIO().MousePos.x, a.x, b.x);
  ImGui::SetNextWindowPos({at, low ? panel.Min.y - gap : panel.Max.y + gap}, ImGuiCond_Always,
                          {right ? 1.0f : 0.0f, low ? 1.0f : 0.0f});
}

void tooltip(const char* help) {
  if (!help || !*help || !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  place_tooltip();
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(ImGui::GetFontSize() * 24.0f);
  ImGui::TextUnformatted(help);
  ImGui::PopTextWrapPos();
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  track_at("tooltip", {at.x, at.y, at.x + size.x, at.y + size.y});
  ImGui::EndTooltip();
}

void changed_dot(const std::string& id) {
  const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
  const float r = std::max(2.0f, ImGui::GetFontSize() * 0.17f), x = a.x - 2.2f * r, y = 0.5f * (a.y + b.y);
  ImGui::GetWindowDrawList()->AddCircleFilled({x, y}, r, ImGui::GetColorU32(accent_vec()), 12);
  track_at("dot." + id, {x - r, y - r, x + r, y + r});
}

void resting_tooltip(const char* help) {
  static ImGuiID rested_on = 0;
  static double since = 0;
  if (!help || !*help || !ImGui::IsItemHovered() || ImGui::IsItemActive()) {
    if (rested_on == ImGui::GetItemID()) rested_on = 0;
    return;
  }
  if (rested_on != ImGui::GetItemID()) rested_on = ImGui::GetItemID(), since = ImGui::GetTime();
  if (ImGui::GetTime() - since > 0.5) tooltip(help);
}

void label_line(const char* label, const char* help) {
  ImGui::AlignTextToFramePadding();
  const float room = ImGui::GetContentRegionAvail().x, from = ImGui::GetCursorPosX(), column = room * 0.46f;
  const std::string shown = shortened(label, column - ImGui::GetFontSize() * 0.9f);
  ImGui::TextUnformatted(shown.c_str());
  tooltip(shown == label ? help : (std::string(label) + (help && *help ? "\n" : "") + (help ? help : "")).c_str());
  ImGui::SameLine(from + column);
  ImGui::SetNextItemWidth(-1);
}

bool toggle(const std::string& id, const char* label, bool& value, const char* help) {
  ImGui::PushID(id.c_str());
  const bool changed = ImGui::Checkbox(label, &value);
  track(id);
  tooltip(help);
  ImGui::PopID();
  return changed;
}

bool choice(const std::string& id, const char* label, int& value, const char* const* names, int count, const char* help,
            const char* const* helps) {
  ImGui::PushID(id.c_str());
  label_line(label, help);
  bool changed = false;
  const bool open = ImGui::BeginCombo("##choice", value >= 0 && value < count ? names[value] : "");
  track(id);
  if (!open) resting_tooltip(help);
  if (open) {
    for (int i = 0; i < count; ++i) {
      if (ImGui::Selectable(names[i], i == value)) value = i, changed = true;
      track(id + "." + names[i]), track(id + "." + std::to_string(i));
      if (helps) tooltip(helps[i]);
    }
    ImGui::EndCombo();
  }
  ImGui::PopID();
  return changed;
}

bool button(const std::string& id, const char* label, const char* help, bool wide) {
  ImGui::PushID(id.c_str());
  const bool pressed = ImGui::Button(label, ImVec2(wide ? ImGui::GetContentRegionAvail().x : 0.0f, 0));
  track(id);
  tooltip(help);
  ImGui::PopID();
  return pressed;
}

void next_on_line(float width) {
  ImGui::SameLine();
  const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
  if (ImGui::GetCursorScreenPos().x + width > right) ImGui::NewLine();
}

float button_width(const char* label) {
  return ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x;
}

void heading(const char* text) {
  ImGui::Spacing();
  ImGui::PushFont(current_fonts().bold);
  ImGui::TextUnformatted(text);
  ImGui::PopFont();
}

bool section(const char* label, bool open) {
  ImGui::PushFont(current_fonts().bold);
  const bool shown = ImGui::CollapsingHeader(label, open ? ImGuiTreeNodeFlags_DefaultOpen : ImGuiTreeNodeFlags_None);
  ImGui::PopFont();
  track(std::string("section.") + label);
  return shown;
}

void value_line(const char* label, const char* format, ...) {
  const float from = ImGui::GetCursorPosX(), room = ImGui::GetContentRegionAvail().x;
  ImGui::TextDisabled("%s", label);
  ImGui::SameLine(from + std::max(room * 0.46f, ImGui::CalcTextSize(label).x + 0.6f * ImGui::GetFontSize()));
  va_list arguments;
  va_start(arguments, format);
  ImGui::TextV(format, arguments);
  va_end(arguments);
}

void piece(const char* text, const ImVec4* colour) {
  ImGui::SameLine(0, ImGui::GetFontSize() * 1.1f);
  if (colour)
    ImGui::TextColored(*colour, "%s", text);
  else
    ImGui::TextDisabled("%s", text);
}

void quiet(const char* format, ...) {
  ImGui::PushFont(current_fonts().small);
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  ImGui::PushTextWrapPos(0);
  va_list arguments;
  va_start(arguments, format);
  ImGui::TextV(format, arguments);
  va_end(arguments);
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

}  // namespace spook::ui
