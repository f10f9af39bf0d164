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

void HandTool::grab(const PickScene& scene, BodyId id, const Vec3& local_point, const Camera& camera,
                    const HandSettings& settings, bool paused) {
  const int index = index_of(scene.snapshot, id);
  if (index < 0) return;
  const BodyView& body = scene.snapshot.bodies[std::size_t(index)];
  body_ = id;
  start_ = body.pose;
  local_point_ = local_point;
  plane_point_ = target_ = scene.poses[std::size_t(index)].to_parent(local_point);
  plane_normal_ = from_glm(camera.forward());
  offset_ = Vec3::Zero();
  locked_ = moved_ = level_ = false;
  editing_ = paused;
  if (editing_) return;
  ports_.mark_undo("drag " + body.look->name);
  Grip grip;
  grip.body = body_, grip.local_point = local_point_, grip.target = target_;
  grip.effort_scale = settings.effort, grip.stiffness_scale = settings.stiffness;
  ports_.command(grip);
}

// A level drag goes along the ground. Where the view is so flat that the cursor would meet the ground nowhere near, the
// plane is tilted towards the eye, and its height is not taken.
void HandTool::lay_plane(const Ray& ray, const Camera& camera, bool level) {
  constexpr double min_slope = 0.35;  // chosen: of the plane against the line of sight
  level_ = level;
  plane_point_ = target_;
  plane_normal_ = from_glm(camera.forward());
  if (level) {
    const Vec3 right = from_glm(camera.right()), away = Vec3::UnitZ().cross(right);
    const Vec3 sight = from_glm(ray.direction);
    const double flat = std::max(1e-3, sight.head<2>().norm());
    plane_normal_ = right.cross(away + std::max(0.0, sight.z() / flat + min_slope) * Vec3::UnitZ()).normalized();
  }
  const auto met = meet_plane(ray, plane_point_, plane_normal_);
  offset_ = met ? Vec3(target_ - *met) : Vec3::Zero();
}

void HandTool::move(const PickScene& scene, const Ray& ray, const Camera& camera, bool level, bool paused) {
  const int index = index_of(scene.snapshot, body_);
  if (index < 0) return release();
  if (editing_) {
    if (!paused) return release();
    return drag_paused(scene, ray, index);
  }
  if (level != level_) lay_plane(ray, camera, level);
  auto target = meet_plane(ray, plane_point_, plane_normal_);
  if (!target) return;
  *target += offset_;
  if (level_) target->z() = plane_point_.z();
  const Vec3 eye = from_glm(camera.eye());
  const bool runs_away = (*target - eye).norm() > 4.0 * (plane_point_ - eye).norm();  // towards the horizon
  if (runs_away || (*target - target_).norm() < 1e-6) return;
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
    ports_.mark_undo("move " + scene.snapshot.bodies[std::size_t(index)].look->name);
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

void HandTool::push_pull(float notches, const Camera& camera) {
  constexpr double share = 0.05, nearest = 0.3;  // chosen: of the distance a notch; of the camera's own distance
  const Vec3 sight = target_ - from_glm(camera.eye());
  const double way = share * sight.norm() * double(notches);
  if (sight.norm() + way < nearest * double(camera.distance) && way < 0) return;
  plane_point_ += sight.normalized() * way;
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
  ports_.edit({AddBody{ball}}, "shoot " + ball.name);
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

HandSettings with_usual(HandSettings settings, const HandSettings& before, const HandSettings& usual) {
  for (float HandSettings::*const field :
       {&HandSettings::ball_radius, &HandSettings::ball_density, &HandSettings::ball_speed})
    if (settings.*field == before.*field) settings.*field = usual.*field;
  return settings;
}

}  // namespace spook
