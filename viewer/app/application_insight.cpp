// What the panels under "Look closer" draw into the picture. All of it only while its panel is open.
#include <imgui.h>

#include <cmath>

#include "viewer/app/application.h"
#include "viewer/app/insight.h"
#include "viewer/render/convert.h"
#include "viewer/render/magnifier_layer.h"
#include "viewer/render/picked_layer.h"
#include "viewer/render/solving_layer.h"

namespace spook {

namespace {

// somebody looks on at the steps while the panel is open, and nobody else
template <typename Watch>
void watch_while_open(bool open, std::shared_ptr<Watch>& watch, Simulation& simulation) {
  if (open == bool(watch)) return;
  watch.reset();
  if (!open) return;
  watch = std::make_shared<Watch>();
  simulation.watch(watch);
}

constexpr float reach = 40.0f;  // pixels at normal size; chosen: a click beside every contact picks none

struct Candidate {
  Vec3 point;
  BodyId a, b;
};

std::vector<Candidate> candidates(const AppContext& app) {
  std::vector<Candidate> all;
  const auto add = [&](const Snapshot& snapshot, int a, int b, const Vec3& point) {
    if (a >= 0 && b >= 0)
      all.push_back({point, snapshot.bodies[std::size_t(a)].id, snapshot.bodies[std::size_t(b)].id});
  };
  if (const InsideStep* step = app.inside.step.get()) {
    if (!step->parts.empty())
      for (const ObservedContact& contact : step->parts.back().contacts)
        add(*step->before, contact.body_a, contact.body_b, contact.point);
  } else {
    for (const ContactView& contact : app.now()->contacts)
      add(*app.now(), contact.body_a, contact.body_b, contact.point);
  }
  return all;
}

// the contact nearest to the cursor on the screen; of those as near, the one nearest to the eye
void pick_at_cursor(AppContext& app) {
  Insight& insight = *app.insight;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  float best = reach * app.em / 15.0f;
  insight.picked = {};
  for (const Candidate& one : candidates(app)) {
    glm::vec2 at;
    if (!project(app.view, to_glm(one.point), at)) continue;
    const float away = std::hypot(at.x - mouse.x, at.y - mouse.y) +
                       0.02f * app.view.pixels_per_unit * 0.001f * glm::length(to_glm(one.point) - app.view.eye);
    if (away < best) best = away, insight.picked = {one.a, one.b, one.point};
  }
  insight.show_picked_line = insight.picked.valid();
  insight.picked_world = app.frame->world;
  if (!insight.picked.valid()) app.say("No contact near the cursor");
}

void take_picking(AppContext& app) {
  Insight& insight = *app.insight;
  const ImGuiIO& io = ImGui::GetIO();
  if (!io.MouseDown[0]) insight.takes_mouse = false;
  const bool wanted = insight.picking || io.KeyAlt;
  if (!wanted || !app.now() || app.stage.shown || io.WantCaptureMouse || !ImGui::IsMouseClicked(0)) return;
  insight.takes_mouse = true, insight.picking = false;
  pick_at_cursor(app);
}

// where it is now, or in the open step
void follow_picked(AppContext& app) {
  Insight& insight = *app.insight;
  if (insight.picked_world != app.frame->world) insight.picked = {}, insight.picked_world = app.frame->world;
  if (!insight.picked.valid() || app.inside.step) return;
  if (const int found = find_picked(*app.now(), insight.picked); found >= 0)
    insight.picked.point = app.now()->contacts[std::size_t(found)].point;
}

}  // namespace

void Application::take_insight(float) {
  if (context_.now()) take_picking(context_), follow_picked(context_);
  const auto open = [&](const char* panel) { return settings_.open_panels.contains(panel); };
  if (open("lessons")) insight_->lessons.watch(context_);
  watch_while_open(open("ledger"), insight_->ledger, simulation_);
  watch_while_open(open("friction"), insight_->friction, simulation_);
  watch_while_open(open("agreement"), insight_->loads, simulation_);
  if (insight_->loads && context_.frame) insight_->loads->look_at(context_.frame->opened);
  if (insight_->friction) insight_->friction->look_at(insight_->picked);
  Magnifier& magnifier = insight_->magnifier;
  if (!context_.now() || !open("magnifier")) return;
  if (magnifier.world != context_.frame->world) magnifier.count_motion_from(*context_.now(), context_.frame->world);
}

// the colours of bodies that a panel asks for; empty where none does
std::vector<glm::vec4> Application::insight_tints(const Snapshot& snapshot) const {
  if (!settings_.open_panels.contains("solving") || !insight_->solving.colours || context_.stage.shown) return {};
  const auto& marks = context_.frame->solving;
  return marks && !marks->empty() ? solving_tints(snapshot, MarkLookup(*marks)) : std::vector<glm::vec4>{};
}

void Application::show_insight(const Snapshot& snapshot, DrawList& list) {
  const auto open = [&](const char* panel) { return settings_.open_panels.contains(panel); };
  if (insight_->picked.valid() && (open("pivots") || open("friction") || open("solving")))
    show_picked(snapshot, insight_->picked, open("friction") && !context_.inside.step, layer_scale(snapshot), list);
  if (open("solving") && insight_->solving.colours && context_.frame->solving && !context_.stage.shown)
    show_solving(snapshot, MarkLookup(*context_.frame->solving), layer_scale(snapshot), list);
  const Magnifier& magnifier = insight_->magnifier;
  if (!settings_.open_panels.contains("magnifier") || context_.stage.shown) return;
  const LayerScale scale = layer_scale(snapshot);
  show_deformations(deformations(snapshot), magnifier, scale, list);
  if (magnifier.motion) show_magnified_motion(snapshot, magnifier, scale, shapes_, list);
}

}  // namespace spook
