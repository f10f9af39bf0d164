// The residual after every sweep of a step, normal and tangential apart, with a ring at every sweep in which a contact
// changed state; a step can be frozen and solved again by all rivals (numerics §5; the paper's Figures 8 to 10).
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "viewer/panels/context.h"
#include "viewer/panels/panel.h"
#include "viewer/panels/widgets.h"
#include "viewer/plot/chart.h"
#include "viewer/plot/convergence_study.h"
#include "viewer/plot/export_file.h"

namespace spook {
namespace {

struct State {
  plot::ConvergenceStudy study;
  std::mutex mutex;
  std::shared_ptr<const StepProblem> taken;  // by the stepping thread, for the study
  bool frozen = false;
  int world = 0, sweeps = 100;
  StepReport report;
};

State& state() {
  static State s;
  return s;
}

// sweeps as a line, direct solves as points between; x counts sweeps
std::vector<plot::Series> series_of(const std::vector<SweepRecord>& history, const std::string& prefix, int colour,
                                    bool tangents) {
  plot::Series line{prefix, plot::series_colour(colour), {}},
      points{prefix + " direct", plot::series_colour(colour), {}, true};
  double x = 0;
  for (std::size_t i = 0; i < history.size(); ++i) {
    const SweepRecord& r = history[i];
    const double y = tangents ? r.residual.tangent : r.residual.normal;
    if (r.direct) {
      points.points.push_back({x + 0.5, y});
      continue;
    }
    if (i) x += 1;
    line.points.push_back({x, y});
    if (r.changes > 0 && i) line.marks.push_back({x, y});
  }
  std::vector<plot::Series> series{line};
  if (!points.points.empty()) series.push_back(points);
  return series;
}

double last_x(const std::vector<plot::Series>& series) {
  double x = 1;
  for (const plot::Series& s : series)
    for (const plot::Point& p : s.points) x = std::max(x, p.x);
  return x;
}

void numbers(const StepReport& report) {
  const SolveReport& s = report.solve;
  ImGui::TextDisabled(
      "step %llu   contacts %d   pivots %d   factorisations %d   reused %d   failed %d   direct ‖s‖ %.2g   residual "
      "%.2g → %.2g",
      static_cast<unsigned long long>(report.step), report.contacts, s.pivots, s.factorisations, s.reused_factors,
      s.failed, s.direct_residual, s.residual_start.normal + s.residual_start.tangent,
      s.residual_end.normal + s.residual_end.tangent);
}

void fly_to_worst(AppContext& app) {
  const Snapshot& now = *app.now();
  const ContactView* worst = nullptr;
  for (const ContactView& c : now.contacts)
    if (!worst || c.residual > worst->residual) worst = &c;
  if (!worst) return;
  app.fly_to(worst->point, std::max(0.5, 0.25 * double(app.camera.goal().distance)));
  const auto name = [&](int i) {
    return i >= 0 && i < int(now.bodies.size()) ? now.bodies[std::size_t(i)].look->name : std::string("the world");
  };
  char text[200];
  std::snprintf(text, sizeof text, "worst contact: %.60s on %.60s, residual %.3g N s", name(worst->body_a).c_str(),
                name(worst->body_b).c_str(), worst->residual);
  app.say(text);
}

// a copy of the last step's problem, made between two steps, then solved beside the simulation
void ask_for_problem(AppContext& app) {
  app.simulation.run([](World& world) {
    auto problem = std::make_shared<const StepProblem>(world.last_problem());
    std::lock_guard lock(state().mutex);
    state().taken = std::move(problem);
  });
}

void start_when_taken(State& s) {
  std::shared_ptr<const StepProblem> problem;
  {
    std::lock_guard lock(s.mutex);
    problem = std::move(s.taken);
  }
  if (problem) s.study.start(std::move(problem), s.sweeps);
}

void controls(AppContext& app, State& s) {
  if (ui::button("convergence.freeze", s.frozen ? "Live" : "Freeze this step",
                 "Keeps one step's figures while the world goes on"))
    s.frozen = !s.frozen;
  ImGui::SameLine();
  ImGui::SetNextItemWidth(app.em * 8);
  ImGui::SliderInt("##sweeps", &s.sweeps, 10, 1000, "%d sweeps", ImGuiSliderFlags_Logarithmic);
  ui::track("convergence.sweeps");
  ImGui::SameLine();
  if (ui::button("convergence.overlay", s.study.running() ? "Solving …" : "Compare all sweeps",
                 "Solves the step again from nothing with every sweep kind, the default and exact") &&
      !s.study.running()) {
    s.frozen = true;
    ask_for_problem(app);
  }
  ImGui::SameLine();
  if (ui::button("convergence.clear", "Clear", "Back to the step as it was solved")) s.study.clear();
  ImGui::SameLine();
  if (ui::button("convergence.worst", "Worst contact", "Names it and flies there")) fly_to_worst(app);
  ImGui::SameLine();
  ui::toggle("convergence.colour", "colour contacts", app.settings.layers.residual, "By residual, in the picture");
}

}  // namespace

void draw_convergence_panel(AppContext& app) {
  State& s = state();
  if (!app.now()) return;
  if (s.world != app.frame->world) {
    s.world = app.frame->world, s.frozen = false;
    s.study.clear();
  }
  start_when_taken(s);
  if (!s.frozen && !app.reports.empty()) s.report = app.reports.back();
  controls(app, s);
  std::vector<plot::Series> normal, tangent;
  const std::vector<plot::StudyCurve> curves = s.study.curves();
  if (curves.empty()) {
    normal = series_of(s.report.solve.history, "normal", 1, false),
    tangent = series_of(s.report.solve.history, "tangential", 0, true);
  }
  for (std::size_t i = 0; i < curves.size(); ++i) {
    for (plot::Series& c : series_of(curves[i].history, curves[i].name, int(i), false)) normal.push_back(std::move(c));
    for (plot::Series& c : series_of(curves[i].history, curves[i].name, int(i), true)) tangent.push_back(std::move(c));
  }
  ImGui::SameLine();
  if (ui::button("convergence.csv", "CSV")) {
    std::vector<plot::Series> all;
    for (plot::Series c : normal) c.name += " normal", all.push_back(std::move(c));
    for (plot::Series c : tangent) c.name += " tangential", all.push_back(std::move(c));
    plot::export_text(app, "convergence", plot::to_csv("sweep", all));
  }
  ImGui::SameLine();
  if (ui::button("convergence.png", "PNG", "A picture of the window")) app.act(Action::screenshot);
  numbers(s.report);
  const float gap = app.em * 0.5f, width = (ImGui::GetContentRegionAvail().x - gap) / 2 - 1;
  const float height = std::max(app.em * 6, ImGui::GetContentRegionAvail().y - 2);
  static std::optional<double> hovered;
  std::optional<double> now_hovered;
  const double end = std::max(last_x(normal), last_x(tangent)) + 0.5;
  const auto draw = [&](const char* title, const std::vector<plot::Series>& series) {
    const plot::ChartAnswer answer = plot::draw_chart(std::string("convergence.") + title, width, height,
                                                      {title, "sweep", "N s", 0, end, true, {}, {}}, series, hovered);
    if (answer.hovered) now_hovered = answer.hovered;
  };
  draw("normal residual", normal);
  ImGui::SameLine(0, gap);
  draw("tangential residual", tangent);
  hovered = now_hovered;
  if (normal.empty() || (normal[0].points.size() < 2 && curves.empty()))
    ui::quiet("step once, or play: histories are recorded while this panel is open");
}

}  // namespace spook
