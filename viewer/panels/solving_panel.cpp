// Direct or iterative: marks on bodies, joints and contacts, by click, and what they do to residual and time.
#include <imgui.h>

#include <cmath>
#include <cstdio>
#include <string>

#include "viewer/app/insight.h"
#include "viewer/app/theme.h"
#include "viewer/panels/context.h"
#include "viewer/panels/panel.h"
#include "viewer/panels/quantity.h"
#include "viewer/panels/widgets.h"
#include "viewer/render/magnifier_layer.h"
#include "viewer/render/solving_layer.h"

namespace spook {
namespace {

using Marks = std::vector<SolvingMark>;

enum Target { selected_bodies, their_joints, picked_pair, everything };

const BodyView* body_of(const AppContext& app, BodyId id) {
  const int index = index_of(*app.now(), id);
  return index < 0 ? nullptr : &app.now()->bodies[std::size_t(index)];
}

// what the buttons would mark, each without saying how
Marks chosen(const AppContext& app, int target) {
  Marks found;
  const Snapshot& now = *app.now();
  const auto selected = [&](int body) {
    return body >= 0 && app.selection.bodies.contains(now.bodies[std::size_t(body)].id);
  };
  const auto add = [&](SolvingMark mark) { found.push_back(std::move(mark)); };
  if (target == picked_pair && app.insight->picked.valid()) {
    const BodyView *a = body_of(app, app.insight->picked.body_a), *b = body_of(app, app.insight->picked.body_b);
    if (a && b) add({"", "", {a->look->name, b->look->name}, SolveBy::automatic});
  }
  if (target == their_joints)
    for (const JointView& joint : now.joints)
      if (selected(joint.body_a) || selected(joint.body_b)) add({joint.name, "", {}, SolveBy::automatic});
  for (const BodyView& body : now.bodies) {
    const bool moves = body.look->motion == Motion::dynamic;
    if (moves && (target == everything || (target == selected_bodies && app.selection.bodies.contains(body.id))))
      add({"", body.look->name, {}, SolveBy::automatic});
  }
  return found;
}

void set_marks(AppContext& app, Marks marks, const std::string& label) {
  app.simulation.edit({SetSolving{std::move(marks)}}, label);
}

void whom(AppContext& app, SolvingLook& look, const Marks& found) {
  static constexpr const char* targets[] = {"Selected bodies", "Joints of selected bodies", "The picked contact",
                                            "All that moves"};
  ui::choice("solving.target", "Mark", look.target, targets, 4,
             "A body stands for its contacts and joints. A joint's or a contact's own mark goes before its bodies'.");
  if (look.target == selected_bodies || look.target == their_joints)
    ui::quiet("%s",
              found.empty()
                  ? "Nothing is selected: click a body, Ctrl-click more, or take a region."
                  : ("Marks " + counted(long(found.size()), look.target == their_joints ? "joint" : "body")).c_str());
  if (look.target == picked_pair) {
    ui::quiet("%s", found.empty() ? "No contact is picked: Alt-click one, or" : mark_in_words(found[0]).c_str());
    if (ui::button("solving.pick", "Pick in the picture", "The next click takes the contact nearest to the cursor"))
      app.insight->picking = true;
  }
}

// everything near what is selected is selected too
void region(AppContext& app, SolvingLook& look) {
  if (look.target != selected_bodies && look.target != their_joints) return;
  ui::slider("solving.radius", "Region", look.radius, {0.1, 50.0, 1.0, true, "%.2g"}, "m",
             "How far around the selected bodies a region reaches");
  ImGui::BeginDisabled(app.selection.bodies.empty());
  if (ui::button("solving.region", "Select all within", "Adds every body whose middle is as near to a selected one")) {
    std::vector<Vec3> from;
    for (const BodyId id : app.selection.bodies)
      if (const BodyView* body = body_of(app, id)) from.push_back(body->pose.position);
    for (const BodyView& body : app.now()->bodies)
      for (const Vec3& at : from)
        if (body.look->motion == Motion::dynamic && (body.pose.position - at).norm() <= look.radius)
          app.selection.bodies.insert(body.id);
  }
  ImGui::EndDisabled();
}

void how(AppContext& app, const Marks& found, const Marks& marks) {
  struct Way {
    const char* id;
    const char* label;
    const char* help;
    SolveBy by;
  };
  static constexpr Way ways[] = {
      {"solving.direct", "Direct", "Factored and solved to rounding, with what is swept held", SolveBy::direct},
      {"solving.iterative", "Iterative", "Swept (Gauss-Seidel), with what is direct held", SolveBy::iterative},
      {"solving.automatic", "Automatic", "As the solver has it: takes the mark away", SolveBy::automatic}};
  ImGui::BeginDisabled(found.empty());
  for (const Way& way : ways) {
    if (&way != ways) ImGui::SameLine();
    if (!ui::button(way.id, way.label, way.help)) continue;
    Marks changed = marks;
    for (SolvingMark mark : found) mark.by = way.by, put_mark(changed, std::move(mark));
    char label[80];
    std::snprintf(
        label, sizeof label, "%s: %s", way.label,
        found.size() == 1 ? mark_in_words(found[0]).c_str() : (std::to_string(found.size()) + " marks").c_str());
    set_marks(app, std::move(changed), label);
  }
  ImGui::EndDisabled();
}

void take_figures(AppContext& app, SolvingLook& look) {
  if (look.world != app.frame->world) look = {look.target, look.radius, look.colours, {}, 0, {}, {}, app.frame->world};
  if (look.seen != app.frame->solving) look.seen = app.frame->solving, look.since = app.now()->step;
  const bool marked = look.seen && !look.seen->empty();
  const SolvingFigures figures = mean_figures(app.reports, look.since);
  if (figures.steps > 0) (marked ? look.now : look.automatic) = figures;
  if (!marked || figures.steps == 0) look.now = marked ? SolvingFigures{} : look.automatic;
}

void effect_row(const char* name, const char* unit, double size, const SolvingFigures& before,
                const SolvingFigures& now, double SolvingFigures::*value, bool marked) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(name);
  for (const SolvingFigures* figures : {&before, &now}) {
    ImGui::TableNextColumn();
    if (figures->steps == 0 || (figures == &now && !marked))
      ImGui::TextDisabled("–");
    else
      ImGui::TextUnformatted(quantity(size * (figures->*value), unit, 1e-9).c_str());
  }
}

void effect(const SolvingLook& look, bool marked) {
  ui::heading("Effect, mean of a second");
  if (!ImGui::BeginTable("effect", 3, ImGuiTableFlags_SizingStretchProp)) return;
  ImGui::TableSetupColumn("", 0, 1.3f), ImGui::TableSetupColumn("All automatic"), ImGui::TableSetupColumn("As marked");
  ImGui::TableHeadersRow();
  effect_row("Residual of contacts", "N s", 1.0, look.automatic, look.now, &SolvingFigures::residual, marked);
  effect_row("Largest joint error", "m", 1.0, look.automatic, look.now, &SolvingFigures::joint_error, marked);
  effect_row("Solve, per step", "s", 1e-3, look.automatic, look.now, &SolvingFigures::solve_ms, marked);
  ImGui::EndTable();
  if (look.automatic.steps == 0) ui::quiet("Play on without marks for a second to have something to compare with.");
}

void list_of_marks(AppContext& app, const Marks& marks) {
  ui::heading("Marks");
  if (marks.empty()) return ui::quiet("None: all is solved as the Solver panel says. They are saved with the scene.");
  if (ui::button("solving.clear", "Clear all", "Everything automatic again")) set_marks(app, {}, "All automatic");
  constexpr std::size_t max_shown = 40;  // chosen: a list longer than that is not read
  for (std::size_t i = 0; i < std::min(marks.size(), max_shown); ++i) {
    const bool direct = marks[i].by == SolveBy::direct;
    const glm::vec4& c = direct ? direct_colour : swept_colour;
    if (ui::button("solving.drop." + std::to_string(i), "×", "Automatic again")) {
      Marks fewer = marks;
      fewer.erase(fewer.begin() + std::ptrdiff_t(i));
      set_marks(app, std::move(fewer), "automatic: " + mark_in_words(marks[i]));
    }
    ImGui::SameLine();
    const float names = ImGui::GetCursorPosX() + ImGui::CalcTextSize("iterative").x + app.em * 0.6f;
    const float ink = is_dark_theme() ? 1.0f : 0.74f;  // readable on a light panel too
    ImGui::TextColored({ink * c.x, ink * c.y, ink * c.z, 1}, "%s", direct ? "direct" : "iterative");
    ImGui::SameLine(names);
    ImGui::TextUnformatted(mark_in_words(marks[i]).c_str());
  }
  if (marks.size() > max_shown) ui::quiet("… and %zu more", marks.size() - max_shown);
}

}  // namespace

void draw_solving_panel(AppContext& app) {
  if (!app.now()) return;
  SolvingLook& look = app.insight->solving;
  take_figures(app, look);
  const Marks marks = app.frame->solving ? *app.frame->solving : Marks{};
  const Marks found = chosen(app, look.target);
  ui::quiet(
      "Choose what is solved directly (factored) and what by sweeps. A step then alternates: direct, sweeps, direct.");
  whom(app, look, found);
  region(app, look);
  how(app, found, marks);
  ui::toggle("solving.colours", "Show who is solved how", look.colours,
             "Joints and contacts in the picture: blue direct, orange iterative, grey as the solver has it");
  effect(look, !marks.empty());
  list_of_marks(app, marks);
}

}  // namespace spook
