// Rocks are spheres stuck together for the solver; for the eye a renderer draws the stone that would fill their hull.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "engine/scene/scene.h"

namespace spook {

// bodies to be drawn as stones: their look says "rock" and they are aggregates of spheres
bool has_rock_skin(std::string_view look, std::span<const ShapeDesc> shapes);
// corners of the stone, in the body frame: its convex hull is what to draw. The same shapes give the same stone.
std::vector<Vec3> rock_skin(std::span<const ShapeDesc> spheres, int corners = 48);

}  // namespace spook
