// Controls that are numbers: sliders, fields to drag or type in, vectors.
#include <imgui.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "viewer/app/theme.h"
#include "viewer/panels/quantity.h"
#include "viewer/panels/widgets.h"

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

void set_double_click(bool happened) {
  double_click = happened;
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

namespace {

// Of a vector all numbers have one unit and as many decimals as its largest asks for, three at most: they keep their
// width while they change.
struct VectorFormat {
  const char* unit;
  double size = 1.0;  // of the unit shown
  int decimals = 3;
};

VectorFormat vector_format(double largest, const char* unit) {
  constexpr double small = 0.01;  // m; chosen: below, millimetres are easier to read
  VectorFormat format{unit};
  if (largest > 0.0 && largest < small && std::string_view(unit) == "m") format.unit = "mm", format.size = 1e-3;
  const double shown = largest / format.size;
  format.decimals = shown >= 99.95 ? 1 : shown >= 9.995 ? 2 : 3;
  return format;
}

std::string in_decimals(double value, int decimals) {
  char text[48];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  if (std::strtod(text, nullptr) == 0.0) return text + (*text == '-');  // rounding has no sign
  return *text == '-' ? "−" + std::string(text + 1) : text;
}

}  // namespace

bool vector(const std::string& id, const char* label, double* xyz, double speed, const char* unit, const char* help,
            int count) {
  ImGui::PushID(id.c_str());
  double largest = 0.0;
  for (int k = 0; k < count; ++k) largest = std::max(largest, std::abs(xyz[k]));
  const VectorFormat format = vector_format(largest, unit);
  ImGui::TextUnformatted(label);
  tooltip(help);
  if (*unit) ImGui::SameLine(), ImGui::TextDisabled("%s", format.unit);
  // a constant too small for decimals: it does not change, and needs no settled width
  const bool tiny = std::string_view(unit) == "kg m²" && largest < 0.1;
  ImGui::BeginGroup();
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
  const float width = (ImGui::GetContentRegionAvail().x - gap * float(count - 1)) / float(count);
  bool changed = false;
  for (int k = 0; k < count; ++k) {
    ImGui::PushID(k);
    if (k > 0) ImGui::SameLine(0, gap);
    ImGui::SetNextItemWidth(width);
    double shown = xyz[k] / format.size;
    const std::string text = tiny ? figure(shown) : in_decimals(shown, format.decimals);
    bool turned = ImGui::DragScalar("##number", ImGuiDataType_Double, &shown, float(speed / format.size), nullptr,
                                    nullptr, as_format(text).c_str(), ImGuiSliderFlags_NoInput);
    turned |= typed(id + "." + std::to_string(k), shown, format.unit, true);
    if (turned) xyz[k] = shown * format.size, changed = true;
    ImGui::PopID();
  }
  ImGui::EndGroup();
  track(id);
  ImGui::PopID();
  return changed;
}

}  // namespace spook::ui
