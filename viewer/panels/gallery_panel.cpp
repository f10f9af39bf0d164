// Ctrl-O: every scene with its picture, found by a few letters.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "viewer/app/theme.h"
#include "viewer/panels/context.h"
#include "viewer/panels/layout.h"
#include "viewer/panels/quantity.h"
#include "viewer/panels/widgets.h"

namespace spook {
namespace {

bool card(AppContext& app, const Scenario& scenario, float width, bool chosen) {
  const float picture = width * float(Gallery::height) / float(Gallery::width);
  const float pad = app.em * 0.35f, words = app.em * 1.25f;
  const ImVec2 a = ImGui::GetCursorScreenPos(), b{a.x + width, a.y + picture + words + pad};
  ImGui::PushID(scenario.name.c_str());
  const bool pressed = ImGui::InvisibleButton("card", {width, picture + words + pad});
  ui::track("gallery." + scenario.name);
  const bool hovered = ImGui::IsItemHovered();
  if (ImGui::IsItemVisible()) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float rounding = ImGui::GetStyle().FrameRounding;
    list->AddRectFilled(a, b, ImGui::GetColorU32(hovered || chosen ? ImGuiCol_FrameBgHovered : ImGuiCol_FrameBg),
                        rounding);
    if (const unsigned texture = app.gallery.thumbnail(scenario))
      // NOLINTNEXTLINE(performance-no-int-to-ptr): a texture's number stands in a pointer for Dear ImGui
      list->AddImageRounded(reinterpret_cast<ImTextureID>(std::uintptr_t(texture)), a, {b.x, a.y + picture}, {0, 0},
                            {1, 1}, IM_COL32_WHITE, rounding, ImDrawFlags_RoundCornersTop);
    const std::string title = ui::shortened(scenario.title.c_str(), width - 3.0f * pad);
    if (hovered || chosen) list->AddRect(a, b, ImGui::GetColorU32(accent_vec()), rounding, 0, 2.0f);
    list->AddText({a.x + pad * 1.5f, a.y + picture + pad * 0.6f}, ImGui::GetColorU32(ImGuiCol_Text), title.c_str());
  }
  // in a small window it would lie over all others
  if (hovered && ImGui::GetIO().DisplaySize.x > app.em * 48.0f)
    ui::tooltip((scenario.title + "\n" + scenario.description + "\n(" + scenario.name + ")").c_str());
  ImGui::PopID();
  return pressed;
}

}  // namespace

void draw_gallery(AppContext& app, Furniture& furniture) {
  if (!furniture.gallery_open) return;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const ImVec2 size{std::min(screen.x * 0.86f, app.em * 72), std::min(screen.y * 0.86f, app.em * 52)};
  ImGui::SetNextWindowPos({screen.x * 0.5f, screen.y * 0.5f}, 0, {0.5f, 0.5f});
  ImGui::SetNextWindowSize(size);
  if (furniture.gallery_just_opened) ImGui::SetNextWindowFocus();
  ImGui::SetNextWindowBgAlpha(0.985f);
  const std::string title = furniture.gallery_for_b && app.frame->opened
                                ? "A scene for B, beside " + scene_title(app.frame->opened->scene.name)
                                : "Scenes";
  ImGui::Begin((title + "###scenes").c_str(), &furniture.gallery_open,
               ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse |
                   ImGuiWindowFlags_NoSavedSettings);
  if (furniture.gallery_just_opened) ImGui::SetKeyboardFocusHere();
  furniture.gallery_just_opened = false;
  ImGui::SetNextItemWidth(app.em * 22);
  if (ImGui::InputTextWithHint("##find", "Find a scene …", &furniture.gallery_query)) furniture.gallery_choice = 0;
  ui::track("gallery.query");
  const auto found = find_scenes(furniture.gallery_query);
  ImGui::SameLine();
  const std::string count = counted(int(found.size()), "scene");
  if (furniture.gallery_for_b)
    ImGui::TextDisabled("%s. Both begin at their beginning, with one camera and one clock.", count.c_str());
  else
    ImGui::TextDisabled("%s. Enter opens one, Shift-Enter beside this one. Or drop a scene file on the window.",
                        count.c_str());

  const Scenario* chosen = nullptr;
  if (app.pressed(key_down)) ++furniture.gallery_choice;
  if (app.pressed(key_up)) --furniture.gallery_choice;
  furniture.gallery_choice = std::clamp(furniture.gallery_choice, 0, std::max(0, int(found.size()) - 1));
  const bool enter = app.pressed(key_enter) || app.pressed(key_keypad_enter);
  if (enter && !found.empty()) chosen = found[furniture.gallery_choice];

  ImGui::BeginChild("cards");
  const float gap = app.em * 0.7f, room = ImGui::GetContentRegionAvail().x;
  const int columns = std::max(2, int((room + gap) / (app.em * 13.0f)));
  const float width = (room - gap * float(columns - 1)) / float(columns) - 1;
  std::string group;
  int column = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (furniture.gallery_query.empty() && found[i]->group != group) {
      group = found[i]->group;
      column = 0;
      ui::heading(group.c_str());
    }
    if (column++ % columns) ImGui::SameLine(0, gap);
    const bool marked = !furniture.gallery_query.empty() && int(i) == furniture.gallery_choice;
    if (card(app, *found[i], width, marked)) chosen = found[i];
  }
  ImGui::EndChild();
  ImGui::End();
  if (chosen) {
    SceneSource source;
    source.scenario = chosen;
    const bool beside = furniture.gallery_for_b || ImGui::GetIO().KeyShift;
    if (beside && app.now())
      open_beside(app, source);
    else
      app.simulation.open(source);
    furniture.gallery_open = false;
  }
}

}  // namespace spook
