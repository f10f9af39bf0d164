#include "scenarios/rock_skin.h"

#include <algorithm>
#include <cmath>

#include "scenarios/build.h"

namespace spook {

bool has_rock_skin(std::string_view look, std::span<const ShapeDesc> shapes) {
  return look == "rock" && shapes.size() > 1 &&
         std::all_of(shapes.begin(), shapes.end(), [](const ShapeDesc& s) { return s.type == ShapeType::sphere; });
}

std::vector<Vec3> rock_skin(std::span<const ShapeDesc> spheres, int corners) {
  // shaken by dice of its own, the same for the same stone
  build::Dice dice(std::uint64_t(1e6 * spheres.back().radius) + 1);
  std::vector<Vec3> points;
  for (int k = 0; k < corners; ++k) {
    // directions spread evenly by the golden angle
    const double z = 1.0 - 2.0 * (k + 0.5) / corners, angle = 2.399963229728653 * k, r = std::sqrt(1.0 - z * z);
    const Vec3 out = (Vec3(r * std::cos(angle), r * std::sin(angle), z) + 0.25 * dice.direction()).normalized();
    const ShapeDesc* furthest = &spheres.front();
    for (const ShapeDesc& part : spheres)
      if (part.pose.position.dot(out) + part.radius > furthest->pose.position.dot(out) + furthest->radius)
        furthest = &part;
    points.push_back(furthest->pose.position + furthest->radius * dice.uniform(0.97, 1.12) * out);
  }
  return points;
}

}  // namespace spook
