// Where the time goes: stages stacked against the step's budget, physics against drawing.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "viewer/app/theme.h"
#include "viewer/panels/context.h"
#include "viewer/panels/panel.h"
#include "viewer/panels/widgets.h"
#include "viewer/plot/chart.h"

namespace spook {
namespace {

struct StageRow {
  const char* name;
  double StageTimes::*ms;
  const char* help;
};

constexpr StageRow stages[] = {
    {"Collide", &StageTimes::collide, "Finds who touches whom, and where"},
    {"Match", &StageTimes::match, "Finds each contact's impulse of the step before, to begin from"},
    {"Impact", &StageTimes::impact, "Bounces: contacts that close too fast to be left to the solve"},
    {"Islands", &StageTimes::islands, "Splits the bodies into groups that do not touch"},
    {"Assemble", &StageTimes::assemble, "Writes down the equations of contacts and joints"},
    {"Solve", &StageTimes::solve, "Finds impulses and velocities"},
    {"Measure", &StageTimes::measure, "Residuals, energies and errors, as plotted"},
    {"Integrate", &StageTimes::integrate, "Moves the bodies"},
    {"Publish", &StageTimes::publish, "Copies what the window draws"}};

struct Summary {
  double mean = 0, p95 = 0, max = 0;
};

Summary summary(std::vector<double> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  Summary s;
  for (const double v : values) s.mean += v / double(values.size());
  s.p95 = values[std::size_t(0.95 * double(values.size() - 1))], s.max = values.back();
  return s;
}

// one bar a step, the newest on the right
void stacked_bars(const AppContext& app, float width, float height, double budget) {
  const ImVec2 a = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton("bars", {width, height});
  ui::track("profile.bars");
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(a, {a.x + width, a.y + height}, ImGui::GetColorU32(ImGuiCol_FrameBg, 0.55f),
                      ImGui::GetStyle().FrameRounding);
  const float bar = std::max(2.0f, app.em * 0.2f);
  const std::size_t shown = std::min(app.reports.size(), std::size_t(width / bar));
  double top = 1.15 * budget;
  for (std::size_t i = app.reports.size() - shown; i < app.reports.size(); ++i)
    top = std::max(top, 1.05 * app.reports[i].ms.total);
  float x = a.x + width - float(shown) * bar;
  for (std::size_t i = app.reports.size() - shown; i < app.reports.size(); ++i, x += bar) {
    double below = 0;
    for (std::size_t k = 0; k < std::size(stages); ++k) {
      const double ms = app.reports[i].ms.*stages[k].ms;
      const float y0 = a.y + height * (1 - float(below / top)), y1 = a.y + height * (1 - float((below + ms) / top));
      list->AddRectFilled({x, y1}, {x + bar - 0.5f, y0}, plot::series_colour(int(k)));
      below += ms;
    }
  }
  const float line = a.y + height * (1 - float(budget / top));
  list->AddLine({a.x, line}, {a.x + width, line}, IM_COL32(232, 92, 78, 255), 1.5f);
  char text[32];
  std::snprintf(text, sizeof text, "%.1f ms", budget);
  const ImVec2 at{a.x + app.em * 0.4f, line - app.em * 1.3f}, size = ImGui::CalcTextSize(text);
  list->AddRectFilled({at.x - 4, at.y}, {at.x + size.x + 4, at.y + size.y}, ImGui::GetColorU32(ImGuiCol_WindowBg), 4);
  list->AddText(at, IM_COL32(232, 92, 78, 255), text);
}

// three digits or four, whatever the size
std::string milliseconds(double ms) {
  char text[32];
  std::snprintf(text, sizeof text, ms < 10 ? "%.3f" : ms < 100 ? "%.2f" : "%.1f", ms);
  return text;
}

void stage_table(const AppContext& app) {
  if (!ImGui::BeginTable("stages", 4, ImGuiTableFlags_SizingStretchProp)) return;
  for (const char* title : {"ms", "mean", "95 %", "max"}) ImGui::TableSetupColumn(title);
  ImGui::TableHeadersRow();
  const std::size_t shown = std::min<std::size_t>(app.reports.size(), 300);
  const auto show = [&](const char* name, ImU32 colour, std::vector<double> values, const char* help = nullptr) {
    const Summary s = summary(std::move(values));
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::PushStyleColor(ImGuiCol_Text, colour), ImGui::TextUnformatted(name), ImGui::PopStyleColor();
    if (help) ui::tooltip(help);
    for (const double v : {s.mean, s.p95, s.max})
      ImGui::TableNextColumn(), ImGui::TextUnformatted(milliseconds(v).c_str());
  };
  const auto row = [&](const char* name, ImU32 colour, auto value, const char* help = nullptr) {
    std::vector<double> values;
    for (std::size_t i = app.reports.size() - shown; i < app.reports.size(); ++i)
      values.push_back(value(app.reports[i].ms));
    show(name, colour, std::move(values), help);
  };
  row("Physics per step", ImGui::GetColorU32(ImGuiCol_Text), [](const StageTimes& t) { return t.total; });
  for (std::size_t k = 0; k < std::size(stages); ++k)
    row(
        stages[k].name, plot::series_colour(int(k)), [k](const StageTimes& t) { return t.*stages[k].ms; },
        stages[k].help);
  row("  direct solves", ImGui::GetColorU32(ImGuiCol_TextDisabled), [](const StageTimes& t) { return t.direct; });
  row("  sweeps", ImGui::GetColorU32(ImGuiCol_TextDisabled), [](const StageTimes& t) { return t.sweeps; });
  const auto drawn = [&](const char* name, ImGuiCol colour, double DrawTime::*ms) {
    std::vector<double> values;
    for (const DrawTime& t : app.draw_times) values.push_back(t.*ms);
    show(name, ImGui::GetColorU32(colour), std::move(values));
  };
  drawn("Time per frame", ImGuiCol_Text, &DrawTime::frame);
  drawn("  scene", ImGuiCol_TextDisabled, &DrawTime::scene);
  drawn("  panels", ImGuiCol_TextDisabled, &DrawTime::panels);
  ImGui::EndTable();
}

void outcome(const AppContext& app) {
  double step = 0, frame = 0;
  for (const DrawTime& t : app.draw_times) frame += t.frame / double(app.draw_times.size());
  for (const StepReport& r : app.reports) step += r.ms.total / double(app.reports.size());
  ui::value_line("Mean step · frame", "%s · %s ms", milliseconds(step).c_str(), milliseconds(frame).c_str());
  if (app.frame->playing)
    ui::value_line("Of real time", "%.2f×", app.frame->real_time_factor);
  else
    ui::value_line("Of real time", "paused");
  ui::value_line("History", "%.1f s, %.0f MB", app.frame->last_time - app.frame->first_time,
                 double(app.frame->history_bytes) / 1048576.0);
}

}  // namespace

void draw_profile_panel(AppContext& app) {
  if (!app.now()) return;
  const double budget = 1000 * (app.now()->time_step > 0 ? app.now()->time_step : 1.0 / 60);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float side = std::min(room.x * 0.46f, app.em * 26);
  ImGui::BeginChild("left", {room.x - side - app.em, 0});
  stacked_bars(app, ImGui::GetContentRegionAvail().x, std::max(app.em * 5, room.y - app.em * 4.9f), budget);
  outcome(app);
  ImGui::EndChild();
  ImGui::SameLine(0, app.em);
  ImGui::BeginChild("right", {side, 0});
  stage_table(app);
  ImGui::EndChild();
}

}  // namespace spook
