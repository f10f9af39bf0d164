#include "viewer/app/controls.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "viewer/app/gamepad_input.h"
#include "viewer/app/pad_dialog.h"
#include "viewer/app/tools.h"
#include "viewer/app/window.h"
#include "viewer/render/convert.h"

namespace spook {
namespace {

// chosen: what a hand that clicks moves by, pixels; how long it rests on a body before it holds it, s, and frames: slow
// ones see a click late
constexpr float still = 4.0f;
constexpr double hold_after = 0.25;
constexpr int hold_after_frames = 8;

glm::vec2 cursor() {
  const ImVec2 p = ImGui::GetIO().MousePos;
  return {p.x, p.y};
}

std::optional<PickHit> under_cursor(const AppContext& app, const PickScene& scene) {
  const Ray ray = pixel_ray(app.view, cursor());
  return cast(scene, from_glm(ray.origin), from_glm(ray.direction));
}

bool movable(const PickScene& scene, const PickHit& hit) {
  return scene.snapshot.bodies[std::size_t(hit.body)].look->motion == Motion::dynamic;
}

// some machines drive off without a script: their motors run as the scene opens
bool runs_by_itself(const AppContext& app, std::span<const ScenarioControl> controls) {
  for (const JointView& joint : app.now()->joints)
    for (const ScenarioControl& control : controls)
      for (const ScenarioControl::Target& target : control.targets)
        if (target.joint == joint.name && joint.motor && joint.motor->speed != 0.0) return true;
  return false;
}

}  // namespace

void Controls::press(AppContext& app, const PickScene& scene) {
  const ImGuiIO& io = ImGui::GetIO();
  const auto hit = under_cursor(app, scene);
  moved_ = 0.0f, frames_ = 0, touched_ = {};
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    button_ = ImGuiMouseButton_Left;
    if (app.stage.shown) return void(drag_ = Drag::orbit);  // the motion of an experiment is only looked at
    if (io.KeyShift) {
      app.hints_followed |= hint_shoot;
      return hand_.shoot(pixel_ray(app.view, cursor()), app.hand);
    }
    if (io.KeyCtrl) {
      if (hit)
        app.selection.toggle(scene.snapshot.bodies[std::size_t(hit->body)].id);
      else
        app.selection.bodies.clear();
      return;
    }
    if (app.tools->tool() != Tool::hand) {
      drag_ = Drag::tool;
      return app.tools->press(app, scene);
    }
    if (hit && movable(scene, *hit)) {
      drag_ = Drag::touch;
      touched_ = scene.snapshot.bodies[std::size_t(hit->body)].id;
      touched_at_ = scene.poses[std::size_t(hit->body)].to_local(hit->point);
      touched_since_ = ImGui::GetTime();
      return;
    }
    drag_ = Drag::orbit;
  } else if (ImGui::IsMouseClicked(ImGuiMouseButton_Right)) {
    button_ = ImGuiMouseButton_Right, drag_ = io.KeyShift ? Drag::pan : Drag::orbit;
  } else if (ImGui::IsMouseClicked(ImGuiMouseButton_Middle)) {
    button_ = ImGuiMouseButton_Middle, drag_ = Drag::pan;
  }
}

// the hand closes: from here on it pulls
void Controls::hold(AppContext& app, const PickScene& scene) {
  drag_ = Drag::grip;
  hand_.grab(scene, touched_, touched_at_, app.camera.camera(), app.hand, !app.frame->playing);
  if (!app.frame->playing) app.selection.bodies = {touched_};
}

// a button that came up where it went down was a click: it selects
void Controls::finish(AppContext& app, const PickScene& scene) {
  if (drag_ == Drag::tool) {
    drag_ = Drag::none;
    return app.tools->release(app, scene);
  }
  if (drag_ == Drag::grip) hand_.release();
  const bool click = button_ == ImGuiMouseButton_Left && moved_ < still;
  drag_ = Drag::none;
  if (!click || app.stage.shown) return;
  app.selection.bodies.clear();
  if (touched_.valid()) app.selection.bodies.insert(touched_);
}

void Controls::drag(AppContext& app, const PickScene& scene) {
  const ImGuiIO& io = ImGui::GetIO();
  const ImVec2 by = io.MouseDelta;
  moved_ += std::abs(by.x) + std::abs(by.y);
  const bool rests = ++frames_ > hold_after_frames && ImGui::GetTime() - touched_since_ > hold_after;
  if (drag_ == Drag::touch && (moved_ >= still || rests)) hold(app, scene);
  if (drag_ == Drag::grip) {
    hand_.lock_orientation(scene, ImGui::IsMouseDown(ImGuiMouseButton_Right), app.hand);
    hand_.move(scene, pixel_ray(app.view, cursor()), app.camera.camera(), io.KeyShift, !app.frame->playing);
  }
  if (drag_ != Drag::touch && moved_ > 10 * still)
    app.hints_followed |= drag_ == Drag::grip ? hint_drag : drag_ == Drag::orbit ? hint_look : Hint{};
  if (drag_ == Drag::orbit) app.camera.orbit({by.x, by.y});
  if (drag_ == Drag::pan) app.camera.pan({by.x, by.y}, app.view);
  if (drag_ == Drag::tool) app.tools->drag(app, scene);
  if (!ImGui::IsMouseDown(button_)) finish(app, scene);
}

