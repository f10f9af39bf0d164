// One step from inside: a frozen step scrubbed from the first guess through sweeps and direct solves to its result.
#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "viewer/app/inside_step.h"
#include "viewer/app/theme.h"
#include "viewer/panels/context.h"
#include "viewer/panels/icons.h"
#include "viewer/panels/panel.h"
#include "viewer/panels/quantity.h"
#include "viewer/panels/widgets.h"
#include "viewer/plot/chart.h"

namespace spook {

void InsideView::go(int to) {
  if (!step || step->moments.empty()) return;
  moment = std::clamp(to, 0, int(step->moments.size()) - 1);
  since = 0.0;
}

namespace {

void nothing_open(AppContext& app) {
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(
      "Freezes the step just made and shows how it was solved: the first guess, every sweep, every direct solve. "
      "Contact impulses stand as arrows in the picture.");
  ImGui::PopTextWrapPos();
  ImGui::Spacing();
  if (ui::button("inside.open", "Open this step  (I)", "Pauses and opens the present step")) app.act(Action::open_step);
}

std::string body_name(const InsideStep& step, int body) {
  return body >= 0 ? step.before->bodies[std::size_t(body)].look->name : std::string("the world");
}

std::string contact_name(const InsideStep& step, const InsideMoment& moment) {
  const ObservedContact& contact = step.parts[std::size_t(moment.part)].contacts[std::size_t(moment.worst_contact)];
  const bool b = pushes_b(step, contact);
  return body_name(step, b ? contact.body_b : contact.body_a) + " on " +
         body_name(step, b ? contact.body_a : contact.body_b);
}

bool has_contacts(const InsideStep& step) {
  return std::any_of(step.parts.begin(), step.parts.end(),
                     [](const InsidePart& part) { return !part.contacts.empty(); });
}

void transport(AppContext& app, InsideView& view) {
  const int last = int(view.step->moments.size()) - 1;
  if (ui::icon_button("inside.first", ui::Icon::reset, "To the first guess")) view.go(0), view.playing = false;
  ImGui::SameLine();
  if (ui::icon_button("inside.back", ui::Icon::step_back, "One moment back (Left)")) app.act(Action::inside_back);
  ImGui::SameLine();
  if (ui::icon_button("inside.play", view.playing ? ui::Icon::pause : ui::Icon::play, "Play the step as a film",
                      !view.playing)) {
    if (!view.playing && view.moment == last) view.go(0);
    view.playing = !view.playing;
  }
  ImGui::SameLine();
  if (ui::icon_button("inside.on", ui::Icon::step, "One moment on (Right)")) app.act(Action::inside_on);
  ImGui::SameLine();
  ImGui::SetNextItemWidth(app.em * 9);
  ui::slider("inside.speed", "", view.speed, {0.5, 30, 3, true, "%.2g"}, "moments/s", "How fast the film goes.");
  ImGui::SameLine();
  ImGui::SetNextItemWidth(app.em * 9);
  ui::slider("inside.motion", "", view.motion,
             {0, 100, 0, false, view.motion > 0 ? "Motion × %.0f" : "Motion not drawn"}, "",
             "Draws bodies where the impulses so far would carry them, so many times as far.");
  ui::next_on_line(ui::button_width("See-through") + ImGui::GetFrameHeight());
  ui::toggle("inside.see_through", "See-through", view.see_through, "Bodies, so that contacts between them show.");
  ui::next_on_line(ui::button_width("Close"));
  if (ui::button("inside.close", "Close", "Back to the present (I)")) app.act(Action::open_step);
}

void words(AppContext& app, InsideView& view) {
  const InsideStep& step = *view.step;
  const InsideMoment& moment = step.moments[std::size_t(view.moment)];
  ImGui::PushFont(app.fonts.bold);
  ImGui::Text("%s", moment.title.c_str());
  ImGui::PopFont();
  ImGui::SameLine();
  ImGui::TextDisabled("%s  ·  moment %d of %d  ·  step %llu", step.parts[std::size_t(moment.part)].title.c_str(),
                      view.moment + 1, int(step.moments.size()), static_cast<unsigned long long>(step.step));
  int count[3] = {0, 0, 0};
  for (const ContactState state : moment.states) ++count[int(state)];
  char text[200];
  int used = std::snprintf(text, sizeof text, "%d open, %d stick, %d slide", count[int(ContactState::open)],
                           count[int(ContactState::sticking)], count[int(ContactState::sliding)]);
  if (view.moment > 0)
    used += std::snprintf(text + used, sizeof text - std::size_t(used), "  ·  %d changed", moment.changes);
  if (moment.direct)
    std::snprintf(text + used, sizeof text - std::size_t(used), "  ·  %d pivot%s, %d factorisation%s", moment.pivots,
                  moment.pivots == 1 ? "" : "s", moment.factorisations, moment.factorisations == 1 ? "" : "s");
  if (!moment.states.empty()) ImGui::TextUnformatted(text);
  if (moment.worst_contact >= 0) {
    ImGui::AlignTextToFramePadding();
    ImGui::Text("Worst: %s, %s", contact_name(step, moment).c_str(), quantity(moment.worst, "N s").c_str());
    ImGui::SameLine();
    if (ui::button("inside.fly", "Look at it", "The camera goes to the contact with the largest residual"))
      app.fly_to(step.parts[std::size_t(moment.part)].contacts[std::size_t(moment.worst_contact)].point,
                 std::max(0.5, 0.25 * double(app.camera.goal().distance)));
  } else {
    ui::quiet(has_contacts(step)
                  ? "No contact yet: those that are met on the way come with a later solve."
                  : "No contacts in this step: joints alone are solved directly. \"Motion ×\" shows what "
                    "they do.");
  }
  if (!step.repeated) ui::quiet("Made again, the step came to other last digits than the first time.");
  if (step.cut_short) ui::quiet("More sweeps were made than are kept: the first 400 of each solve are shown.");
}

void chart(AppContext& app, InsideView& view) {
  const InsideStep& step = *view.step;
  plot::Series normal{"normal", plot::series_colour(1), {}}, tangent{"tangential", plot::series_colour(0), {}};
  for (std::size_t i = 0; i < step.moments.size(); ++i) {
    const InsideMoment& moment = step.moments[i];
    normal.points.push_back({double(i + 1), moment.normal}), tangent.points.push_back({double(i + 1), moment.tangent});
    if (i > 0 && moment.changes > 0) normal.marks.push_back({double(i + 1), moment.normal});
  }
  const plot::Chart look{
      "Residual", "moments", "N s", 1, std::max(9.0, double(step.moments.size())), true, {}, double(view.moment + 1)};
  const float height = std::max(app.em * 5.5f, ImGui::GetContentRegionAvail().y - 2);
  const plot::ChartAnswer answer =
      plot::draw_chart("inside.residual", ImGui::GetContentRegionAvail().x - 1, height, look, {normal, tangent});
  // held and moved, it scrubs
  if (answer.hovered && ImGui::IsMouseDown(ImGuiMouseButton_Left) && ImGui::IsItemActive())
    view.go(int(std::lround(*answer.hovered)) - 1), view.playing = false;
}

}  // namespace

void draw_inside_panel(AppContext& app) {
  InsideView& view = app.inside;
  if (!app.now()) return;
  if (!view.step) return nothing_open(app);
  if (view.step->moments.empty()) {
    ImGui::TextUnformatted("Nothing touches and nothing is joined in this step: there was nothing to solve.");
    if (ui::button("inside.close", "Close", "Back to the present (I)")) app.act(Action::open_step);
    return;
  }
  transport(app, view);
  words(app, view);
  if (has_contacts(*view.step)) chart(app, view);
}

}  // namespace spook
