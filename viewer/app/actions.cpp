// What the keys of the key table do.
#include <algorithm>

#include "viewer/app/application.h"
#include "viewer/app/tools.h"
#include "viewer/interact/edits.h"
#include "viewer/panels/panel.h"
#include "viewer/render/convert.h"

namespace spook {
namespace {

struct LayerAction {
  Action action;
  bool Layers::*field;
};

constexpr LayerAction layer_actions[] = {{Action::layer_contacts, &Layers::contacts},
                                         {Action::layer_normals, &Layers::normals},
                                         {Action::layer_forces, &Layers::forces},
                                         {Action::layer_friction, &Layers::friction_forces},
                                         {Action::layer_cones, &Layers::cones},
                                         {Action::layer_joints, &Layers::joints},
                                         {Action::layer_axes, &Layers::axes},
                                         {Action::layer_inertia, &Layers::inertia},
                                         {Action::layer_bounds, &Layers::bounds},
                                         {Action::layer_islands, &Layers::islands},
                                         {Action::layer_velocity, &Layers::velocity},
                                         {Action::layer_names, &Layers::names},
                                         {Action::layer_wireframe, &Layers::wireframe},
                                         {Action::layer_see_through, &Layers::see_through},
                                         {Action::layer_sleeping, &Layers::sleeping},
                                         {Action::layer_residual, &Layers::residual},
                                         {Action::layer_changes, &Layers::state_changes},
                                         {Action::layer_numbers, &Layers::numbers}};

Eigen::AlignedBox3d selected_box(const AppContext& app) {
  Eigen::AlignedBox3d box;
  const Snapshot& now = *app.now();
  for (std::size_t i = 0; i < now.bodies.size(); ++i) {
    const BodyView& body = now.bodies[i];
    const bool wanted =
        app.selection.bodies.empty() ? body.look->motion == Motion::dynamic : app.selection.bodies.contains(body.id);
    if (!wanted || !body.bounds_min.allFinite() || (body.bounds_max - body.bounds_min).norm() > 1000) continue;
    box.extend(body.bounds_min), box.extend(body.bounds_max);
  }
  return box;
}

}  // namespace

void Application::act_on_view(Action action) {
  switch (action) {
    case Action::frame_selection:
      if (context_.now())
        camera_.glide(
            frame_box(camera_.goal(), selected_box(context_), float(view_area_.width) / float(view_area_.height)));
      break;
    case Action::follow:
      if (chase_.on) {
        chase_.on = false;
        return context_.say("The camera stays; drive on, Home for the scene's view");
      }
      followed_ =
          context_.selection.bodies.size() == 1 && !followed_.valid() ? *context_.selection.bodies.begin() : BodyId{};
      context_.say(followed_.valid() ? "Following. Shift-F lets go" : "Not following");
      break;
    case Action::home_view:
      chase_.on = false;
      camera_.glide(home_camera());
      break;
    case Action::save_view:
      context_.save_view();
      context_.say("View " + std::to_string(context_.views().size()) + " of this scene remembered. V shows it again");
      break;
    case Action::next_view:
      if (const auto views = context_.views(); !views.empty())
        context_.show_view(next_view_++ % views.size());
      else
        context_.say("No view of this scene is remembered. Shift-V remembers one");
      break;
    default:
      break;
  }
}

std::string Application::selected_in_words() const {
  const auto& bodies = selection_.bodies;
  const int first = bodies.empty() ? -1 : index_of(*context_.now(), *bodies.begin());
  if (bodies.size() != 1 || first < 0) return std::to_string(bodies.size()) + " bodies";
  return context_.now()->bodies[std::size_t(first)].look->name;
}

// of what is selected, in whichever half that is
void Application::act_on_edit(Action action) {
  if (!context_.now()) return;
  const bool of_b = context_.two_scenes() && !context_.second_selection.bodies.empty();
  const Side side = of_b ? Side::b : Side::a;
  if (of_b) told_from_b();
  act_on_selected(action, side);
  if (of_b) told_from_b();
}

void Application::act_on_selected(Action action, Side side) {
  Selection& selection = context_.selection;
  switch (action) {
    case Action::undo:
      simulation_.undo();
      break;
    case Action::redo:
      simulation_.redo();
      break;
    case Action::remove:
      if (!selection.bodies.empty())
        simulation_.edit(remove_bodies(selection.bodies), "delete " + selected_in_words(), side);
      selection.bodies.clear();
      break;
    case Action::clone:
      if (!selection.bodies.empty())
        simulation_.edit(clone_bodies(*context_.now(), selection.bodies), "clone " + selected_in_words(), side);
      break;
    case Action::spawn:
      spawn_at_cursor();
      break;
    case Action::select_all:
      for (const BodyView& body : context_.now()->bodies)
        if (body.look->motion == Motion::dynamic) selection.bodies.insert(body.id);
      break;
    default:
      break;
  }
}

void Application::act(Action action) {
  for (const LayerAction& row : layer_actions)
    if (row.action == action) {
      settings_.layers.*row.field = !(settings_.layers.*row.field);
      return;
    }
  for (const PanelRow& row : panel_table())
    if (row.action == action) return toggle_panel(context_, std::string(row.id).c_str());
  for (const ToolRow& row : tool_table())
    if (row.action == action) return tools_->choose(tools_->tool() == row.tool ? Tool::hand : row.tool);
  const SimFrame& frame = *context_.frame;
  switch (action) {
    case Action::play_pause:
      if (context_.stage.shown)
        context_.stage.playing = !context_.stage.playing;
      else
        simulation_.toggle_play();
      break;
    case Action::step:
      simulation_.step_once();
      break;
    case Action::step_back:
      simulation_.step_back();
      break;
    case Action::slower:
      simulation_.change_speed(false);
      break;
    case Action::faster:
      simulation_.change_speed(true);
      break;
    case Action::reset:
      simulation_.reset();
      break;
    case Action::open_step:
      toggle_inside();
      break;
    case Action::inside_back:
    case Action::inside_on:
      context_.inside.playing = false;
      context_.inside.go(context_.inside.moment + (action == Action::inside_on ? 1 : -1));
      break;
    case Action::split:
      toggle_split();
      break;
    case Action::gallery:
      furniture_.gallery_open = !furniture_.gallery_open, furniture_.gallery_just_opened = true,
      furniture_.gallery_for_b = false, furniture_.gallery_query.clear();
      break;
    case Action::open_file:
      furniture_.open_open = furniture_.open_just_opened = true;
      break;
    case Action::save:
      furniture_.save_open = furniture_.save_just_opened = true;
      furniture_.save_name = (frame.opened ? frame.opened->scene.name : std::string("scene")) + ".json";
      break;
    case Action::help:
      furniture_.help_open = !furniture_.help_open;
      break;
    case Action::hide_panels:
      furniture_.hidden = !furniture_.hidden;
      break;
    case Action::clear_selection:
      step_out();
      break;
    case Action::theme:
      settings_.dark = !settings_.dark, apply_look();
      break;
    case Action::fullscreen:
      window_.toggle_fullscreen();
      break;
    case Action::screenshot:
      picture_wanted_ = fresh_name(".png").string();
      break;
    case Action::record:
      toggle_recording();
      break;
    case Action::film:
      furniture_.film.open = !furniture_.film.open, furniture_.film.just_opened = true;
      break;
    case Action::quit:
      quit_ = true;
      break;
    default:
      act_on_view(action), act_on_edit(action);
  }
}

}  // namespace spook
