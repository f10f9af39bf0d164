#include "scenarios/import/import.h"

#include <algorithm>

#include "engine/scene/scene_io.h"
#include "scenarios/import/model.h"

namespace spook::models {

bool is_model_file(const std::filesystem::path& file) {
  std::string ending = file.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return char(std::tolower(c)); });
  return ending == ".urdf" || ending == ".xml" || ending == ".mjcf" || ending == ".sdf" || ending == ".world";
}

namespace {

Imported import_tree(XmlNode root, const std::filesystem::path& file, const ImportOptions& options) {
  root.read = true;
  Notes notes;
  Model model;
  if (root.name == "mujoco")
    model = read_mjcf(root, file, options, notes);
  else if (root.name == "robot")
    model = read_urdf(root, file, options, notes);
  else if (root.name == "sdf")
    model = read_sdf(root, file, options, notes);
  else
    root.fail("expected <mujoco> (MJCF), <robot> (URDF) or <sdf> (SDF)");
  Imported result;
  result.scene = assemble(model, options, notes);
  result.scene.description = "imported from " + file.filename().string();
  add_unread(root, notes);
  result.notes = notes.list();
  try {
    validate_scene(result.scene);
  } catch (const SceneError& error) {
    throw SceneError(file.string() + ": " + error.what());
  }
  return result;
}

}  // namespace

Imported import_model(const std::filesystem::path& file, const ImportOptions& options) {
  return import_tree(read_xml(file), file, options);
}

Imported import_model_text(const std::string& text, const std::filesystem::path& file, const ImportOptions& options) {
  return import_tree(parse_xml(text, file.string()), file, options);
}

Scene open_scene_file(const std::filesystem::path& file, std::vector<Note>* notes) {
  if (!is_model_file(file)) {
    std::vector<SceneNote> old;
    Scene scene = load_scene(file, &old);
    if (notes)
      for (const SceneNote& note : old) notes->push_back({file.string(), {note.line}, note.text});
    return scene;
  }
  Imported imported = import_model(file, {});
  // where nobody lists them, the scene itself tells of the first few
  constexpr std::size_t max_told = 12;
  std::string& told = imported.scene.description;
  for (std::size_t i = 0; i < imported.notes.size() && i < max_told; ++i) told += "\n" + imported.notes[i].line();
  if (imported.notes.size() > max_told)
    told += "\n… and " + std::to_string(imported.notes.size() - max_told) + " more (spook-lab import names them)";
  if (notes) *notes = std::move(imported.notes);
  return std::move(imported.scene);
}

}  // namespace spook::models
