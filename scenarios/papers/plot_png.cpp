#include "scenarios/papers/plot_png.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>

#include "scenarios/papers/axis_scale.h"
#include "scenarios/papers/canvas.h"

namespace spook::papers {

namespace {

constexpr Colour white{1, 1, 1}, ink{0.11f, 0.12f, 0.14f}, grid{0.90f, 0.91f, 0.93f}, frame_colour{0.35f, 0.37f, 0.40f};
// told apart by the colour-blind, and in print
constexpr Colour palette[] = {
    {0.00f, 0.35f, 0.68f}, {0.84f, 0.33f, 0.00f}, {0.00f, 0.56f, 0.41f}, {0.65f, 0.22f, 0.58f}, {0.90f, 0.60f, 0.00f},
    {0.27f, 0.64f, 0.86f}, {0.48f, 0.36f, 0.20f}, {0.78f, 0.15f, 0.28f}, {0.40f, 0.42f, 0.46f}, {0.55f, 0.62f, 0.10f}};
constexpr double tick_size = 9.5, label_size = 10.5, title_size = 12.0, legend_size = 9.5, heading_size = 14.5;

struct Tick {
  double value;
  std::string label;  // empty: minor
};

struct Scale : AxisScale {
  std::vector<Tick> ticks;
};

std::string plain_number(double value, double step) {
  if (std::abs(value) < 1e-9 * step) return "0";
  char text[40];
  const double size = std::max(std::abs(value), step);
  if (size >= 1e5 || size < 1e-3) {
    const int exponent = static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-9));
    std::snprintf(text, sizeof text, "%.3g·10^{%d}", value / std::pow(10.0, exponent), exponent);
  } else {
    const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step) + 1e-9)));
    std::snprintf(text, sizeof text, "%.*f", decimals, value);
  }
  std::string result = text;
  for (std::size_t at = 0; (at = result.find('-', at)) != std::string::npos; at += 3) result.replace(at, 1, "−");
  return result;
}

std::string power_of_ten(int exponent) {
  return exponent == 0   ? "1"
         : exponent == 1 ? "10"
                         : "10^{" + std::string(exponent < 0 ? "−" : "") + std::to_string(std::abs(exponent)) + "}";
}

void linear_ticks(Scale& scale, double pixels_a_tick) {
  const double span = scale.high - scale.low, step = scale.tick_step(pixels_a_tick);
  for (double k = std::ceil(scale.low / step - 1e-9); k * step <= scale.high + 1e-9 * span; ++k)
    scale.ticks.push_back({k * step, plain_number(k * step, step)});
}

void logarithmic_ticks(Scale& scale, double pixels_a_tick) {
  const int first = static_cast<int>(std::floor(scale.low - 1e-9)),
            last = static_cast<int>(std::ceil(scale.high + 1e-9));
  const double decades = scale.high - scale.low;
  const int stride = scale.tick_stride(pixels_a_tick);
  for (int exponent = first; exponent <= last; ++exponent)
    for (int digit = 1; digit <= 9; ++digit) {
      const double at = exponent + std::log10(static_cast<double>(digit));
      if (at < scale.low - 1e-9 || at > scale.high + 1e-9) continue;
      const double value = digit * std::pow(10.0, exponent);
      std::string label;
      if (digit == 1 && exponent % stride == 0) label = power_of_ten(exponent);
      if (decades < 1.6 && (digit == 2 || digit == 5))
        label = exponent == 0   ? std::to_string(digit)
                : exponent == 1 ? std::to_string(10 * digit)
                                : std::to_string(digit) + "·" + power_of_ten(exponent);
      if (digit > 1 && label.empty() && decades > 8) continue;
      scale.ticks.push_back({value, label});
    }
}

// a polyline cut where values cannot be drawn, and into dashes
std::vector<Path> polylines(const Series& series, const Scale& x, const Scale& y) {
  std::vector<Path> paths(1);
  for (std::size_t k = 0; k < std::min(series.x.size(), series.y.size()); ++k) {
    if (!x.drawable(series.x[k]) || !y.drawable(series.y[k])) {
      if (!paths.back().empty()) paths.emplace_back();
      continue;
    }
    // far outside: keep the direction, not the distance
    const Point p{std::clamp(x.pixel(series.x[k]), -1e4, 1e4), std::clamp(y.pixel(series.y[k]), -1e4, 1e4)};
    if (series.steps && !paths.back().empty()) paths.back().push_back({p.x, paths.back().back().y});
    paths.back().push_back(p);
  }
  return paths;
}

