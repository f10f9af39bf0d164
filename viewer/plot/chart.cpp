#include "viewer/plot/chart.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "viewer/app/theme.h"
#include "viewer/panels/quantity.h"
#include "viewer/panels/widgets.h"

namespace spook::plot {
namespace {

// where data lies on the screen
struct Frame {
  ImVec2 a, b;                          // corners of the plotted area
  double x_low, x_high, y_low, y_high;  // y: exponents where logarithmic
  bool logarithmic;

  double level(double y) const { return logarithmic ? std::log10(std::max(y, 1e-300)) : y; }
  float x(double v) const { return a.x + (b.x - a.x) * float((v - x_low) / (x_high - x_low)); }
  float y(double v) const {
    return b.y - (b.y - a.y) * float(std::clamp((level(v) - y_low) / (y_high - y_low), -0.05, 1.05));
  }
};

// a step of 1, 2 or 5 times a power of ten that gives about n lines
double nice_step(double span, int n) {
  const double raw = std::max(span, 1e-300) / n, power = std::pow(10.0, std::floor(std::log10(raw)));
  for (const double m : {1.0, 2.0, 5.0})
    if (raw <= m * power) return m * power;
  return 10 * power;
}

void fit_levels(Frame& frame, const Chart& chart, const std::vector<Series>& series) {
  double low = 1e300, high = -1e300;
  for (const Series& s : series)
    for (const Point& p : s.points) {
      if (s.hidden) break;
      if (p.x < frame.x_low || p.x > frame.x_high || !std::isfinite(p.y) || (frame.logarithmic && p.y <= 0)) continue;
      low = std::min(low, frame.level(p.y)), high = std::max(high, frame.level(p.y));
    }
  if (chart.limit && high > -1e299) high = std::max(high, frame.level(*chart.limit) * 1.05);
  if (low > high) low = frame.logarithmic ? -9 : 0, high = frame.logarithmic ? 0 : 1;
  if (frame.logarithmic)
    low = std::max(std::floor(low), std::ceil(high) - 14), high = std::max(std::ceil(high), low + 1);
  else {
    if (low > 0 && low < 0.6 * high) low = 0;
    const double room = std::max(0.06 * (high - low), 1e-9 + 0.02 * std::abs(high));
    high += room, low -= low == 0 ? 0 : room;
  }
  frame.y_low = low, frame.y_high = high;
}

// "0.001", "10⁻⁴"
std::string decade(int exponent) {
  return exponent < -3 || exponent > 3 ? power_of_ten(exponent) : figure(std::pow(10.0, exponent), 4);
}

void draw_axes(const Frame& frame, ImDrawList* list, const Chart& chart) {
  const ImU32 line = ImGui::GetColorU32(ImGuiCol_Separator, 0.55f), text = ImGui::GetColorU32(ImGuiCol_TextDisabled);
  // as many lines as there is room for their labels
  const float em = ImGui::GetFontSize();
  const int most = std::clamp(int((frame.b.y - frame.a.y) / (1.7f * em)), 1, 6);
  double y_step = frame.logarithmic ? std::max(1.0, std::ceil((frame.y_high - frame.y_low) / most))
                                    : nice_step(frame.y_high - frame.y_low, std::min(most, 5));
  // one number alone says nothing of the scale
  const auto numbers = [&] { return std::floor(frame.y_high / y_step) - std::ceil(frame.y_low / y_step) + 1.0; };
  while (!frame.logarithmic && numbers() < 2.0 && y_step > 1e-12) y_step *= 0.5;
  if (chart.integer) y_step = std::max(1.0, std::round(y_step));
  // from the lowest decade on, so that there are always two to read
  const double first = frame.logarithmic ? frame.y_low : std::ceil(frame.y_low / y_step) * y_step;
  char label[32];
  for (double v = first; v <= frame.y_high + 1e-9 * y_step; v += y_step) {
    const float y = frame.b.y - (frame.b.y - frame.a.y) * float((v - frame.y_low) / (frame.y_high - frame.y_low));
    list->AddLine({frame.a.x, y}, {frame.b.x, y}, line);
    if (frame.logarithmic)
      std::snprintf(label, sizeof label, "%s", decade(int(std::lround(v))).c_str());
    else
      std::snprintf(label, sizeof label, "%s", axis_number(std::abs(v) < 1e-9 * y_step ? 0.0 : v).c_str());
    const ImVec2 size = ImGui::CalcTextSize(label);
    list->AddText({frame.a.x - size.x - 5, std::clamp(y - size.y / 2, frame.a.y - size.y / 2, frame.b.y - size.y / 2)},
                  text, label);
  }
  double x_step = nice_step(frame.x_high - frame.x_low, std::clamp(int((frame.b.x - frame.a.x) / (5 * em)), 1, 8));
  if (chart.x_counts) x_step = std::max(1.0, std::round(x_step));
  // the unit ends the row of numbers; a number it would cover is left out
  const float unit = frame.b.x + 0.6f * em - ImGui::CalcTextSize(chart.x_unit.c_str()).x;
  list->AddText({unit, frame.b.y + 2}, text, chart.x_unit.c_str());
  for (double v = std::ceil(frame.x_low / x_step) * x_step; v <= frame.x_high; v += x_step) {
    list->AddLine({frame.x(v), frame.a.y}, {frame.x(v), frame.b.y}, line);
    std::snprintf(label, sizeof label, "%.4g", v);
    const float half = ImGui::CalcTextSize(label).x / 2;
    if (frame.x(v) + half < unit - 0.4f * em) list->AddText({frame.x(v) - half, frame.b.y + 2}, text, label);
  }
}

// dots an even way apart along a line, so that peaks show too
void dot_along(ImDrawList* list, const std::vector<ImVec2>& strip, unsigned colour, float em) {
  const float apart = em * 0.42f, radius = std::max(1.3f, em * 0.1f);
  float since = apart;
  for (std::size_t i = 0; i + 1 < strip.size(); ++i) {
    const ImVec2 from = strip[i], to = strip[i + 1];
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    float at = apart - since;
    for (; at <= length; at += apart) {
      const float share = length > 0 ? std::max(at, 0.0f) / length : 0.0f;
      list->AddCircleFilled({from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share}, radius, colour, 6);
    }
    since = length - (at - apart);
  }
}

// a curve's pieces on the screen: it breaks off where a logarithmic axis has no place for it
std::vector<std::vector<ImVec2>> strips_of(const Frame& frame, const Series& s) {
  std::vector<std::vector<ImVec2>> strips(1);
  for (const Point& p : s.points) {
    if (!std::isfinite(p.y) || (frame.logarithmic && p.y <= 0)) {
      if (!strips.back().empty()) strips.emplace_back();
      continue;
    }
    const ImVec2 at{frame.x(p.x), frame.y(p.y)};
    std::vector<ImVec2>& strip = strips.back();
    // dense data: one point a pixel is enough
    if (strip.empty() || at.x - strip.back().x >= 0.7f || at.x < strip.back().x) strip.push_back(at);
  }
  return strips;
}

void draw_marks(const Frame& frame, ImDrawList* list, const Series& s, float em) {
  // one ring a mark; where they stand close they shrink to dots so that the line stays seen
  for (std::size_t i = 0; i < s.marks.size(); ++i) {
    const Point& p = s.marks[i];
    const float x = frame.x(p.x);
    const float apart = std::min(i ? x - frame.x(s.marks[i - 1].x) : 1e9f,
                                 i + 1 < s.marks.size() ? frame.x(s.marks[i + 1].x) - x : 1e9f);
    if (apart >= em * 0.5f)
      list->AddCircle({x, frame.y(p.y)}, em * 0.24f, s.colour, 12, 1.5f);
    else
      list->AddCircleFilled({x, frame.y(p.y)}, std::max(em * 0.11f, 1.5f), s.colour, 8);
  }
}

void draw_series(const Frame& frame, ImDrawList* list, const Series& s, float em) {
  if (s.hidden) return;
  if (s.dots) {
    for (const Point& p : s.points)
      if (std::isfinite(p.y) && (!frame.logarithmic || p.y > 0))
        list->AddCircleFilled({frame.x(p.x), frame.y(p.y)}, em * 0.26f, s.colour, 10);
  } else {
    const float thick = std::max(1.5f, em * 0.1f);
    for (const std::vector<ImVec2>& strip : strips_of(frame, s)) {
      if (s.dotted)
        dot_along(list, strip, s.colour, em);
      else if (strip.size() > 1)
        list->AddPolyline(strip.data(), int(strip.size()), s.colour, 0, thick);
      else if (strip.size() == 1)
        list->AddCircleFilled(strip[0], thick, s.colour, 8);
    }
    if (s.dotted) return;
  }
  if (s.level && !s.points.empty() && s.points.back().y > 0) {
    const float y = frame.y(s.points.back().y);
    for (float x = frame.x(s.points.back().x) + em * 0.6f; x < frame.b.x; x += em)
      list->AddLine({x, y}, {std::min(x + em * 0.5f, frame.b.x), y}, s.colour, std::max(1.0f, em * 0.07f));
  }
  draw_marks(frame, list, s, em);
}

const Point* nearest(const Series& s, double x) {
  const Point* best = nullptr;
  for (const Point& p : s.points)
    if (!best || std::abs(p.x - x) < std::abs(best->x - x)) best = &p;
  return best;
}

}  // namespace

// light enough for a dark panel, or as much darker as a light one needs
unsigned series_colour(int i) {
  static constexpr unsigned on_dark[] = {IM_COL32(242, 163, 60, 255),  IM_COL32(88, 166, 232, 255),
                                         IM_COL32(108, 196, 132, 255), IM_COL32(232, 108, 92, 255),
                                         IM_COL32(178, 132, 226, 255), IM_COL32(94, 200, 204, 255)};
  static constexpr unsigned on_light[] = {IM_COL32(204, 112, 12, 255), IM_COL32(28, 108, 184, 255),
                                          IM_COL32(38, 134, 72, 255),  IM_COL32(200, 62, 46, 255),
                                          IM_COL32(126, 74, 184, 255), IM_COL32(14, 130, 138, 255)};
  return (is_dark_theme() ? on_dark : on_light)[unsigned(i) % std::size(on_dark)];
}

namespace {

// what a sum of squares leaves of nothing is nothing to be read
double without_rounding(double value) {
  return std::abs(value) < 1e-18 ? 0.0 : value;
}

struct LegendItem {
  std::string text;
  unsigned colour;
  float x, y;      // from the chart's corner
  std::string of;  // the series; "": the title
  float width = 0.0f;
  bool hidden = false;
};

// title and legend share lines, as many as they need; under a cursor the legend tells values
std::vector<LegendItem> legend_of(const Chart& chart, const std::vector<Series>& series, float width,
                                  std::optional<double> cursor, float em) {
  std::vector<LegendItem> items;
  float x = em * 0.6f, y = em * 0.2f;
  const auto put = [&](std::string text, unsigned colour, float after, const std::string& of) {
    const float size = ImGui::CalcTextSize(text.c_str()).x;
    if (x + size > width - em * 0.4f && x > em) x = em * 0.6f, y += em * 1.25f;
    items.push_back({std::move(text), colour, x, y, of, size});
    x += size + after;
  };
  put(chart.title + (chart.y_unit.empty() ? "" : "  (" + chart.y_unit + ")"), ImGui::GetColorU32(ImGuiCol_Text), em,
      "");
  for (std::size_t i = 0; i < series.size(); ++i) {
    const Series& s = series[i];
    if (s.name.empty() || s.points.empty() || s.dotted) continue;
    char text[96];
    const Point* p = cursor ? nearest(s, *cursor) : nullptr;
    const bool paired = i + 1 < series.size() && series[i + 1].dotted;
    const Point* other = cursor && paired ? nearest(series[i + 1], *cursor) : nullptr;
    if (p && other)
      std::snprintf(text, sizeof text, "%s %s, B %s", s.name.c_str(), figure(without_rounding(p->y), 4).c_str(),
                    figure(without_rounding(other->y), 4).c_str());
    else if (p)
      std::snprintf(text, sizeof text, "%s %s", s.name.c_str(), figure(without_rounding(p->y), 4).c_str());
    else
      std::snprintf(text, sizeof text, "%s", s.name.c_str());
    if (s.hidden) std::snprintf(text, sizeof text, "%s (hidden)", s.name.c_str());
    put(text, s.hidden ? ImGui::GetColorU32(ImGuiCol_TextDisabled) : s.colour, em * 0.8f, s.name);
    items.back().hidden = s.hidden;
  }
  return items;
}

std::optional<Frame> frame_of(const ChartPlace& place, const Chart& chart, const std::vector<Series>& series, float top,
                              float em) {
  Frame frame{{place.x0 + em * 3.4f, place.y0 + top + em * 1.5f},
              {place.x1 - em * 0.8f, place.y1 - em * 1.35f},
              chart.x_low,
              std::max(chart.x_high, chart.x_low + 1e-9),
              0,
              1,
              chart.logarithmic};
  if (frame.b.x - frame.a.x < 10 || frame.b.y - frame.a.y < 10) return std::nullopt;
  fit_levels(frame, chart, series);
  return frame;
}

// a point that can be drawn
bool has_points(const Chart& chart, const std::vector<Series>& series) {
  for (const Series& s : series)
    for (const Point& p : s.points)
      if (std::isfinite(p.y) && (!chart.logarithmic || p.y > 0)) return true;
  return false;
}

void paint(ImDrawList* list, const ChartPlace& place, const Chart& chart, const std::vector<Series>& series,
           std::optional<double> cursor, std::optional<Frame>& frame) {
  const float em = ImGui::GetFontSize();
  list->AddRectFilled({place.x0, place.y0}, {place.x1, place.y1}, ImGui::GetColorU32(ImGuiCol_FrameBg, 0.55f),
                      ImGui::GetStyle().FrameRounding);
  const std::vector<LegendItem> legend = legend_of(chart, series, place.x1 - place.x0, cursor, em);
  frame = frame_of(place, chart, series, legend.back().y, em);
  for (const LegendItem& item : legend)
    list->AddText({place.x0 + item.x, place.y0 + item.y}, item.colour, item.text.c_str());
  if (!frame) return;
  if (!chart.empty.empty() && !has_points(chart, series)) {
    const ImVec2 size = ImGui::CalcTextSize(chart.empty.c_str());
    list->AddText({0.5f * (place.x0 + place.x1 - size.x), 0.5f * (frame->a.y + frame->b.y - size.y)},
                  ImGui::GetColorU32(ImGuiCol_TextDisabled), chart.empty.c_str());
    return;
  }
  draw_axes(*frame, list, chart);
  list->PushClipRect({frame->a.x - em * 0.3f, frame->a.y - em * 0.3f}, {frame->b.x + em * 0.3f, frame->b.y + 1}, true);
  if (chart.limit)
    list->AddLine({frame->a.x, frame->y(*chart.limit)}, {frame->b.x, frame->y(*chart.limit)},
                  IM_COL32(232, 92, 78, 220), 1.5f);
  for (const Series& s : series) draw_series(*frame, list, s, em);
  if (chart.present)
    list->AddLine({frame->x(*chart.present), frame->a.y}, {frame->x(*chart.present), frame->b.y},
                  ImGui::GetColorU32(ImGuiCol_Text, 0.5f));
  if (cursor)
    list->AddLine({frame->x(*cursor), frame->a.y}, {frame->x(*cursor), frame->b.y},
                  ImGui::GetColorU32(ImGuiCol_Text, 0.35f));
  list->PopClipRect();
}

// the point nearest to the cursor on the screen, no farther than a finger is wide
std::optional<PointPick> nearest_point(const Frame& frame, const std::vector<Series>& series, ImVec2 at, float em) {
  std::optional<PointPick> best;
  float closest = em * 1.2f * em * 1.2f;
  for (std::size_t s = 0; s < series.size(); ++s)
    for (std::size_t i = 0; !series[s].hidden && i < series[s].points.size(); ++i) {
      const Point& p = series[s].points[i];
      if (!std::isfinite(p.y) || (frame.logarithmic && p.y <= 0)) continue;
      const float dx = frame.x(p.x) - at.x, dy = frame.y(p.y) - at.y;
      if (dx * dx + dy * dy < closest) closest = dx * dx + dy * dy, best = PointPick{int(s), i};
    }
  return best;
}

// title and legend stand for themselves: a click there is not one into the curves
void words_clicked(const std::string& id, const ChartPlace& place, const std::vector<LegendItem>& legend, bool inside,
                   bool pressed, ChartAnswer& answer) {
  const float em = ImGui::GetFontSize();
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  for (const LegendItem& item : legend) {
    const ImVec2 a{place.x0 + item.x, place.y0 + item.y}, b{a.x + item.width, a.y + em * 1.25f};
    const std::string name = "chart." + id + (item.of.empty() ? ".title" : ".legend." + item.of);
    ui::track_at(name, {a.x, a.y, b.x, b.y});
    if (item.hidden) ui::track_at(name + ".hidden", {a.x, a.y, b.x, b.y});
    if (!inside || mouse.x < a.x || mouse.x > b.x || mouse.y < a.y || mouse.y > b.y) continue;
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    ImGui::GetWindowDrawList()->AddLine({a.x, b.y - 1}, {b.x, b.y - 1}, item.colour, std::max(1.0f, em * 0.07f));
    if (!pressed) continue;
    answer.clicked.reset();
    answer.title = item.of.empty();
    answer.legend = item.of;
  }
}

// where the first series ends: for hands that look for a point to hover
void track_last_point(const std::string& id, const Frame& frame, const std::vector<Series>& series, float em) {
  const auto drawn = std::find_if(series.begin(), series.end(), [](const Series& s) { return !s.points.empty(); });
  if (drawn == series.end()) return;
  const float x = frame.x(drawn->points.back().x), y = frame.y(drawn->points.back().y), r = 0.3f * em;
  ui::track_at("chart." + id + ".last", {x - r, y - r, x + r, y + r});
}

}  // namespace

void paint_chart(ImDrawList* list, const ChartPlace& place, const Chart& chart, const std::vector<Series>& series,
                 std::optional<double> cursor) {
  std::optional<Frame> frame;
  paint(list, place, chart, series, cursor, frame);
}

ChartAnswer draw_chart(const std::string& id, float width, float height, const Chart& chart,
                       const std::vector<Series>& series, std::optional<double> shared) {
  const float em = ImGui::GetFontSize();
  const ImVec2 corner = ImGui::GetCursorScreenPos(), mouse = ImGui::GetIO().MousePos;
  ImGui::PushID(id.c_str());
  const bool pressed = ImGui::InvisibleButton("chart", {width, height});
  ui::track("chart." + id);
  const bool inside = ImGui::IsItemHovered();
  ImGui::PopID();
  const ChartPlace place{corner.x, corner.y, corner.x + width, corner.y + height};
  ChartAnswer answer;
  std::optional<double> cursor = shared;
  // over the words no values are told: they would push the name away that is reached for
  const float words = chart.clickable ? legend_of(chart, series, width, {}, em).back().y + em * 1.25f : 0.0f;
  if (inside && mouse.y < place.y0 + words) {
    cursor.reset();
  } else if (inside) {
    const float left = place.x0 + em * 3.4f, right = place.x1 - em * 0.8f;
    const double x =
        chart.x_low + (chart.x_high - chart.x_low) * double((mouse.x - left) / std::max(1.0f, right - left));
    answer.hovered = std::clamp(x, chart.x_low, std::max(chart.x_low, chart.x_high));
    if (pressed) answer.clicked = answer.hovered;
    cursor = answer.hovered;
  }
  std::optional<Frame> frame;
  ImDrawList* list = ImGui::GetWindowDrawList();
  paint(list, place, chart, series, cursor, frame);
  if (chart.clickable) words_clicked(id, place, legend_of(chart, series, width, cursor, em), inside, pressed, answer);
  if (frame) track_last_point(id, *frame, series, em);
  if (!chart.empty.empty() && !has_points(chart, series))
    ui::track_at("chart." + id + ".empty", {place.x0, place.y0, place.x1, place.y1});
  if (!inside || !frame) return answer;
  answer.nearest = nearest_point(*frame, series, mouse, em);
  if (answer.nearest) {
    const Series& s = series[std::size_t(answer.nearest->series)];
    const Point& p = s.points[answer.nearest->point];
    list->AddCircle({frame->x(p.x), frame->y(p.y)}, em * 0.4f, ImGui::GetColorU32(ImGuiCol_Text), 16, 1.5f);
  }
  return answer;
}

}  // namespace spook::plot
