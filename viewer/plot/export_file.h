// Where exported tables and pictures go, written beside and renamed.
#pragma once

#include <functional>
#include <string>

struct ImDrawList;

namespace spook {

struct AppContext;

namespace plot {

// writes the text under a fresh name and says so
void export_text(AppContext& app, const std::string& what, const std::string& text);
// a picture of its own, on the panel's background: what is painted on the list, pixel for pixel
void export_figure(AppContext& app, const std::string& what, int width, int height,
                   const std::function<void(ImDrawList*)>& paint);

}  // namespace plot
}  // namespace spook
