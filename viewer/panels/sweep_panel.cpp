// Sweep from here: a grid of parameters from this moment on, a heat map of what the runs came to, a click opens one.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "viewer/app/insight.h"
#include "viewer/app/theme.h"
#include "viewer/panels/context.h"
#include "viewer/panels/panel.h"
#include "viewer/panels/quantity.h"
#include "viewer/panels/setting_words.h"
#include "viewer/panels/widgets.h"
#include "viewer/plot/export_file.h"
#include "viewer/render/layer_colours.h"

namespace spook {
namespace {

struct AxisRow {
  const char* parameter;
  const char* symbol;  // where there is room for no more
  double low, high;
  bool logarithmic, integer;
};

// spans that tell something; the Solver panel's sliders are wider
constexpr AxisRow axis_rows[] = {{"compliance", "ε", 1e-9, 1e-4, true, false},
                                 {"relaxation_steps", "τ", 0.2, 10, true, false},
                                 {"friction", "μ", 0.1, 1, false, false},
                                 {"restitution", "e", 0, 1, false, false},
                                 {"sweeps", "Sweeps", 2, 100, true, true},
                                 {"couplings", "Rounds", 1, 6, false, true},
                                 {"joint_compliance", "ε", 1e-10, 1e-5, true, false},
                                 {"time_step", "h", 1.0 / 240, 1.0 / 30, true, false}};

std::string symbol_of(const SweepAxis& axis) {
  for (const AxisRow& row : axis_rows)
    if (axis.parameter == row.parameter) return row.symbol;
  return setting_label(axis.parameter);
}

// "100 µm/N"
std::string place_on(const SweepAxis& axis, int i) {
  const ParameterInfo* info = find_parameter(axis.parameter);
  return value_with_unit(axis.at(i), info ? info->unit : "");
}

// "98.1 µm"; times are counted in ms
std::string measure_words(int measure, double value) {
  const SweepMeasure& row = sweep_measure_table()[std::size_t(measure)];
  return std::string(row.unit) == "ms" ? quantity(1e-3 * value, "s") : quantity(value, row.unit);
}

// in the cell, where it has room: dark on light colours, light on dark ones
void cell_words(ImDrawList* list, const std::string& words, const ImVec2& corner, const ImVec2& other,
                const glm::vec4& colour) {
  const ImVec2 size = ImGui::CalcTextSize(words.c_str());
  if (size.x + 0.6f * size.y > other.x - corner.x || size.y > other.y - corner.y) return;
  const bool light = 0.3f * colour.x + 0.6f * colour.y + 0.1f * colour.z > 0.5f;
  list->AddText({0.5f * (corner.x + other.x - size.x), 0.5f * (corner.y + other.y - size.y)},
                light ? IM_COL32(20, 22, 26, 255) : IM_COL32(245, 246, 248, 255), words.c_str());
}

SweepAxis axis_of(int row, int count) {
  const AxisRow& from = axis_rows[row];
  return {from.parameter, from.low, from.high, count, from.logarithmic, from.integer};
}

bool axis_choice(const char* id, const char* label, int& chosen, bool may_be_none) {
  std::vector<std::string> labels;
  for (const AxisRow& row : axis_rows) labels.push_back(setting_label(row.parameter));
  std::vector<const char*> names;
  for (const std::string& words : labels) names.push_back(words.c_str());
  if (may_be_none) names.push_back("Nothing");
  return ui::choice(id, label, chosen, names.data(), int(names.size()), "The parameter that changes along this side");
}

std::string short_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

std::string vary_words(const SweepAxis& axis) {
  return " --vary " + axis.parameter + "=" + short_number(axis.low) + ":" + short_number(axis.high) +
         (axis.logarithmic ? ":log:" : ":") + std::to_string(axis.count);
}

std::string sweep_command(const AppContext& app, const SweepPlan& plan) {
  const SceneSource& source = app.frame->opened->source;
  std::string line = "spook-lab sweep " + (source.scenario ? source.scenario->name : source.file.string());
  for (const auto& [name, value] : source.values) line += " --param " + name + "=" + short_number(value);
  line += vary_words(plan.x);
  if (plan.y) line += vary_words(*plan.y);
  return line + " --seconds " + short_number(plan.seconds) + " --out sweep.csv";
}

std::string sweep_csv(const SweepPlan& plan, const std::vector<SweepCell>& cells) {
  std::string csv = plan.x.parameter + (plan.y ? "," + plan.y->parameter : "");
  for (const SweepMeasure& measure : sweep_measure_table()) csv += std::string(",") + measure.name + " " + measure.unit;
  csv += "\n";
  char number[32];
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i].state != SweepCell::State::done) continue;
    std::snprintf(number, sizeof number, "%.9g", plan.x.at(int(i) % plan.columns())), csv += number;
    if (plan.y) std::snprintf(number, sizeof number, ",%.9g", plan.y->at(int(i) / plan.columns())), csv += number;
    for (const double value : cells[i].values) std::snprintf(number, sizeof number, ",%.9g", value), csv += number;
    csv += "\n";
  }
  return csv;
}

