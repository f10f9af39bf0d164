// Over the picture of a machine: who drives, and its levers with their keys.
#include <imgui.h>

#include <algorithm>
#include <string>

#include "viewer/app/theme.h"
#include "viewer/panels/context.h"
#include "viewer/panels/layout.h"
#include "viewer/panels/setting_words.h"
#include "viewer/panels/widgets.h"

namespace spook {
namespace {

const ImU32 hud_plate = IM_COL32(16, 19, 24, 190), hud_ink = IM_COL32(240, 243, 246, 255),
            faint = IM_COL32(170, 178, 188, 255);

struct Writer {
  ImDrawList* list;
  ImFont* font;
  float em;
  float width(const char* text) const { return font->CalcTextSizeA(font->FontSize, 1e9f, 0, text).x; }
  void text(float x, float middle, ImU32 colour, const char* text) const {
    list->AddText(font, font->FontSize, {x, middle - 0.5f * font->FontSize}, colour, text);
  }
  // a key, lit while it is down; returns where it ends
  float key(float x, float middle, char name, bool down) const {
    const char letter[2]{name, 0};
    const ImVec2 a{x, middle - em * 0.62f}, b{x + em * 1.3f, middle + em * 0.62f};
    if (down) list->AddRectFilled(a, b, ImGui::GetColorU32(accent_vec()), em * 0.25f);
    list->AddRect(a, b, down ? hud_ink : faint, em * 0.25f, 0, std::max(1.0f, em * 0.08f));
    text(x + 0.5f * (em * 1.3f - width(letter)), middle, down ? IM_COL32(20, 22, 26, 255) : hud_ink, letter);
    return b.x;
  }
};

}  // namespace

void draw_machine_hud(const AppContext& app) {
  const auto controls = app.controls();
  if (controls.empty() || app.stage.shown || !app.now()) return;
  const float em = app.em, row = em * 1.65f;
  const Writer writer{ImGui::GetBackgroundDrawList(), app.fonts.small, em};
  const std::string who = app.driver == Driver::autopilot ? "Autopilot" : app.driver == Driver::you ? "You drive" : "";
  const std::string hint = app.driver == Driver::you         ? ""
                           : app.driver == Driver::autopilot ? "Any of these keys takes over"
                                                             : "Hold a key to drive";
  float wide = writer.width(hint.c_str());
  for (const ScenarioControl& control : controls)
    wide = std::max(wide, em * 3.4f + writer.width(as_words(control.label).c_str()));
  const int lines = int(controls.size()) + !who.empty() + !hint.empty();
  const float below = app.frame->second ? em * 2.6f : 0.0f;  // the plate of side A
  const ImVec2 a{app.view.area.left + em * 0.8f, app.view.area.top + em * 0.8f + below},
      b{a.x + wide + em * 1.4f, a.y + row * float(lines) + em * 0.5f};
  writer.list->AddRectFilled(a, b, hud_plate, em * 0.35f);
  float middle = a.y + em * 0.25f + 0.5f * row;
  const float left = a.x + em * 0.7f;
  if (!who.empty()) {
    const ImVec4 colour = app.driver == Driver::you ? accent_vec() : good_vec();
    writer.list->AddCircleFilled({left + em * 0.35f, middle}, em * 0.3f, ImGui::GetColorU32(colour), 20);
    writer.text(left + em * 1.0f, middle, hud_ink, who.c_str());
    middle += row;
  }
  for (std::size_t i = 0; i < controls.size(); ++i, middle += row) {
    const double lever = i < app.levers.size() ? app.levers[i] : 0.0;
    float x = writer.key(left, middle, controls[i].forward, lever > 0);
    x = writer.key(x + em * 0.2f, middle, controls[i].backward, lever < 0);
    writer.text(x + em * 0.5f, middle, hud_ink, as_words(controls[i].label).c_str());
  }
  if (!hint.empty()) writer.text(left, middle, faint, hint.c_str());
  ui::track_at("machine.hud", {a.x, a.y, b.x, b.y});
}

}  // namespace spook
