// Moves the camera as hands ask, and smoothly: what is asked for is a goal the picture follows.
#pragma once

#include "viewer/render/camera.h"

namespace spook {

class CameraController {
 public:
  void jump(const Camera& camera);  // no glide: another scene
  void glide(const Camera& camera) { goal_ = camera; }
  void orbit(glm::vec2 pixels);              // never takes the eye below the ground
  void set_ground(float z) { ground_ = z; }  // of the level plane that things stand on
  void pan(glm::vec2 pixels, const ViewMatrices& view);
  void zoom(float notches, glm::vec2 pixel, const ViewMatrices& view);  // keeps what is under the cursor there
  void fly(const glm::vec3& right_up_forward, float seconds);
  void turn(float yaw) { now_.yaw += yaw, goal_.yaw += yaw; }  // with what it goes along with
  void follow(const glm::vec3& moved);                         // the target moved by so much
  void update(float seconds);

  const Camera& camera() const { return now_; }
  const Camera& goal() const { return goal_; }

 private:
  void stay_above_ground(bool was_above);
  bool above_ground() const;
  Camera now_, goal_;
  float ground_ = -1e6f;
};

}  // namespace spook
