// What the tools show in the picture: what would be cut, tied, laid or blown.
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "viewer/app/tools.h"
#include "viewer/app/tools_geometry.h"
#include "viewer/panels/context.h"
#include "viewer/render/convert.h"

namespace spook {
namespace {

const glm::vec4 joint_mark(0.98f, 0.72f, 0.28f, 0.95f), doomed(0.95f, 0.20f, 0.14f, 1), ghost_white(1, 1, 1, 0.9f),
    air(0.36f, 0.52f, 0.72f, 0.75f);

void show_ring(const Vec3& centre, const Vec3& normal, double radius, const glm::vec4& colour, DrawList& list) {
  const Vec3 side = normal.unitOrthogonal(), other = normal.cross(side);
  constexpr int parts = 48;
  const auto on_ring = [&](int i) {
    const double angle = 2.0 * 3.14159265358979 * i / parts;
    return to_glm(Vec3(centre + radius * (std::cos(angle) * side + std::sin(angle) * other)));
  };
  for (int i = 0; i < parts; ++i) list.line(on_ring(i), on_ring(i + 1), colour, 1.5f, true);
}

void show_box(const Pose& pose, const Vec3& half, const glm::vec4& colour, DrawList& list) {
  const auto corner = [&](int i) {
    return to_glm(
        pose.to_parent(Vec3(i & 1 ? half.x() : -half.x(), i & 2 ? half.y() : -half.y(), i & 4 ? half.z() : -half.z())));
  };
  for (int i = 0; i < 8; ++i)
    for (const int bit : {1, 2, 4})
      if (!(i & bit)) list.line(corner(i), corner(i | bit), colour, 1.5f, true);
}

std::optional<Vec3> cursor_point(const AppContext& app, const PickScene& scene) {
  const ImVec2 p = ImGui::GetIO().MousePos;
  if (ImGui::GetIO().WantCaptureMouse || !ImGui::IsMousePosValid()) return std::nullopt;
  const Ray ray = pixel_ray(app.view, {p.x, p.y});
  const auto hit = cast(scene, from_glm(ray.origin), from_glm(ray.direction));
  if (!hit) return std::nullopt;
  return hit->point;
}

}  // namespace

// streaks that drift with the wind through what the camera looks at, the same ones every time
void show_wind(const AppContext& app, const Vec3& wind, DrawList& list) {
  const double speed = wind.norm();
  if (speed < 0.05) return;
  const Camera& camera = app.camera.camera();
  const double size = 0.9 * double(camera.distance), length = size * std::min(0.04 + 0.006 * speed, 0.22);
  const Vec3 along = wind / speed, side = along.unitOrthogonal(), up = along.cross(side);
  const double drift = std::fmod(app.now()->time * speed / size, 1.0);
  constexpr int streaks = 110;
  for (int i = 0; i < streaks; ++i) {
    // the golden ratio's multiples lie evenly
    const auto spread = [i](double step) { return std::fmod((i + 1) * step, 1.0); };
    const double way = std::fmod(spread(0.7548777) + drift, 1.0) - 0.5;
    Vec3 at = from_glm(camera.target) + size * (2.0 * way * along + 1.6 * (spread(0.5698403) - 0.5) * side +
                                                1.6 * (spread(0.3819660) - 0.5) * up);
    if (at.z() < list.ground_height + 0.05) continue;
    glm::vec4 colour = air;
    colour.w *= float(1.0 - std::abs(2.0 * way));  // comes and goes softly
    list.line(to_glm(Vec3(at - 0.5 * length * along)), to_glm(Vec3(at + 0.5 * length * along)), colour, 2.0f);
  }
}

void ToolBox::show(const AppContext& app, const PickScene& scene, DrawList& list) {
  if (app.stage.shown) return;
  show_wind(app, scene.snapshot.wind, list);
  if (tool_ == Tool::hand) return;
  if (tool_ == Tool::cut)
    for (const JointView& joint : scene.snapshot.joints) {
      const glm::vec4& colour = crossed_.contains(joint.id) ? doomed : joint_mark;
      const glm::vec3 a = to_glm(joint.anchor_a), b = to_glm(joint.anchor_b);
      if (glm::length(a - b) > 1e-3f) list.line(a, b, colour, 2.5f, true);
      list.dot(0.5f * (a + b), colour, crossed_.contains(joint.id) ? 12.0f : 8.0f);
    }
  const auto point = cursor_point(app, scene);
  if (tool_ == Tool::blast && point) {
    show_ring(*point, Vec3::UnitZ(), blast_reach, doomed, list);
    show_ring(*point, Vec3::UnitX(), 0.25 * blast_reach, doomed, list);
    show_ring(*point, Vec3::UnitY(), 0.25 * blast_reach, doomed, list);
    list.dot(to_glm(*point), doomed, 12.0f);
  }
  if (first_) {
    list.dot(to_glm(first_->at), ghost_white, 10.0f);
    if (point && (tool_ == Tool::rope || tool_ == Tool::glue))
      list.line(to_glm(first_->at), to_glm(*point), ghost_white, 2.5f, true);
  }
  for (const Pose& pose : laid_) show_box(pose, brick_size(app.hand, tool_ == Tool::logs).half, ghost_white, list);
  if (tool_ == Tool::wind && pressed_)
    if (const auto wind = wind_asked(app)) {
      const Camera& camera = app.camera.camera();
      const Vec3 from = from_glm(camera.target);
      list.arrow(to_glm(from), to_glm(Vec3(from + 0.012 * double(camera.distance) * *wind)), ghost_white, 4.0f, true);
    }
}

std::string ToolBox::words(const AppContext& app) const {
  char text[120] = "";
  if (tool_ == Tool::blast)
    std::snprintf(text, sizeof text, "%.3g kN s per m² at 1 m, reach %.0f m", blast_strength / 1000.0, blast_reach);
  if (tool_ == Tool::wind) {
    const auto asked = pressed_ ? wind_asked(app) : std::nullopt;
    const double speed = asked ? asked->norm() : app.now() ? app.now()->wind.norm() : 0.0;
    std::snprintf(text, sizeof text, speed < 0.05 ? "calm" : "wind %.0f m/s", speed);
  }
  if (tool_ == Tool::cut && !crossed_.empty())
    std::snprintf(text, sizeof text, crossed_.size() == 1 ? "1 joint" : "%zu joints", crossed_.size());
  if (!laid_.empty())
    std::snprintf(text, sizeof text, "%zu %s%s", laid_.size(), tool_ == Tool::logs ? "log" : "brick",
                  laid_.size() == 1 ? "" : "s");
  if (tool_ == Tool::glue && first_) std::snprintf(text, sizeof text, "glue %.60s to …", first_->name.c_str());
  return text;
}

}  // namespace spook
