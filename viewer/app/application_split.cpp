// A/B in the window: two halves of one picture with one camera, and the hand in whichever half it is.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "viewer/app/application.h"
#include "viewer/app/course.h"
#include "viewer/app/theme.h"
#include "viewer/app/tools.h"
#include "viewer/interact/picking.h"

namespace spook {
namespace {

// chosen: what is wider than high still fits into half a window, or beside panels
constexpr float min_aspect = 1.3f;

glm::vec3 ghost_colour(int side) {
  const ImVec4 seen = side_vec(side);
  return glm::pow(glm::vec3(seen.x, seen.y, seen.z), glm::vec3(2.2f));
}

}  // namespace

bool Application::split_shown() const {
  return context_.frame->second && !context_.stage.shown;
}

// of what the panels leave free, each side has a half
void Application::lay_out_split() {
  view_area_.min_aspect = min_aspect;
  if (!split_shown()) return;
  const float middle = std::round(0.5f * (view_area_.left + float(view_area_.width) - view_area_.right));
  context_.split_area = view_area_;
  context_.split_area.left = middle;
  view_area_.right = float(view_area_.width) - middle;
}

void Application::compare_poses() {
  const Snapshot &a = *context_.now(), &b = *context_.frame->second;
  second_.differences_of_a = pose_differences(a, b), second_.differences = pose_differences(b, a);
  Comparison& c = context_.comparison;
  c.largest = c.rms = 0.0, c.only_in_one = 0, c.farthest.clear();
  int both = 0;
  for (std::size_t i = 0; i < a.bodies.size(); ++i) {
    const double metres = second_.differences_of_a[i];
    if (metres < 0) ++c.only_in_one;
    if (metres < 0 || a.bodies[i].look->motion != Motion::dynamic) continue;
    ++both, c.rms += metres * metres;
    if (metres > c.largest) c.largest = metres, c.farthest = a.bodies[i].look->name;
  }
  for (const double metres : second_.differences) c.only_in_one += metres < 0;
  c.rms = std::sqrt(c.rms / std::max(1, both));
}

void Application::draw_side(const Snapshot& current, const Snapshot* previous, const std::vector<double>* differences,
                            DrawList& list, std::vector<Pose>& poses) {
  SceneViewInput input;
  input.previous = previous, input.current = &current;
  input.fraction = fraction();
  std::set<BodyId> outlined = selection_.bodies;
  outline_held(current, outlined, context_.outline);
  input.selected = &outlined;
  input.hovered = selection_.hovered;
  input.differences = differences;
  const std::vector<glm::vec4> tints = insight_tints(current);
  if (!tints.empty()) input.tints = &tints;
  show_bodies(input, settings_.layers, shapes_, list, poses);
  show_connectors(current, poses, list);
  show_layers(current, poses, settings_.layers, list);
  show_grips(current, poses, list);
  if (&current == context_.now()) tools_->show(context_, PickScene{current, poses, shapes_}, list);
  course_->show(current, list);
  show_insight(current, list);
}

void Application::draw_world() {
  for (DrawList* list : {&list_, &second_.list}) list->clear(), list->pixel = context_.em / 15.0f;
  if (!context_.now()) return;
  context_.outline = ViewStyle{}.outline;
  const SimFrame& frame = *context_.frame;
  const bool two = split_shown();
  if (two) compare_poses();
  const bool colours = two && context_.comparison.shown == ShownDifference::colours;
  draw_side(*context_.now(), frame.previous.get(), colours ? &second_.differences_of_a : nullptr, list_,
            context_.poses);
  if (!two) return;
  draw_side(*frame.second, frame.second_previous.get(), colours ? &second_.differences : nullptr, second_.list,
            second_.poses);
  second_.view = view_matrices(camera_.camera(), context_.split_area);
  if (context_.comparison.shown != ShownDifference::ghosts) return;
  show_ghosts(*frame.second, second_.poses, second_.differences, ghost_colour(1), shapes_, list_);
  show_ghosts(*context_.now(), context_.poses, second_.differences_of_a, ghost_colour(0), shapes_, second_.list);
}

// a drag belongs to the half it began in
void Application::choose_side_of_hand() {
  if (!split_shown())
    side_of_hand_ = Side::a;
  else if (!controls_.busy())
    side_of_hand_ = ImGui::GetIO().MousePos.x < context_.split_area.left ? Side::a : Side::b;
}

void Application::with_side_of_hand(const std::function<void(const PickScene&)>& act) {
  if (side_of_hand_ == Side::a) return act(PickScene{*context_.now(), context_.poses, shapes_});
  std::swap(context_.view, second_.view);
  act(PickScene{*context_.frame->second, second_.poses, shapes_});
  std::swap(context_.view, second_.view);
}

void Application::draw_words_over_picture() {
  draw_labels(context_, list_.labels);
  draw_machine_hud(context_);
  draw_grip_label(context_);
  draw_tool_words(context_);
  if (!split_shown()) return draw_legend(context_);
  std::swap(context_.view, second_.view);
  draw_labels(context_, second_.list.labels);
  draw_legend(context_);
  std::swap(context_.view, second_.view);
  draw_side_plates(context_);
}

void Application::paint_scene(int pixels_wide, int pixels_high) {
  const auto in_pixels = [&](ViewArea area) {
    const float ratio = float(pixels_wide) / float(area.width);
    area.width = std::max(1, pixels_wide), area.height = std::max(1, pixels_high);
    for (float* side : {&area.left, &area.right, &area.top, &area.bottom}) *side *= ratio;
    return area;
  };
  ViewStyle style;
  style.outline = context_.outline;
  style.wireframe = settings_.layers.wireframe;
  style.see_through = settings_.layers.see_through || (context_.inside.step && context_.inside.see_through);
  const Quality drawn = quality(!picture_wanted_.empty());
  const auto paint = [&](const DrawList& list, const ViewArea& area) {
    renderer_.draw(list, shapes_, view_matrices(camera_.camera(), in_pixels(area)), environment_, style, drawn);
  };
  if (!split_shown()) return paint(list_, view_area_);
  const int middle = int(std::lround(in_pixels(context_.split_area).left));
  style.end_column = middle;
  paint(list_, view_area_);
  style.first_column = middle, style.end_column = -1;
  paint(second_.list, context_.split_area);
}

void Application::toggle_split() {
  if (context_.frame->second) {
    simulation_.join(Side::a);
    return context_.say("A goes on alone");
  }
  if (!context_.now()) return;
  simulation_.split();
  settings_.open_panels.insert("compare");
  bring_to_front(context_, "compare");
}

}  // namespace spook
