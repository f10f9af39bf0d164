#include "viewer/plot/figure_plot.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "scenarios/papers/axis_scale.h"
#include "scenarios/papers/method_words.h"
#include "viewer/panels/quantity.h"
#include "viewer/panels/widgets.h"

namespace spook::plot {
namespace {

using papers::Mark;
using papers::Panel;
using papers::Series;
using papers::Stroke;

// the PNG's colours on paper, lighter ones on a dark panel
ImU32 palette(int i, bool dark) {
  struct Pair {
    unsigned on_dark, on_light;
  };
  static constexpr Pair colours[] = {
      {0x58a6e8, 0x0059ad}, {0xf2a33c, 0xd65400}, {0x6cc484, 0x008f69}, {0xd08ae0, 0xa6388f}, {0xe8d050, 0xb88400},
      {0x8fd8f0, 0x45a3db}, {0xc09878, 0x7a5c33}, {0xf0705c, 0xc72647}, {0xa8b0bc, 0x666b75}, {0xb8cc58, 0x8c9e1a}};
  const Pair& c = colours[unsigned(i) % std::size(colours)];
  const unsigned rgb = dark ? c.on_dark : c.on_light;
  return IM_COL32((rgb >> 16) & 255, (rgb >> 8) & 255, rgb & 255, 255);
}

struct Scale : papers::AxisScale {
  float begin() const { return float(from); }
  float end() const { return float(to); }
  // what lies far outside goes as far as a line may be drawn
  float pixel(double v) const {
    return float(from + (to - from) * std::clamp((measure(v) - low) / (high - low), -20.0, 20.0));
  }
};

struct Tick {
  double value;
  char label[24];
};

std::vector<Tick> ticks_of(const Scale& scale, float pixels_a_tick) {
  std::vector<Tick> ticks;
  if (scale.logarithmic) {
    const int stride = scale.tick_stride(pixels_a_tick);
    for (int e = int(std::ceil(scale.low - 1e-9)); e <= int(std::floor(scale.high + 1e-9)); ++e) {
      if (e % stride) continue;
      Tick tick{std::pow(10.0, e), {}};
      std::snprintf(tick.label, sizeof tick.label, "%s", power_of_ten(e).c_str());
      ticks.push_back(tick);
    }
    return ticks;
  }
  const double step = scale.tick_step(pixels_a_tick);
  for (double k = std::ceil(scale.low / step - 1e-9); k * step <= scale.high + 1e-9 * step; ++k) {
    Tick tick{k * step, {}};
    std::snprintf(tick.label, sizeof tick.label, "%.4g", std::abs(k) < 0.5 ? 0.0 : k * step);
    ticks.push_back(tick);
  }
  return ticks;
}

void draw_mark(ImDrawList* list, ImVec2 at, Mark mark, ImU32 colour, float r, bool open, ImU32 paper) {
  const auto shape = [&](int corners, float radius, float turn) {
    ImVec2 p[8];
    for (int k = 0; k < corners; ++k) {
      const float a = turn + 6.2831853f * float(k) / float(corners);
      p[k] = {at.x + radius * std::cos(a), at.y - radius * std::sin(a)};
    }
    list->AddConvexPolyFilled(p, corners, open ? paper : colour);
    list->AddPolyline(p, corners, colour, ImDrawFlags_Closed, 1.5f);
  };
  switch (mark) {
    case Mark::none:
      return;
    case Mark::circle:
      list->AddCircleFilled(at, r, open ? paper : colour, 16);
      list->AddCircle(at, r, colour, 16, 1.5f);
      return;
    case Mark::square:
      return shape(4, 1.25f * r, 0.7853982f);
    case Mark::triangle:
      return shape(3, 1.3f * r, 1.5707963f);
    case Mark::diamond:
      return shape(4, 1.3f * r, 0.0f);
    case Mark::cross:
      list->AddLine({at.x - r, at.y - r}, {at.x + r, at.y + r}, colour, 1.7f);
      list->AddLine({at.x - r, at.y + r}, {at.x + r, at.y - r}, colour, 1.7f);
      return;
    case Mark::plus:
      list->AddLine({at.x - r, at.y}, {at.x + r, at.y}, colour, 1.7f);
      list->AddLine({at.x, at.y - r}, {at.x, at.y + r}, colour, 1.7f);
      return;
  }
}

void draw_run(ImDrawList* list, const std::vector<ImVec2>& run, Stroke stroke, ImU32 colour, float width) {
  if (run.size() < 2 || stroke == Stroke::none) return;
  if (stroke == Stroke::solid) return list->AddPolyline(run.data(), int(run.size()), colour, 0, width);
  const float on = stroke == Stroke::dashed ? 7.0f : 1.8f, period = stroke == Stroke::dashed ? 12.0f : 5.5f;
  float phase = 0.0f;
  for (std::size_t k = 0; k + 1 < run.size(); ++k) {
    const ImVec2 a = run[k], b = run[k + 1];
    const float length = std::hypot(b.x - a.x, b.y - a.y);
    if (length > 4000.0f) continue;
    for (float done = 0.0f; done < length;) {
      const bool pen = phase < on;
      const float left = std::min((pen ? on : period) - phase, length - done);
      const auto at = [&](float s) { return ImVec2(a.x + (b.x - a.x) * s / length, a.y + (b.y - a.y) * s / length); };
      if (pen) list->AddLine(at(done), at(done + left), colour, width);
      done += std::max(left, 0.01f), phase += std::max(left, 0.01f);
      if (phase >= period - 1e-3f) phase = 0.0f;
    }
  }
}

void draw_series(ImDrawList* list, const Series& series, const Scale& x, const Scale& y, ImU32 colour, float em,
                 ImU32 paper) {
  static std::vector<ImVec2> run;
  run.clear();
  const std::size_t n = std::min(series.x.size(), series.y.size());
  for (std::size_t k = 0; k < n; ++k) {
    if (!x.drawable(series.x[k]) || !y.drawable(series.y[k])) {
      draw_run(list, run, series.stroke, colour, float(series.width));
      run.clear();
      continue;
    }
    const ImVec2 p{x.pixel(series.x[k]), y.pixel(series.y[k])};
    if (series.steps && !run.empty()) run.push_back({p.x, run.back().y});
    // dense data: a point every half pixel is enough
    if (series.mark == Mark::none && !run.empty() && std::hypot(p.x - run.back().x, p.y - run.back().y) < 0.5f)
      continue;
    run.push_back(p);
  }
  draw_run(list, run, series.stroke, colour, float(series.width));
  const float r = em * (n > 25 ? 0.16f : 0.27f);
  for (std::size_t k = 0; k < n && series.mark != Mark::none; ++k)
    if (x.drawable(series.x[k]) && y.drawable(series.y[k]))
      draw_mark(list, {x.pixel(series.x[k]), y.pixel(series.y[k])}, series.mark, colour, r, series.open_mark, paper);
}

// the point nearest to the cursor, within reach
void tell_nearest(const Panel& panel, const Scale& x, const Scale& y, float em) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  float best = 1.6f * em;
  const Series* of = nullptr;
  std::size_t which = 0;
  for (const Series& series : panel.series)
    for (std::size_t k = 0; k < std::min(series.x.size(), series.y.size()); ++k) {
      if (!x.drawable(series.x[k]) || !y.drawable(series.y[k])) continue;
      const float d = std::hypot(x.pixel(series.x[k]) - mouse.x, y.pixel(series.y[k]) - mouse.y);
      if (d < best) best = d, of = &series, which = k;
    }
  ui::place_tooltip();
  if (of)
    ImGui::SetTooltip("%s\n%s  %s\n%s  %s", papers::method_in_words(of->label).c_str(), panel.x.label.c_str(),
                      figure(of->x[which], 4).c_str(), panel.y.label.c_str(), figure(of->y[which], 4).c_str());
  else
    ImGui::SetTooltip("%s, %s", figure(x.value(mouse.x), 4).c_str(), figure(y.value(mouse.y), 4).c_str());
}

// the legend below the plot, in as many lines as it takes; returns its height
float legend(ImDrawList* list, const Panel& panel, const std::vector<ImU32>& colours, ImVec2 at, float width, float em,
             ImU32 paper, bool draw) {
  const float sample = 2.0f * em, line = 1.2f * em;
  float x = at.x, y = at.y;
  for (std::size_t k = 0; k < panel.series.size(); ++k) {
    const Series& series = panel.series[k];
    if (series.label.empty()) continue;
    const std::string label = papers::method_in_words(series.label);
    const float wide = sample + em * 0.4f + ImGui::CalcTextSize(label.c_str()).x + em;
    if (x > at.x && x + wide > at.x + width) x = at.x, y += line;
    if (draw) {
      const float middle = y + 0.5f * line;
      draw_run(list, {{x, middle}, {x + sample, middle}}, series.stroke, colours[k], float(series.width));
      draw_mark(list, {x + 0.5f * sample, middle}, series.mark, colours[k], em * 0.27f, series.open_mark, paper);
      list->AddText({x + sample + em * 0.4f, y + 0.5f * (line - ImGui::GetFontSize())},
                    ImGui::GetColorU32(ImGuiCol_Text), label.c_str());
    }
    x += wide;
  }
  return y + line - at.y;
}

void draw_axes(ImDrawList* list, const Panel& panel, const Scale& x, const Scale& y, float em) {
  const ImU32 grid = ImGui::GetColorU32(ImGuiCol_Separator, 0.6f), dim = ImGui::GetColorU32(ImGuiCol_TextDisabled);
  for (const Tick& tick : ticks_of(x, 4.6f * em)) {
    const float at = std::floor(x.pixel(tick.value)) + 0.5f;
    list->AddLine({at, y.end()}, {at, y.begin()}, grid);
    list->AddText({at - 0.5f * ImGui::CalcTextSize(tick.label).x, y.begin() + 3}, dim, tick.label);
  }
  for (const Tick& tick : ticks_of(y, 2.2f * em)) {
    const float at = std::floor(y.pixel(tick.value)) + 0.5f;
    list->AddLine({x.begin(), at}, {x.end(), at}, grid);
    const ImVec2 size = ImGui::CalcTextSize(tick.label);
    list->AddText({x.begin() - size.x - 5, at - 0.5f * size.y}, dim, tick.label);
  }
  list->AddRect({x.begin(), y.end()}, {x.end(), y.begin()}, ImGui::GetColorU32(ImGuiCol_Separator));
  const char* what = panel.x.label.c_str();
  list->AddText({0.5f * (x.begin() + x.end() - ImGui::CalcTextSize(what).x), y.begin() + 1.3f * em},
                ImGui::GetColorU32(ImGuiCol_Text), what);
}

}  // namespace

