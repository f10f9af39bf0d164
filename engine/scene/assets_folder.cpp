#include <cstdlib>

#include "engine/scene/scene_io.h"

namespace spook {

std::filesystem::path assets_folder() {
  namespace fs = std::filesystem;
  // a user's choice, then a folder beside the program, then the tree it was built from
  if (const char* chosen = std::getenv("SPOOK_ASSETS")) return chosen;
  std::error_code none;
  const fs::path program = fs::read_symlink("/proc/self/exe", none);
  if (!none && fs::is_directory(program.parent_path() / "assets", none)) return program.parent_path() / "assets";
  return fs::path(SPOOK_SOURCE_DIR) / "assets";
}

}  // namespace spook
