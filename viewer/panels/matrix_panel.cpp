// The matrix: what a direct solve of the largest island factors, in the order it is eliminated, with the factor's fill.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

#include "viewer/app/insight.h"
#include "viewer/app/theme.h"
#include "viewer/panels/context.h"
#include "viewer/panels/panel.h"
#include "viewer/panels/quantity.h"
#include "viewer/panels/widgets.h"
#include "viewer/plot/chart.h"

namespace spook {
namespace {

unsigned cell_colour(MatrixCell cell) {
  switch (cell) {
    case MatrixCell::fill:
      return plot::series_colour(0);
    case MatrixCell::body:
      return ImGui::GetColorU32(ImGuiCol_TextDisabled);
    case MatrixCell::contact:
      return plot::series_colour(2);
    case MatrixCell::joint:
      return plot::series_colour(4);
    case MatrixCell::nothing:
      break;
  }
  return 0;
}

void matrix_legend(float em) {
  static constexpr struct {
    MatrixCell cell;
    const char* name;
  } entries[] = {{MatrixCell::body, "A body itself"},
                 {MatrixCell::contact, "Two bodies that touch"},
                 {MatrixCell::joint, "A joint's row"},
                 {MatrixCell::fill, "Filled in by the factor"}};
  for (const auto& entry : entries) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + 0.2f * em}, {at.x + 0.7f * em, at.y + 0.9f * em},
                                              cell_colour(entry.cell));
    ImGui::Indent(em);
    ImGui::TextUnformatted(entry.name);
    ImGui::Unindent(em);
  }
}

void matrix_numbers(const MatrixStudy& s, const StepReport& report) {
  ui::value_line("Unknowns", "%d", s.unknowns);
  ui::tooltip("Six velocities of each body, and an impulse for each way that a joint blocks (a joint row).");
  ui::value_line("… of", "%s, %s", counted(s.bodies, "body").c_str(), counted(s.joint_rows, "joint row").c_str());
  ui::value_line("Contacts that push", "%d of %d", s.pushing, s.contacts);
  ui::value_line("Entries", "%ld  (%.2g %% full)", s.entries,
                 200.0 * double(s.entries) / (double(s.unknowns) * (s.unknowns + 1.0)));
  ui::value_line("Entries of the factor", "%ld  (× %.2f)", s.factor_entries,
                 double(s.factor_entries) / double(std::max(1L, s.entries)));
  ui::value_line("Fronts", "%d, the largest %d high", s.fronts, s.largest_front);
  ui::tooltip("Dense pieces that the factor is made of; the largest costs most.");
  ui::value_line("Work to factor", "%s", quantity(s.flops, "flop").c_str());
  ui::tooltip("In the engine's own order, whichever is shown.");
  ui::value_line("Direct solves", "%s, %s, %d reused", quantity(1e-3 * report.ms.direct, "s").c_str(),
                 counted(report.solve.factorisations, "factor").c_str(), report.solve.reused_factors);
  ui::tooltip("Of the step just made, all islands together.");
  ui::value_line("Condition number", "about %s", figure(s.plain.number(), 2).c_str());
  ui::tooltip("The digits that an answer may lose: 10⁶ costs six of sixteen.");
  ui::value_line("… once scaled", "about %s", figure(s.balanced.number(), 2).c_str());
  ui::tooltip("The digits that an answer may lose: 10⁶ costs six of sixteen.");
}

// a joint broke or was added: what that did
void joint_effect(const MatrixLook& look, const MatrixStudy& now) {
  const auto& before = look.before_joints_changed();
  if (!before) return;
  const int rows = now.joint_rows - before->joint_rows;
  ui::quiet("%d joint row%s %s: unknowns %d → %d, factor %ld → %ld entries, work %.3g → %.3g Mflop", std::abs(rows),
            std::abs(rows) == 1 ? "" : "s", rows < 0 ? "went" : "came", before->unknowns, now.unknowns,
            before->factor_entries, now.factor_entries, 1e-6 * before->flops, 1e-6 * now.flops);
  ui::track("matrix.joint_effect");
}

