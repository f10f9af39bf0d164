// Where the eye stands: always a point looked at, a distance and two angles, so that every move is smooth and upright.
#pragma once

#include <glm/glm.hpp>

#include "engine/scene/scene.h"

namespace spook {

struct Camera {
  glm::vec3 target{0, 0, 1};
  float distance = 10.0f;
  float yaw = -0.9f;    // rad, of the eye around z
  float pitch = 0.35f;  // rad, of the eye above the target
  float vertical_fov = 0.8f;

  glm::vec3 eye() const;
  glm::vec3 forward() const;
  glm::vec3 right() const;
  glm::vec3 up() const;
};

Camera camera_from(const CameraDesc& desc);
CameraDesc describe_camera(const Camera& camera);
// a camera that shows a box well, seen from the given one's direction
Camera frame_box(const Camera& camera, const Eigen::AlignedBox3d& box, float aspect);

// the picture's matrices; the scene's middle is kept in the middle of what the panels leave free
struct ViewArea {
  int width = 1, height = 1;                       // of the window, pixels
  float left = 0, right = 0, top = 0, bottom = 0;  // covered by panels, pixels
  float min_aspect = 0.0f;                         // what is free shows at least so many times its height in width
};

struct ViewMatrices {
  glm::mat4 view, projection, view_projection, inverse;
  glm::vec3 eye;
  ViewArea area;
  float pixels_per_unit;  // at distance 1: on-screen size of things
};

ViewMatrices view_matrices(const Camera& camera, const ViewArea& area);

struct Ray {
  glm::vec3 origin, direction;  // direction: unit
};

Ray pixel_ray(const ViewMatrices& view, glm::vec2 pixel);                          // pixel from the top left
bool project(const ViewMatrices& view, const glm::vec3& point, glm::vec2& pixel);  // false: behind the eye

}  // namespace spook
