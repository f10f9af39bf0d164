// Gamepad: every lever of the running machine, what moves it, and another stick or button for it.
#include <imgui.h>

#include <algorithm>
#include <string>

#include "viewer/app/pad_dialog.h"
#include "viewer/app/theme.h"
#include "viewer/panels/context.h"
#include "viewer/panels/layout.h"
#include "viewer/panels/setting_words.h"
#include "viewer/panels/widgets.h"

namespace spook {
namespace {

// how far it is pushed now, to either side of the middle
void lever_bar(const AppContext& app, double at) {
  const ImVec2 size{app.em * 6.0f, app.em * 0.9f}, corner = ImGui::GetCursorScreenPos(),
                                                   a{corner.x, corner.y + 0.5f * (ImGui::GetFrameHeight() - size.y)};
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(a, {a.x + size.x, a.y + size.y}, ImGui::GetColorU32(ImGuiCol_FrameBg), 3);
  const float middle = a.x + 0.5f * size.x, to = middle + 0.5f * size.x * float(at);
  list->AddRectFilled({std::min(middle, to), a.y}, {std::max(middle, to) + 1, a.y + size.y},
                      ImGui::GetColorU32(accent_vec()), 3);
  ImGui::Dummy({size.x, ImGui::GetFrameHeight()});
}

void lever_row(AppContext& app, const ScenarioControl& control, std::size_t number) {
  PadDialog& pad = *app.pad;
  const std::string id = "pad." + control.label;
  const PadSource source = source_of(app.settings, control.label, number);
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(as_words(control.label).c_str());
  ImGui::TableNextColumn();
  const bool listens = pad.listening == control.label;
  if (listens)
    ImGui::TextColored(accent_vec(),
                       pad.forward < 0 ? "Push a stick forward, or press a button" : "Now the button for backward");
  else
    ImGui::TextUnformatted(in_words(source).c_str());
  ui::track(id + ".source");
  ImGui::TableNextColumn();
  lever_bar(app, pad.now ? lever_position(*pad.now, source) : 0.0);
  ImGui::TableNextColumn();
  if (ui::button(id + ".change", listens ? "Cancel" : "Change"))
    listens ? pad.listening.clear() : pad.listen(control.label);
  if (source.axis < 0) return;
  ImGui::SameLine();
  if (ui::button(id + ".reverse", "Reverse")) {
    PadSource turned = source;
    turned.reversed = !turned.reversed;
    app.settings.pad_sources[control.label] = turned;
  }
}

}  // namespace

void draw_pad_dialog(AppContext& app) {
  PadDialog& pad = *app.pad;
  pad.hear(app.settings);
  if (!pad.open) return;
  begin_dialog(app, "Gamepad", 42);
  const auto controls = app.controls();
  if (!pad.now) ui::quiet("No gamepad is plugged in. The first one you plug in is used.");
  if (controls.empty()) ui::quiet("This scene has no levers. Open the wheel loader, the rover or the crane.");
  if (ImGui::BeginTable("levers", 4, ImGuiTableFlags_SizingFixedFit)) {
    ImGui::TableSetupColumn("lever", 0, app.em * 6.0f);
    ImGui::TableSetupColumn("source", ImGuiTableColumnFlags_WidthStretch);
    for (std::size_t i = 0; i < controls.size(); ++i) lever_row(app, controls[i], i);
    ImGui::EndTable();
  }
  ui::quiet("Kept by the lever's name: a throttle is the same stick in every machine.");
  if (ui::button("pad.reset", "Reset", "Every lever to the stick it has at first")) app.settings.pad_sources.clear();
  ImGui::SameLine();
  if (ui::button("pad.close", "Close")) pad.open = false;
  ImGui::End();
}

}  // namespace spook
