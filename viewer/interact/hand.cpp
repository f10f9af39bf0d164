#include "viewer/interact/hand.h"

#include <algorithm>
#include <cmath>

#include "viewer/interact/selection.h"
#include "viewer/render/convert.h"

namespace spook {
namespace {

std::optional<Vec3> meet_plane(const Ray& ray, const Vec3& point, const Vec3& normal) {
  const Vec3 from = from_glm(ray.origin), direction = from_glm(ray.direction);
  const double approach = normal.dot(direction);
  if (std::abs(approach) < 1e-4) return std::nullopt;
  const double t = normal.dot(point - from) / approach;
  if (t <= 0 || t > 500) return std::nullopt;
  return from + direction * t;
}

}  // namespace

void HandTool::grab(const PickScene& scene, const PickHit& hit, const Camera& camera, const HandSettings& settings,
                    bool paused) {
  const BodyView& body = scene.snapshot.bodies[hit.body];
  body_ = body.id;
  start_ = body.pose;
  local_point_ = scene.poses[hit.body].to_local(hit.point);
  plane_point_ = target_ = hit.point;
  plane_normal_ = from_glm(camera.forward());
  locked_ = moved_ = false;
  editing_ = paused;
  if (editing_) return;
  Grip grip;
  grip.body = body_, grip.local_point = local_point_, grip.target = target_;
  grip.effort_scale = settings.effort, grip.stiffness_scale = settings.stiffness;
  ports_.command(grip);
}

void HandTool::move(const PickScene& scene, const Ray& ray, bool paused) {
  const int index = index_of(scene.snapshot, body_);
  if (index < 0) return release();
  if (editing_) {
    if (!paused) return release();
    return drag_paused(scene, ray, index);
  }
  const auto target = meet_plane(ray, plane_point_, plane_normal_);
  if (!target || (*target - target_).norm() < 1e-6) return;
  target_ = *target;
  ports_.command(MoveGrip{0, target_, std::nullopt});
}

// over the floor at the height it was taken, then down (or up) until it rests
void HandTool::drag_paused(const PickScene& scene, const Ray& ray, int index) {
  const Vec3 grabbed = start_.to_parent(local_point_);
  auto at = meet_plane(ray, grabbed, Vec3::UnitZ());
  if (std::abs(ray.direction.z) < 0.12f || !at) at = meet_plane(ray, grabbed, plane_normal_);
  if (!at || (*at - target_).norm() < 1e-4) return;
  target_ = *at;
  if (!moved_) {
    if ((*at - grabbed).norm() < 0.01) return;
    ports_.mark_undo();
    moved_ = true;
  }
  Pose pose = start_;
  pose.position += *at - grabbed;
  if (const auto drop = drop_to_rest(scene, index, pose)) pose.position.z() += *drop;
  ports_.command(SetPose{body_, pose});
  ports_.command(SetVelocity{body_, Vec3::Zero(), Vec3::Zero()});
}

void HandTool::lock_orientation(const PickScene& scene, bool on, const HandSettings& settings) {
  const int index = index_of(scene.snapshot, body_);
  if (index < 0 || editing_ || on == locked_) return;
  locked_ = on;
  Grip grip;
  grip.body = body_, grip.local_point = local_point_, grip.target = target_;
  grip.effort_scale = settings.effort, grip.stiffness_scale = settings.stiffness;
  grip.lock_orientation = on;
  grip.target_orientation = scene.snapshot.bodies[index].pose.orientation;
  ports_.command(grip);
}

void HandTool::push_pull(float notches) {
  plane_point_ += plane_normal_ * double(notches) * 0.15;
}

void HandTool::release() {
  if (body_.valid() && !editing_) ports_.command(ReleaseGrip{0});
  body_ = {};
  locked_ = editing_ = false;
}

void HandTool::shoot(const Ray& ray, const HandSettings& settings) {
  BodyDesc ball;
  ball.name = "shot_" + std::to_string(++shots_);
  ball.look = "metal";
  ShapeDesc sphere;
  sphere.type = ShapeType::sphere, sphere.radius = settings.ball_radius;
  ball.shapes = {sphere};
  ball.mass = settings.ball_density * 4.0 / 3.0 * 3.14159265358979 * std::pow(double(settings.ball_radius), 3);
  ball.pose.position = from_glm(ray.origin + ray.direction * (0.6f + 2.0f * settings.ball_radius));
  ball.velocity = from_glm(ray.direction) * double(settings.ball_speed);
  ports_.edit({AddBody{ball}});
}

HandSettings seeded_hand(const Snapshot& snapshot, HandSettings settings) {
  double size = 0, mass = 0, volume = 0;
  int count = 0;
  Eigen::AlignedBox3d box;
  for (const BodyView& body : snapshot.bodies) {
    if (body.look->motion != Motion::dynamic || body.look->mass <= 0) continue;
    const double gyration = std::sqrt(body.look->principal_inertia.sum() / 2 / body.look->mass);
    size += gyration, mass += body.look->mass, volume += std::pow(2 * gyration, 3), ++count;
    box.extend(body.pose.position);
  }
  if (!count) return settings;
  settings.ball_radius = std::clamp(float(1.1 * size / count), 0.02f, 1.5f);
  settings.ball_density = std::clamp(float(1.5 * mass / std::max(1e-9, volume)), 300.0f, 8000.0f);
  settings.ball_speed = std::clamp(6.0f + 3.0f * std::sqrt(float(box.diagonal().norm())), 6.0f, 25.0f);
  return settings;
}

}  // namespace spook