std::vector<Path> dashed(const std::vector<Path>& paths, double on, double off) {
  std::vector<Path> result;
  for (const Path& path : paths) {
    double phase = 0.0;
    bool drawing = false;
    for (std::size_t k = 0; k + 1 < path.size(); ++k) {
      const Point a = path[k], b = path[k + 1];
      const double length = std::hypot(b.x - a.x, b.y - a.y);
      double done = 0.0;
      if (drawing && !result.empty()) result.back().push_back(a);
      while (done < length) {
        const bool pen = phase < on;
        const double left = std::min((pen ? on : on + off) - phase, length - done);
        const auto at = [&](double s) { return Point{a.x + (b.x - a.x) * s / length, a.y + (b.y - a.y) * s / length}; };
        if (pen && !drawing) result.push_back({at(done)});
        if (pen) result.back().push_back(at(done + left));
        drawing = pen;
        done += left;
        phase += left;
        if (phase >= on + off - 1e-9) phase = 0.0;
      }
    }
  }
  return result;
}

Path regular(Point centre, double radius, int corners, double turn) {
  Path path;
  for (int k = 0; k < corners; ++k) {
    const double angle = turn + 2.0 * 3.14159265358979 * k / corners;
    path.push_back({centre.x + radius * std::cos(angle), centre.y - radius * std::sin(angle)});
  }
  return path;
}

void draw_mark(Canvas& canvas, Point at, const Series& series, Colour colour, const Box* clip) {
  const double r = series.x.size() > 25 ? 2.6 : 4.2;  // many marks are small
  Path shape;
  switch (series.mark) {
    case Mark::none:
      return;
    case Mark::circle:
      shape = regular(at, r, 24, 0.0);
      break;
    case Mark::square:
      shape = regular(at, 1.25 * r, 4, 3.14159265 / 4);
      break;
    case Mark::triangle:
      shape = regular(at, 1.3 * r, 3, 3.14159265 / 2);
      break;
    case Mark::diamond:
      shape = regular(at, 1.3 * r, 4, 0.0);
      break;
    case Mark::cross:
      canvas.stroke({{{at.x - r, at.y - r}, {at.x + r, at.y + r}}, {{at.x - r, at.y + r}, {at.x + r, at.y - r}}}, 1.7,
                    colour, clip);
      return;
    case Mark::plus:
      canvas.stroke({{{at.x - r, at.y}, {at.x + r, at.y}}, {{at.x, at.y - r}, {at.x, at.y + r}}}, 1.7, colour, clip);
      return;
  }
  canvas.fill_polygon(shape, series.open_mark ? white : colour, clip);
  shape.push_back(shape.front());
  canvas.stroke({shape}, series.open_mark ? 1.6 : 0.8, colour, clip);
}

void draw_line(Canvas& canvas, const std::vector<Path>& paths, const Series& series, Colour colour, const Box* clip) {
  if (series.stroke == Stroke::solid) canvas.stroke(paths, series.width, colour, clip);
  if (series.stroke == Stroke::dashed) canvas.stroke(dashed(paths, 8, 5), series.width, colour, clip);
  if (series.stroke == Stroke::dotted) canvas.stroke(dashed(paths, 1.6, 4), series.width, colour, clip);
}

struct Legend {
  std::vector<std::pair<const Series*, Colour>> entries;
  double width = 0.0, height = 0.0;
};

Legend make_legend(const Panel& panel, const std::vector<Colour>& colours) {
  Legend legend;
  for (std::size_t k = 0; k < panel.series.size(); ++k) {
    if (panel.series[k].label.empty()) continue;
    legend.entries.emplace_back(&panel.series[k], colours[k]);
    legend.width = std::max(legend.width, text_width(panel.series[k].label, legend_size));
  }
  legend.width += 58;
  legend.height = 17.0 * static_cast<double>(legend.entries.size()) + 10;
  return legend;
}

// how much of the data a box hides: points, and lines by their lengths inside it
double hidden_under(const Box& box, const Panel& panel, const Scale& x, const Scale& y) {
  double hits = 0.0;
  for (const Series& series : panel.series) {
    const std::vector<Path> paths = polylines(series, x, y);
    for (const Path& path : paths)
      for (std::size_t k = 0; k < path.size(); ++k) {
        hits += box.contains(path[k].x, path[k].y);
        // along the line too, so that long segments count
        if (series.stroke == Stroke::none || k + 1 >= path.size() || path.size() > 400) continue;
        for (int part = 1; part < 12; ++part) {
          const double s = part / 12.0;
          hits += 0.3 * box.contains(path[k].x + s * (path[k + 1].x - path[k].x),
                                     path[k].y + s * (path[k + 1].y - path[k].y));
        }
      }
  }
  return hits;
}

