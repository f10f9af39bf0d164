// Where exported tables and pictures go, written beside and renamed.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "viewer/plot/chart.h"

struct ImDrawList;

namespace spook {

struct AppContext;

namespace plot {

// the chart's numbers as a table: a row an x, a column a series
std::string to_csv(const std::string& x_name, const std::vector<Series>& series);
// writes the text under a fresh name and says so
void export_text(AppContext& app, const std::string& what, const std::string& text);
// a picture of its own, on the panel's background: what is painted on the list, pixel for pixel
void export_figure(AppContext& app, const std::string& what, int width, int height,
                   const std::function<void(ImDrawList*)>& paint);

}  // namespace plot
}  // namespace spook
