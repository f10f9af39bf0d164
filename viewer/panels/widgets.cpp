#include "viewer/panels/widgets.h"

#include <imgui.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <cstdarg>

#include "viewer/app/theme.h"
#include "viewer/panels/quantity.h"

namespace spook::ui {
namespace {

bool double_click = false;

// the usual value comes back on a double click, or on a right click
bool reset_asked() {
  const bool twice = double_click || ImGui::IsMouseDoubleClicked(0);
  if (!ImGui::IsItemHovered() || !(twice || ImGui::IsMouseClicked(1))) return false;
  ImGui::ClearActiveID();  // or the button, still down, would move it again
  return true;
}

std::map<std::string, WidgetRect>& registry() {
  static std::map<std::string, WidgetRect> rects;
  return rects;
}

// as much of a label as fits, whole letters
std::string shortened(const char* label, float room) {
  std::string text = label;
  if (ImGui::CalcTextSize(label).x <= room) return text;
  while (!text.empty() && ImGui::CalcTextSize((text + "…").c_str()).x > room) {
    while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0) == 0x80) text.pop_back();
    if (!text.empty()) text.pop_back();
  }
  return text + "…";
}

// label on the left, what is set on the right, in one column of the whole panel
void label_line(const char* label, const char* help) {
  ImGui::AlignTextToFramePadding();
  const float room = ImGui::GetContentRegionAvail().x, from = ImGui::GetCursorPosX(), column = room * 0.46f;
  const std::string shown = shortened(label, column - ImGui::GetFontSize() * 0.9f);
  ImGui::TextUnformatted(shown.c_str());
  tooltip(shown == label ? help : (std::string(label) + (help && *help ? "\n" : "") + (help ? help : "")).c_str());
  ImGui::SameLine(from + column);
  ImGui::SetNextItemWidth(-1);
}

// the same words over the control itself, once the cursor has rested on it
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

// the field of a slider, filled as far as its value goes; the slider itself then draws its number alone. Five colours
// are left pushed.
void filled_field(double share, bool away) {
  const ImVec2 a = ImGui::GetCursorScreenPos(), size{ImGui::CalcItemWidth(), ImGui::GetFrameHeight()};
  const ImVec2 b{a.x + size.x, a.y + size.y};
  const bool hovered =
      ImGui::IsMouseHoveringRect(a, b) && ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float rounding = ImGui::GetStyle().FrameRounding, x = a.x + size.x * float(std::clamp(share, 0.0, 1.0));
  list->AddRectFilled(a, b, ImGui::GetColorU32(hovered ? ImGuiCol_FrameBgHovered : ImGuiCol_FrameBg), rounding);
  ImVec4 fill = away ? accent_vec() : ImGui::GetStyleColorVec4(ImGuiCol_SliderGrab);
  const ImU32 edge = ImGui::GetColorU32(fill);
  fill.w = away ? 0.38f : 0.55f;
  list->PushClipRect(a, {x, b.y}, true);
  list->AddRectFilled(a, b, ImGui::GetColorU32(fill), rounding);
  list->PopClipRect();
  // its end as two ticks: a whole line would cross the number
  const float wide = std::max(2.0f, ImGui::GetFontSize() * 0.13f), tick = size.y * 0.2f;
  list->AddLine({x, a.y + 1}, {x, a.y + tick}, edge, wide);
  list->AddLine({x, b.y - tick}, {x, b.y - 1}, edge, wide);
  for (const ImGuiCol colour : {ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive, ImGuiCol_SliderGrab,
                                ImGuiCol_SliderGrabActive})
    ImGui::PushStyleColor(colour, ImVec4(0, 0, 0, 0));
}

// what ImGui takes for a format, and shows as it is
std::string as_format(const std::string& text) {
  std::string shown;
  for (const char c : text) shown += c == '%' ? std::string("%%") : std::string(1, c);
  return shown;
}

// ctrl-click, or a double click too, turns a number into a field to type in, with or without the unit
bool typed(const std::string& id, double& value, const char* unit, bool by_double_click = false) {
  static std::string typing, text;
  static bool begun = false;
  if (typing != id) {
    const bool asked = (ImGui::GetIO().KeyCtrl && ImGui::IsMouseClicked(0)) ||
                       (by_double_click && (double_click || ImGui::IsMouseDoubleClicked(0)));
    if (!asked || !ImGui::IsItemHovered()) return false;
    typing = id, begun = false, text = value_with_unit(value, unit, 6);
    return false;
  }
  ImGui::SetCursorScreenPos(ImGui::GetItemRectMin());
  ImGui::SetNextItemWidth(ImGui::GetItemRectSize().x);
  if (!begun) ImGui::SetKeyboardFocusHere();
  const bool done =
      ImGui::InputText("##typed", &text, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  track(id + ".typed");
  if (done || (begun && !ImGui::IsItemActive())) typing.clear();
  begun = true;
  const std::optional<double> read = done ? read_value(text, unit) : std::nullopt;
  if (read) value = *read;
  return read.has_value();
}

}  // namespace