Box legend_corner(const Legend& legend, const Box& plot, bool right, bool bottom) {
  const double gap = 8;
  const double left = right ? plot.right - gap - legend.width : plot.left + gap;
  const double top = bottom ? plot.bottom - gap - legend.height : plot.top + gap;
  return {left, top, left + legend.width, top + legend.height};
}

// Where the legend stands. In a corner where it hides nothing if there is one, the one asked for before others; else
// outside. The corners are looked at in the whole area: outside the plot is narrower.
LegendPlace settle_legend(const Panel& panel, const Legend& legend, const Box& plot, const Scale& x, const Scale& y) {
  if (panel.legend == LegendPlace::outside || panel.legend == LegendPlace::hidden) return panel.legend;
  std::vector<LegendPlace> corners{LegendPlace::top_right, LegendPlace::top_left, LegendPlace::bottom_right,
                                   LegendPlace::bottom_left};
  std::stable_partition(corners.begin(), corners.end(), [&](LegendPlace place) { return place == panel.legend; });
  for (const LegendPlace place : corners) {
    const bool right = place == LegendPlace::top_right || place == LegendPlace::bottom_right;
    const bool bottom = place == LegendPlace::bottom_left || place == LegendPlace::bottom_right;
    if (hidden_under(legend_corner(legend, plot, right, bottom), panel, x, y) == 0.0) return place;
  }
  return LegendPlace::outside;
}

Box place_legend(LegendPlace place, const Legend& legend, const Box& plot) {
  if (place == LegendPlace::outside)
    return {plot.right + 12, plot.top, plot.right + 12 + legend.width, plot.top + legend.height};
  return legend_corner(legend, plot, place == LegendPlace::top_right || place == LegendPlace::bottom_right,
                       place == LegendPlace::bottom_left || place == LegendPlace::bottom_right);
}

void draw_legend(Canvas& canvas, const Legend& legend, const Box& box, bool framed) {
  canvas.fill(box, white, 0.88);
  if (framed) {
    const double x0 = std::floor(box.left) + 0.5, x1 = std::floor(box.right) + 0.5, y0 = std::floor(box.top) + 0.5,
                 y1 = std::floor(box.bottom) + 0.5;
    canvas.stroke({{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}, {x0, y0}}}, 1.0, {0.82f, 0.83f, 0.85f});
  }
  double y = box.top + 5 + 8.5;
  for (const auto& [series, colour] : legend.entries) {
    draw_line(canvas, {{{box.left + 8, y}, {box.left + 40, y}}}, *series, colour, nullptr);
    draw_mark(canvas, {box.left + 24, y}, *series, colour, nullptr);
    draw_text(canvas, {box.left + 48, y + 0.5 * legend_size}, series->label, legend_size, ink);
    y += 17;
  }
}

void draw_axes(Canvas& canvas, const Panel& panel, const Box& plot, const Scale& x, const Scale& y) {
  // grid behind everything
  std::vector<Path> lines, minor;
  for (const Tick& tick : x.ticks)
    if (!tick.label.empty())
      lines.push_back(
          {{std::floor(x.pixel(tick.value)) + 0.5, plot.top}, {std::floor(x.pixel(tick.value)) + 0.5, plot.bottom}});
  for (const Tick& tick : y.ticks)
    if (!tick.label.empty())
      lines.push_back(
          {{plot.left, std::floor(y.pixel(tick.value)) + 0.5}, {plot.right, std::floor(y.pixel(tick.value)) + 0.5}});
  canvas.stroke(lines, 1.0, grid);

  std::vector<Path> ticks;
  for (const Tick& tick : x.ticks) {
    const double at = std::floor(x.pixel(tick.value)) + 0.5, length = tick.label.empty() ? 3 : 6;
    ticks.push_back({{at, plot.bottom}, {at, plot.bottom - length}});
    ticks.push_back({{at, plot.top}, {at, plot.top + length}});
    draw_text(canvas, {at, plot.bottom + 9 + tick_size}, tick.label, tick_size, ink, Align::centre);
  }
  double widest = 0.0;
  for (const Tick& tick : y.ticks) {
    const double at = std::floor(y.pixel(tick.value)) + 0.5, length = tick.label.empty() ? 3 : 6;
    ticks.push_back({{plot.left, at}, {plot.left + length, at}});
    ticks.push_back({{plot.right, at}, {plot.right - length, at}});
    draw_text(canvas, {plot.left - 8, at + 0.5 * tick_size}, tick.label, tick_size, ink, Align::right);
    widest = std::max(widest, text_width(tick.label, tick_size));
  }
  canvas.stroke(ticks, 1.0, frame_colour);
  canvas.stroke({{{plot.left, plot.top},
                  {plot.right, plot.top},
                  {plot.right, plot.bottom},
                  {plot.left, plot.bottom},
                  {plot.left, plot.top}}},
                1.2, frame_colour);
  const double middle_x = 0.5 * (plot.left + plot.right), middle_y = 0.5 * (plot.top + plot.bottom);
  draw_text(canvas, {middle_x, plot.bottom + 20 + tick_size + label_size}, panel.x.label, label_size, ink,
            Align::centre);
  draw_text(canvas, {plot.left - 21 - widest, middle_y}, panel.y.label, label_size, ink, Align::centre, true);
  draw_text(canvas, {middle_x, plot.top - 10}, panel.title, title_size, ink, Align::centre, false, 1.1);
}

