// What a scene may hold, and how large or small its numbers may be. Within these bounds no sum or product of a step
// leaves the range of a double, and a scene is read in about two seconds; beyond, it is refused with the place.
#pragma once

#include <cstddef>
#include <string_view>

namespace spook::limits {

// chosen: a hundred times what the largest scene of the library holds, and what two seconds can read
inline constexpr std::size_t max_bodies = 100'000, max_joints = 100'000, max_shapes = 200'000, max_drives = 100'000;
inline constexpr std::size_t max_hull_points = 20'000, max_mesh_triangles = 2'000'000, max_heights = 4'000'000;
// between the same two bodies: each couples with every other, so that a thousand would be a matrix of 6000 × 6000
inline constexpr std::size_t max_parallel_joints = 100;
inline constexpr std::size_t max_no_collide = 1'000'000, max_materials = 1000;

// Pairs of shapes whose boxes overlap as a scene is loaded, of so many shapes: in a heap each touches ten or twenty
// others, a thousand balls in one place are half a million pairs.
constexpr std::size_t max_pairs(std::size_t shapes) {
  return 20'000 + 100 * shapes;
}

struct Range {
  double low, high;
  std::string_view what, unit;
};

// chosen: from a grain of dust to a city
inline constexpr Range length{1e-6, 1e6, "length", " m"};
// m, m/s and rad/s: of positions and motions, where a world stops a body that flies away, so that what it holds can
// always be saved; a day's free fall comes to 4e10 m
inline constexpr double max_state = 1e12;
inline constexpr Range mass{1e-15, 1e15, "mass", " kg"};
inline constexpr Range inertia{1e-27, 1e27, "moment of inertia", " kg m²"};
inline constexpr Range density{1e-6, 1e9, "density", " kg/m³"};
inline constexpr double max_force = 1e15;   // N
inline constexpr double max_wind = 1000.0;  // m/s; chosen: three times that of sound
inline constexpr Range stiffness{1e-15, 1e15, "stiffness", " N/m"};
// of what has no scale of its own: friction, compliances, dampings, joint coordinates and their speeds
inline constexpr double max_plain = 1e9;

}  // namespace spook::limits
