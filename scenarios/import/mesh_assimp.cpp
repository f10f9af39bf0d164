#include "scenarios/import/mesh_assimp.h"

#include "engine/scene/scene_io.h"
#include "scenarios/import/meshes.h"
#include "scenarios/import/xml.h"

#ifdef SPOOK_HAVE_ASSIMP
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <assimp/Importer.hpp>

namespace spook::models {
namespace {

// everything below a node of assimp's scene, in the frame of the file
void add_meshes(const aiScene& scene, const aiNode& node, const aiMatrix4x4& parent, TriangleMesh& mesh) {
  const aiMatrix4x4 to_file = parent * node.mTransformation;
  for (unsigned m = 0; m < node.mNumMeshes; ++m) {
    const aiMesh& part = *scene.mMeshes[node.mMeshes[m]];
    const int first = int(mesh.vertices.size());
    for (unsigned v = 0; v < part.mNumVertices; ++v) {
      const aiVector3D p = to_file * part.mVertices[v];
      mesh.vertices.emplace_back(p.x, p.y, p.z);
    }
    for (unsigned f = 0; f < part.mNumFaces; ++f) {
      const aiFace& face = part.mFaces[f];
      if (face.mNumIndices != 3) continue;  // points and lines
      mesh.triangles.push_back(
          {first + int(face.mIndices[0]), first + int(face.mIndices[1]), first + int(face.mIndices[2])});
    }
  }
  for (unsigned c = 0; c < node.mNumChildren; ++c) add_meshes(scene, *node.mChildren[c], to_file, mesh);
}

}  // namespace

bool can_read_by_assimp() {
  return true;
}

TriangleMesh read_by_assimp(const std::filesystem::path& file, std::size_t max_bytes) {
  // from memory: what the file refers to elsewhere stays unread
  const std::string bytes = read_limited(file, max_bytes);
  Assimp::Importer importer;
  std::string kind = file.extension().string();
  if (!kind.empty()) kind.erase(0, 1);
  const aiScene* scene = importer.ReadFileFromMemory(
      bytes.data(), bytes.size(),
      aiProcess_Triangulate | aiProcess_JoinIdenticalVertices | aiProcess_DropNormals | aiProcess_SortByPType,
      kind.c_str());
  if (!scene || !scene->mRootNode) {
    const std::string reason = importer.GetErrorString();
    throw SceneError(file.string() + ": not a mesh that assimp can read: " + reason.substr(0, reason.find('\n')));
  }
  TriangleMesh mesh;
  add_meshes(*scene, *scene->mRootNode, aiMatrix4x4(), mesh);
  for (const Vec3& v : mesh.vertices)
    if (!v.allFinite()) throw SceneError(file.string() + ": a vertex is not finite");
  if (mesh.triangles.empty()) throw SceneError(file.string() + ": expected a mesh with triangles");
  return mesh;
}

}  // namespace spook::models

#else

namespace spook::models {

bool can_read_by_assimp() {
  return false;
}

TriangleMesh read_by_assimp(const std::filesystem::path& file, std::size_t) {
  throw SceneError(file.string() + ": built without assimp");
}

}  // namespace spook::models

#endif
