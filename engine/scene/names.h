// The words of the scene file for the enumerations of scene.h.
#pragma once

#include <span>
#include <string_view>
#include <utility>

#include "engine/scene/scene.h"

namespace spook {

template <typename Enum>
using Names = std::span<const std::pair<Enum, std::string_view>>;

Names<Motion> motion_names();
Names<ShapeType> shape_names();
Names<JointType> joint_names();

template <typename Enum>
std::string_view name_in(Names<Enum> names, Enum value) {
  for (const auto& [candidate, name] : names)
    if (candidate == value) return name;
  return "?";
}

inline std::string_view name_of(Motion motion) {
  return name_in(motion_names(), motion);
}
inline std::string_view name_of(ShapeType type) {
  return name_in(shape_names(), type);
}
inline std::string_view name_of(JointType type) {
  return name_in(joint_names(), type);
}

}  // namespace spook
