// Three hints of a first run, low in the picture: each goes when it was followed.
#include <imgui.h>

#include <algorithm>
#include <iterator>

#include "viewer/app/theme.h"
#include "viewer/panels/context.h"
#include "viewer/panels/layout.h"
#include "viewer/panels/widgets.h"

namespace spook {
namespace {

constexpr struct {
  unsigned bit;
  bool shift, drags;
  const char* text;
} hints[] = {{hint_drag, false, true, "Drag a body, and let go in motion to throw it"},
             {hint_shoot, true, false, "Shift-click shoots a ball"},
             {hint_look, false, true, "Drag beside bodies to look around; the wheel comes closer"}};

constexpr float fade = 0.7f;  // s

// a mouse with its left button down, and the way it goes
void draw_mouse(ImDrawList* list, const ImVec2& at, float em, bool drags, float alpha) {
  const ImU32 line = ImGui::GetColorU32(ImVec4(0.94f, 0.95f, 0.96f, alpha));
  const ImVec2 a{at.x, at.y}, b{at.x + em * 0.95f, at.y + em * 1.4f};
  const float round = em * 0.45f, middle = 0.5f * (a.x + b.x), split = a.y + em * 0.58f;
  ImVec4 pressed = accent_vec();
  pressed.w *= alpha;
  list->PushClipRect(a, {middle, split}, true);
  list->AddRectFilled(a, b, ImGui::GetColorU32(pressed), round);
  list->PopClipRect();
  list->AddRect(a, b, line, round, 0, em * 0.09f);
  list->AddLine({a.x, split}, {b.x, split}, line, em * 0.07f);
  list->AddLine({middle, a.y}, {middle, split}, line, em * 0.07f);
  if (!drags) return;
  const float y = b.y - em * 0.45f, from = b.x + em * 0.2f, to = from + em * 0.7f;
  list->AddLine({from, y}, {to, y}, line, em * 0.1f);
  list->AddTriangleFilled({to + em * 0.25f, y}, {to - em * 0.05f, y - em * 0.22f}, {to - em * 0.05f, y + em * 0.22f},
                          line);
}

float draw_key(ImDrawList* list, ImFont* font, const ImVec2& at, float em, const char* name, float alpha) {
  const float wide = font->CalcTextSizeA(font->FontSize, 1e9f, 0, name).x + em * 0.8f;
  const ImU32 line = ImGui::GetColorU32(ImVec4(0.94f, 0.95f, 0.96f, alpha));
  list->AddRect(at, {at.x + wide, at.y + em * 1.4f}, line, em * 0.25f, 0, em * 0.09f);
  list->AddText(font, font->FontSize, {at.x + em * 0.4f, at.y + 0.5f * (em * 1.4f - font->FontSize)}, line, name);
  return wide;
}

}  // namespace

void draw_hints(AppContext& app, Furniture& furniture) {
  if (app.settings.hints_seen || furniture.gallery_open || furniture.help_open) return;
  if (furniture.hints_since == -2.0) return;           // a scripted run
  if (app.now() && !app.now()->grips.empty()) return;  // what the hand can do stands there
  if (furniture.hints_since < 0) furniture.hints_since = ImGui::GetTime();
  static float shown[std::size(hints)] = {};  // 1 to 0 once followed
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  const float em = app.em, row = em * 2.3f, step = ImGui::GetIO().DeltaTime / fade;
  const ViewArea& area = app.view.area;
  const float left = area.left + em, low = float(area.height) - area.bottom - em;
  float y = low;
  bool any = false;
  for (std::size_t i = std::size(hints); i-- > 0;) {
    const bool followed = (app.hints_followed & hints[i].bit) != 0;
    shown[i] = std::clamp(shown[i] + (followed ? -step : step), 0.0f, 1.0f);
    if (shown[i] <= 0.0f) continue;
    any = true;
    y -= row * shown[i];
    const float alpha = 0.92f * shown[i], text = app.fonts.text->FontSize;
    const float sign = hints[i].shift ? em * 4.9f : em * 2.6f;
    const float wide = sign + app.fonts.text->CalcTextSizeA(text, 1e9f, 0, hints[i].text).x + em * 1.6f;
    list->AddRectFilled({left, y}, {left + wide, y + em * 2.0f}, IM_COL32(16, 19, 24, int(175 * shown[i])), em * 0.5f);
    float x = left + em * 0.7f;
    if (hints[i].shift) x += draw_key(list, app.fonts.small, {x, y + em * 0.3f}, em, "Shift", alpha) + em * 0.5f;
    draw_mouse(list, {x, y + em * 0.3f}, em, hints[i].drags, alpha);
    list->AddText(app.fonts.text, text, {left + sign + em * 0.7f, y + em - 0.5f * text},
                  ImGui::GetColorU32(ImVec4(0.94f, 0.95f, 0.96f, alpha)), hints[i].text);
  }
  if (!any && app.hints_followed == all_hints) app.settings.hints_seen = true;
  if (!any) return;
  // out of the way at once for who knows it all
  ImGui::SetNextWindowPos({left, y - em * 0.3f}, 0, {0, 1});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::Begin("hints", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                   ImGuiWindowFlags_NoBackground);
  ImGui::PushFont(app.fonts.small);
  if (ui::button("hints.close", "Hide hints")) app.settings.hints_seen = true;
  ImGui::PopFont();
  ImGui::End();
  ImGui::PopStyleVar(2);
}

}  // namespace spook
