#include "scenarios/playback/page.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "engine/scene/names.h"
#include "scenarios/playback/shape_mesh.h"

namespace spook {
namespace {

using Json = nlohmann::json;

// six digits are more than a screen shows
double rounded(double value) {
  if (!std::isfinite(value) || value == 0.0) return 0.0;
  const double scale = std::pow(10.0, 6 - std::ceil(std::log10(std::abs(value))));
  return std::round(value * scale) / scale;
}

Json json_of(const Vec3& v) {
  return {rounded(v.x()), rounded(v.y()), rounded(v.z())};
}

// as three.js orders it
Json json_of(const Quat& q) {
  return {rounded(q.x()), rounded(q.y()), rounded(q.z()), rounded(q.w())};
}

void add_triangles(Json& json, const std::vector<Vec3>& points, const std::vector<std::array<int, 3>>& triangles) {
  Json numbers = Json::array(), faces = Json::array();
  for (const Vec3& p : points)
    for (int k = 0; k < 3; ++k) numbers.push_back(rounded(p[k]));
  for (const auto& t : triangles)
    for (const int corner : t) faces.push_back(corner);
  json["points"] = std::move(numbers);
  json["faces"] = std::move(faces);
}

Json json_of(const ShapeDesc& shape) {
  Pose pose = shape.pose;
  Json json{{"type", name_of(shape.type)}};
  switch (shape.type) {
    case ShapeType::sphere:
    case ShapeType::capsule:
    case ShapeType::cylinder:
    case ShapeType::cone:
      json["radius"] = shape.radius;
      json["half_length"] = shape.half_length;
      json["height"] = shape.height;
      break;
    case ShapeType::box:
      json["half"] = json_of(shape.half_extents);
      break;
    case ShapeType::plane:
      pose = pose * Pose{shape.normal * shape.offset, Quat::FromTwoVectors(Vec3::UnitZ(), shape.normal)};
      break;
    case ShapeType::hull:
    case ShapeType::mesh: {
      const ShapeMesh mesh = corners_of(shape);
      add_triangles(json, mesh.points, mesh.triangles);
      break;
    }
    case ShapeType::heightfield:
      json.update(Json{{"rows", shape.rows}, {"columns", shape.columns}, {"spacing", shape.spacing}});
      for (const double height : shape.heights) json["heights"].push_back(rounded(height));
      break;
  }
  json["position"] = json_of(pose.position);
  json["turn"] = json_of(pose.orientation);
  return json;
}

// where the things are that move, or all where none does; planes have no place
struct Bounds {
  Vec3 low = Vec3::Constant(1e300), high = Vec3::Constant(-1e300);
  Vec3 centre() const { return 0.5 * (low + high); }
  double extent() const { return std::max(1e-3, 0.5 * (high - low).norm()); }
};

Bounds bounds_of(const PageScene& page) {
  Bounds bounds;
  for (const bool all : {false, true}) {
    for (std::size_t i = 0; i < page.bodies.size(); ++i) {
      if (!all && page.looks[i].motion == Motion::fixed) continue;
      for (const ShapeDesc& shape : page.looks[i].shapes) {
        const Vec3 at = page.start[i].to_parent(shape.pose.position);
        double size = std::max({shape.radius, shape.half_length});
        if (shape.type == ShapeType::box) size = shape.half_extents.maxCoeff();
        for (const Vec3& p : shape.points) size = std::max(size, p.norm());
        if (shape.type == ShapeType::plane) continue;
        bounds.low = bounds.low.cwiseMin(at - Vec3::Constant(size));
        bounds.high = bounds.high.cwiseMax(at + Vec3::Constant(size));
      }
    }
    if (bounds.low.x() <= bounds.high.x()) return bounds;
  }
  return {Vec3::Constant(-1), Vec3::Constant(1)};
}

Json camera_json(const PageScene& page, const Bounds& bounds) {
  CameraDesc camera;
  if (page.scene.camera) {
    camera = *page.scene.camera;
  } else {
    camera.target = bounds.centre();
    camera.position =
        camera.target + Vec3(0.6, -1.0, 0.55).normalized() * bounds.extent() / std::sin(0.5 * camera.vertical_fov);
  }
  return {{"position", json_of(camera.position)},
          {"target", json_of(camera.target)},
          {"fov", camera.vertical_fov * 180.0 / std::numbers::pi}};
}

// ropes and springs, as two points each; -1: of the world
Json lines_json(const PageScene& page) {
  Json lines = Json::array();
  const auto end = [&](const std::optional<std::string>& name, const Vec3& anchor) -> Json {
    for (std::size_t i = 0; name && i < page.looks.size(); ++i)
      if (page.looks[i].name == *name) return {{"body", i}, {"at", json_of(page.start[i].to_local(anchor))}};
    return {{"body", -1}, {"at", json_of(anchor)}};
  };
  for (const JointDesc& joint : page.scene.joints)
    if (joint.type == JointType::distance || joint.type == JointType::spring)
      lines.push_back({end(joint.a, joint.anchor_a), end(joint.b, joint.anchor_b)});
  return lines;
}

Json series(const std::vector<double>& values) {
  Json json = Json::array();
  for (const double value : values) json.push_back(rounded(value));
  return json;
}

}  // namespace

std::string page_json(const PageScene& page) {
  const Bounds bounds = bounds_of(page);
  Json bodies = Json::array(), moving = Json::array();
  for (std::size_t i = 0; i < page.bodies.size(); ++i) {
    const BodyLook& look = page.looks[i];
    Json shapes = Json::array();
    for (const ShapeDesc& shape : look.shapes) shapes.push_back(json_of(shape));
    bodies.push_back({{"name", look.name},
                      {"look", look.look},
                      {"moves", look.motion != Motion::fixed},
                      {"position", json_of(page.start[i].position)},
                      {"turn", json_of(page.start[i].orientation)},
                      {"shapes", std::move(shapes)}});
    if (look.motion != Motion::fixed) moving.push_back(i);
  }
  const Json json{
      {"bodies", std::move(bodies)},
      {"moving", page.moving.size()},
      {"moving_bodies", std::move(moving)},
      {"frames", page.kinetic.size()},
      {"rate", page.frames_a_second},
      {"quantum", page.quantum},
      {"turn_quantum", page.turn_quantum},
      {"extent", bounds.extent()},
      {"centre", json_of(bounds.centre())},
      {"camera", camera_json(page, bounds)},
      {"lines", lines_json(page)},
      {"energy",
       {{"kinetic", series(page.kinetic)}, {"potential", series(page.potential)}, {"total", series(page.total)}}}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace spook
