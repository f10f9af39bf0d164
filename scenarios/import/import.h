// Models of others as scenes: MJCF, URDF and SDF, told apart by their root element.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/scene/scene.h"
#include "scenarios/import/notes.h"

namespace spook::models {

struct ImportOptions;

struct Imported {
  Scene scene;
  std::vector<Note> notes;  // what the scene does not say, with its place
};

bool is_model_file(const std::filesystem::path& file);  // by its ending: .urdf .xml .mjcf .sdf .world

// throws SceneError with file and line; the scene has passed validate_scene
Imported import_model(const std::filesystem::path& file, const ImportOptions& options);
// the same of what stands in the file, or would: its meshes are looked for beside it
Imported import_model_text(const std::string& text, const std::filesystem::path& file, const ImportOptions& options);

// a scene file or a model, whichever it is; the notes of a model are handed over where somebody wants them
Scene open_scene_file(const std::filesystem::path& file, std::vector<Note>* notes = nullptr);

}  // namespace spook::models
