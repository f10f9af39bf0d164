// Where exported tables and pictures go, written beside and renamed.
#pragma once

#include <string>

namespace spook {

struct AppContext;

namespace plot {

// writes the text under a fresh name and says so
void export_text(AppContext& app, const std::string& what, const std::string& text);

}  // namespace plot
}  // namespace spook
