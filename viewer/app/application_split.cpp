// A/B in the window: two halves of one picture with one camera, and the hand in whichever half it is.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "viewer/app/application.h"
#include "viewer/app/course.h"
#include "viewer/app/event_log.h"
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
  if (context_.two_scenes()) {  // their bodies are others
    const Comparison& shown = context_.comparison;
    context_.comparison = {shown.edits, shown.shown, 0.0, 0.0, {}, 0};
    return;
  }
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
  const bool of_b = &current != context_.now(), alone = of_b && context_.two_scenes();  // nothing of A's is its
  const Selection& selection = alone ? context_.second_selection : selection_;
  std::set<BodyId> outlined = selection.bodies;
  outline_held(current, outlined, context_.outline);
  input.selected = &outlined;
  input.hovered = selection.hovered;
  input.differences = differences;
  const std::vector<glm::vec4> tints = alone ? std::vector<glm::vec4>{} : insight_tints(current);
  if (!tints.empty()) input.tints = &tints;
  show_bodies(input, settings_.layers, shapes_, list, poses);
  show_connectors(current, poses, list);
  show_layers(current, poses, settings_.layers, list);
  show_grips(current, poses, list);
  const bool tools_here = context_.two_scenes() ? of_b == (context_.side_of_hand == Side::b) : !of_b;
  if (alone && tools_here) told_from_b();
  if (tools_here) tools_->show(context_, PickScene{current, poses, shapes_}, list);
  if (alone && tools_here) told_from_b();
  if (alone) return;
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
  const bool poses_compared = two && !context_.two_scenes();
  const bool colours = poses_compared && context_.comparison.shown == ShownDifference::colours;
  draw_side(*context_.now(), frame.previous.get(), colours ? &second_.differences_of_a : nullptr, list_,
            context_.poses);
  if (!two) return;
  tell_from_b_too();
  draw_side(*frame.second, frame.second_previous.get(), colours ? &second_.differences : nullptr, second_.list,
            second_.poses);
  second_.view = view_matrices(camera_.camera(), context_.split_area);
  if (!poses_compared || context_.comparison.shown != ShownDifference::ghosts) return;
  show_ghosts(*frame.second, second_.poses, second_.differences, ghost_colour(1), shapes_, list_);
  show_ghosts(*context_.now(), context_.poses, second_.differences_of_a, ghost_colour(0), shapes_, second_.list);
}

// a drag belongs to the half it began in
void Application::choose_side_of_hand() {
  if (!split_shown())
    context_.side_of_hand = Side::a;
  else if (!controls_.busy())
    context_.side_of_hand = ImGui::GetIO().MousePos.x < context_.split_area.left ? Side::a : Side::b;
}

void Application::with_side_of_hand(const std::function<void(const PickScene&)>& act) {
  if (!context_.two_scenes()) {
    if (context_.side_of_hand == Side::a) return act(PickScene{*context_.now(), context_.poses, shapes_});
    std::swap(context_.view, second_.view);
    act(PickScene{*context_.frame->second, second_.poses, shapes_});
    return std::swap(context_.view, second_.view);
  }
  // what is selected in one half is let go in the other: an edit is of one
  const bool of_b = context_.side_of_hand == Side::b && second_.frame;
  Selection& other = context_.second_selection;
  if (of_b) told_from_b();
  const std::set<BodyId> before = selection_.bodies;
  act(PickScene{*context_.now(), context_.poses, shapes_});
  other.hovered = {};
  if (selection_.bodies != before && !selection_.bodies.empty()) other.bodies.clear();
  if (of_b) told_from_b();
}

void Application::told_from_b() {
  if (!second_.frame) return;
  std::swap(context_.frame, second_.frame);
  std::swap(context_.view, second_.view);
  std::swap(context_.poses, second_.poses);
  std::swap(selection_, context_.second_selection);
  std::swap(context_.levers, second_.levers), std::swap(context_.driver, second_.driver);
}

void Application::tell_from_b_too() {
  if (!context_.two_scenes()) return second_.frame.reset();
  auto frame = std::make_shared<SimFrame>(*context_.frame);
  std::swap(frame->previous, frame->second_previous), std::swap(frame->current, frame->second);
  std::swap(frame->opened, frame->second_opened), std::swap(frame->scripted, frame->second_scripted);
  second_.frame = std::move(frame);
}

// keys drive the machines of both
void Application::drive(float seconds) {
  controls_.drive(context_, window_, seconds, Side::a);
  if (!context_.two_scenes() || !second_.frame) return;
  told_from_b();
  controls_.drive(context_, window_, seconds, Side::b);
  told_from_b();
}

HandPorts Application::hand_ports() {
  return {[this](Command command) { simulation_.command(std::move(command), context_.side_of_hand); },
          [this](std::vector<Command> commands, std::string label) {
            simulation_.edit(std::move(commands), std::move(label), context_.side_of_hand);
          },
          [this](std::string label) { simulation_.mark_undo(std::move(label)); }};
}

// A and B of two scenes changed places, or B goes on alone: nobody looks from elsewhere for that
void Application::exchanged_scenes() {
  if (context_.frame->world == world_ || !context_.now()) return;
  world_ = context_.frame->world;
  second_.frame.reset();
  std::swap(selection_, context_.second_selection);
  context_.track_reports.clear();
  track_ = context_.frame->track;
  followed_ = {}, remember_heading();
  hand_.release();
  log_->events.clear(), tools_->cancel();
  window_.set_title(scene_title(context_.frame->opened->scene.name) + " – Spook");
}

void Application::draw_words_over_picture() {
  draw_labels(context_, list_.labels);
  draw_machine_hud(context_);
  draw_grip_label(context_);
  draw_tool_words(context_);
  if (!split_shown()) return draw_legend(context_);
  const bool two_scenes = context_.two_scenes() && second_.frame;
  if (two_scenes)
    told_from_b();
  else
    std::swap(context_.view, second_.view);
  draw_labels(context_, second_.list.labels);
  if (two_scenes) draw_machine_hud(context_), draw_grip_label(context_);
  draw_legend(context_);
  if (two_scenes)
    told_from_b();
  else
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
