// The one place where Eigen meets GLM: the engine thinks in doubles and Eigen, drawing in floats and GLM.
#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

#include "engine/types.h"

namespace spook {

inline glm::vec3 to_glm(const Vec3& v) {
  return {float(v.x()), float(v.y()), float(v.z())};
}
inline Vec3 from_glm(const glm::vec3& v) {
  return {v.x, v.y, v.z};
}
inline glm::quat to_glm(const Quat& q) {
  return {float(q.w()), float(q.x()), float(q.y()), float(q.z())};
}
inline Quat from_glm(const glm::quat& q) {
  return Quat(q.w, q.x, q.y, q.z).normalized();
}

// columns of the rotation and the translation
inline glm::mat4 to_glm(const Pose& pose) {
  glm::mat4 m = glm::mat4_cast(to_glm(pose.orientation));
  m[3] = glm::vec4(to_glm(pose.position), 1.0f);
  return m;
}

}  // namespace spook
