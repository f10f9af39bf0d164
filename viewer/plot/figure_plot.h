// A figure of a published experiment in a panel: the same data as its PNG, with the numbers under the cursor.
#pragma once

#include <string>

#include "scenarios/papers/figure.h"

namespace spook::plot {

// one panel of a figure; `now`: an upright line at the moment shown beside it, where x is a time
void draw_figure_panel(const std::string& id, const papers::Panel& panel, float width, float height, bool dark,
                       const double* now = nullptr);

}  // namespace spook::plot
