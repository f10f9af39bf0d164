#include "viewer/app/tools_geometry.h"

#include <algorithm>
#include <cmath>

namespace spook {
namespace {

float to_segment(glm::vec2 p, glm::vec2 a, glm::vec2 b) {
  const glm::vec2 along = b - a;
  const float squared = glm::dot(along, along);
  const float share = squared > 0 ? std::clamp(glm::dot(p - a, along) / squared, 0.0f, 1.0f) : 0.0f;
  return glm::length(p - a - share * along);
}

float cross(glm::vec2 a, glm::vec2 b) {
  return a.x * b.y - a.y * b.x;
}

}  // namespace

float distance_of_segments(glm::vec2 a, glm::vec2 b, glm::vec2 c, glm::vec2 d) {
  const float of_a = cross(d - c, a - c), of_b = cross(d - c, b - c), of_c = cross(b - a, c - a),
              of_d = cross(b - a, d - a);
  if (of_a * of_b < 0 && of_c * of_d < 0) return 0.0f;
  return std::min({to_segment(a, c, d), to_segment(b, c, d), to_segment(c, a, b), to_segment(d, a, b)});
}

BrickSize brick_size(const HandSettings& hand, bool log) {
  const double unit = double(hand.ball_radius);
  return log ? BrickSize{{3.0 * unit, 0.5 * unit, 0.5 * unit}} : BrickSize{{unit, 0.5 * unit, 0.4 * unit}};
}

BodyDesc laid_body(const BrickSize& size, bool log, const Pose& pose, const std::string& name) {
  BodyDesc body;
  body.name = name, body.pose = pose, body.look = log ? "wood" : "brick";
  ShapeDesc shape;
  shape.type = log ? ShapeType::cylinder : ShapeType::box;
  shape.half_extents = size.half, shape.radius = size.half.z(), shape.half_length = size.half.x();
  if (log) shape.pose.orientation = Quat::FromTwoVectors(Vec3::UnitZ(), Vec3::UnitX());
  body.shapes = {shape};
  return body;
}

}  // namespace spook
