#include <dlfcn.h>

#include <cstdlib>

#include "engine/scene/scene_io.h"

namespace spook {
namespace {

namespace fs = std::filesystem;

// the file this code was loaded from: the library where it is shared, a Python module, or the program
fs::path own_file() {
  Dl_info info{};
  std::error_code none;
  if (dladdr(reinterpret_cast<const void*>(&assets_folder), &info) == 0 || info.dli_fname == nullptr) return {};
  return fs::canonical(info.dli_fname, none);
}

fs::path program_file() {
  std::error_code none;
  return fs::read_symlink("/proc/self/exe", none);
}

// beside the file, or in share/spook of its prefix: bin/ is a folder below that, lib/x86_64-linux-gnu/ two, and
// lib/python3/dist-packages/spook/ four
fs::path assets_of(const fs::path& file) {
  std::error_code none;
  if (file.empty()) return {};
  fs::path folder = file.parent_path();
  if (fs::is_directory(folder / "assets" / "shaders", none)) return folder / "assets";
  for (int up = 0; up < 5; ++up, folder = folder.parent_path())
    if (fs::is_directory(folder / "share" / "spook" / "shaders", none)) return folder / "share" / "spook";
  return {};
}

}  // namespace

fs::path assets_folder() {
  if (const char* chosen = std::getenv("SPOOK_ASSETS")) return chosen;
  for (const fs::path& file : {own_file(), program_file()})
    if (fs::path found = assets_of(file); !found.empty()) return found;
  return SPOOK_ASSETS_FOLDER;
}

}  // namespace spook
