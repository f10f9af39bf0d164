#include "viewer/interact/camera_controller.h"

#include <algorithm>
#include <cmath>

namespace spook {
namespace {

constexpr float steepest = 1.55f;

}  // namespace

void CameraController::jump(const Camera& camera) {
  now_ = goal_ = camera;
}

// who flew below the ground to look from there stays there
bool CameraController::above_ground() const {
  return goal_.eye().z >= ground_;
}

void CameraController::stay_above_ground(bool was_above) {
  if (!was_above) return;
  const float clearance = std::clamp(0.02f * goal_.distance, 0.01f, 0.5f);
  const float lowest = std::asin(std::clamp((ground_ + clearance - goal_.target.z) / goal_.distance, -1.0f, 1.0f));
  goal_.pitch = std::clamp(goal_.pitch, std::min(lowest, steepest), steepest);
}

void CameraController::orbit(glm::vec2 pixels) {
  const bool above = above_ground();
  goal_.yaw -= pixels.x * 0.006f;
  goal_.pitch = std::clamp(goal_.pitch + pixels.y * 0.006f, -steepest, steepest);
  stay_above_ground(above);
}

void CameraController::pan(glm::vec2 pixels, const ViewMatrices& view) {
  const float metres = goal_.distance / view.pixels_per_unit;
  const glm::vec3 moved = (-goal_.right() * pixels.x + goal_.up() * pixels.y) * metres;
  goal_.target += moved;
  now_.target += moved;  // panning sticks to the hand
}

void CameraController::zoom(float notches, glm::vec2 pixel, const ViewMatrices& view) {
  const bool above = above_ground();
  const float factor = std::pow(0.86f, notches);
  const float distance = std::clamp(goal_.distance * factor, 0.02f, 2000.0f);
  // the point under the cursor at the target's depth stays under the cursor
  const Ray ray = pixel_ray(view, pixel);
  const float along = glm::dot(ray.direction, now_.forward());
  const glm::vec3 under = ray.origin + ray.direction * (now_.distance / std::max(0.1f, along));
  goal_.target += (under - now_.target) * (1.0f - distance / goal_.distance);
  goal_.distance = distance;
  stay_above_ground(above);
}

void CameraController::fly(const glm::vec3& move, float seconds) {
  const float speed = std::clamp(goal_.distance, 0.5f, 60.0f) * 0.9f * seconds;
  goal_.target += (goal_.right() * move.x + glm::vec3(0, 0, 1) * move.y + goal_.forward() * move.z) * speed;
}

void CameraController::follow(const glm::vec3& moved) {
  goal_.target += moved, now_.target += moved;
}

void CameraController::update(float seconds) {
  const float blend = 1.0f - std::exp(-seconds * 14.0f);
  now_.target += (goal_.target - now_.target) * blend;
  now_.distance *= std::pow(goal_.distance / now_.distance, blend);
  // turn the short way round
  const float turn = std::remainder(goal_.yaw - now_.yaw, 6.2831853f);
  goal_.yaw = now_.yaw + turn;
  now_.yaw += turn * blend;
  now_.pitch += (goal_.pitch - now_.pitch) * blend;
  now_.vertical_fov += (goal_.vertical_fov - now_.vertical_fov) * blend;
}

}  // namespace spook
