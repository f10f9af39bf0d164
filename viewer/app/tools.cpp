#include "viewer/app/tools.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "viewer/app/tools_geometry.h"
#include "viewer/panels/context.h"
#include "viewer/render/convert.h"

namespace spook {
namespace {

constexpr ToolRow tool_rows[] = {
    {Tool::hand, Action::tool_hand, "hand", "Hand", ""},
    {Tool::cut, Action::tool_cut, "cut", "Cutter", "Cutter: click a joint, or drag across several"},
    {Tool::glue, Action::tool_glue, "glue", "Glue", "Glue: click two bodies that touch"},
    {Tool::rope, Action::tool_rope, "rope", "Rope", "Rope: drag from a body to another, or to the ground"},
    {Tool::blast, Action::tool_blast, "blast", "Blast", "Blast: click where; the wheel sets its strength"},
    {Tool::wind, Action::tool_wind, "wind", "Wind", "Wind: drag the way it blows; a click calms it"},
    {Tool::bricks, Action::tool_bricks, "bricks", "Bricks", "Bricks: drag to lay a row; back over it lays the next"},
    {Tool::logs, Action::tool_logs, "logs", "Logs", "Logs: drag to lay a row; back over it lays the next"},
};

constexpr float near_joint = 14.0f;  // pixels; chosen: a fingertip
constexpr double metres_a_second_a_pixel = 0.1, fastest_wind = 60.0;

glm::vec2 at_cursor() {
  const ImVec2 p = ImGui::GetIO().MousePos;
  return {p.x, p.y};
}

std::optional<PickHit> hit_by_cursor(const AppContext& app, const PickScene& scene) {
  const Ray ray = pixel_ray(app.view, at_cursor());
  return cast(scene, from_glm(ray.origin), from_glm(ray.direction));
}

std::optional<PickedPoint> point_picked(const AppContext& app, const PickScene& scene) {
  const auto hit = hit_by_cursor(app, scene);
  if (!hit) return std::nullopt;
  const BodyView& body = scene.snapshot.bodies[std::size_t(hit->body)];
  return PickedPoint{body.id, body.look->name, hit->point, body.look->motion == Motion::dynamic};
}

// where two bodies touch: the middle of their contact points
std::optional<Vec3> touch_point(const Snapshot& now, BodyId a, BodyId b) {
  Vec3 sum = Vec3::Zero();
  int count = 0;
  for (const ContactView& contact : now.contacts) {
    const BodyId one = now.bodies[std::size_t(contact.body_a)].id, other = now.bodies[std::size_t(contact.body_b)].id;
    if ((one == a && other == b) || (one == b && other == a)) sum += contact.point, ++count;
  }
  if (count == 0) return std::nullopt;
  return Vec3(sum / count);
}

}  // namespace

std::span<const ToolRow> tool_table() {
  return tool_rows;
}

const ToolRow& row_of(Tool tool) {
  return tool_rows[static_cast<int>(tool)];
}

void ToolBox::choose(Tool tool) {
  cancel();
  first_.reset();
  tool_ = tool;
}

bool ToolBox::cancel() {
  const bool begun = pressed_ || first_;
  pressed_ = false;
  first_.reset(), row_from_.reset();
  crossed_.clear(), laid_.clear();
  return begun;
}

void ToolBox::press(AppContext& app, const PickScene& scene) {
  pressed_ = true;
  began_ = last_ = at_cursor();
  crossed_.clear(), laid_.clear(), row_from_.reset();
  if (tool_ == Tool::rope) first_ = point_picked(app, scene);
  if (tool_ == Tool::glue && !first_) first_ = point_picked(app, scene);
  if (tool_ == Tool::blast)
    if (const auto hit = hit_by_cursor(app, scene))
      app.simulation.edit({Explode{hit->point, blast_strength, blast_reach}}, "blast", app.side_of_hand);
  if (tool_ == Tool::cut) sweep_joints(app, began_, began_);
  if (tool_ == Tool::bricks || tool_ == Tool::logs) lay(app, scene);
}

void ToolBox::drag(AppContext& app, const PickScene& scene) {
  const glm::vec2 now = at_cursor();
  if (tool_ == Tool::cut) sweep_joints(app, last_, now);
  if (tool_ == Tool::bricks || tool_ == Tool::logs) lay(app, scene);
  last_ = now;
}

void ToolBox::release(AppContext& app, const PickScene& scene) {
  if (!pressed_) return;
  const auto other = point_picked(app, scene);
  if (tool_ == Tool::cut) cut(app);
  if (tool_ == Tool::glue && first_ && other && other->body != first_->body) {
    glue(app, *other);
    first_.reset();
  }
  if (tool_ == Tool::rope) {
    if (first_ && other) tie(app, *other);
    first_.reset();
  }
  if (tool_ == Tool::wind) {
    const Vec3 wind = wind_asked(app).value_or(Vec3::Zero());
    char label[40];
    std::snprintf(label, sizeof label, wind.isZero() ? "calm" : "wind %.0f m/s", wind.norm());
    app.simulation.edit({SetWind{wind}}, label, app.side_of_hand);
  }
  if (!laid_.empty()) {
    std::vector<Command> commands;
    for (std::size_t i = 0; i < laid_.size(); ++i) commands.emplace_back(AddBody{brick(app, laid_[i], i)});
    app.spawned_so_far += int(laid_.size());
    const std::string what = tool_ == Tool::logs ? "log" : "brick";
    app.simulation.edit(std::move(commands),
                        "lay " + std::to_string(laid_.size()) + " " + what + (laid_.size() > 1 ? "s" : ""),
                        app.side_of_hand);
  }
  laid_.clear(), crossed_.clear(), row_from_.reset();
  pressed_ = false;
}

bool ToolBox::wheel(AppContext& app, float notches) {
  if (tool_ == Tool::blast) {
    blast_strength = std::clamp(blast_strength * std::pow(1.25, double(notches)), 10.0, 1e6);
    return true;
  }
  if (tool_ == Tool::wind && app.now() && !app.now()->wind.isZero(0.0)) {
    const Vec3& wind = app.now()->wind;
    const double speed = std::clamp(wind.norm() + double(notches), 0.0, fastest_wind);
    app.simulation.adjust(SetWind{speed / wind.norm() * wind}, "wind speed", app.side_of_hand);
    return true;
  }
  return false;
}

// joints whose anchors, or the line between them, come near the cursor's way
void ToolBox::sweep_joints(const AppContext& app, glm::vec2 from, glm::vec2 to) {
  for (const JointView& joint : app.now()->joints) {
    glm::vec2 a, b;
    if (!project(app.view, to_glm(joint.anchor_a), a) || !project(app.view, to_glm(joint.anchor_b), b)) continue;
    if (distance_of_segments(from, to, a, b) < near_joint) crossed_.insert(joint.id);
  }
}

void ToolBox::cut(AppContext& app) {
  std::vector<Command> commands;
  std::string name;
  for (const JointView& joint : app.now()->joints)
    if (crossed_.contains(joint.id)) commands.emplace_back(RemoveJoint{joint.id}), name = joint.name;
  if (commands.empty()) return;
  app.simulation.edit(commands,
                      commands.size() == 1 ? "cut " + name : "cut " + std::to_string(commands.size()) + " joints",
                      app.side_of_hand);
}

void ToolBox::glue(AppContext& app, const PickedPoint& other) {
  PickedPoint a = *first_, b = other;
  if (!a.moves) std::swap(a, b);
  if (!a.moves) return app.say("Neither of the two moves");
  const auto at = touch_point(*app.now(), a.body, b.body);
  if (!at) return app.say("They do not touch: bring them together first");
  JointDesc joint;
  joint.name = "glue", joint.type = JointType::fixed;
  joint.a = a.name, joint.b = b.name, joint.anchor = *at;
  app.simulation.edit({AddJoint{joint}}, "glue " + a.name + " to " + b.name, app.side_of_hand);
  app.say("Glued");
}

void ToolBox::tie(AppContext& app, const PickedPoint& other) {
  PickedPoint a = *first_, b = other;
  if (a.body == b.body) return;
  if (!a.moves) std::swap(a, b);
  if (!a.moves) return app.say("Neither end moves");
  JointDesc joint;
  joint.name = "rope", joint.type = JointType::distance, joint.max_only = true, joint.collide = true;
  joint.a = a.name, joint.b = b.name, joint.anchor_a = a.at, joint.anchor_b = b.at;
  app.simulation.edit({AddJoint{joint}}, "rope from " + a.name + " to " + b.name, app.side_of_hand);
}

// of a drag along the ground; none: it was a click
std::optional<Vec3> ToolBox::wind_asked(const AppContext& app) const {
  const float way = glm::length(last_ - began_);
  if (way < 6.0f) return std::nullopt;
  const Vec3 right = from_glm(app.camera.camera().right());
  Vec3 away = Vec3::UnitZ().cross(right);
  const glm::vec2 by = last_ - began_;
  const Vec3 direction = (double(by.x) * right - double(by.y) * away).normalized();
  return Vec3(std::min(double(way) * metres_a_second_a_pixel, fastest_wind) * direction);
}

// a row of bricks or logs along the cursor's way: where the next would overlap one of this drag, it lies on top
void ToolBox::lay(const AppContext& app, const PickScene& scene) {
  const auto hit = hit_by_cursor(app, scene);
  if (!hit || hit->normal.normalized().z() < 0.5) return;
  const BrickSize size = brick_size(app.hand, tool_ == Tool::logs);
  if (!row_from_) row_from_ = hit->point;
  const double pitch = 2.02 * size.half.x();
  for (int laid = 0; laid < 50; ++laid) {  // chosen: what one frame's way may lay
    const Vec3 way = hit->point - *row_from_;
    const double length = way.head<2>().norm();
    if (length < pitch) return;
    const Vec3 along = Vec3(way.x(), way.y(), 0) / length;
    Vec3 middle = *row_from_ + 0.5 * pitch * along;
    middle.z() = row_from_->z() + (hit->point.z() - row_from_->z()) * 0.5 * pitch / length;
    double top = middle.z();
    for (const Pose& other : laid_)
      if ((other.position - middle).head<2>().norm() < 0.98 * pitch)
        top = std::max(top, other.position.z() + size.half.z());
    const Quat turn(Eigen::AngleAxisd(std::atan2(along.y(), along.x()), Vec3::UnitZ()));
    laid_.push_back({Vec3(middle.x(), middle.y(), top + size.half.z() + 0.002), turn});
    *row_from_ += pitch * along;
    row_from_->z() = middle.z();
  }
}

BodyDesc ToolBox::brick(const AppContext& app, const Pose& pose, std::size_t number) const {
  const bool logs = tool_ == Tool::logs;
  return laid_body(brick_size(app.hand, logs), logs, pose,
                   (logs ? "log_" : "brick_") + std::to_string(app.spawned_so_far + int(number) + 1));
}

}  // namespace spook