struct HeatScale {
  double low = 0.0, high = 1.0;
  bool logarithmic = false;
  float share(double value) const {
    const double at = logarithmic ? std::log10(std::max(value, 1e-15)) : value;
    return high > low ? float((at - low) / (high - low)) : 0.5f;
  }
};

HeatScale heat_scale(const std::vector<SweepCell>& cells, int measure) {
  HeatScale scale{1e300, -1e300, sweep_measure_table()[std::size_t(measure)].logarithmic};
  for (const SweepCell& cell : cells) {
    const double value = cell.values[std::size_t(measure)];
    if (cell.state != SweepCell::State::done || !std::isfinite(value)) continue;
    const double at = scale.logarithmic ? std::log10(std::max(value, 1e-15)) : value;
    scale.low = std::min(scale.low, at), scale.high = std::max(scale.high, at);
  }
  return scale;
}

// goes back to where the sweep began, with that run's parameters: a branch
void open_run(AppContext& app, const SweepHere& sweep, const SweepCell& cell) {
  const auto from = sweep.from_step();
  if (!from || *from < app.frame->first_step) return app.say("That moment is not kept any more");
  Parameters parameters = cell.parameters;
  parameters.threads = app.now()->parameters->threads;
  app.simulation.play(false);
  app.simulation.seek(*from);
  app.simulation.set_parameters(Side::a, parameters);
  app.simulation.play(true);
}

void cell_tooltip(const SweepPlan& plan, const SweepCell& cell, int column, int row) {
  ui::place_tooltip();
  ImGui::BeginTooltip();
  ImGui::Text("%s: %s", setting_label(plan.x.parameter).c_str(), place_on(plan.x, column).c_str());
  if (plan.y) ImGui::Text("%s: %s", setting_label(plan.y->parameter).c_str(), place_on(*plan.y, row).c_str());
  if (cell.state == SweepCell::State::done)
    for (int m = 0; m < sweep_measures; ++m) {
      ImGui::TextDisabled("%s: %s", sweep_measure_table()[std::size_t(m)].name,
                          measure_words(m, cell.values[std::size_t(m)]).c_str());
    }
  else
    ImGui::TextDisabled("%s", cell.state == SweepCell::State::failed ? "Could not be run" : "Not done yet");
  ImGui::EndTooltip();
}

