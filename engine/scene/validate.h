// What is wrong with a scene, and where: shared by the reader (which adds the line) and by scenes built in code.
#pragma once

#include <string>

#include "engine/scene/scene.h"

namespace spook {

inline constexpr double unit_tolerance = 1e-3;  // how far a quaternion or normal may be from unit length

struct SceneFault {
  std::string pointer;  // a JSON pointer; empty: the scene as a whole
  std::string message;

  std::string text() const { return pointer.empty() ? message : pointer + ": " + message; }
};

void check_scene(const Scene& scene);  // throws SceneFault

// what a joint of a type may have besides what makes it one
struct JointExtras {
  bool along_axis;  // limits, a motor, a lock
  bool friction;    // dry friction
};
JointExtras extras_of(JointType type);

}  // namespace spook
