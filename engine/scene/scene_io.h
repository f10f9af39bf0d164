// The scene file, version 1 (scene-format.md): in, out, and every error with its place.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

#include "engine/scene/scene.h"

namespace spook {

// the message names the place ("file:line" or a JSON pointer) and what was expected
struct SceneError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

Scene parse_scene(const std::string& text, const std::string& source_name,
                  const std::filesystem::path& assets = {});             // throws SceneError
Scene load_scene(const std::filesystem::path& file);                     // throws SceneError
std::string write_scene(const Scene& scene);                             // save, load, save gives the same bytes
void save_scene(const Scene& scene, const std::filesystem::path& file);  // whole or not at all; also throws WriteError
void validate_scene(const Scene& scene);  // throws SceneError; scenes built in code pass through here too

// where meshes of scene files are looked up: $SPOOK_ASSETS, beside the program, or the source tree
std::filesystem::path assets_folder();

}  // namespace spook
