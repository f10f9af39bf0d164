// A/B: splits the view, gives the sides their settings, tells how far apart they are.
#include <imgui.h>

#include <string>

#include "viewer/app/theme.h"
#include "viewer/panels/compare_settings.h"
#include "viewer/panels/context.h"
#include "viewer/panels/layout.h"
#include "viewer/panels/panel.h"
#include "viewer/panels/quantity.h"
#include "viewer/panels/widgets.h"

namespace spook {
namespace {

void choices(AppContext& app, const Parameters& a) {
  for (const SettingChoice& choice : setting_choices()) {
    if (&choice != setting_choices().data()) ui::next_on_line(ui::button_width(std::string(choice.label).c_str()));
    if (!ui::button("compare.try." + std::string(choice.id), std::string(choice.label).c_str(),
                    std::string(choice.help).c_str()))
      continue;
    if (!app.frame->second) app.act(Action::split);
    const Parameters first = with_values(a, choice.a);
    if (!choice.a.empty()) app.simulation.set_parameters(Side::a, first);
    app.simulation.set_parameters(Side::b, with_values(first, choice.b));
  }
}

void another_scene(AppContext& app, const char* label) {
  if (ui::button("compare.scene", label,
                 "Two scenes side by side: choose B's, and both begin at their beginning. Shift-click in the gallery "
                 "does the same"))
    app.choose_scene_for_b();
}

void before_split(AppContext& app) {
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(
      "Two worlds side by side: the present moment goes on twice, under two settings, with the same camera and the "
      "same hand. Or two scenes, kept at the same time.");
  ImGui::PopTextWrapPos();
  ImGui::Spacing();
  if (ui::button("compare.split", "Split the view  (X)", "The present moment goes on as A and B", true))
    app.act(Action::split);
  another_scene(app, "Another scene as B");
  ui::heading("Or split and give B");
  choices(app, *app.now()->parameters);
}

std::string in_metres(double metres) {
  return quantity(metres, "m", 1e-9);
}

void how_far_apart(AppContext& app) {
  Comparison& c = app.comparison;
  ui::heading("How far apart");
  if (c.largest == 0.0) {
    ImGui::TextUnformatted(c.only_in_one ? "Alike where both have a body" : "Nowhere: alike to the last bit");
  } else {
    ui::value_line("Largest", "%s", in_metres(c.largest).c_str());
    ui::tooltip("How far a body stands from where the other side has it: its middle's way and its far side's turn");
    ui::value_line("Body", "%s", c.farthest.c_str());
    ui::value_line("Mean (rms)", "%s", in_metres(c.rms).c_str());
  }
  if (c.only_in_one) ui::quiet("On one side only: %s", counted(c.only_in_one, "body").c_str());
  static constexpr const char* ways[] = {"Not shown", "Ghosts", "Colours"};
  int way = int(c.shown);
  if (ui::choice("compare.show", "Shown as", way, ways, 3,
                 "Ghosts: where the other side has a body. Colours: blue up to 10 µm, red from 1 m."))
    c.shown = ShownDifference(way);
}

void two_scenes(AppContext& app) {
  ui::heading("Two scenes");
  const OpenedScene* opened[] = {app.frame->opened.get(), app.frame->second_opened.get()};
  for (const int side : {0, 1}) {
    ImGui::TextColored(side_vec(side), side ? "B" : "A");
    ImGui::SameLine();
    ImGui::TextUnformatted(scene_title(opened[side]->scene.name).c_str());
    ui::tooltip(opened[side]->scene.name.c_str());
  }
  ui::quiet("Their bodies are not the same, so there are no ghosts and no distances. Plots show the curves of both.");
}

void settings(AppContext& app, const Parameters& a, const Parameters& b) {
  ui::heading("Settings");
  const std::vector<SettingDifference> rows = setting_differences(a, b);
  if (rows.empty()) ui::quiet("B is set as A is. Try one below, or turn B's sliders in the Solver panel.");
  if (!rows.empty() && ImGui::BeginTable("settings", 4, ImGuiTableFlags_SizingStretchProp)) {
    ImGui::TableSetupColumn("", 0, 1.0f), ImGui::TableSetupColumn("A", 0, 1.15f),
        ImGui::TableSetupColumn("B", 0, 1.05f),
        ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, app.em * 1.6f);
    ImGui::TableNextRow();
    ImGui::TableSetColumnIndex(1), ImGui::TextColored(side_vec(0), "A");
    ImGui::TableSetColumnIndex(2), ImGui::TextColored(side_vec(1), "B");
    for (const SettingDifference& row : rows) {
      ImGui::TableNextRow();
      ImGui::TableSetColumnIndex(0), ImGui::TextWrapped("%s", row.label.c_str());
      ui::tooltip(row.parameter.c_str());
      ImGui::TableSetColumnIndex(1), ImGui::TextWrapped("%s", row.a.c_str());
      ui::tooltip(row.a.c_str());
      ImGui::TableSetColumnIndex(2), ImGui::TextWrapped("%s", row.b.c_str());
      ui::tooltip(row.b.c_str());
      ImGui::TableSetColumnIndex(3);
      ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ImGui::GetStyle().FramePadding.x, 0});
      if (ui::button("compare.as_a." + row.parameter, "×", "B takes A's value")) {
        Parameters changed = b;
        set_parameter(changed, row.parameter, get_parameter(a, row.parameter));
        app.simulation.set_parameters(Side::b, changed);
      }
      ImGui::PopStyleVar();
    }
    ImGui::EndTable();
  }
  if (!rows.empty() && ui::button("compare.alike", "All as A", "B takes all of A's settings"))
    app.simulation.set_parameters(Side::b, a);
  if (!rows.empty()) ImGui::SameLine();
  if (ui::button("compare.solver", "Turn B's sliders", "The Solver panel, for B")) {
    app.comparison.edits = Side::b;
    app.settings.open_panels.insert("solver");
    bring_to_front(app, "solver");
  }
}

}  // namespace