// beside: a free cell on the right, where a legend outside then stands
void draw_panel(Canvas& canvas, const Panel& panel, const Box& area, bool beside) {
  // colours first: the legend's width decides how much room the plot has
  std::vector<Colour> colours;
  int next = 0;
  for (const Series& series : panel.series) {
    const int index = series.colour >= 0 ? series.colour : series.ink ? 0 : next++;
    colours.push_back(series.ink ? ink : palette[index % static_cast<int>(std::size(palette))]);
  }
  const Legend legend = make_legend(panel, colours);
  Box plot{area.left + 84, area.top + (panel.title.empty() ? 14 : 34), area.right - 18, area.bottom - 52};
  Scale x{fit_axis(panel.x, panel.series, true), {}}, y{fit_axis(panel.y, panel.series, false), {}};
  const auto span = [&] {
    plot = {std::floor(plot.left) + 0.5, std::floor(plot.top) + 0.5, std::floor(plot.right) + 0.5,
            std::floor(plot.bottom) + 0.5};
    x.from = plot.left, x.to = plot.right, y.from = plot.bottom, y.to = plot.top;
  };
  span();
  const LegendPlace place = settle_legend(panel, legend, plot, x, y);
  const bool outside = place == LegendPlace::outside;
  if (outside && !beside) plot.right -= legend.width + 8, span();

  if (panel.equal_scale) keep_proportions(x, y);
  x.logarithmic ? logarithmic_ticks(x, 70) : linear_ticks(x, 80);
  y.logarithmic ? logarithmic_ticks(y, 38) : linear_ticks(y, 48);
  draw_axes(canvas, panel, plot, x, y);

  // published points (in ink) last, over ours
  for (const bool last : {false, true})
    for (std::size_t k = 0; k < panel.series.size(); ++k) {
      const Series& series = panel.series[k];
      if (series.ink != last) continue;
      const std::vector<Path> paths = polylines(series, x, y);
      draw_line(canvas, paths, series, colours[k], &plot);
      if (series.mark != Mark::none)
        for (const Path& path : paths)
          for (const Point& p : path)
            if (plot.contains(p.x, p.y)) draw_mark(canvas, p, series, colours[k], nullptr);
    }
  if (legend.entries.empty() || place == LegendPlace::hidden) return;
  draw_legend(canvas, legend, place_legend(place, legend, plot), !outside);
}

}  // namespace

void write_png(const Figure& figure, const std::filesystem::path& file, const PlotSize& size) {
  const int count = static_cast<int>(figure.panels.size());
  if (count == 0) throw std::runtime_error("a figure without panels: " + file.string());
  const int columns = figure.columns > 0 ? figure.columns : count == 1 ? 1 : count == 3 ? 3 : 2;
  const int rows = (count + columns - 1) / columns;
  const int heading = figure.title.empty() ? 8 : 42;
  Canvas canvas(columns * size.panel_width + 16, rows * size.panel_height + heading + 8, white);
  draw_text(canvas, {0.5 * canvas.width(), 28}, figure.title, heading_size, ink, Align::centre, false, 1.15);
  for (int k = 0; k < count; ++k) {
    const int row = k / columns, column = k % columns;
    const double left = 8 + column * size.panel_width, top = heading + row * size.panel_height;
    draw_panel(canvas, figure.panels[k], {left, top, left + size.panel_width, top + size.panel_height},
               k + 1 == count && (k + 1) % columns != 0);
  }
  canvas.save(file);
}

}  // namespace spook::papers
