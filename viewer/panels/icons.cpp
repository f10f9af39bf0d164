#include "viewer/panels/icons.h"

#include <imgui.h>

#include <cmath>

#include "viewer/app/theme.h"
#include "viewer/panels/widgets.h"

namespace spook::ui {
namespace {

struct Pen {
  ImDrawList* list;
  ImVec2 centre;
  float r;  // half the sign's height
  ImU32 colour;

  ImVec2 at(float x, float y) const { return {centre.x + x * r, centre.y + y * r}; }
  void triangle(float x0, float x1) const {  // pointing from x0 to x1; wound for anti-aliasing
    if (x1 > x0)
      list->AddTriangleFilled(at(x0, -1), at(x1, 0), at(x0, 1), colour);
    else
      list->AddTriangleFilled(at(x0, 1), at(x1, 0), at(x0, -1), colour);
  }
  void bar(float x, float width) const { list->AddRectFilled(at(x - width, -1), at(x + width, 1), colour, r * 0.15f); }
  void arc(float from, float to) const {
    list->PathArcTo(centre, r * 0.85f, from, to, 20);
    list->PathStroke(colour, 0, r * 0.28f);
  }
  void arrow_head(float angle, bool clockwise) const {
    const float s = clockwise ? 1.0f : -1.0f, px = std::cos(angle) * 0.85f, py = std::sin(angle) * 0.85f;
    const float tx = -std::sin(angle) * s, ty = std::cos(angle) * s, nx = std::cos(angle), ny = std::sin(angle);
    const ImVec2 tip = at(px + tx * 0.75f, py + ty * 0.75f), a = at(px + nx * 0.5f, py + ny * 0.5f),
                 b = at(px - nx * 0.5f, py - ny * 0.5f);
    if (clockwise)
      list->AddTriangleFilled(tip, b, a, colour);
    else
      list->AddTriangleFilled(tip, a, b, colour);
  }
};

void draw(Icon icon, const Pen& pen) {
  constexpr float pi = 3.14159265f;
  switch (icon) {
    case Icon::play:
      pen.triangle(-0.7f, 1.0f);
      break;
    case Icon::pause:
      pen.bar(-0.5f, 0.24f), pen.bar(0.5f, 0.24f);
      break;
    case Icon::step:
      pen.triangle(-0.8f, 0.5f), pen.bar(0.75f, 0.17f);
      break;
    case Icon::step_back:
      pen.triangle(0.8f, -0.5f), pen.bar(-0.75f, 0.17f);
      break;
    case Icon::reset:
      pen.arc(-0.35f * pi, 1.25f * pi), pen.arrow_head(-0.35f * pi, false);
      break;
    case Icon::undo:
      pen.arc(-0.9f * pi, 0.45f * pi), pen.arrow_head(-0.9f * pi, false);
      break;
    case Icon::redo:
      pen.arc(0.55f * pi, 1.9f * pi), pen.arrow_head(1.9f * pi, true);
      break;
    case Icon::record:
      pen.list->AddCircleFilled(pen.centre, pen.r * 0.8f, pen.colour, 24);
      break;
    case Icon::theme:
      pen.list->PathArcTo(pen.centre, pen.r * 0.9f, 0.5f * pi, 1.5f * pi, 20);
      pen.list->PathFillConvex(pen.colour);
      pen.list->AddCircle(pen.centre, pen.r * 0.9f, pen.colour, 28, pen.r * 0.2f);
      break;
  }
}

}  // namespace

bool icon_button(const std::string& id, Icon icon, const char* help, bool active, bool enabled) {
  const float size = ImGui::GetFrameHeight();
  ImGui::PushID(id.c_str());
  if (!enabled) ImGui::BeginDisabled();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const bool pressed = ImGui::InvisibleButton("##icon", {size * 1.15f, size});
  track(id);
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (hovered || active)
    list->AddRectFilled(corner, {corner.x + size * 1.15f, corner.y + size},
                        ImGui::GetColorU32(active ? ImGuiCol_ButtonActive : ImGuiCol_ButtonHovered),
                        ImGui::GetStyle().FrameRounding);
  const ImVec4 shade = icon == Icon::record && active
                           ? bad_vec()
                           : ImGui::GetStyleColorVec4(enabled ? ImGuiCol_Text : ImGuiCol_TextDisabled);
  draw(icon, {list, {corner.x + size * 0.575f, corner.y + size * 0.5f}, size * 0.26f, ImGui::GetColorU32(shade)});
  tooltip(help);
  if (!enabled) ImGui::EndDisabled();
  ImGui::PopID();
  return pressed;
}

}  // namespace spook::ui