void draw_figure_panel(const std::string& id, const Panel& panel, float width, float height, bool dark,
                       const double* now) {
  const float em = ImGui::GetFontSize();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImU32 paper = ImGui::GetColorU32(ImGuiCol_WindowBg);
  ImDrawList* list = ImGui::GetWindowDrawList();
  std::vector<ImU32> colours;
  int next = 0;
  for (const Series& series : panel.series) {
    const int index = series.colour >= 0 ? series.colour : series.ink ? 0 : next++;
    colours.push_back(series.ink ? ImGui::GetColorU32(ImGuiCol_Text) : palette(index, dark));
  }
  const float below = legend(list, panel, colours, {}, width - em, em, paper, false);
  const float whole = height + below;
  ImGui::PushID(id.c_str());
  ImGui::InvisibleButton("figure", {width, whole});
  ui::track("figure." + id);
  const bool hovered = ImGui::IsItemHovered(), visible = ImGui::IsItemVisible();
  ImGui::PopID();
  if (!visible) return;
  list->AddRectFilled(corner, {corner.x + width, corner.y + whole}, ImGui::GetColorU32(ImGuiCol_FrameBg, 0.45f),
                      ImGui::GetStyle().FrameRounding);

  // the y axis' name stands above it, the panel's title beside
  Scale x{papers::fit_axis(panel.x, panel.series, true)}, y{papers::fit_axis(panel.y, panel.series, false)};
  x.from = corner.x + 4.0f * em, x.to = corner.x + width - 0.8f * em;
  y.from = corner.y + height - 2.9f * em, y.to = corner.y + (panel.title.empty() ? 1.7f : 3.0f) * em;
  if (panel.equal_scale) keep_proportions(x, y);
  list->AddText({corner.x + 0.6f * em, y.end() - 1.5f * em}, ImGui::GetColorU32(ImGuiCol_Text), panel.y.label.c_str());
  list->AddText({corner.x + 0.6f * em, corner.y + 0.25f * em}, ImGui::GetColorU32(ImGuiCol_TextDisabled),
                panel.title.c_str());
  draw_axes(list, panel, x, y, em);
  list->PushClipRect({x.begin(), y.end()}, {x.end(), y.begin()}, true);
  if (now) {
    const float at = x.pixel(*now);
    list->AddLine({at, y.end()}, {at, y.begin()}, ImGui::GetColorU32(ImGuiCol_Text, 0.5f), 1.5f);
  }
  for (const bool published : {false, true})  // over ours
    for (std::size_t k = 0; k < panel.series.size(); ++k)
      if (panel.series[k].ink == published) draw_series(list, panel.series[k], x, y, colours[k], em, paper);
  list->PopClipRect();
  legend(list, panel, colours, {corner.x + 0.6f * em, corner.y + height}, width - em, em, paper, true);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (hovered && mouse.x > x.begin() && mouse.x < x.end() && mouse.y > y.end() && mouse.y < y.begin())
    tell_nearest(panel, x, y, em);
}

}  // namespace spook::plot