void open_beside(AppContext& app, const SceneSource& source) {
  app.simulation.open_beside(source);
  app.settings.open_panels.insert("compare");
  bring_to_front(app, "compare");
}

void draw_compare_panel(AppContext& app) {
  if (!app.now() || !app.now()->parameters || !app.frame->opened) return;
  if (!app.frame->second) return before_split(app);
  if (ui::button("compare.keep_a", "Keep A", "Goes on with A alone (X)")) app.simulation.join(Side::a);
  ImGui::SameLine();
  if (ui::button("compare.keep_b", "Keep B", "Goes on with B alone")) app.simulation.join(Side::b);
  ImGui::SameLine();
  if (ui::button("compare.swap", "Swap sides", "A becomes B, and B becomes A: the panels tell of A"))
    app.simulation.exchange_sides();
  another_scene(app, app.two_scenes() ? "Another scene for B" : "Another scene as B");
  if (app.two_scenes())
    two_scenes(app);
  else
    how_far_apart(app);
  const Parameters &a = *app.now()->parameters, &b = *app.frame->second->parameters;
  settings(app, a, b);
  ui::heading("Try");
  choices(app, a);
  ui::quiet(app.two_scenes() ? "The hand acts in the half it is in, keys drive both. Plots: A solid, B dotted."
                             : "The hand, keys and edits act on both. Plots: A solid, B dotted.");
}

// over the picture: which side is which, and what sets it apart
void draw_side_plates(const AppContext& app) {
  if (!app.frame->second || app.stage.shown) return;
  const Parameters &a = *app.now()->parameters, &b = *app.frame->second->parameters;
  const ViewArea& area = app.split_area;
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  const float em = app.em, middle = area.left;
  const float left = app.view.area.left, right = float(area.width) - area.right;
  list->AddLine({middle, area.top}, {middle, float(area.height) - area.bottom}, IM_COL32(16, 19, 24, 230), em * 0.24f);
  const auto plate = [&](int side, float from, float to, const std::string& words) {
    const char* name = side ? "B" : "A";
    const float x = from + em * 0.6f, y = area.top + em * 0.6f, tall = em * 1.9f;
    const float room = to - x - em * 3.0f;
    std::string text = words;
    const auto wide = [&] {
      return app.fonts.small->CalcTextSizeA(app.fonts.small->FontSize, 1e9f, 0, text.c_str()).x;
    };
    while (wide() > room && text.size() > 4) {
      text.resize(text.size() - 4);
      while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0) == 0x80)
        text.pop_back();  // whole letters
      if (!text.empty() && static_cast<unsigned char>(text.back()) >= 0xC0) text.pop_back();
      text += "…";
    }
    const float end = x + em * 2.0f + (text.empty() ? 0 : wide() + em * 0.6f);
    list->AddRectFilled({x, y}, {end, y + tall}, IM_COL32(16, 19, 24, 205), em * 0.35f);
    list->AddRectFilled({x, y}, {x + em * 1.6f, y + tall}, ImGui::GetColorU32(side_vec(side)), em * 0.35f);
    const float letter = app.fonts.bold->CalcTextSizeA(app.fonts.bold->FontSize, 1e9f, 0, name).x;
    list->AddText(app.fonts.bold, app.fonts.bold->FontSize,
                  {x + (em * 1.6f - letter) / 2, y + (tall - app.fonts.bold->FontSize) / 2}, IM_COL32(16, 19, 24, 255),
                  name);
    list->AddText(app.fonts.small, app.fonts.small->FontSize,
                  {x + em * 2.0f, y + (tall - app.fonts.small->FontSize) / 2}, IM_COL32(240, 243, 246, 255),
                  text.c_str());
  };
  const std::string of_a = settings_in_short(a, b), of_b = settings_in_short(b, a);
  if (!app.two_scenes()) {
    plate(0, left, middle, of_a);
    return plate(1, middle, right, of_b.empty() ? "set as A is" : of_b);
  }
  const auto named = [](const OpenedScene& opened, const std::string& settings) {
    return scene_title(opened.scene.name) + (settings.empty() ? "" : "  ·  " + settings);
  };
  plate(0, left, middle, named(*app.frame->opened, of_a));
  plate(1, middle, right, named(*app.frame->second_opened, of_b));
}

}  // namespace spook
