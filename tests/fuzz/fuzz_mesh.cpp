// The reader of OBJ files and the hull of what it read: a mesh or one line with its place; a hull that holds its
// points.
#include <algorithm>

#include "engine/scene/convex_hull.h"
#include "engine/scene/mesh_file.h"
#include "engine/scene/scene_io.h"
#include "tests/fuzz/driver.h"

namespace spook::fuzz {
namespace {

const char* const cube =
    "# a cube\nv -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\n"
    "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
const char* const tetrahedron = "v 0 0 0\nv 1e-3 0 0\nv 0 1e-3 0\nv 0 0 1e-3\nvn 0 0 1\nf 1/1/1 3//1 -2\nf -4 -3 -1\n";

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
  try {
    mesh = parse_obj(text, "fuzz");
  } catch (const SceneError& error) {
    if (std::string(error.what()).rfind("fuzz:", 0) != 0) broken("an error without its place", error.what());
    return false;
  }
  for (const auto& triangle : mesh.triangles)
    for (const int corner : triangle)
      if (corner < 0 || corner >= int(mesh.vertices.size())) broken("a triangle of a vertex that is not there", text);
  check_hull(mesh, text);
  return true;
}

}  // namespace

Target target() {
  return {"fuzz_mesh",
          {cube, tetrahedron},
          {"v",      "f",        "0",   "-1",  "1",         "99",         "1e308",       "-1e308",
           "1e-308", "4.9e-324", "nan", "inf", "1e999",     "2147483648", "-2147483648", "1/2/3",
           "1//",    "/",        "\n",  "#",   "v 0 0 0\n", "f 1 2 3\n",  "0.1",         "0.30000000000000004"},
          try_text};
}

}  // namespace spook::fuzz
