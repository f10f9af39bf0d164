#include "scenarios/import/meshes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <map>
#include <numbers>

#include "engine/scene/convex_hull.h"
#include "engine/scene/numbers.h"
#include "engine/scene/scene_io.h"
#include "scenarios/import/mesh_assimp.h"
#include "scenarios/import/xml.h"

namespace spook::models {
namespace {

constexpr std::size_t max_mesh_bytes = 256u << 20;
constexpr std::size_t stl_header = 84, stl_triangle = 50;  // bytes of the binary form

std::uint32_t little_endian(const char* bytes) {
  std::uint32_t bits = 0;
  for (int i = 3; i >= 0; --i) bits = bits << 8 | static_cast<unsigned char>(bytes[i]);
  return bits;
}

// triangles share their corners only where the numbers are the same
class Welder {
 public:
  explicit Welder(TriangleMesh& mesh) : mesh_(mesh) {}
  int index(const Vec3& p) {
    const auto [known, is_new] = numbers_.try_emplace({p.x(), p.y(), p.z()}, int(mesh_.vertices.size()));
    if (is_new) mesh_.vertices.push_back(p);
    return known->second;
  }

 private:
  TriangleMesh& mesh_;
  std::map<std::array<double, 3>, int> numbers_;
};

TriangleMesh parse_binary_stl(const std::string& bytes, std::size_t count, const std::string& source_name) {
  TriangleMesh mesh;
  Welder welder(mesh);
  for (std::size_t t = 0; t < count; ++t) {
    std::array<int, 3> triangle;
    for (int corner = 0; corner < 3; ++corner) {
      Vec3 p;
      const char* at = bytes.data() + stl_header + t * stl_triangle + 12 + 12 * corner;  // a normal stands first
      for (int i = 0; i < 3; ++i) p[i] = std::bit_cast<float>(little_endian(at + 4 * i));
      if (!p.allFinite()) throw SceneError(source_name + ": triangle " + std::to_string(t) + " is not finite");
      triangle[corner] = welder.index(p);
    }
    mesh.triangles.push_back(triangle);
  }
  return mesh;
}

TriangleMesh parse_ascii_stl(const std::string& text, const std::string& source_name) {
  TriangleMesh mesh;
  Welder welder(mesh);
  std::vector<int> corners;
  int line = 0;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    ++line;
    const std::string_view row = std::string_view(text).substr(start, end - start);
    start = end + 1;
    const std::size_t word = row.find("vertex");
    if (word == row.npos) continue;
    XmlNode place;
    place.name = "vertex", place.line = line, place.file = std::make_shared<const std::string>(source_name);
    corners.push_back(welder.index(parse_vector(place, "vertex", std::string(row.substr(word + 6)))));
  }
  if (corners.size() % 3) throw SceneError(source_name + ": expected three vertices a facet");
  for (std::size_t i = 0; i + 2 < corners.size(); i += 3)
    mesh.triangles.push_back({corners[i], corners[i + 1], corners[i + 2]});
  return mesh;
}

bool is_closed(const TriangleMesh& mesh) {
  std::map<std::pair<int, int>, int> edges;
  for (const auto& t : mesh.triangles)
    for (int i = 0; i < 3; ++i) ++edges[{t[i], t[(i + 1) % 3]}];
  return std::all_of(edges.begin(), edges.end(), [&](const auto& edge) {
    const auto twin = edges.find({edge.first.second, edge.first.first});
    return twin != edges.end() && twin->second == edge.second;
  });
}

// the integrals of mass_properties.cpp over the tetrahedra from one point to every triangle, signed
MassProperties closed_mass(const TriangleMesh& mesh, double density) {
  const Vec3 origin = mesh.vertices[0];
  double volume = 0.0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
  for (const auto& t : mesh.triangles) {
    const Vec3 a = mesh.vertices[t[0]] - origin, b = mesh.vertices[t[1]] - origin, c = mesh.vertices[t[2]] - origin;
    const double det = a.dot(b.cross(c));
    const Vec3 s = a + b + c;
    volume += det / 6.0;
    first += det / 24.0 * s;
    second += det / 120.0 * (a * a.transpose() + b * b.transpose() + c * c.transpose() + s * s.transpose());
  }
  if (volume < 0.0) volume = -volume, first = -first, second = -second;  // wound inside out
  if (!(volume > 0.0)) return {};
  const Vec3 centre = first / volume;
  second -= volume * centre * centre.transpose();
  return {density * volume, origin + centre, density * (second.trace() * Mat3::Identity() - second)};
}

}  // namespace

