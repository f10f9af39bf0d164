#include "scenarios/playback/gltf.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "scenarios/playback/body_colour.h"
#include "scenarios/playback/shape_mesh.h"
#include "scenarios/rock_skin.h"

namespace spook {
namespace {

using Json = nlohmann::json;

// numbers of the format (glTF 2.0, 5.1.3 and 5.11)
constexpr int component_float = 5126, component_unsigned = 5125, array_buffer = 34962, element_array_buffer = 34963;

void put_number(std::string& bytes, std::uint32_t value) {
  for (int shift = 0; shift < 32; shift += 8) bytes += char(value >> shift & 255u);
}

void put_number(std::string& bytes, float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  put_number(bytes, bits);
}

// the file's lists, and the bytes they point into
class Document {
 public:
  Json json{{"asset", {{"version", "2.0"}, {"generator", "Spook"}}}, {"scene", 0}};

  // numbers of one kind; target: what a graphics card does with them, 0: nothing. With bounds where asked.
  template <typename Number>
  int accessor(const std::vector<Number>& numbers, int width, const char* type, int target, bool bounds) {
    Json view{{"buffer", 0}, {"byteOffset", bytes_.size()}, {"byteLength", numbers.size() * 4}};
    if (target) view["target"] = target;
    for (const Number number : numbers) put_number(bytes_, number);
    const int component = std::is_same_v<Number, float> ? component_float : component_unsigned;
    Json made{{"bufferView", json["bufferViews"].size()},
              {"componentType", component},
              {"count", numbers.size() / std::size_t(width)},
              {"type", type}};
    if (bounds) {
      std::vector<Number> low(numbers.begin(), numbers.begin() + width), high = low;
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        Number &least = low[i % std::size_t(width)], &most = high[i % std::size_t(width)];
        least = std::min(least, numbers[i]), most = std::max(most, numbers[i]);
      }
      made["min"] = low, made["max"] = high;
    }
    json["bufferViews"].push_back(std::move(view));
    json["accessors"].push_back(std::move(made));
    return int(json["accessors"].size()) - 1;
  }

  std::string glb() {
    json["buffers"] = Json::array({{{"byteLength", bytes_.size()}}});
    std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    text.resize((text.size() + 3) / 4 * 4, ' ');
    std::string file = "glTF";
    put_number(file, 2u);
    put_number(file, std::uint32_t(12 + 8 + text.size() + 8 + bytes_.size()));
    put_number(file, std::uint32_t(text.size())), file += "JSON", file += text;
    put_number(file, std::uint32_t(bytes_.size())), file += std::string("BIN\0", 4), file += bytes_;
    return file;
  }

 private:
  std::string bytes_;  // all of it four bytes a number, so it stays aligned
};

// a body's geometry, in its own frame
struct Solid {
  std::vector<float> points, normals;
  std::vector<std::uint32_t> corners;
  bool operator<(const Solid& o) const {
    return std::tie(points, normals, corners) < std::tie(o.points, o.normals, o.corners);
  }
};

Solid solid_of(const BodyLook& look, double plane_reach) {
  std::vector<ShapeDesc> shapes = look.shapes;
  if (has_rock_skin(look.look, look.shapes)) {
    ShapeDesc stone;
    stone.type = ShapeType::hull, stone.points = rock_skin(look.shapes);
    shapes = {stone};
  }
  Solid solid;
  for (const ShapeDesc& shape : shapes) {
    const ShapeMesh mesh = shape_mesh(shape, plane_reach);
    const std::uint32_t first = std::uint32_t(solid.points.size() / 3);
    for (const Vec3& point : mesh.points)
      for (const double x : shape.pose.to_parent(point)) solid.points.push_back(float(x));
    for (const Vec3& normal : mesh.normals)
      for (const double x : Vec3(shape.pose.orientation * normal)) solid.normals.push_back(float(x));
    for (const auto& triangle : mesh.triangles)
      for (const int corner : triangle) solid.corners.push_back(first + std::uint32_t(corner));
  }
  return solid;
}

class Meshes {
 public:
  explicit Meshes(Document& document) : document_(document) {}

  // −1: nothing to show
  int of(const BodyLook& look, double plane_reach) {
    Solid solid = solid_of(look, plane_reach);
    if (solid.corners.empty()) return -1;
    const Json material = material_of(look);
    const auto [paint, new_paint] = paints_.try_emplace(material.dump(), int(paints_.size()));
    if (new_paint) document_.json["materials"].push_back(material);
    const auto [shape, new_shape] = solids_.try_emplace(std::move(solid));
    if (new_shape) shape->second = attributes(shape->first);
    const auto [mesh, new_mesh] = meshes_.try_emplace({shape->second.dump(), paint->second}, int(meshes_.size()));
    if (new_mesh) {
      Json primitive = shape->second;
      primitive["material"] = paint->second;
      document_.json["meshes"].push_back({{"primitives", Json::array({primitive})}});
    }
    return mesh->second;
  }

