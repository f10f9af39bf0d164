// Predicted and measured: what ε says of every contact and joint under load, beside what it gave.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "viewer/app/insight.h"
#include "viewer/app/theme.h"
#include "viewer/panels/context.h"
#include "viewer/panels/panel.h"
#include "viewer/panels/widgets.h"
#include "viewer/render/magnifier_layer.h"

namespace spook {
namespace {

constexpr double table_seconds = 0.25;  // between two looks: numbers that change faster cannot be read

void take_loads(AppContext& app, Agreement& agreement) {
  const double now = steady_seconds();
  const bool elsewhere = agreement.world != app.frame->world || agreement.step > app.now()->step;
  if (!elsewhere && (agreement.step == app.now()->step || now - agreement.taken < table_seconds)) return;
  agreement.taken = now, agreement.step = app.now()->step, agreement.world = app.frame->world;
  agreement.rows = loaded_rows(*app.now(), app.frame->opened->scene, *app.now()->parameters);
  agreement.within = int(std::count_if(agreement.rows.begin(), agreement.rows.end(),
                                       [](const LoadedRow& row) { return row.reason.empty(); }));
}

std::string force_words(double newton) {
  char text[32];
  std::snprintf(text, sizeof text, newton >= 999.5 ? "%.3g kN" : "%.3g N", newton >= 999.5 ? 1e-3 * newton : newton);
  return text;
}

void load_row(AppContext& app, const LoadedRow& row, int number) {
  const bool off = !row.reason.empty();
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::PushID(number);
  if (ImGui::Selectable(row.name.c_str(), false, ImGuiSelectableFlags_SpanAllColumns))
    app.fly_to(row.point, std::max(0.5, 8.0 * double(layer_scale(*app.now()).unit)));
  if (number == 0) ui::track("agreement.first");
  ImGui::PopID();
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(row.kind.c_str());
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(force_words(row.force).c_str());
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(length_words(row.predicted * row.force).c_str());
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(length_words(row.way).c_str());
  ImGui::TableNextColumn();
  char text[32];
  const double shown = std::abs(row.off()) < 5e-4 ? 0.0 : row.off();  // no minus before a nought
  std::snprintf(text, sizeof text, std::abs(row.off()) < 10.0 ? "%+.1f %%" : "%+.0f %%", 100.0 * shown);
  if (off)
    ImGui::TextColored(bad_vec(), "%s", text);
  else
    ImGui::TextUnformatted(text);
  ImGui::TableNextColumn();
  ImGui::TextDisabled("%s", row.reason.c_str());
}

}  // namespace

void draw_agreement_panel(AppContext& app) {
  if (!app.now() || !app.frame->opened) return;
  Agreement& agreement = app.insight->agreement;
  take_loads(app, agreement);
  if (agreement.rows.empty()) {
    ImGui::TextUnformatted("Nothing carries a load now. Wait until something lands, or press Space to go on.");
    return;
  }
  const int all = int(agreement.rows.size());
  ImGui::TextColored(agreement.within == all ? good_vec() : ImGui::GetStyleColorVec4(ImGuiCol_Text),
                     "%d of %d under load give within 5 %% of what ε says", agreement.within, all);
  const char* hint = "click a line to look at it";
  ui::next_on_line(ImGui::CalcTextSize(hint).x);
  ImGui::TextDisabled("%s", hint);
  const ImGuiTableFlags flags = ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingFixedFit;
  if (!ImGui::BeginTable("loads", 7, flags)) return;
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableSetupColumn("under load", ImGuiTableColumnFlags_WidthFixed, app.em * 15);
  ImGui::TableSetupColumn("kind", ImGuiTableColumnFlags_WidthFixed, app.em * 4.5f);
  ImGui::TableSetupColumn("force", ImGuiTableColumnFlags_WidthFixed, app.em * 5.5f);
  ImGui::TableSetupColumn("ε × force", ImGuiTableColumnFlags_WidthFixed, app.em * 6);
  ImGui::TableSetupColumn("measured", ImGuiTableColumnFlags_WidthFixed, app.em * 6);
  ImGui::TableSetupColumn("off by", ImGuiTableColumnFlags_WidthFixed, app.em * 5.5f);
  ImGui::TableSetupColumn("because", ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableHeadersRow();
  ImGuiListClipper clipper;
  clipper.Begin(all);
  while (clipper.Step())
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) load_row(app, agreement.rows[std::size_t(i)], i);
  ImGui::EndTable();
}

}  // namespace spook