TriangleMesh parse_stl(const std::string& bytes, const std::string& source_name) {
  // some binary files begin with "solid" too: the count decides
  const std::size_t count = bytes.size() >= stl_header ? little_endian(bytes.data() + 80) : 0;
  const bool is_binary = bytes.size() >= stl_header && bytes.size() == stl_header + count * stl_triangle;
  if (!is_binary && !bytes.starts_with("solid"))
    throw SceneError(source_name + ": expected an STL file, found one cut short or of another kind");
  TriangleMesh mesh = is_binary ? parse_binary_stl(bytes, count, source_name) : parse_ascii_stl(bytes, source_name);
  if (mesh.triangles.empty()) throw SceneError(source_name + ": expected an STL file with triangles");
  return mesh;
}

TriangleMesh read_mesh_file(const std::filesystem::path& file) {
  std::string kind = file.extension().string();
  std::transform(kind.begin(), kind.end(), kind.begin(), [](unsigned char c) { return char(std::tolower(c)); });
  if (kind == ".obj") return parse_obj(read_limited(file, max_mesh_bytes), file.string());
  if (kind == ".stl") return parse_stl(read_limited(file, max_mesh_bytes), file.string());
  if (!can_read_by_assimp())
    throw SceneError(file.string() +
                     ": only OBJ and STL can be read here; other meshes need libassimp-dev at build time "
                     "(sh third_party/bootstrap.sh deps-all)");
  return read_by_assimp(file, max_mesh_bytes);
}

namespace {

// the farthest in so many directions, spread evenly over the sphere along a spiral of the golden angle
std::vector<Vec3> farthest_points(const std::vector<Vec3>& points, std::size_t directions) {
  std::vector<bool> kept(points.size(), false);
  const double golden_angle = std::numbers::pi * (3.0 - std::sqrt(5.0));
  for (std::size_t i = 0; i < directions; ++i) {
    const double z = 1.0 - (2.0 * double(i) + 1.0) / double(directions), r = std::sqrt(1.0 - z * z);
    const Vec3 way(r * std::cos(golden_angle * double(i)), r * std::sin(golden_angle * double(i)), z);
    std::size_t best = 0;
    for (std::size_t v = 1; v < points.size(); ++v)
      if (way.dot(points[v]) > way.dot(points[best])) best = v;
    kept[best] = true;
  }
  std::vector<Vec3> result;
  for (std::size_t v = 0; v < points.size(); ++v)
    if (kept[v]) result.push_back(points[v]);
  return result;
}

// a hull costs points times faces: large meshes are thinned out before
constexpr std::size_t max_exact_points = 4000, directions_of_large = 2000;

ConvexHull hull_of(const std::vector<Vec3>& vertices) {
  const bool large = vertices.size() > max_exact_points;
  return large ? convex_hull(farthest_points(vertices, directions_of_large)) : convex_hull(vertices);
}

}  // namespace

MeshSolid mesh_solid(const TriangleMesh& mesh, double density) {
  MeshSolid solid;
  const ConvexHull hull = hull_of(mesh.vertices);
  if (hull.empty()) return solid;
  const MassProperties whole = closed_mass({hull.vertices, hull.triangles}, density);
  solid.closed = !mesh.triangles.empty() && is_closed(mesh);
  solid.mass = solid.closed ? closed_mass(mesh, density) : whole;
  const double share = mesh.vertices.size() > max_exact_points ? 5e-3 : 1e-3;  // what thinning may cut off
  solid.convex = std::abs(solid.mass.mass - whole.mass) <= share * whole.mass;
  return solid;
}

std::vector<Vec3> hull_points(const std::vector<Vec3>& vertices) {
  const ConvexHull hull = hull_of(vertices);
  if (hull.vertices.size() <= max_hull_points) return hull.vertices;
  return farthest_points(hull.vertices, max_hull_points);
}

}  // namespace spook::models
