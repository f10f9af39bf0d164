// The comparison as one picture: cost against what is wrong at the end, a panel a scene.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tests/bench/rivals/trial.h"

namespace spook::rivals {

using Panels = std::vector<std::pair<std::string, std::vector<Trial>>>;  // scene and its trials

std::string figure_svg(const Panels& panels);

}  // namespace spook::rivals
