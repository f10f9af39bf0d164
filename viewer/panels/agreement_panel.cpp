// Predicted and measured: what ε and τ say of every contact and joint under load, beside what it did.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <string_view>

#include "viewer/app/insight.h"
#include "viewer/app/theme.h"
#include "viewer/panels/context.h"
#include "viewer/panels/panel.h"
#include "viewer/panels/quantity.h"
#include "viewer/panels/widgets.h"
#include "viewer/plot/chart.h"
#include "viewer/render/magnifier_layer.h"

namespace spook {
namespace {

constexpr double table_seconds = 0.25;  // between two looks: numbers that change faster cannot be read

void take_loads(AppContext& app, Agreement& agreement) {
  const double now = steady_seconds();
  const bool elsewhere = agreement.world != app.frame->world || agreement.step > app.now()->step;
  if (!elsewhere && (agreement.step == app.now()->step || now - agreement.taken < table_seconds)) return;
  if (elsewhere) agreement.fits.clear(), agreement.chosen.reset();
  agreement.taken = now, agreement.step = app.now()->step, agreement.world = app.frame->world;
  const Snapshot& snapshot = *app.now();
  if (app.insight->loads)
    agreement.motions = app.insight->loads->motions(), agreement.fits.take(agreement.motions, snapshot.time_step);
  agreement.rows = loaded_rows(snapshot, app.frame->opened->scene, *snapshot.parameters, &agreement.fits);
  agreement.within = agreement.fitted = agreement.fitted_within = 0;
  std::set<LoadKey> counted;  // a pair of bodies has one motion, however many points it touches in
  for (const LoadedRow& row : agreement.rows) {
    agreement.within += row.reason.empty();
    if (!row.fitted || !counted.insert(row.key).second) continue;
    ++agreement.fitted, agreement.fitted_within += row.swing_reason.empty();
  }
}

void cell(const std::string& text, bool bad = false) {
  ImGui::TableNextColumn();
  if (bad)
    ImGui::TextColored(bad_vec(), "%s", text.c_str());
  else
    ImGui::TextUnformatted(text.c_str());
}

// decay and period, each foretold and as it was; a dash: it does not swing, or has not moved yet
void swing_cells(const LoadedRow& row) {
  const auto pair = [&](double Swing::*which, double off) {
    const auto words = [&](const std::optional<Swing>& swing) {
      return swing && *swing.*which > 0.0 ? quantity(*swing.*which, "s") : std::string("–");
    };
    cell(words(row.foretold)), cell(words(row.fitted), std::abs(off) > differs);
  };
  pair(&Swing::decay, row.decay_off()), pair(&Swing::period, row.period_off());
}

std::string both_reasons(const LoadedRow& row) {
  const bool one = row.reason.empty() || row.swing_reason.empty() || row.reason == row.swing_reason;
  return one ? (row.reason.empty() ? row.swing_reason : row.reason) : row.reason + "; " + row.swing_reason;
}

void cell_quietly(const std::string& text) {
  ImGui::TableNextColumn();
  ImGui::TextDisabled("%s", text.c_str());
}

void load_row(AppContext& app, const LoadedRow& row, int number, bool reasons) {
  Agreement& agreement = app.insight->agreement;
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::PushID(number);
  const std::string why = both_reasons(row);
  if (ImGui::Selectable(row.name.c_str(), agreement.chosen == row.key, ImGuiSelectableFlags_SpanAllColumns)) {
    agreement.chosen = row.key;
    app.fly_to(row.point, std::max(0.5, 8.0 * double(layer_scale(*app.now()).unit)));
  }
  if (number == 0) ui::track("agreement.first");
  if (!why.empty()) ui::tooltip(why.c_str());
  ImGui::PopID();
  cell(quantity(row.force, "N")), cell(length_words(row.predicted * row.force));
  cell(length_words(row.way));
  char text[32];
  const double shown = std::abs(row.off()) < 5e-4 ? 0.0 : row.off();  // no minus before a nought
  std::snprintf(text, sizeof text, std::abs(row.off()) < 10.0 ? "%+.1f %%" : "%+.0f %%", 100.0 * shown);
  std::string off = text;
  if (off[0] == '-') off.replace(0, 1, "−");
  cell(off, !row.reason.empty());
  if (reasons) cell_quietly(why);
  swing_cells(row);
}

void loads_table(AppContext& app, const std::vector<LoadedRow>& rows, float width) {
  const ImGuiTableFlags flags =
      ImGuiTableFlags_ScrollY | ImGuiTableFlags_ScrollX | ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingFixedFit;
  const bool reasons =
      std::any_of(rows.begin(), rows.end(), [](const LoadedRow& row) { return !both_reasons(row).empty(); });
  if (!ImGui::BeginTable(reasons ? "loads with reasons" : "loads", reasons ? 10 : 9, flags, {width, 0})) return;
  ImGui::TableSetupScrollFreeze(1, 1);
  const struct {
    const char* name;
    float em;
  } columns[] = {{"Under load", 9.5f}, {"Force", 3.8f}, {"ε × force", 4.2f}, {"Measured", 4.2f}, {"Off by", 3.6f},
                 {"Because", 11.5f},   {"Decay", 3.9f}, {"Measured", 4.2f},  {"Period", 3.9f},   {"Measured", 4.2f}};
  for (const auto& column : columns)
    if (reasons || std::string_view(column.name) != "Because")
      ImGui::TableSetupColumn(column.name, ImGuiTableColumnFlags_WidthFixed, app.em * column.em);
  ImGui::TableHeadersRow();
  ImGuiListClipper clipper;
  clipper.Begin(int(rows.size()));
  while (clipper.Step())
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) load_row(app, rows[std::size_t(i)], i, reasons);
  ImGui::EndTable();
}

const LoadedRow* shown_row(const Agreement& agreement) {
  const LoadedRow* first = nullptr;
  for (const LoadedRow& row : agreement.rows) {
    if (agreement.chosen && row.key == *agreement.chosen) return &row;
    if (!first && row.fitted && !agreement.chosen) first = &row;
  }
  return first ? first : &agreement.rows.front();
}

struct LengthUnit {
  const char* name;
  double metres;
};

LengthUnit unit_of(const std::vector<double>& ways) {
  constexpr LengthUnit units[] = {{"m", 1.0}, {"mm", 1e-3}, {"µm", 1e-6}, {"nm", 1e-9}};
  double largest = 0.0;
  for (const double way : ways) largest = std::max(largest, std::abs(way));
  for (const LengthUnit& unit : units)
    if (largest >= unit.metres) return unit;
  return units[3];
}

// Where a lone body would be, foretold from the first peak of the way there was: at every half period, on either side
// of where it comes to rest; one that does not swing at every second step.
std::vector<plot::Point> foretold_points(const LoadSeries& series, double rest, double h) {
  const std::vector<double>& ways = series.ways;
  const Swing& foretold = series.foretold;
  std::size_t first = 1;
  while (first + 1 < ways.size() && (ways[first] - ways[first - 1]) * (ways[first + 1] - ways[first]) > 0.0) ++first;
  const bool swings = foretold.period > 0.0 && first + 1 < ways.size();
  if (!swings) first = 0;
  const double away = ways[first] - rest, apart = swings ? 0.5 * foretold.period : 2.0 * h;
  const double last = double(ways.size() - 1 - first) * h;
  std::vector<plot::Point> points;
  if (!(foretold.decay > 0.0) || apart < 0.2 * h) return points;
  double side = 1.0;
  for (double t = 0.0; t <= last; t += apart, side *= swings ? -1.0 : 1.0) {
    const double left = std::exp(-t / foretold.decay);
    if (left < 1e-3) break;
    points.push_back({series.first_time + double(first) * h + t, rest + side * left * away});
  }
  return points;
}

// the way of one of them over its last steps
void way_curve(const AppContext& app, const Agreement& agreement, float width, float height) {
  const LoadedRow& row = *shown_row(agreement);
  const auto found = agreement.motions.series().find(row.key);
  if (found == agreement.motions.series().end() || found->second.ways.size() < 3) {
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
    ImGui::TextDisabled("Step on, or press Space: the way of %s is drawn as it comes to rest.", row.name.c_str());
    ImGui::PopTextWrapPos();
    return;
  }
  const LoadSeries& series = found->second;
  const double h = app.now()->time_step, rest = row.predicted * row.force;
  const LengthUnit unit = unit_of(series.ways);
  const double from = series.first_time, to = from + double(series.ways.size() - 1) * h;
  plot::Series way{"measured", plot::series_colour(0), {}};
  for (std::size_t i = 0; i < series.ways.size(); ++i)
    way.points.push_back({from + double(i) * h, series.ways[i] / unit.metres});
  plot::Series level{"ε × force now", plot::series_colour(1), {{from, rest / unit.metres}, {to, rest / unit.metres}}};
  plot::Series foretold{"predicted", plot::series_colour(2), {}};
  foretold.dots = true;
  for (const plot::Point& point : foretold_points(series, row.fitted ? row.fitted->rest : rest, h))
    foretold.points.push_back({point.x, point.y / unit.metres});
  const plot::Chart chart{row.name, "s", unit.name, from, std::max(to, from + 8 * h), false, {}, app.now()->time};
  plot::draw_chart("agreement.way", width, height, chart, {way, level, foretold});
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
  char text[96];
  std::snprintf(text, sizeof text, "%d of %d came to rest as ε and τ say", agreement.fitted_within, agreement.fitted);
  if (agreement.fitted > 0) {
    ui::next_on_line(ImGui::CalcTextSize(text).x);
    ImGui::TextColored(
        agreement.fitted == agreement.fitted_within ? good_vec() : ImGui::GetStyleColorVec4(ImGuiCol_Text), "%s", text);
  }
  const char* hint = "Click a line to look at it and see its way";
  ui::next_on_line(ImGui::CalcTextSize(hint).x);
  ImGui::TextDisabled("%s", hint);
  // the curve beside the table where there is room, else below it
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const bool beside = room.x > 52 * app.em, below = !beside && room.y > 18 * app.em;
  const float curve = std::clamp(0.25f * room.x, 17 * app.em, 32 * app.em);
  if (below) way_curve(app, agreement, room.x, 10 * app.em);
  loads_table(app, agreement.rows, beside ? room.x - curve - 0.5f * app.em : 0.0f);
  if (!beside) return;
  ImGui::SameLine(0, 0.5f * app.em);
  ImGui::BeginChild("way", {curve, 0}, false, ImGuiWindowFlags_NoScrollbar);
  way_curve(app, agreement, curve, std::max(4 * app.em, ImGui::GetContentRegionAvail().y));
  ImGui::EndChild();
}

}  // namespace spook
