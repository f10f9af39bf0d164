// Mesh files under assets/: Wavefront OBJ, vertices and faces (polygons are split into triangles).
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/scene/scene.h"

namespace spook {

struct TriangleMesh {
  std::vector<Vec3> vertices;
  std::vector<std::array<int, 3>> triangles;
};

TriangleMesh parse_obj(const std::string& text, const std::string& source_name);  // throws SceneError with file:line

// fills points (and, for meshes, triangles) of every shape that names a file; throws SceneFault
void load_meshes(Scene& scene, const std::filesystem::path& assets);

}  // namespace spook
