#include "viewer/render/camera.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

#include "viewer/render/convert.h"

namespace spook {

glm::vec3 Camera::eye() const {
  return target - forward() * distance;
}

glm::vec3 Camera::forward() const {
  return -glm::vec3(std::cos(pitch) * std::cos(yaw), std::cos(pitch) * std::sin(yaw), std::sin(pitch));
}

glm::vec3 Camera::right() const {
  return glm::vec3(-std::sin(yaw), std::cos(yaw), 0.0f);
}
glm::vec3 Camera::up() const {
  return glm::cross(right(), forward());
}

Camera camera_from(const CameraDesc& desc) {
  Camera camera;
  camera.target = to_glm(desc.target);
  const Vec3 back = desc.position - desc.target;
  camera.distance = std::max(1e-3f, float(back.norm()));
  camera.yaw = float(std::atan2(back.y(), back.x()));
  camera.pitch = float(std::asin(std::clamp(back.z() / std::max(1e-9, back.norm()), -1.0, 1.0)));
  camera.pitch = std::clamp(camera.pitch, -1.55f, 1.55f);
  camera.vertical_fov = float(desc.vertical_fov);
  return camera;
}

CameraDesc describe_camera(const Camera& camera) {
  CameraDesc desc;
  desc.position = from_glm(camera.eye());
  desc.target = from_glm(camera.target);
  desc.vertical_fov = camera.vertical_fov;
  return desc;
}

Camera frame_box(const Camera& camera, const Eigen::AlignedBox3d& box, float aspect) {
  Camera framed = camera;
  if (box.isEmpty()) return framed;
  framed.target = to_glm(Vec3(box.center()));
  const float radius = std::max(0.02f, 0.5f * float(box.diagonal().norm()));
  const float half = 0.5f * camera.vertical_fov * std::min(1.0f, aspect);
  framed.distance = 1.05f * radius / std::sin(half);
  return framed;
}

ViewMatrices view_matrices(const Camera& camera, const ViewArea& area) {
  ViewMatrices m;
  m.area = area;
  m.eye = camera.eye();
  m.view = glm::lookAt(m.eye, m.eye + camera.forward(), glm::vec3(0, 0, 1));
  const float width = float(std::max(1, area.width)), height = float(std::max(1, area.height));
  const float near_plane = std::clamp(camera.distance * 0.01f, 0.005f, 0.5f), far_plane = 4000.0f;
  // the free part of the window gets the field of view; the rest of the window sees more
  float free_height = std::max(80.0f, height - area.top - area.bottom);
  if (area.min_aspect > 0.0f)
    free_height = std::clamp((width - area.left - area.right) / area.min_aspect, 80.0f, free_height);
  const float half_free = std::tan(0.5f * camera.vertical_fov) * near_plane;
  const float unit = half_free / (0.5f * free_height);  // near-plane metres a pixel
  const float centre_x = 0.5f * (area.left + width - area.right), centre_y = 0.5f * (area.top + height - area.bottom);
  m.projection = glm::frustum(-centre_x * unit, (width - centre_x) * unit, -(height - centre_y) * unit, centre_y * unit,
                              near_plane, far_plane);
  m.view_projection = m.projection * m.view;
  m.inverse = glm::inverse(m.view_projection);
  m.pixels_per_unit = near_plane / unit;
  return m;
}

Ray pixel_ray(const ViewMatrices& view, glm::vec2 pixel) {
  const float width = float(std::max(1, view.area.width)), height = float(std::max(1, view.area.height));
  // ImGui's cursor is at -FLT_MAX while the window has none: through the middle then
  constexpr float nowhere = 1e6f;
  if (!(std::abs(pixel.x) < nowhere && std::abs(pixel.y) < nowhere)) pixel = {0.5f * width, 0.5f * height};
  const glm::vec2 ndc(2.0f * pixel.x / width - 1.0f, 1.0f - 2.0f * pixel.y / height);
  // through the view space, where small numbers keep their digits
  const glm::vec3 in_view((ndc.x + view.projection[2][0]) / view.projection[0][0],
                          (ndc.y + view.projection[2][1]) / view.projection[1][1], -1.0f);
  return {view.eye, glm::normalize(glm::transpose(glm::mat3(view.view)) * in_view)};
}

bool project(const ViewMatrices& view, const glm::vec3& point, glm::vec2& pixel) {
  const glm::vec4 clip = view.view_projection * glm::vec4(point, 1.0f);
  if (clip.w <= 1e-4f) return false;
  pixel = {(clip.x / clip.w * 0.5f + 0.5f) * float(view.area.width),
           (0.5f - clip.y / clip.w * 0.5f) * float(view.area.height)};
  return true;
}

}  // namespace spook
