// Draws a Figure to PNG: anti-aliased, own stroke font, no display needed.
#pragma once

#include <filesystem>

#include "scenarios/papers/figure.h"

namespace spook::papers {

struct PlotSize {
  int panel_width = 720, panel_height = 520;
};

// written beside and renamed; throws std::runtime_error naming the file
void write_png(const Figure& figure, const std::filesystem::path& file, const PlotSize& size = {});

}  // namespace spook::papers