bool Controls::let_go(AppContext& app) {
  if (app.tools->cancel()) {
    if (drag_ == Drag::tool) drag_ = Drag::none;
    return true;
  }
  if (drag_ != Drag::grip && drag_ != Drag::touch) return false;
  hand_.release();
  drag_ = Drag::none;
  return true;
}

void Controls::wheel(AppContext& app) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.MouseWheel == 0 || (io.WantCaptureMouse && drag_ == Drag::none)) return;
  if (drag_ == Drag::grip)
    hand_.push_pull(io.MouseWheel, app.camera.camera());
  else if (!app.tools->wheel(app, io.MouseWheel))
    app.camera.zoom(io.MouseWheel, cursor(), app.view);
}

void Controls::fly(AppContext& app, Window& window, float seconds) {
  const auto axis = [&](int plus, int minus) { return float(window.key_down(plus)) - float(window.key_down(minus)); };
  const glm::vec3 move(axis(GLFW_KEY_D, GLFW_KEY_A), axis(GLFW_KEY_E, GLFW_KEY_Q), axis(GLFW_KEY_W, GLFW_KEY_S));
  if (move != glm::vec3(0)) app.camera.fly(move * (ImGui::GetIO().KeyShift ? 3.0f : 1.0f), seconds);
}

// the scene's levers: keys (GLFW's letters are ASCII), or a gamepad's sticks in the order of the levers
void Controls::drive(AppContext& app, Window& window, float seconds, Side side) {
  app.levers.clear(), app.driver = Driver::nobody;
  app.pad->now = read_gamepad();
  if (world_ != app.frame->world) {
    for (Machine& machine : machines_) machine.forget();
    world_ = app.frame->world;
  }
  Machine& machine = machines_[side == Side::b ? 1 : 0];
  const std::span<const ScenarioControl> controls = app.controls();
  if (controls.empty() || app.stage.shown) return;
  std::vector<double> levers(controls.size(), 0.0);
  const bool flying = drag_ == Drag::orbit && button_ == ImGuiMouseButton_Right;
  const ImGuiIO& io = ImGui::GetIO();
  for (std::size_t i = 0; i < controls.size() && !io.WantTextInput && !io.KeyCtrl && !flying; ++i)
    levers[i] = double(window.key_down(controls[i].forward)) - double(window.key_down(controls[i].backward));
  for (std::size_t i = 0; i < levers.size() && app.pad->now && app.pad->listening.empty(); ++i)
    if (levers[i] == 0) levers[i] = lever_position(*app.pad->now, source_of(app.settings, controls[i].label, i));
  const bool scripted = app.frame->scripted || (!machine.taken_over() && runs_by_itself(app, controls));
  machine.drive(*app.now(), controls, levers, app.frame->scripted, double(app.frame->playing ? seconds : 0.0f),
                [&](Command command) { app.simulation.command(std::move(command), side); });
  app.driver = machine.taken_over() ? Driver::you : scripted ? Driver::autopilot : Driver::nobody;
  app.levers = std::move(levers);
}

void Controls::update(AppContext& app, const PickScene& scene, Window& window, float seconds) {
  const ImGuiIO& io = ImGui::GetIO();
  if (hand_.holding() && drag_ != Drag::grip) hand_.release();
  if (drag_ == Drag::none && !io.WantCaptureMouse) press(app, scene);
  if (drag_ != Drag::none) drag(app, scene);
  if (drag_ == Drag::orbit && button_ == ImGuiMouseButton_Right && !io.WantTextInput) fly(app, window, seconds);
  wheel(app);
  app.holds_orientation = hand_.orientation_locked();
  // what the cursor is over lights up
  app.selection.hovered = {};
  if (drag_ == Drag::grip || drag_ == Drag::touch)
    app.selection.hovered = drag_ == Drag::grip ? hand_.body() : touched_;
  else if (drag_ == Drag::none && !app.stage.shown && !io.WantCaptureMouse && ImGui::IsMousePosValid())
    if (const auto hit = under_cursor(app, scene); hit && movable(scene, *hit))
      app.selection.hovered = scene.snapshot.bodies[std::size_t(hit->body)].id;
}

}  // namespace spook