void order_buttons(AppContext& app, MatrixLook& look) {
  static constexpr struct {
    MatrixOrder order;
    const char *id, *label, *help;
  } orders[] = {
      {MatrixOrder::minimum_degree, "engine", "Engine's order", "Minimum degree, bodies and joints as blocks"},
      {MatrixOrder::approximate_minimum_degree, "approximate", "Approximate minimum degree",
       "Unknown by unknown, as general solvers do"},
      {MatrixOrder::nested_dissection, "nested", "Nested dissection",
       "Cuts the graph in two, each half first and the cut last"},
      {MatrixOrder::natural, "natural", "Natural order", "As the bodies come in the scene"}};
  for (const auto& row : orders) {
    const bool chosen = row.order == look.order();
    if (&row != orders) ui::next_on_line(ui::button_width(row.label));
    if (chosen) ImGui::PushStyleColor(ImGuiCol_Text, accent_vec());
    if (ui::button((std::string("matrix.") + row.id).c_str(), row.label, row.help))
      look.take(app.simulation, row.order);
    if (chosen) ImGui::PopStyleColor();
  }
  ui::next_on_line(ui::button_width("Refresh"));
  if (ui::button("matrix.again", "Refresh", "The matrix of the present step")) look.take(app.simulation, look.order());
}

// runs of equal cells as one rectangle
void paint_matrix(const MatrixPicture& picture, const ImVec2& at, float side) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(at, {at.x + side, at.y + side}, ImGui::GetColorU32(ImGuiCol_FrameBg, 0.55f));
  const float cell = side / float(picture.cells);
  for (int row = 0; row < picture.cells; ++row)
    for (int column = 0; column < picture.cells;) {
      const MatrixCell kind = picture.at(row, column);
      int end = column + 1;
      while (end < picture.cells && picture.at(row, end) == kind) ++end;
      if (kind != MatrixCell::nothing)
        list->AddRectFilled({at.x + cell * float(column), at.y + cell * float(row)},
                            {at.x + cell * float(end), at.y + cell * float(row + 1)}, cell_colour(kind));
      column = end;
    }
}

void matrix_picture(const MatrixPicture& picture, float side) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton("picture", {side, side});
  ui::track("matrix.picture");
  paint_matrix(picture, at, side);
  if (!ImGui::IsItemHovered()) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const float cell = side / float(picture.cells);
  const int column = std::clamp(int((mouse.x - at.x) / cell), 0, picture.cells - 1);
  const int row = std::clamp(int((mouse.y - at.y) / cell), 0, picture.cells - 1);
  ui::place_tooltip();
  ImGui::BeginTooltip();
  ImGui::TextUnformatted(picture.names[std::size_t(picture.unknown_at(row))].c_str());
  if (row != column) ImGui::TextUnformatted(picture.names[std::size_t(picture.unknown_at(column))].c_str());
  static const char* const words[] = {"nothing between them", "filled in by the factor", "of one body", "they touch",
                                      "a joint"};
  ImGui::TextDisabled("%s", words[int(picture.at(row, column))]);
  ImGui::EndTooltip();
}

}  // namespace

void draw_matrix_panel(AppContext& app) {
  if (!app.now()) return;
  MatrixLook& look = app.insight->matrix;
  look.poll();
  const bool another = look.world != app.frame->world, rejoined = look.joints != app.now()->report.joints;
  if ((another || rejoined) && !look.busy() && app.now()->step > 0) {
    look.world = app.frame->world, look.joints = app.now()->report.joints;
    look.take(app.simulation, look.order());
    if (another) look.forget_before();
  }
  order_buttons(app, look);
  if (look.busy()) ImGui::SameLine(), ImGui::TextDisabled("Computing …");
  const MatrixPicture* picture = look.shown();
  if (!picture || look.nothing_to_solve()) {
    ui::quiet(
        look.nothing_to_solve()
            ? "Nothing touches and nothing is joined in this step: there is no matrix. Wait until something does, "
              "and take it again."
            : "The matrix of the first step comes with it: press Space to go on.");
    return;
  }
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float left = std::min(22 * app.em, 0.45f * room.x), side = std::min(room.y - 2, room.x - left - 14 * app.em);
  ImGui::BeginChild("figures", {left, 0});
  matrix_numbers(picture->study, app.now()->report);
  joint_effect(look, picture->study);
  ImGui::EndChild();
  ImGui::SameLine();
  if (side > 4 * app.em) matrix_picture(*picture, side);
  ImGui::SameLine(0, app.em);
  ImGui::BeginChild("colours", {0, 0});
  matrix_legend(app.em);
  ui::quiet("Below its diagonal the picture has the factor too. Hover a point for its names.");
  ImGui::EndChild();
}

}  // namespace spook
