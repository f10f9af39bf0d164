// Moves the camera as hands ask, and smoothly: what is asked for is a goal the picture follows.
#pragma once

#include "viewer/render/camera.h"

namespace spook {

class CameraController {
 public:
  void jump(const Camera& camera);  // no glide: another scene
  void glide(const Camera& camera) { goal_ = camera; }
  void orbit(glm::vec2 pixels);
  void pan(glm::vec2 pixels, const ViewMatrices& view);
  void zoom(float notches, glm::vec2 pixel, const ViewMatrices& view);  // keeps what is under the cursor there
  void fly(const glm::vec3& right_up_forward, float seconds);
  void follow(const glm::vec3& moved);  // the target moved by so much
  void update(float seconds);

  const Camera& camera() const { return now_; }
  const Camera& goal() const { return goal_; }

 private:
  Camera now_, goal_;
};

}  // namespace spook
