// What a plot shows, as plain data: the PNG writer and the sandbox draw the same figure.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace spook::papers {

enum class Mark { none, circle, square, triangle, diamond, cross, plus };
enum class Stroke { none, solid, dashed, dotted };

struct Series {
  std::string label;  // empty: not in the legend
  std::vector<double> x, y;
  Stroke stroke = Stroke::solid;
  Mark mark = Mark::none;
  bool open_mark = false;  // outline only: published points stand open over ours
  int colour = -1;         // index into the palette; −1: the next one. Published values take 'ink'
  bool ink = false;        // drawn in the text colour
  double width = 1.8;      // pixels
  bool steps = false;      // staircase
};

struct Axis {
  std::string label;
  bool logarithmic = false;
  std::optional<double> minimum = std::nullopt, maximum = std::nullopt;  // unset: from the data
};

enum class LegendPlace { best, top_left, top_right, bottom_left, bottom_right, outside, hidden };

struct Panel {
  std::string title;
  Axis x, y;
  std::vector<Series> series;
  bool equal_scale = false;  // a trajectory in the plane
  LegendPlace legend = LegendPlace::best;
};

struct Figure {
  std::string name;  // file name without .png
  std::string title;
  std::string caption;  // one sentence for the report
  std::vector<Panel> panels;
  int columns = 0;  // 0: chosen
};

}  // namespace spook::papers
