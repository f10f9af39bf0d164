#include "viewer/panels/layout.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "viewer/panels/context.h"
#include "viewer/panels/widgets.h"

namespace spook {
namespace {

void draw_toasts(AppContext& app, Furniture& furniture, const ViewArea& area) {
  for (std::string& text : app.toasts_new) furniture.toasts.push_back({std::move(text), steady_seconds()});
  app.toasts_new.clear();
  std::erase_if(furniture.toasts, [](const auto& toast) { return steady_seconds() - toast.since > 3.5; });
  float y = area.top + app.em;
  for (std::size_t i = 0; i < furniture.toasts.size(); ++i) {
    const float age = float(steady_seconds() - furniture.toasts[i].since);
    ImGui::SetNextWindowBgAlpha(0.92f * std::min(1.0f, (3.5f - age) * 2.0f));
    ImGui::SetNextWindowPos({0.5f * (area.left + float(area.width) - area.right), y}, 0, {0.5f, 0.0f});
    ImGui::Begin(("toast" + std::to_string(i)).c_str(), nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoInputs |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing);
    ImGui::TextUnformatted(furniture.toasts[i].text.c_str());
    y += ImGui::GetWindowHeight() + 4;
    ImGui::End();
  }
}

}  // namespace

void draw_furniture(AppContext& app, Furniture& furniture, ViewArea& area) {
  ui::begin_widgets();
  area.left = area.right = area.top = area.bottom = 0;
  if (!furniture.hidden) {
    const float top = std::round(app.em * 2.5f), bottom = std::round(app.em * 4.1f);
    draw_top_bar(app, furniture, top);
    draw_time_bar(app, furniture, float(area.height) - bottom, bottom);
    area.top = top, area.bottom = bottom;
    draw_docks(app, area);
    draw_hints(app, furniture);
  }
  draw_course_card(app);
  draw_settings_menu(app, furniture);
  draw_gallery(app, furniture);
  draw_help(app, furniture);
  draw_dialogs(app, furniture);
  draw_pad_dialog(app);
  draw_toasts(app, furniture, area);
}

}  // namespace spook