const std::map<std::string, WidgetRect>& widgets() {
  return registry();
}
void set_double_click(bool happened) {
  double_click = happened;
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
  if (panel.GetWidth() > 0.9f * window.x && panel.GetHeight() > 0.5f * window.y) {  // a sheet: there is no beside
    const bool high = middle < 0.5f * window.y;
    return ImGui::SetNextWindowPos({0.5f * window.x, high ? window.y - gap : gap}, ImGuiCond_Always,
                                   {0.5f, high ? 1.0f : 0.0f});
  }
  const bool upright = panel.GetHeight() > panel.GetWidth();
  const bool right_half = panel.GetCenter().x > 0.5f * window.x;
  // how far down it may begin: of a long text the end must be on the screen
  const float lowest = window.y - ImGui::GetFontSize() * 6.0f;
  if (upright)
    ImGui::SetNextWindowPos({right_half ? panel.Min.x - gap : panel.Max.x + gap, std::min(middle, lowest)},
                            ImGuiCond_Always, {right_half ? 1.0f : 0.0f, middle > 0.5f * window.y ? 0.8f : 0.2f});
  else {
    // above what stands low, below what stands high; to the left of the cursor in the right half
    const bool low = panel.GetCenter().y > 0.5f * window.y, right = ImGui::GetIO().MousePos.x > panel.GetCenter().x;
    const float at = std::clamp(ImGui::GetIO().MousePos.x, a.x, b.x);
    ImGui::SetNextWindowPos({at, low ? panel.Min.y - gap : panel.Max.y + gap}, ImGuiCond_Always,
                            {right ? 1.0f : 0.0f, low ? 1.0f : 0.0f});
  }
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

bool slider(const std::string& id, const char* label, double& value, const Range& range, const char* unit,
            const char* help) {
  ImGui::PushID(id.c_str());
  if (*label) label_line(label, help);
  // the text is made here: a logarithmic slider moves the exponent
  std::string text;
  if (range.format) {
    char number[64];
    std::snprintf(number, sizeof number, range.format, value);
    text = number + std::string(*unit ? " " : "") + unit;
  } else {
    text = value_with_unit(value, unit);
  }
  const std::string shown = as_format(text);
  const auto onto = [&](double x) { return range.logarithmic ? std::log10(std::max(x, range.minimum)) : x; };
  double at = onto(value);
  const double low = onto(range.minimum), high = onto(range.maximum);
  const bool away = std::abs(value - range.standard) > 1e-9 * std::max(1e-12, std::abs(range.standard));
  filled_field((at - low) / std::max(1e-12, high - low), away);
  bool changed = ImGui::SliderScalar("##slider", ImGuiDataType_Double, &at, &low, &high, shown.c_str(),
                                     ImGuiSliderFlags_NoRoundToFormat | ImGuiSliderFlags_NoInput);
  ImGui::PopStyleColor(5);
  track(id);
  if (away && *label) changed_dot(id);
  if (changed) value = range.logarithmic ? std::pow(10.0, at) : at;
  if (reset_asked()) value = range.standard, changed = true;
  resting_tooltip(help);
  changed |= typed(id, value, unit);
  ImGui::PopID();
  return changed;
}

bool slider_int(const std::string& id, const char* label, int& value, int minimum, int maximum, int standard,
                const char* help, const char* format) {
  ImGui::PushID(id.c_str());
  if (*label) label_line(label, help);
  const bool away = value != standard;
  const bool wide = maximum - minimum > 200;
  const ImGuiSliderFlags flags = wide ? ImGuiSliderFlags_Logarithmic : ImGuiSliderFlags_None;
  const auto onto = [&](int x) { return wide ? std::log10(std::max(1.0, double(x))) : double(x); };
  filled_field((onto(value) - onto(minimum)) / std::max(1e-12, onto(maximum) - onto(minimum)), away);
  bool changed = ImGui::SliderInt("##slider", &value, minimum, maximum, format, flags);
  ImGui::PopStyleColor(5);
  track(id);
  if (away && *label) changed_dot(id);
  if (reset_asked()) value = standard, changed = true;
  resting_tooltip(help);
  ImGui::PopID();
  return changed;
}

bool toggle(const std::string& id, const char* label, bool& value, const char* help) {
  ImGui::PushID(id.c_str());
  const bool changed = ImGui::Checkbox(label, &value);
  track(id);
  tooltip(help);
  ImGui::PopID();
  return changed;
}

bool choice(const std::string& id, const char* label, int& value, const char* const* names, int count,
            const char* help) {
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

bool number(const std::string& id, const char* label, double& value, double speed, const char* unit, const char* help) {
  ImGui::PushID(id.c_str());
  label_line(label, help);
  bool changed = ImGui::DragScalar("##number", ImGuiDataType_Double, &value, float(speed), nullptr, nullptr,
                                   as_format(value_with_unit(value, unit, 6)).c_str(), ImGuiSliderFlags_NoInput);
  track(id);
  resting_tooltip(help);
  changed |= typed(id, value, unit, true);
  ImGui::PopID();
  return changed;
}

bool vector(const std::string& id, const char* label, double* xyz, double speed, const char* unit, const char* help,
            int count) {
  ImGui::PushID(id.c_str());
  ImGui::TextUnformatted(label);
  tooltip(help);
  if (*unit) ImGui::SameLine(), ImGui::TextDisabled("%s", unit);
  ImGui::SetNextItemWidth(-1);
  // what rounding left over is shown as nothing; only what the user changes is written back
  const bool quaternion = count == 4;  // none of its four numbers exceeds 1
  double largest = 0.0;
  for (int k = 0; k < count; ++k) largest = std::max(largest, std::abs(xyz[k]));
  // half of a quaternion's last digit; rounding, of metres or of the largest of them
  const double vanishing = quaternion ? 5e-4 : std::max(1e-12, 1e-9 * largest);
  double shown[4], before[4];
  for (int k = 0; k < count; ++k) before[k] = shown[k] = std::abs(xyz[k]) < vanishing ? 0.0 : xyz[k];
  const bool changed = ImGui::DragScalarN("##vector", ImGuiDataType_Double, shown, count, float(speed), nullptr,
                                          nullptr, quaternion ? "%.3f" : "%.4g");
  for (int k = 0; k < count; ++k)
    if (shown[k] != before[k]) xyz[k] = shown[k];
  track(id);
  ImGui::PopID();
  return changed;
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
