#include "engine/scene/mesh_file.h"

#include <map>

#include "engine/scene/files.h"
#include "engine/scene/numbers.h"
#include "engine/scene/scene_io.h"
#include "engine/scene/validate.h"

namespace spook {
namespace {

std::vector<std::string_view> split(std::string_view line) {
  std::vector<std::string_view> words;
  while (true) {
    const auto start = line.find_first_not_of(" \t\r");
    if (start == line.npos) return words;
    line.remove_prefix(start);
    const auto end = std::min(line.find_first_of(" \t\r"), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

// "7", "7/2", "7//3" and, from the end, "-1"
int vertex_index(std::string_view word, int count) {
  const auto number = parse_integer(word.substr(0, word.find('/')));
  if (!number || *number == 0) return -1;
  const int index = *number > 0 ? *number - 1 : count + *number;
  return index < count ? index : -1;
}

// what is wrong with the line; empty: nothing
std::string read_line(std::string_view line, TriangleMesh& mesh) {
  const auto words = split(line);
  if (words.empty()) return {};
  if (words[0] == "v") {
    Vec3 vertex;
    if (words.size() < 4) return "a vertex needs three numbers";
    for (int i = 0; i < 3; ++i) {
      const auto number = parse_number(words[i + 1]);
      if (!number) return "'" + std::string(words[i + 1]) + "' is not a finite number";
      vertex[i] = *number;
    }
    mesh.vertices.push_back(vertex);
  } else if (words[0] == "f") {
    if (words.size() < 4) return "a face needs three vertices or more";
    std::vector<int> face;
    for (std::size_t i = 1; i < words.size(); ++i) {
      face.push_back(vertex_index(words[i], int(mesh.vertices.size())));
      if (face.back() < 0) return "there is no vertex '" + std::string(words[i]) + "'";
    }
    for (std::size_t i = 2; i < face.size(); ++i) mesh.triangles.push_back({face[0], face[i - 1], face[i]});
  }
  return {};
}

bool names_something_below(const std::filesystem::path& name) {
  if (name.empty() || name.is_absolute()) return false;
  for (const auto& part : name)
    if (part == "..") return false;
  return true;
}

// also where links on the way lead elsewhere
bool lies_in(const std::filesystem::path& folder, const std::filesystem::path& file) {
  std::error_code no_folder, no_file;
  const auto real_folder = std::filesystem::canonical(folder, no_folder);
  const auto real_file = std::filesystem::canonical(file, no_file);
  if (no_folder || no_file) return true;  // what is not there is the reader's to complain of
  return names_something_below(real_file.lexically_relative(real_folder));
}

TriangleMesh load_mesh(const std::string& name, const std::filesystem::path& assets) {
  const std::filesystem::path path = assets / name;
  if (!names_something_below(name) || !lies_in(assets, path))
    throw SceneError("expected a file under assets/, found '" + name + "'");
  std::string text;
  try {
    text = read_file(path, max_mesh_bytes);
  } catch (const std::runtime_error& error) {
    throw SceneError("the mesh file '" + name + "': " + error.what());
  }
  return parse_obj(text, name);
}

}  // namespace

TriangleMesh parse_obj(const std::string& text, const std::string& source_name) {
  TriangleMesh mesh;
  int number = 0;
  for (std::size_t start = 0; start < text.size();) {
    const auto end = std::min(text.find('\n', start), text.size());
    ++number;
    const std::string error = read_line(std::string_view(text).substr(start, end - start), mesh);
    if (!error.empty()) {
      const std::string place = source_name + ":" + std::to_string(number) + ": ";
      throw SceneError(place + error);
    }
    start = end + 1;
  }
  if (mesh.vertices.empty()) throw SceneError(source_name + ": expected an OBJ file with vertices");
  return mesh;
}

void load_meshes(Scene& scene, const std::filesystem::path& assets) {
  std::map<std::string, TriangleMesh> loaded;
  for (std::size_t b = 0; b < scene.bodies.size(); ++b)
    for (std::size_t s = 0; s < scene.bodies[b].shapes.size(); ++s) {
      ShapeDesc& shape = scene.bodies[b].shapes[s];
      const bool wanted = shape.type == ShapeType::mesh || shape.type == ShapeType::hull;
      if (!wanted || shape.mesh.empty() || !shape.points.empty()) continue;
      try {
        const auto [found, is_new] = loaded.try_emplace(shape.mesh);
        if (is_new) found->second = load_mesh(shape.mesh, assets);
        shape.points = found->second.vertices;
        if (shape.type == ShapeType::mesh) shape.triangles = found->second.triangles;
      } catch (const SceneError& error) {
        throw SceneFault{"/bodies/" + std::to_string(b) + "/shapes/" + std::to_string(s) + "/mesh", error.what()};
      }
    }
}

}  // namespace spook
