// The residual after every sweep of a step, normal and tangential apart, with a ring at every sweep in which a contact
// changed state; a step can be frozen, extended and solved again by all rivals (numerics §5; the paper's Figures 8 to
// 10).
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "viewer/panels/context.h"
#include "viewer/panels/panel.h"
#include "viewer/panels/quantity.h"
#include "viewer/panels/widgets.h"
#include "viewer/plot/chart.h"
#include "viewer/plot/convergence_study.h"
#include "viewer/plot/export_file.h"

namespace spook {
namespace {

using plot::CurvePoint;

// what is looked at: a step's snapshot, and its problem where it was frozen
struct Kept {
  std::shared_ptr<const Snapshot> snapshot;
  std::shared_ptr<const StepProblem> problem;
};

struct State {
  plot::ConvergenceStudy study;
  std::mutex mutex;
  Kept taken;  // by the stepping thread; under the mutex
  Kept shown;
  std::vector<plot::Rival> wanted;  // to solve it again, once it was taken
  bool frozen = false;
  int world = 0, sweeps = 100;
};

State& state() {
  static State s;
  return s;
}

// a curve drawn twice: sweeps as a line with rings, direct solves as points between
struct Drawn {
  std::vector<plot::Series> series;
  std::vector<std::vector<const CurvePoint*>> sources;  // of every point of every series
};

void add_curve(const std::string& name, int colour, std::span<const CurvePoint> points, bool tangents, Drawn& drawn) {
  plot::Series line{name, plot::series_colour(colour), {}, false, {}},
      direct{"", plot::series_colour(colour), {}, true, {}};
  std::vector<const CurvePoint*> on_line, on_direct;
  for (const CurvePoint& p : points) {
    const double y = tangents ? p.tangent : p.normal;
    if (p.alone && !p.direct) continue;  // the start of a solver without sweeps is everybody's start
    (p.direct ? direct : line).points.push_back({p.sweeps, y});
    (p.direct ? on_direct : on_line).push_back(&p);
    if (!p.direct && p.changes > 0) line.marks.push_back({p.sweeps, y});
  }
  if (line.points.empty()) direct.name = name;
  direct.level = !points.empty() && points.back().alone;
  drawn.series.push_back(std::move(line)), drawn.sources.push_back(std::move(on_line));
  drawn.series.push_back(std::move(direct)), drawn.sources.push_back(std::move(on_direct));
}

const char* state_name(ContactState state) {
  return state == ContactState::open ? "open" : state == ContactState::sliding ? "sliding" : "sticking";
}

const ContactView* contact_of_row(const Snapshot& snapshot, int row) {
  if (row < 0) return nullptr;
  for (const ContactView& contact : snapshot.contacts)
    if (contact.row == row) return &contact;
  return nullptr;
}

std::string contact_name(const Snapshot& snapshot, const ContactView& contact) {
  const auto name = [&](int i) {
    return i >= 0 && i < int(snapshot.bodies.size()) ? snapshot.bodies[std::size_t(i)].look->name
                                                     : std::string("the world");
  };
  return name(contact.body_a) + " on " + name(contact.body_b);
}

void fly_to(AppContext& app, const Snapshot& snapshot, const ContactView& contact, double residual) {
  app.fly_to(contact.point, std::max(0.5, 0.25 * double(app.camera.goal().distance)));
  app.selection.bodies.clear();
  for (const int i : {contact.body_a, contact.body_b})
    if (i >= 0 && i < int(snapshot.bodies.size()) && snapshot.bodies[std::size_t(i)].look->motion == Motion::dynamic)
      app.selection.bodies.insert(snapshot.bodies[std::size_t(i)].id);
  char text[240];
  std::snprintf(text, sizeof text, "%.120s: residual %s, %s", contact_name(snapshot, contact).c_str(),
                quantity(residual, "N s").c_str(), state_name(contact.state));
  app.say(text);
}

void fly_to_worst(AppContext& app, const Snapshot& shown) {
  const auto worst = std::max_element(shown.contacts.begin(), shown.contacts.end(),
                                      [](const auto& a, const auto& b) { return a.residual < b.residual; });
  if (worst == shown.contacts.end()) return app.say("This step has no contacts");
  fly_to(app, shown, *worst, worst->residual);
}

// the problem and the picture of one and the same step, copied between two steps
void freeze(AppContext& app, State& s, std::vector<plot::Rival> rivals) {
  s.wanted = std::move(rivals);
  if (s.frozen && s.shown.problem) return;
  s.frozen = true;
  app.simulation.run([](World& world) {
    Kept kept{world.snapshot(), std::make_shared<const StepProblem>(world.last_problem())};
    std::lock_guard lock(state().mutex);
    state().taken = std::move(kept);
  });
}

void go_live(State& s) {
  s.frozen = false;
  s.shown.problem.reset();  // the picture stays until the next one is taken: this frame still shows it
  s.study.clear();
}

void take_and_start(AppContext& app, State& s) {
  {
    std::lock_guard lock(s.mutex);
    if (s.taken.problem && s.frozen) s.shown = std::move(s.taken);
    s.taken = {};
  }
  if (!s.frozen) s.shown = {app.frame->current, nullptr};
  if (!s.shown.snapshot) s.shown.snapshot = app.frame->current;
  if (!s.wanted.empty() && s.shown.problem) s.study.start(s.shown.problem, std::exchange(s.wanted, {}), s.sweeps);
}

plot::Rival present_rival(const Parameters& p) {
  return {"As it is set", p.solver, p.sweep_kind};
}

// numbers of the step, in plain words
void numbers(const State& s) {
  const StepReport& report = s.shown.snapshot->report;
  const SolveReport& solve = report.solve;
  int changes = 0;
  for (const SweepRecord& record : solve.history) changes += record.changes;
  ui::quiet("%s step %llu  ·  %s  ·  %s  ·  %s, %d reused  ·  %s  ·  left: normal %s, tangential %s",
            s.frozen ? "Frozen:" : "Live:", static_cast<unsigned long long>(report.step),
            counted(report.contacts, "contact").c_str(), counted(solve.pivots, "pivot").c_str(),
            counted(solve.factorisations, "factorisation").c_str(), solve.reused_factors,
            counted(changes, "state change").c_str(), quantity(solve.residual_end.normal, "N s", 1e-9).c_str(),
            quantity(solve.residual_end.tangent, "N s", 1e-9).c_str());
}

// as many on a line as there is room for
bool next_button(const char* id, const char* label, const char* help) {
  ui::next_on_line(ui::button_width(label));
  return ui::button(id, label, help);
}

bool next_toggle(const char* id, const char* label, bool& value, const char* help) {
  ui::next_on_line(ui::button_width(label) + ImGui::GetFrameHeight());
  return ui::toggle(id, label, value, help);
}

void controls(AppContext& app, State& s) {
  if (ui::button("convergence.freeze", s.frozen ? "Resume live" : "Freeze this step",
                 "Keeps one step's problem while the world goes on"))
    s.frozen ? go_live(s) : freeze(app, s, {});
  ui::next_on_line(app.em * 8);
  ImGui::SetNextItemWidth(app.em * 8);
  ui::slider_int("convergence.sweeps", "", s.sweeps, 10, 1000, 100, "How many sweeps Extend and Compare go on for.",
                 "%d sweeps");
  const bool busy = s.study.running();
  if (next_button("convergence.extend", "Extend", "The frozen step with the solver as it is set, so many sweeps") &&
      !busy)
    freeze(app, s, {present_rival(*app.now()->parameters)});
  if (next_button("convergence.overlay", busy ? "Solving …" : "Compare",
                  "Solves the frozen step again from nothing: by every kind of sweep, by direct solve and sweeps, and "
                  "to tolerance") &&
      !busy)
    freeze(app, s, plot::all_rivals());
  if (next_button("convergence.worst", "Worst contact", "Names it and flies there"))
    fly_to_worst(app, *s.shown.snapshot);
  Layers& layers = app.settings.layers;
  if (next_toggle("convergence.colour", "By residual", layers.residual, "Colours contacts in the picture") &&
      layers.residual)
    layers.state_changes = false;
  if (next_toggle("convergence.changes", "By changes", layers.state_changes,
                  "Colours contacts by how often they changed state in the step") &&
      layers.state_changes)
    layers.residual = false;
}

// under the cursor: what this point is, and its worst contact; a click flies there
void hovering(AppContext& app, const Snapshot& shown, const Drawn& drawn, const plot::ChartAnswer& answer) {
  if (!answer.nearest) return;
  const CurvePoint& p = *drawn.sources[std::size_t(answer.nearest->series)][answer.nearest->point];
  const ContactView* contact = contact_of_row(shown, p.worst_contact);
  ui::place_tooltip();
  ImGui::BeginTooltip();
  if (p.direct)
    ImGui::Text(p.alone ? "direct solve %d, no sweeps: %s, %s" : "direct solve after sweep %d: %s, %s", int(p.sweeps),
                counted(p.pivots, "pivot").c_str(), counted(p.factorisations, "factorisation").c_str());
  else
    ImGui::Text("sweep %d: %s changed state", int(p.sweeps), counted(p.changes, "contact").c_str());
  ImGui::Text("normal %s, tangential %s", quantity(p.normal, "N s").c_str(), quantity(p.tangent, "N s").c_str());
  if (contact) app.hovered_contact = contact_name(shown, *contact);
  if (contact)
    ImGui::Text("worst: %s, %s (click to fly there)", contact_name(shown, *contact).c_str(),
                quantity(p.worst, "N s").c_str());
  ImGui::EndTooltip();
  if (answer.clicked && contact) fly_to(app, shown, *contact, p.worst);
}

struct Figure {
  Drawn normal, tangent;
  double end = 1.0;
  plot::Chart chart(bool tangents) const {
    return {tangents ? "Tangential residual" : "Normal residual",
            "sweeps",
            "N s",
            0,
            end + 0.5,
            true,
            {},
            {},
            false,
            false,
            true,
            "Nothing was swept in this step"};
  }
};

void export_csv(AppContext& app, const Figure& figure) {
  std::vector<plot::Series> all;
  const auto add = [&](const Drawn& drawn, const char* part) {
    std::string name;
    for (plot::Series c : drawn.series) {
      if (c.points.empty()) continue;
      if (c.name.empty())
        name += " direct";
      else
        name = c.name;
      c.name = name + " " + part;
      all.push_back(std::move(c));
    }
  };
  add(figure.normal, "normal"), add(figure.tangent, "tangential");
  plot::export_text(app, "convergence", plot::to_csv("sweep", all));
}

// the two charts on a page of their own, whatever the window's size
void export_png(AppContext& app, const State& s, const Figure& figure) {
  const float em = app.em, width = em * 100, height = em * 40;
  char title[200];
  std::snprintf(title, sizeof title, "%.80s, step %llu, %d contacts: residual after every sweep",
                scene_title(app.frame->opened->scene.name).c_str(),
                static_cast<unsigned long long>(s.shown.snapshot->step), int(s.shown.snapshot->contacts.size()));
  plot::export_figure(app, "convergence", int(width), int(height), [&](ImDrawList* list) {
    list->AddText(app.fonts.bold, app.fonts.bold->FontSize, {em, em * 0.9f}, ImGui::GetColorU32(ImGuiCol_Text), title);
    const float half = (width - 3 * em) / 2, top = em * 3;
    plot::paint_chart(list, {em, top, em + half, height - em}, figure.chart(false), figure.normal.series);
    plot::paint_chart(list, {2 * em + half, top, width - em, height - em}, figure.chart(true), figure.tangent.series);
  });
}

}  // namespace

void draw_convergence_panel(AppContext& app) {
  State& s = state();
  app.hovered_contact.clear();
  if (!app.now() || !app.frame->opened) return;
  if (s.world != app.frame->world) s.world = app.frame->world, go_live(s);
  take_and_start(app, s);
  controls(app, s);

  const std::vector<plot::StudyCurve> curves = s.study.curves();
  app.study_curves = int(curves.size());
  const std::vector<CurvePoint> live = plot::convergence_curve(s.shown.snapshot->report.solve.history);
  Figure figure;
  const bool two = app.frame->second && !s.frozen;
  const char* name = two ? "A" : "this step";
  if (curves.empty())
    add_curve(name, two ? 0 : 1, live, false, figure.normal), add_curve(name, two ? 0 : 1, live, true, figure.tangent);
  std::vector<CurvePoint> of_b;
  if (curves.empty() && two) of_b = plot::convergence_curve(app.frame->second->report.solve.history);
  if (!of_b.empty()) add_curve("B", 1, of_b, false, figure.normal), add_curve("B", 1, of_b, true, figure.tangent);
  for (std::size_t i = 0; i < curves.size(); ++i) {
    add_curve(curves[i].name, int(i), curves[i].points, false, figure.normal);
    add_curve(curves[i].name, int(i), curves[i].points, true, figure.tangent);
  }
  for (const plot::Series& series : figure.normal.series)
    for (const plot::Point& p : series.points) figure.end = std::max(figure.end, p.x);
  if (next_button("convergence.csv", "CSV", "The curves as a table")) export_csv(app, figure);
  if (next_button("convergence.png", "PNG", "The two charts as a picture")) export_png(app, s, figure);
  numbers(s);
  if (live.size() <= 2 && curves.empty() && !live.empty()) {
    ui::quiet(
        "One dot: last step's sets and factor solved this step too, so nothing was swept. Pull something, or press "
        "Compare, to see sweeps.");
    ui::track("convergence.why_one");
  }

  const float gap = app.em * 0.5f, width = (ImGui::GetContentRegionAvail().x - gap) / 2 - 1;
  const float height = std::max(app.em * 11, ImGui::GetContentRegionAvail().y - 2);
  static std::optional<double> hovered;
  std::optional<double> now_hovered;
  const auto draw = [&](const char* id, bool tangents, const Drawn& drawn) {
    const plot::ChartAnswer answer = plot::draw_chart(id, width, height, figure.chart(tangents), drawn.series, hovered);
    if (answer.hovered) now_hovered = answer.hovered;
    // the first two series are A's
    const bool of_second = two && answer.nearest && answer.nearest->series > 1;
    hovering(app, of_second ? *app.frame->second : *s.shown.snapshot, drawn, answer);
  };
  draw("convergence.normal", false, figure.normal);
  ImGui::SameLine(0, gap);
  draw("convergence.tangent", true, figure.tangent);
  hovered = now_hovered;
}

}  // namespace spook
