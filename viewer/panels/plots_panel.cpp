// Energy, errors, contacts, pivots and time over the last seconds: linked charts, a click goes to that moment.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "viewer/app/insight.h"
#include "viewer/panels/context.h"
#include "viewer/panels/panel.h"
#include "viewer/panels/widgets.h"
#include "viewer/plot/chart.h"
#include "viewer/plot/export_file.h"

namespace spook {
namespace {

struct Curve {
  const char* name;
  double (*value)(const StepReport&);
};

struct PlotRow {
  const char* id;
  const char* title;
  const char* unit;
  bool may_be_logarithmic;
  bool counts;
  std::vector<Curve> curves;
};

const std::vector<PlotRow>& plots() {
  using R = const StepReport&;
  static const std::vector<PlotRow> rows = {
      {"energy",
       "Energy",
       "J",
       false,
       false,
       {{"kinetic", [](R r) { return r.energy.kinetic; }},
        {"potential", [](R r) { return r.energy.potential; }},
        {"elastic", [](R r) { return r.energy.elastic; }},
        {"total", [](R r) { return r.energy.total(); }}}},
      {"penetration",
       "Overlap",
       "mm",
       true,
       false,
       {{"rms", [](R r) { return 1000 * r.penetration_rms; }},
        {"largest", [](R r) { return 1000 * r.penetration_max; }}}},
      {"joint error",
       "Joint error",
       "mm",
       true,
       false,
       {{"rms", [](R r) { return 1000 * r.joint_rms_m; }}, {"largest", [](R r) { return 1000 * r.joint_max_m; }}}},
      {"contacts",
       "Contacts",
       "",
       false,
       true,
       {{"contacts", [](R r) { return double(r.contacts); }}, {"islands", [](R r) { return double(r.islands); }}}},
      {"pivots",
       "Solver's work",
       "",
       true,
       true,
       {{"pivots", [](R r) { return double(r.solve.pivots); }},
        {"factorisations", [](R r) { return double(r.solve.factorisations); }}}},
      {"step time",
       "Time per step",
       "ms",
       true,
       false,
       {{"physics", [](R r) { return r.ms.total; }}, {"solve", [](R r) { return r.ms.solve; }}, {"collision", [](R r) {
                                                                                                   return r.ms.collide;
                                                                                                 }}}}};
  return rows;
}

// by chart and curve
std::set<std::string>& hidden_series() {
  static std::set<std::string> hidden;
  return hidden;
}

// what ε says of the deepest contact or the widest joint, while "Predicted and measured" is open
void add_foretold(const AppContext& app, const PlotRow& row, double from, std::vector<plot::Series>& series) {
  const std::string title = row.id;
  if (!app.insight->loads || (title != "penetration" && title != "joint error")) return;
  plot::Series s{"ε × force", plot::series_colour(int(row.curves.size())), {}};
  for (const ForetoldWays& ways : app.insight->loads->foretold())
    if (ways.time >= from) s.points.push_back({ways.time, 1000 * (title == "penetration" ? ways.contact : ways.joint)});
  s.hidden = hidden_series().contains(title + "." + s.name);
  series.push_back(std::move(s));
}

std::vector<plot::Series> series_of(const AppContext& app, const PlotRow& row, double from) {
  std::vector<plot::Series> series;
  for (std::size_t i = 0; i < row.curves.size(); ++i) {
    plot::Series s{row.curves[i].name, plot::series_colour(int(i)), {}};
    const auto fill = [&](plot::Series& filled, const std::deque<StepReport>& reports) {
      for (const StepReport& report : reports)
        if (report.time >= from) filled.points.push_back({report.time, row.curves[i].value(report)});
    };
    fill(s, app.reports);
    s.hidden = hidden_series().contains(std::string(row.id) + "." + row.curves[i].name);
    const bool hidden = s.hidden;
    series.push_back(std::move(s));
    if (!app.frame->second) continue;
    plot::Series of_b{std::string(row.curves[i].name) + " of B", plot::series_colour(int(i)), {}};
    of_b.dotted = true, of_b.hidden = hidden;
    fill(of_b, app.second_reports);
    series.push_back(std::move(of_b));
  }
  add_foretold(app, row, from, series);
  return series;
}

// what an empty chart says
const char* nothing_to_plot(const AppContext& app, const std::string& title) {
  if (title == "joint error" && app.now() && app.now()->joints.empty()) return "No joints in this scene";
  if (title == "penetration") return "Nothing touches yet";
  if (title == "pivots") return "Nothing was factored in this time";
  return "Nothing yet";
}

void go_to(AppContext& app, double time) {
  const auto after = std::lower_bound(app.reports.begin(), app.reports.end(), time,
                                      [](const StepReport& r, double t) { return r.time < t; });
  if (after != app.reports.end()) app.simulation.seek(after->step);
}

}  // namespace

void draw_plots_panel(AppContext& app) {
  static bool logarithmic = true;
  static double seconds = 20;
  static std::optional<double> hovered;
  static int enlarged = -1;  // of plots(); −1: all are shown
  ui::toggle("plots.log", "Log scale", logarithmic, "For errors, pivots and times.");
  ImGui::SameLine();
  ImGui::SetNextItemWidth(app.em * 9);
  ui::slider("plots.span", "", seconds, {2, 90, 20, false, "Last %.0f"}, "s", "How far back the plots look.");
  ImGui::SameLine();
  const double to = app.reports.empty() ? 1 : app.reports.back().time, from = std::max(0.0, to - seconds);
  if (ui::button("plots.csv", "Export CSV")) {
    std::vector<plot::Series> all;
    for (const PlotRow& row : plots())
      for (plot::Series& s : series_of(app, row, 0))
        s.name = std::string(row.id) + " " + s.name, all.push_back(std::move(s));
    plot::export_text(app, "plots", plot::to_csv("t", all));
  }
  const char* hint = app.frame->second
                         ? "Click: a moment to go there, a title to enlarge, a name to hide. A solid, B dotted"
                         : "Click: a moment to go there, a title to enlarge, a name to hide";
  // where it has no room beside the button, a small sheet needs the line for its charts
  const bool high = ImGui::GetContentRegionAvail().y > app.em * 16.0f;
  const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
  if (high || ImGui::GetItemRectMax().x + ImGui::CalcTextSize(hint).x + app.em < right) {
    ui::next_on_line(ImGui::CalcTextSize(hint).x);
    ImGui::PushTextWrapPos(0);
    ImGui::TextDisabled("%s", hint);
    ImGui::PopTextWrapPos();
  }

  const float gap = app.em * 0.4f, room = ImGui::GetContentRegionAvail().x;
  const int columns = enlarged >= 0 ? 1 : room > app.em * 54 ? 3 : room > app.em * 30 ? 2 : 1;
  const float width = (room - gap * float(columns - 1)) / float(columns) - 1;
  const int lines = enlarged >= 0 ? 1 : (int(plots().size()) + columns - 1) / columns;
  const float height = std::max(app.em * 7.2f, (ImGui::GetContentRegionAvail().y - gap * float(lines)) / float(lines));
  std::optional<double> now_hovered;
  int enlarge = enlarged;
  for (std::size_t i = 0; i < plots().size(); ++i) {
    if (enlarged >= 0 && int(i) != enlarged) continue;
    const PlotRow& row = plots()[i];
    if (int(i) % columns) ImGui::SameLine(0, gap);
    plot::Chart chart{row.title, "s",
                      row.unit,  from,
                      to,        logarithmic && row.may_be_logarithmic,
                      {},        app.now() ? std::optional(app.now()->time) : std::nullopt};
    chart.integer = row.counts, chart.clickable = true;
    chart.empty = nothing_to_plot(app, row.id);
    if (std::string(row.id) == "step time" && app.now()) chart.limit = 1000 * app.now()->time_step;
    const plot::ChartAnswer answer = plot::draw_chart(row.id, width, height, chart, series_of(app, row, from), hovered);
    if (answer.hovered) now_hovered = answer.hovered;
    if (answer.clicked) go_to(app, *answer.clicked);
    if (answer.title) enlarge = enlarged >= 0 ? -1 : int(i);
    const std::string series = std::string(row.id) + "." + answer.legend;
    if (!answer.legend.empty() && !hidden_series().erase(series)) hidden_series().insert(series);
  }
  hovered = now_hovered, enlarged = enlarge;
}

}  // namespace spook
