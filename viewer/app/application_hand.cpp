// What the hand shows: its pull, what it holds, and how high that is.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "viewer/app/application.h"
#include "viewer/app/pad_dialog.h"
#include "viewer/app/tools.h"
#include "viewer/interact/picking.h"
#include "viewer/panels/popups.h"
#include "viewer/render/convert.h"

namespace spook {
namespace {

const glm::vec4 calm(0.98f, 0.72f, 0.28f, 1), strained(0.95f, 0.20f, 0.14f, 1);

float load_of(const GripView& grip) {
  return float(std::clamp(grip.cap > 0 ? grip.force / grip.cap : 0.0, 0.0, 1.0));
}

// a thin line down to what is below, and a ring there: where over the ground a held thing is
void show_stalk(const Vec3& from, const Vec3& foot, const Vec3& normal, float size, DrawList& list) {
  const glm::vec4 colour(1, 1, 1, 0.75f);
  const glm::vec3 below = to_glm(foot);
  list.line(to_glm(from), below, colour, 1.5f, true);
  const Vec3 side = normal.unitOrthogonal(), other = normal.cross(side);
  constexpr int parts = 24;
  const auto on_ring = [&](int i) {
    const double angle = 2.0 * 3.14159265358979 * i / parts;
    return to_glm(Vec3(foot + double(size) * (std::cos(angle) * side + std::sin(angle) * other)));
  };
  for (int i = 0; i < parts; ++i) list.line(on_ring(i), on_ring(i + 1), colour, 1.5f, true);
}

}  // namespace

// the hand's line from the gripped point to where it pulls, and the stalk
void Application::show_grips(const Snapshot& snapshot, const std::vector<Pose>& poses, DrawList& list) {
  for (const GripView& grip : snapshot.grips) {
    const glm::vec4 colour = glm::mix(calm, strained, load_of(grip));
    const glm::vec3 a = to_glm(grip.point), b = to_glm(grip.target);
    list.line(a, b, colour, 3.0f, true);
    list.dot(a, colour, 10.0f);
    list.dot(b, glm::vec4(1), 8.0f);
    const auto below = cast(PickScene{snapshot, poses, shapes_}, grip.point, -Vec3::UnitZ(), grip.body);
    if (below)
      show_stalk(grip.point, below->point, below->normal.normalized(), 0.012f * camera_.camera().distance, list);
  }
}

// Esc: what is on top goes first, whichever it is
void Application::step_out() {
  if (std::exchange(pad_->open, false)) return;
  if (ui::close_popup() || furniture_.close_topmost() || controls_.let_go(context_)) return;
  if (ImGui::GetIO().WantTextInput) return;  // the field leaves what was typed
  if (tools_->tool() != Tool::hand) return tools_->choose(Tool::hand);
  if (context_.inside.step) return simulation_.close_step();
  selection_.bodies.clear(), context_.second_selection.bodies.clear();
}

// while something is held, the outline is its own, and reddens with the load
void Application::outline_held(const Snapshot& snapshot, std::set<BodyId>& outlined, glm::vec4& colour) const {
  for (const GripView& grip : snapshot.grips) {
    if (grip.body < 0 || grip.body >= int(snapshot.bodies.size())) continue;
    outlined = {snapshot.bodies[std::size_t(grip.body)].id};
    colour = glm::mix(calm, strained, load_of(grip));
  }
}

}  // namespace spook
