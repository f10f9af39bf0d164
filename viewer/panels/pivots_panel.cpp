// The pivot strip: a line a contact, a column an iteration of the open step; colours tell open, stick and slide.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "viewer/app/insight.h"
#include "viewer/app/theme.h"
#include "viewer/panels/context.h"
#include "viewer/panels/panel.h"
#include "viewer/panels/widgets.h"
#include "viewer/render/layer_colours.h"

namespace spook {
namespace {

ImU32 strip_packed(const glm::vec4& c) {
  return ImGui::ColorConvertFloat4ToU32({c.x, c.y, c.z, 1.0f});
}

ImU32 strip_colour(ContactState state) {
  return strip_packed(state == ContactState::open      ? open_colour
                      : state == ContactState::sliding ? slide_colour
                                                       : stick_colour);
}

const char* state_word(ContactState state) {
  return state == ContactState::open ? "open" : state == ContactState::sliding ? "slides" : "sticks";
}

void no_step_to_list(AppContext& app) {
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(
      "Opens the step just made and shows every contact as a line: what the solver took it for after each sweep and "
      "direct solve. Grey is open, green sticks, orange slides.");
  ImGui::PopTextWrapPos();
  ImGui::Spacing();
  if (ui::button("pivots.open", "Open this step  (I)", "Pauses and opens the present step")) app.act(Action::open_step);
}

bool is_picked_row(const InsideStep& step, const PivotRow& row, const PickedContact& picked) {
  if (!picked.valid() || row.body_a < 0 || row.body_b < 0) return false;
  const BodyId a = step.before->bodies[std::size_t(row.body_a)].id, b = step.before->bodies[std::size_t(row.body_b)].id;
  const bool same = (a == picked.body_a && b == picked.body_b) || (a == picked.body_b && b == picked.body_a);
  return same && (row.point - picked.point).norm() < 1e-9;
}

void pick_row(AppContext& app, const InsideStep& step, const PivotRow& row, int moment) {
  if (row.body_a < 0 || row.body_b < 0) return;
  app.insight->picked = {step.before->bodies[std::size_t(row.body_a)].id,
                         step.before->bodies[std::size_t(row.body_b)].id, row.point};
  app.insight->picked_world = app.frame->world;
  app.inside.go(moment), app.inside.playing = false;
}

void tell_row(const PivotRow& row, const InsideStep& step, int moment) {
  const auto& state = row.states[std::size_t(moment)];
  ui::place_tooltip();
  ImGui::BeginTooltip();
  ImGui::Text("%s: %s", row.name.c_str(), state ? state_word(*state) : "not met yet");
  ImGui::TextDisabled("%s  ·  %d change%s  ·  %.2f m high  ·  island %d",
                      step.moments[std::size_t(moment)].title.c_str(), row.flips, row.flips == 1 ? "" : "s",
                      row.point.z(), row.island);
  ImGui::EndTooltip();
}

struct StripGrid {
  ImVec2 at;
  float column, row;
  float x(int moment) const { return at.x + column * float(moment); }
  float y(int line) const { return at.y + row * float(line); }
};

// one rectangle a run of the same state; a flip is a bright edge
void draw_strip_line(const StripGrid& grid, const PivotRow& row, int line, ImDrawList* list, float em) {
  const float top = grid.y(line), bottom = grid.y(line + 1) - (grid.row > 5 ? 1.0f : 0.0f);
  const int moments = int(row.states.size());
  for (int m = 0; m < moments;) {
    int end = m + 1;
    while (end < moments && row.states[std::size_t(end)] == row.states[std::size_t(m)]) ++end;
    if (const auto& state = row.states[std::size_t(m)])
      list->AddRectFilled({grid.x(m), top}, {grid.x(end), bottom}, strip_colour(*state));
    if (m > 0 && row.states[std::size_t(m - 1)] && row.states[std::size_t(m)])
      list->AddRectFilled({grid.x(m) - 0.07f * em, top}, {grid.x(m) + 0.07f * em, bottom},
                          ImGui::GetColorU32(ImGuiCol_Text));
    m = end;
  }
}

void draw_strip(AppContext& app, const PivotTable& table) {
  InsideView& view = app.inside;
  Insight& insight = *app.insight;
  const float em = app.em, width = ImGui::GetContentRegionAvail().x;
  const float room = ImGui::GetContentRegionAvail().y;
  const float row_height = std::clamp(room / float(std::max<std::size_t>(1, table.rows.size())), 0.55f * em, 1.3f * em);
  const bool all_named = row_height >= 0.95f * em;  // else the names stand in tooltips alone
  const float names = all_named ? std::min(16 * em, 0.35f * width) : 0.0f;
  ImGui::BeginChild("strip", {0, 0}, false);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float inner = ImGui::GetContentRegionAvail().x;
  const StripGrid grid{
      {corner.x + names, corner.y}, (inner - names - em) / float(std::max(1, table.moments)), row_height};
  ImGui::InvisibleButton("cells", {inner, row_height * float(table.rows.size())});
  const ImVec2 seen = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  const bool hovered = ImGui::IsItemHovered(), pressed = ImGui::IsItemActive() && ImGui::IsMouseDown(0);
  ui::track_at("pivots.strip", {grid.at.x, seen.y, grid.x(table.moments),
                                seen.y + std::min(size.y, row_height * float(table.rows.size()))});
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const int first = std::max(0, int((seen.y - corner.y) / row_height));
  const int last = std::min(int(table.rows.size()), int((seen.y + size.y - corner.y) / row_height) + 1);
  const int under = int(std::floor((mouse.y - corner.y) / row_height));
  const int moment = std::clamp(int((mouse.x - grid.at.x) / grid.column), 0, std::max(0, table.moments - 1));
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (int line = first; line < last; ++line) {
    const PivotRow& row = table.rows[std::size_t(line)];
    draw_strip_line(grid, row, line, list, em);
    const bool picked = is_picked_row(*view.step, row, insight.picked);
    if (picked || (hovered && line == under))
      list->AddRect({corner.x, grid.y(line) - 1}, {grid.x(table.moments) + 1, grid.y(line + 1)},
                    ImGui::GetColorU32(picked ? accent_vec() : ImGui::GetStyleColorVec4(ImGuiCol_Text)), 0, 0,
                    picked ? 2.0f : 1.0f);
    if (!all_named) continue;
    list->PushClipRect({corner.x, seen.y}, {grid.at.x - 0.4f * em, seen.y + size.y}, true);
    list->AddText(app.fonts.small, app.fonts.small->FontSize,
                  {corner.x + 0.2f * em, grid.y(line) + 0.5f * (row_height - app.fonts.small->FontSize)},
                  ImGui::GetColorU32(ImGuiCol_Text), row.name.c_str());
    list->PopClipRect();
  }
  const float now = grid.x(view.moment) + 0.5f * grid.column;
  list->AddLine({now, seen.y}, {now, seen.y + size.y}, ImGui::GetColorU32(accent_vec()), 2.0f);
  if (hovered && under >= 0 && under < int(table.rows.size())) {
    tell_row(table.rows[std::size_t(under)], *view.step, moment);
    if (pressed) pick_row(app, *view.step, table.rows[std::size_t(under)], mouse.x < grid.at.x ? view.moment : moment);
  }
  // picked in the picture: its line comes into sight
  if (insight.show_picked_line)
    for (std::size_t line = 0; line < table.rows.size(); ++line)
      if (is_picked_row(*view.step, table.rows[line], insight.picked))
        ImGui::SetScrollY(row_height * float(line) - 0.5f * size.y), insight.show_picked_line = false;
  ImGui::EndChild();
}

}  // namespace

void draw_pivots_panel(AppContext& app) {
  if (!app.now()) return;
  if (!app.inside.step) return no_step_to_list(app);
  Insight& insight = *app.insight;
  static int order = 0;
  static const char* const orders[] = {"Changes", "Height", "Island", "Solver's order"};
  static const char* const order_ids[] = {"flips", "height", "island", "solver"};
  static const char* const order_help[] = {"Those that changed most come first", "The highest come first",
                                           "Contacts that are solved together stand together",
                                           "As the solver goes through them"};
  if (insight.pivots_of != app.inside.step) {
    insight.pivots = pivot_table(*app.inside.step), insight.pivots_of = app.inside.step;
    sort_rows(insight.pivots, PivotOrder(order));
  }
  const PivotTable& table = insight.pivots;
  if (table.rows.empty()) {
    ImGui::TextUnformatted(
        "This step has no contacts: nothing could open, stick or slide. Let something touch and open "
        "the step then (I).");
    return;
  }
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("Sorted by");
  for (int i = 0; i < 4; ++i) {
    ImGui::SameLine();
    const bool chosen = i == order;
    if (chosen) ImGui::PushStyleColor(ImGuiCol_Text, accent_vec());
    if (ui::button((std::string("pivots.by.") + order_ids[i]).c_str(), orders[i], order_help[i]))
      order = i, sort_rows(insight.pivots, PivotOrder(i));
    if (chosen) ImGui::PopStyleColor();
  }
  ImGui::SameLine(0, 1.5f * app.em);
  if (ui::button("pivots.pick", insight.picking ? "Click a contact …" : "Pick in the picture",
                 "The next click in the picture picks the contact nearest to it (Alt-click does so at any time)"))
    insight.picking = !insight.picking;
  char text[120];
  std::snprintf(text, sizeof text, "%d contact%s, %d changed state  ·  %d iterations. Click a line to see it",
                int(table.rows.size()), table.rows.size() == 1 ? "" : "s", table.flipping, table.moments);
  ui::next_on_line(ImGui::CalcTextSize(text).x);
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%s", text);
  draw_strip(app, table);
}

}  // namespace spook
