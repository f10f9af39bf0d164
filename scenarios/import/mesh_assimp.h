// The only door to assimp; without it at build time, nothing comes through.
#pragma once

#include <filesystem>

#include "engine/scene/mesh_file.h"

namespace spook::models {

TriangleMesh read_by_assimp(const std::filesystem::path& file, std::size_t max_bytes);  // throws SceneError

}  // namespace spook::models