// the ends of both axes, and what changes along them where there is room
void map_axes(ImDrawList* list, const SweepPlan& plan, float left, const ImVec2& a, const ImVec2& b, float em) {
  const ImU32 text = ImGui::GetColorU32(ImGuiCol_TextDisabled);
  const std::string names[2]{place_on(plan.x, 0), place_on(plan.x, plan.columns() - 1)};
  list->AddText({a.x, b.y + 2}, text, names[0].c_str());
  list->AddText({b.x - ImGui::CalcTextSize(names[1].c_str()).x, b.y + 2}, text, names[1].c_str());
  const float room_between = b.x - a.x - 2.0f * ImGui::CalcTextSize("100 mm/N").x;
  const std::string label = setting_label(plan.x.parameter);
  const std::string along = ImGui::CalcTextSize(label.c_str()).x < room_between ? label : symbol_of(plan.x);
  if (ImGui::CalcTextSize(along.c_str()).x < room_between)
    list->AddText({0.5f * (a.x + b.x - ImGui::CalcTextSize(along.c_str()).x), b.y + 2}, text, along.c_str());
  if (!plan.y) return;
  list->AddText({left, b.y - 1.2f * em}, text, place_on(*plan.y, 0).c_str());
  list->AddText({left, a.y}, text, place_on(*plan.y, plan.rows() - 1).c_str());
  list->AddText({left, 0.5f * (a.y + b.y) - 0.6f * em}, text, (symbol_of(*plan.y) + " ↑").c_str());
}

// cells between two corners of the screen, or of a page
struct HeatMap {
  const SweepPlan& plan;
  const std::vector<SweepCell>& cells;
  int measure;
  ImVec2 a, b;

  const SweepCell& cell(int column, int row) const {
    return cells[std::size_t(row) * std::size_t(plan.columns()) + std::size_t(column)];
  }
  ImVec2 size() const { return {(b.x - a.x) / float(plan.columns()), (b.y - a.y) / float(plan.rows())}; }
  // the least of y stands below
  ImVec2 corner(int column, int row) const { return {a.x + size().x * float(column), b.y - size().y * float(row + 1)}; }
  ImVec2 other(int column, int row) const {
    const ImVec2 from = corner(column, row);
    return {from.x + size().x - 1, from.y + size().y - 1};
  }
  void paint(ImDrawList* list) const;
};

void HeatMap::paint(ImDrawList* list) const {
  const HeatScale scale = heat_scale(cells, measure);
  for (int row = 0; row < plan.rows(); ++row)
    for (int column = 0; column < plan.columns(); ++column) {
      const SweepCell& one = cell(column, row);
      const ImVec2 from = corner(column, row), to = other(column, row);
      const double value = one.values[std::size_t(measure)];
      const glm::vec4 c = ramp_colour(scale.share(value));
      const bool done = one.state == SweepCell::State::done;
      list->AddRectFilled(
          from, to, done ? ImGui::ColorConvertFloat4ToU32({c.x, c.y, c.z, 1}) : ImGui::GetColorU32(ImGuiCol_FrameBg));
      if (done) cell_words(list, measure_words(measure, value), from, to, c);
      if (one.state == SweepCell::State::running) list->AddRect(from, to, ImGui::GetColorU32(accent_vec()));
    }
}

void heat_map(AppContext& app, const SweepHere& sweep, const std::vector<SweepCell>& cells, int measure) {
  const SweepPlan& plan = sweep.plan();
  const float em = app.em;
  const ImVec2 room = ImGui::GetContentRegionAvail(), at = ImGui::GetCursorScreenPos();
  const ImVec2 a{at.x + (plan.y ? 5.2f * em : 0.5f * em), at.y + 0.2f * em},
      b{at.x + room.x - 0.5f * em, at.y + room.y - 1.6f * em};
  if (b.x - a.x < 4 * em || b.y - a.y < 2 * em) return;
  ImGui::InvisibleButton("heat", room);
  ui::track_at("sweep.map", {a.x, a.y, b.x, b.y});
  const bool hovered = ImGui::IsItemHovered(), clicked = ImGui::IsItemClicked();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const HeatMap map{plan, cells, measure, a, b};
  map.paint(list);
  map_axes(list, plan, at.x, a, b, em);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const int column = int(std::floor((mouse.x - a.x) / map.size().x)),
            row = int(std::floor((b.y - mouse.y) / map.size().y));
  if (!hovered || column < 0 || row < 0 || column >= plan.columns() || row >= plan.rows()) return;
  list->AddRect(map.corner(column, row), map.other(column, row), ImGui::GetColorU32(ImGuiCol_Text), 0, 0, 2.0f);
  const SweepCell& cell = map.cell(column, row);
  cell_tooltip(plan, cell, column, row);
  if (clicked && cell.state == SweepCell::State::done) open_run(app, sweep, cell);
}

