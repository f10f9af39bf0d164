#include "scenarios/papers/plot_png.h"

#include <stdexcept>

namespace spook::papers {

void write_png(const Figure& figure, const std::filesystem::path& file, const PlotSize&) {
  if (figure.panels.empty()) throw std::runtime_error("a figure without panels: " + file.string());
}

}  // namespace spook::papers
