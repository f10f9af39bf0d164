// Meshes of models: read from files, weighed, and made into hulls that move.
#pragma once

#include <filesystem>
#include <string>

#include "engine/scene/mass_properties.h"
#include "engine/scene/mesh_file.h"

namespace spook::models {

// OBJ and STL by our own readers, everything else (DAE, glTF, PLY, …) by assimp where it was built in. SceneError else.
TriangleMesh read_mesh_file(const std::filesystem::path& file);
TriangleMesh parse_stl(const std::string& bytes, const std::string& source_name);
bool can_read_by_assimp();

// What a mesh weighs: the integral over its inside where it is closed, of its hull where it is not.
struct MeshSolid {
  MassProperties mass;
  bool closed = false;  // every edge has a triangle on either side
  bool convex = false;  // fills its own hull, to a thousandth of its volume
};
MeshSolid mesh_solid(const TriangleMesh& mesh, double density);

// The corners of the hull, thinned out to what contacts need; never outside the mesh's own hull.
std::vector<Vec3> hull_points(const std::vector<Vec3>& vertices);
inline constexpr std::size_t max_hull_points = 200;  // chosen: 100 to 400 serve; contacts cost with the faces

}  // namespace spook::models