// figure, table and the command that repeats them, in one click
void export_sweep(AppContext& app, const SweepPlan& plan, const std::vector<SweepCell>& cells, int measure) {
  const std::string command = sweep_command(app, plan);
  plot::export_text(app, "sweep", sweep_csv(plan, cells));
  const float em = app.em, wide = 64 * em, high = 36 * em;
  plot::export_figure(app, "sweep", int(wide), int(high), [&](ImDrawList* list) {
    const ImU32 ink = ImGui::GetColorU32(ImGuiCol_Text);
    const std::string title =
        scene_title(app.frame->opened->scene.name) + ": " + sweep_measure_table()[std::size_t(measure)].name;
    list->AddText(app.fonts.bold, app.fonts.bold->FontSize, {em, 0.8f * em}, ink, title.c_str());
    const ImVec2 a{(plan.y ? 5.5f : 1.0f) * em, 3 * em}, b{wide - em, high - 4 * em};
    HeatMap{plan, cells, measure, a, b}.paint(list);
    map_axes(list, plan, em, a, b, em);
    list->AddText({em, high - 1.8f * em}, ImGui::GetColorU32(ImGuiCol_TextDisabled), command.c_str());
  });
  ImGui::SetClipboardText(command.c_str());
}

}  // namespace

void draw_sweep_panel(AppContext& app) {
  if (!app.now() || !app.frame->opened) return;
  SweepHere& sweep = app.insight->sweep;
  SweepChoice& choice = app.insight->sweep_choice;
  const float left = std::min(24 * app.em, 0.45f * ImGui::GetContentRegionAvail().x);
  ImGui::BeginChild("choices", {left, 0});
  const int axes = int(std::size(axis_rows));
  axis_choice("sweep.x", "Along", choice.x, false);
  axis_choice("sweep.y", "Upward", choice.y, true);
  ui::slider_int("sweep.count", "Values per parameter", choice.count, 2, 12, 6,
                 "As many runs, or the square of it where two parameters change");
  ui::slider("sweep.seconds", "Each runs for", choice.seconds, {0.25, 20, 2, true, "%.2g"}, "s", "Of the scene's time");
  if (sweep.running()) {
    char text[60];
    std::snprintf(text, sizeof text, "Stop  (%d of %d done)", sweep.done(), int(sweep.cells().size()));
    if (ui::button("sweep.stop", text)) sweep.cancel();
  } else if (ui::button("sweep.start", "Sweep from here", "Runs the scene from this moment, once for every cell")) {
    SweepPlan plan{axis_of(choice.x, choice.count), std::nullopt, choice.seconds};
    if (choice.y < axes && choice.y != choice.x) plan.y = axis_of(choice.y, choice.count);
    sweep.start(app.simulation, app.frame->opened, plan);
  }
  std::vector<const char*> names;
  for (const SweepMeasure& measure : sweep_measure_table()) names.push_back(measure.name);
  ui::choice("sweep.measure", "Colours show", choice.measure, names.data(), int(names.size()), "Blue least, red most");
  const std::vector<SweepCell> cells = sweep.cells();
  if (!cells.empty()) {
    if (ui::button("sweep.export", "Export",
                   "The map as a picture, all figures as a table (CSV), and the command that repeats them, copied"))
      export_sweep(app, sweep.plan(), cells, choice.measure);
    ImGui::SameLine();
    if (ui::button("sweep.copy", "Copy command", "The same grid with spook-lab, from the scene's beginning"))
      ImGui::SetClipboardText(sweep_command(app, sweep.plan()).c_str()), app.say("Command copied");
  }
  ImGui::EndChild();
  ImGui::SameLine();
  if (cells.empty())
    ui::quiet(
        "Choose what changes along and upward, and press \"Sweep from here\". Each cell is a run of its own; a click "
        "on one goes back to this moment and goes on as that run did.");
  else
    heat_map(app, sweep, cells, choice.measure);
}

}  // namespace spook
