#include "viewer/plot/stacked.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "viewer/panels/quantity.h"
#include "viewer/panels/widgets.h"

namespace spook::plot {
namespace {

struct StackArea {
  ImVec2 a, b;
  double x_low, x_high, y_low, y_high;
  float x(double v) const { return a.x + (b.x - a.x) * float((v - x_low) / (x_high - x_low)); }
  float y(double v) const { return b.y - (b.y - a.y) * float((v - y_low) / (y_high - y_low)); }
};

void fit_stack(StackArea& area, const std::vector<Layer>& layers, const std::vector<double>& sum) {
  double low = 0.0, high = 0.0;
  for (std::size_t i = 0; i < sum.size(); ++i) {
    double up = 0.0, down = 0.0;
    for (const Layer& layer : layers) (layer.values[i] > 0.0 ? up : down) += layer.values[i];
    high = std::max({high, up, sum[i]}), low = std::min({low, down, sum[i]});
  }
  if (high - low < 1e-300) high = 1.0;
  const double room = 0.04 * (high - low);
  area.y_low = low - room, area.y_high = high + room;
}

double round_stack_step(double span) {
  const double raw = span / 4.0, power = std::pow(10.0, std::floor(std::log10(raw)));
  for (const double m : {1.0, 2.0, 5.0})
    if (raw <= m * power) return m * power;
  return 10.0 * power;
}

void stack_axes(const StackArea& area, ImDrawList* list, float em) {
  const ImU32 line = ImGui::GetColorU32(ImGuiCol_Separator, 0.55f), text = ImGui::GetColorU32(ImGuiCol_TextDisabled);
  const double step = round_stack_step(area.y_high - area.y_low);
  char label[32];
  for (double v = std::ceil(area.y_low / step) * step; v <= area.y_high; v += step) {
    const float y = area.y(v);
    list->AddLine({area.a.x, y}, {area.b.x, y}, line);
    const std::string number = axis_number(std::abs(v) < 1e-9 * step ? 0.0 : v);
    const ImVec2 size = ImGui::CalcTextSize(number.c_str());
    list->AddText({area.a.x - size.x - 0.35f * em, y - 0.5f * size.y}, text, number.c_str());
  }
  std::snprintf(label, sizeof label, "%.2f s", area.x_low);
  list->AddText({area.a.x, area.b.y + 2}, text, label);
  std::snprintf(label, sizeof label, "%.2f s", area.x_high);
  list->AddText({area.b.x - ImGui::CalcTextSize(label).x, area.b.y + 2}, text, label);
}

}  // namespace

std::optional<std::size_t> draw_stacked(const std::string& id, float width, float height, const std::string& title,
                                        const std::vector<double>& xs, const std::vector<Layer>& layers,
                                        const std::vector<double>& sum) {
  const float em = ImGui::GetFontSize();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton(id.c_str(), {std::max(1.0f, width), std::max(1.0f, height)});
  ui::track("chart." + id);
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(at, {at.x + width, at.y + height}, ImGui::GetColorU32(ImGuiCol_FrameBg, 0.55f),
                      ImGui::GetStyle().FrameRounding);
  list->AddText({at.x + 0.6f * em, at.y + 0.2f * em}, ImGui::GetColorU32(ImGuiCol_Text), title.c_str());
  StackArea area{
      {at.x + 4.2f * em, at.y + 1.7f * em}, {at.x + width - 0.8f * em, at.y + height - 1.4f * em}, 0, 1, 0, 1};
  if (xs.size() < 2 || area.b.x - area.a.x < 20 || area.b.y - area.a.y < 20) return std::nullopt;
  area.x_low = xs.front(), area.x_high = std::max(xs.back(), xs.front() + 1e-9);
  fit_stack(area, layers, sum);
  stack_axes(area, list, em);

  // a column of rectangles a few pixels wide; between them nothing would be seen
  const int columns = std::max(1, std::min(int(xs.size()) - 1, int((area.b.x - area.a.x) / 2.0f)));
  for (int c = 0; c < columns; ++c) {
    const std::size_t i = 1 + std::size_t(c) * (xs.size() - 1) / std::size_t(columns);
    const std::size_t next = std::min(1 + std::size_t(c + 1) * (xs.size() - 1) / std::size_t(columns), xs.size() - 1);
    const float x0 = area.x(xs[i - 1]), x1 = std::max(x0 + 1.0f, area.x(xs[std::max(next, i) - (c + 1 < columns)]));
    double up = 0.0, down = 0.0;
    for (const Layer& layer : layers) {
      double& base = layer.values[i] > 0.0 ? up : down;
      const double from = base;
      base += layer.values[i];
      list->AddRectFilled({x0, area.y(std::max(from, base))}, {x1, area.y(std::min(from, base))}, layer.colour);
    }
  }
  list->AddLine({area.a.x, area.y(0.0)}, {area.b.x, area.y(0.0)}, ImGui::GetColorU32(ImGuiCol_Text, 0.6f));
  std::vector<ImVec2> strip;
  for (std::size_t i = 0; i < xs.size(); ++i)
    if (strip.empty() || area.x(xs[i]) - strip.back().x >= 0.7f) strip.push_back({area.x(xs[i]), area.y(sum[i])});
  list->AddPolyline(strip.data(), int(strip.size()), ImGui::GetColorU32(ImGuiCol_Text), 0, std::max(1.8f, 0.12f * em));
  if (!hovered) return std::nullopt;
  const double x =
      area.x_low + double((ImGui::GetIO().MousePos.x - area.a.x) / (area.b.x - area.a.x)) * (area.x_high - area.x_low);
  const auto found =
      std::min<std::ptrdiff_t>(std::lower_bound(xs.begin(), xs.end(), x) - xs.begin(), std::ptrdiff_t(xs.size()) - 1);
  const float cursor = area.x(xs[std::size_t(found)]);
  list->AddLine({cursor, area.a.y}, {cursor, area.b.y}, ImGui::GetColorU32(ImGuiCol_Text, 0.5f));
  return std::size_t(found);
}

}  // namespace spook::plot
