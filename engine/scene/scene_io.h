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

// what a file of before says and is now put otherwise
struct SceneNote {
  int line;
  std::string text;
};

Scene parse_scene(const std::string& text, const std::string& source_name, const std::filesystem::path& assets = {},
                  std::vector<SceneNote>* notes = nullptr);                                    // throws SceneError
Scene load_scene(const std::filesystem::path& file, std::vector<SceneNote>* notes = nullptr);  // throws SceneError
std::string write_scene(const Scene& scene);                             // save, load, save gives the same bytes
void save_scene(const Scene& scene, const std::filesystem::path& file);  // whole or not at all; also throws WriteError
void validate_scene(const Scene& scene);  // throws SceneError; scenes built in code pass through here too

// Where shaders, sample scenes and the meshes of scene files are: $SPOOK_ASSETS; else `assets` beside the library or
// the program; else share/spook of what these are installed in, wherever that was moved; else the tree they were built
// from.
std::filesystem::path assets_folder();

}  // namespace spook
