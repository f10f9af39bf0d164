// The readers of OBJ and STL files and the hull of what they read: a mesh or one line with its place; a hull that holds
// its points; a mass that is a number.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "engine/scene/convex_hull.h"
#include "engine/scene/mesh_file.h"
#include "engine/scene/scene_io.h"
#include "scenarios/import/meshes.h"
#include "tests/fuzz/driver.h"

namespace spook::fuzz {
namespace {

const char* const cube =
    "# a cube\nv -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\n"
    "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
const char* const tetrahedron = "v 0 0 0\nv 1e-3 0 0\nv 0 1e-3 0\nv 0 0 1e-3\nvn 0 0 1\nf 1/1/1 3//1 -2\nf -4 -3 -1\n";

const char* const solid =
    "solid t\nfacet\nvertex 0 0 0\nvertex 0 1 0\nvertex 1 0 0\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 0 1\n"
    "vertex 0 0 0\nvertex 0 0 1\nvertex 0 1 0\nvertex 1 0 0\nvertex 0 1 0\nvertex 0 0 1\nendsolid\n";

// two triangles: 80 bytes, a count, twelve floats each and two bytes
std::string binary_stl() {
  std::string bytes(84, ' ');
  for (int i = 0; i < 4; ++i) bytes[std::size_t(80 + i)] = i == 0 ? 2 : 0;
  for (int triangle = 0; triangle < 2; ++triangle) {
    bytes += std::string(12, '\0');  // the normal
    for (const float number : {0.f, 0.f, float(triangle), 1.f, 0.f, 0.f, 0.f, 1.f, 0.f}) {
      const auto bits = std::bit_cast<std::uint32_t>(number);
      for (int i = 0; i < 4; ++i) bytes += char(bits >> 8 * i & 255);
    }
    bytes += std::string(2, '\0');
  }
  return bytes;
}

void check_hull(const TriangleMesh& mesh, const std::string& text) {
  const ConvexHull hull = convex_hull(mesh.vertices);
  if (hull.empty()) return;
  Vec3 low = mesh.vertices[0], high = low;
  for (const Vec3& v : mesh.vertices) low = low.cwiseMin(v), high = high.cwiseMax(v);
  const double allowed = 1e-6 * (high - low).maxCoeff();
  for (const HullFace& face : hull.faces)
    for (const Vec3& v : mesh.vertices)
      if (face.normal.dot(v) - face.offset > allowed) broken("a hull that leaves a point outside", text);
}

bool try_text(const std::string& text) {
  TriangleMesh mesh;
  const bool stl = text.rfind("v", 0) != 0 && text.rfind("#", 0) != 0;
  try {
    mesh = stl ? models::parse_stl(text, "fuzz") : parse_obj(text, "fuzz");
  } catch (const SceneError& error) {
    if (std::string(error.what()).rfind("fuzz:", 0) != 0) broken("an error without its place", error.what());
    return false;
  }
  for (const auto& triangle : mesh.triangles)
    for (const int corner : triangle)
      if (corner < 0 || corner >= int(mesh.vertices.size())) broken("a triangle of a vertex that is not there", text);
  check_hull(mesh, text);
  const models::MeshSolid solid = models::mesh_solid(mesh, 1000.0);
  if (std::isnan(solid.mass.mass) || solid.mass.mass < 0.0) broken("a mesh that weighs no number", text);
  if (models::hull_points(mesh.vertices).size() > models::max_hull_points) broken("a hull of too many points", text);
  return true;
}

}  // namespace

Target target() {
  return {"fuzz_mesh",
          {cube, tetrahedron, solid, binary_stl()},
          {"v",     "f",         "0",         "-1",         "1",
           "99",    "1e308",     "-1e308",    "1e-308",     "4.9e-324",
           "nan",   "inf",       "1e999",     "2147483648", "-2147483648",
           "1/2/3", "vertex",    "1//",       "/",          "\n",
           "#",     "v 0 0 0\n", "f 1 2 3\n", "0.1",        "0.30000000000000004"},
          try_text};
}

}  // namespace spook::fuzz
