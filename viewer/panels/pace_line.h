// The part of the status line that tells whether the picture keeps up with the clock, at what price, and why not.
#pragma once

#include <string>

#include "viewer/panels/context.h"

namespace spook {

std::string pace_words(const AppContext& app);
void draw_pace(AppContext& app);  // a click on it offers the choice between 60 Hz and accuracy

}  // namespace spook