 private:
  Json attributes(const Solid& solid) {
    const int position = document_.accessor(solid.points, 3, "VEC3", array_buffer, true);
    const int normal = document_.accessor(solid.normals, 3, "VEC3", array_buffer, false);
    return {{"attributes", {{"POSITION", position}, {"NORMAL", normal}}},
            {"indices", document_.accessor(solid.corners, 1, "SCALAR", element_array_buffer, false)}};
  }
  static Json material_of(const BodyLook& look) {
    const BodyColour colour = body_colour(look);
    const auto part = [](double x) { return std::round(std::min(1.0, x) * 1e4) / 1e4; };
    return {{"pbrMetallicRoughness",
             {{"baseColorFactor", {part(colour.linear.x()), part(colour.linear.y()), part(colour.linear.z()), 1.0}},
              {"roughnessFactor", colour.roughness},
              {"metallicFactor", colour.metalness}}}};
  }
  Document& document_;
  std::map<std::string, int> paints_;
  std::map<Solid, Json> solids_;
  std::map<std::pair<std::string, int>, int> meshes_;
};

std::vector<float> floats(const Vec3& v) {
  return {float(v.x()), float(v.y()), float(v.z())};
}
std::vector<float> floats(const Quat& q) {
  return {float(q.x()), float(q.y()), float(q.z()), float(q.w())};
}

bool differs(const Pose& a, const Pose& b) {
  return (a.position - b.position).norm() > 1e-7 || a.orientation.angularDistance(b.orientation) > 1e-6;
}

}  // namespace

GltfExport::GltfExport(const World& world, const Scene& scene, double keyframes_a_second)
    : name_(scene.name), interval_(1.0 / keyframes_a_second), begin_(world.time()), extent_(1.0) {
  for (const BodyId id : world.body_ids()) {
    bodies_.push_back({id, world.look(id), {}});
    const double far = world.pose(id).position.norm();
    if (std::isfinite(far) && far < 1e4) extent_ = std::max(extent_, far);
  }
}

void GltfExport::add(const World& world) {
  const double time = world.time() - begin_;
  if (time < double(times_.size()) * interval_ - 1e-9) return;
  times_.push_back(time);
  for (Body& body : bodies_) {
    const Pose last = body.poses.empty() ? Pose{} : body.poses.back();
    Pose pose = world.contains(body.id) ? world.pose(body.id) : last;
    if (!pose.position.allFinite()) pose = last;
    // q and −q are the same turn: the nearer one, or a reader turns the long way round
    if (!body.poses.empty() && pose.orientation.dot(last.orientation) < 0.0) pose.orientation.coeffs() *= -1.0;
    body.moved |= !body.poses.empty() && differs(body.poses.front(), pose);
    body.poses.push_back(pose);
  }
}

std::string GltfExport::glb() const {
  Document document;
  Meshes meshes(document);
  Json nodes = Json::array(), children = Json::array(), channels = Json::array(), samplers = Json::array();
  const double quarter = std::sqrt(0.5);  // z is up here, y there
  nodes.push_back({{"name", name_}, {"rotation", {-quarter, 0.0, 0.0, quarter}}});
  int times = -1;  // where something moves
  for (const Body& body : bodies_) {
    const std::size_t node = nodes.size();
    children.push_back(node);
    Json made{{"name", body.look.name}};
    if (!body.poses.empty())
      made["translation"] = floats(body.poses[0].position), made["rotation"] = floats(body.poses[0].orientation);
    if (const int mesh = meshes.of(body.look, 4.0 * extent_); mesh >= 0) made["mesh"] = mesh;
    nodes.push_back(std::move(made));
    if (!body.moved) continue;
    if (times < 0) times = document.accessor(std::vector<float>(times_.begin(), times_.end()), 1, "SCALAR", 0, true);
    std::vector<float> places, turns;
    for (const Pose& pose : body.poses) {
      for (const float x : floats(pose.position)) places.push_back(x);
      for (const float x : floats(pose.orientation)) turns.push_back(x);
    }
    const auto channel = [&](const char* path, int output) {
      channels.push_back({{"sampler", samplers.size()}, {"target", {{"node", node}, {"path", path}}}});
      samplers.push_back({{"input", times}, {"output", output}, {"interpolation", "LINEAR"}});
    };
    channel("translation", document.accessor(places, 3, "VEC3", 0, false));
    channel("rotation", document.accessor(turns, 4, "VEC4", 0, false));
  }
  if (!children.empty()) nodes[0]["children"] = std::move(children);
  document.json["nodes"] = std::move(nodes);
  document.json["scenes"] = Json::array({{{"nodes", {0}}}});
  if (!channels.empty())
    document.json["animations"] =
        Json::array({{{"name", name_}, {"channels", std::move(channels)}, {"samplers", std::move(samplers)}}});
  return document.glb();
}

}  // namespace spook
