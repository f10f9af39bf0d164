#include "tests/bench/rivals/figure.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

namespace spook::rivals {
namespace {

constexpr double width = 300, height = 260, left = 46, bottom = 36, top = 26, gap = 16;  // of a panel, pixels

// both axes by decades: 1 µs … 1 s a step, 1 nm … 1 m
struct Axis {
  double low, high, from, to;
  double at(double value) const {
    const double share =
        (std::log10(std::clamp(value, low, high)) - std::log10(low)) / (std::log10(high) - std::log10(low));
    return from + share * (to - from);
  }
};

template <typename... Numbers>
std::string filled(const char* format, Numbers... numbers) {
  char text[400];
  std::snprintf(text, sizeof text, format, numbers...);
  return text;
}

const char* colour_of(const std::string& engine) {
  static const std::map<std::string, const char*> colours{
      {"Spook", "#c8553d"}, {"Bullet", "#2a6f97"},  {"ODE step", "#5a8f29"}, {"ODE quick", "#a3b18a"},
      {"DART", "#b08900"},  {"Simbody", "#8a6d5a"}, {"MuJoCo", "#7b4fa3"},   {"MuJoCo 3", "#b48ad4"},
      {"Jolt", "#1d9a8a"},  {"Rapier", "#d17ba5"}};
  const auto found = colours.find(engine);
  return found == colours.end() ? "#666666" : found->second;
}

// what is wrong at the end: shapes that overlap or joints that came apart, whichever is more
double wrong(const Verdict& verdict) {
  return std::max(verdict.overlap_end, verdict.joint_gap);
}

std::string grid(const Axis& x, const Axis& y, double x0) {
  std::string svg;
  for (int decade = -3; decade <= 3; decade += 2)
    svg += filled("<text x='%.1f' y='%.1f' text-anchor='middle'>%g ms</text>", x.at(std::pow(10, decade)), height - 20,
                  std::pow(10, decade));
  const std::pair<double, const char*> depths[] = {{1e-9, "1 nm"}, {1e-6, "1 µm"}, {1e-3, "1 mm"}, {1.0, "1 m"}};
  for (const auto& [depth, name] : depths)
    svg += filled("<path d='M%.1f %.1fH%.1f' stroke='#ddd'/>", x.from, y.at(depth), x.to) +
           filled("<text x='%.1f' y='%.1f' text-anchor='end'>%s</text>", x0 + left - 4, y.at(depth) + 4, name);
  return svg;
}

std::string dots(const std::vector<Trial>& trials, const Axis& x, const Axis& y) {
  std::string svg;
  for (const Trial& trial : trials) {
    if (!trial.trouble.empty()) continue;
    const char* colour = colour_of(trial.engine);
    const double cx = x.at(trial.ms), cy = trial.verdict.exploded ? y.to : y.at(wrong(trial.verdict));
    // filled: at its defaults; a ring: at equal time; a cross: exploded
    if (trial.verdict.exploded)
      svg += filled("<path d='M%.1f %.1fl8 8m0 -8l-8 8' stroke='%s' stroke-width='2'/>", cx - 4, cy - 4, colour);
    else
      svg += filled("<circle cx='%.1f' cy='%.1f' r='5' fill='%s' stroke='%s' stroke-width='2'/>", cx, cy,
                    trial.equal_time ? "white" : colour, colour);
  }
  return svg;
}

std::string legend(const Panels& panels, double y) {
  std::string svg;
  double x = left;
  std::vector<std::string> seen;
  for (const auto& [scene, trials] : panels)
    for (const Trial& trial : trials) {
      if (std::ranges::find(seen, trial.engine) != seen.end()) continue;
      seen.push_back(trial.engine);
      svg += filled("<circle cx='%.1f' cy='%.1f' r='5' fill='%s'/>", x, y - 4, colour_of(trial.engine)) +
             filled("<text x='%.1f' y='%.1f'>%s</text>", x + 10, y, trial.engine.c_str());
      x += 90;
    }
  return svg + filled("<text x='%.1f' y='%.1f'>filled: defaults · ring: equal time · cross: exploded</text>", x, y);
}

}  // namespace

std::string figure_svg(const Panels& panels) {
  const double whole = (width + gap) * static_cast<double>(panels.size());
  const double needed = std::max(whole + 2 * gap, 800.0);
  std::string svg =
      filled(
          "<svg xmlns='http://www.w3.org/2000/svg' width='%.0f' height='%.0f' font-family='sans-serif' font-size='11'>",
          needed, height + 24) +
      "<rect width='100%' height='100%' fill='white'/>";
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const double x0 = static_cast<double>(i) * (width + gap);
    const Axis x{1e-3, 1e3, x0 + left, x0 + width}, y{1e-9, 1.0, height - bottom, top};
    svg += filled("<text x='%.1f' y='16' font-size='13'>%s</text>", x.from, panels[i].first.c_str());
    svg += grid(x, y, x0) + dots(panels[i].second, x, y);
  }
  svg += filled("<text x='%.1f' y='%.1f'>a step's cost; overlap at the end or widest gap of a joint</text>", left,
                height - 4);
  return svg + legend(panels, height + 14) + "</svg>\n";
}

}  // namespace spook::rivals
