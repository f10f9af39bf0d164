// A stacked chart: what was gained piled up above zero, what was lost below it, and the line of their sum.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace spook::plot {

struct Layer {
  std::string name;
  unsigned colour;
  std::vector<double> values;  // an x each
};

// x under the cursor, if it is there: an index into `xs`
std::optional<std::size_t> draw_stacked(const std::string& id, float width, float height, const std::string& title,
                                        const std::vector<double>& xs, const std::vector<Layer>& layers,
                                        const std::vector<double>& sum);

}  // namespace spook::plot
