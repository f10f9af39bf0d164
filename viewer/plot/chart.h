// Line charts drawn straight into a panel: linear or logarithmic, with a hover readout and marks.
#pragma once

#include <optional>
#include <string>
#include <vector>

struct ImDrawList;

namespace spook::plot {

struct Point {
  double x, y;
};

struct Series {
  std::string name;
  unsigned colour;  // of ImGui: see series_colour
  std::vector<Point> points;
  bool dots = false;              // points only
  std::vector<Point> marks = {};  // rings, at sweeps that changed something
  bool level = false;             // a broken line goes on from the last point: what was reached for good
  bool dotted = false;            // the series before this one, of the other side of a comparison
  bool hidden = false;            // told in the legend, not drawn
};

struct Chart {
  std::string title, x_unit, y_unit;
  double x_low = 0, x_high = 1;
  bool logarithmic = false;
  std::optional<double> limit;    // a line to compare with
  std::optional<double> present;  // an upright line
  bool integer = false;           // counts: no number between two
  bool clickable = false;         // its title and legend answer clicks
  bool x_counts = false;          // the same of x
  std::string empty = {};         // said in place of axes where no curve has a point to show
};

// a point of a series
struct PointPick {
  int series = 0;
  std::size_t point = 0;
};

struct ChartAnswer {
  std::optional<double> hovered, clicked;  // x
  std::optional<PointPick> nearest;        // to the cursor, within a finger's width
  bool title = false;                      // clicked, of a clickable chart; then `clicked` is not
  std::string legend;                      // the series whose name was clicked; "": none
};

// shared: x under the cursor in any chart of the group, shown in all of them
ChartAnswer draw_chart(const std::string& id, float width, float height, const Chart& chart,
                       const std::vector<Series>& series, std::optional<double> shared = {});
unsigned series_colour(int i);

// the same picture onto any list, for figures; cursor: x of an upright line and of the legend's values
struct ChartPlace {
  float x0, y0, x1, y1;
};
void paint_chart(ImDrawList* list, const ChartPlace& place, const Chart& chart, const std::vector<Series>& series,
                 std::optional<double> cursor = {});

}  // namespace spook::plot
