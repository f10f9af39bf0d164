// Models written by the tests themselves, read as scenes.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "engine/scene/scene_io.h"
#include "scenarios/import/import.h"
#include "scenarios/import/model.h"

namespace spook::test {

// a folder that goes away with its test
class ModelFiles {
 public:
  ModelFiles() {
    static int count = 0;
    folder_ = std::filesystem::temp_directory_path() /
              ("spook-import-" + std::to_string(getpid()) + "-" + std::to_string(count++));
    std::filesystem::create_directories(folder_);
  }
  ~ModelFiles() {
    std::error_code none;
    std::filesystem::remove_all(folder_, none);
  }
  std::filesystem::path write(const std::string& name, const std::string& text) const {
    const std::filesystem::path file = folder_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file;
  }
  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
};

inline models::Imported import_text(const std::string& name, const std::string& text,
                                    const models::ImportOptions& options = {}) {
  const ModelFiles files;
  return models::import_model(files.write(name, text), options);
}

// inside <mujoco>
inline models::Imported import_mjcf(const std::string& inside, const models::ImportOptions& options = {}) {
  return import_text("model.xml", "<mujoco model=\"test\">\n" + inside + "\n</mujoco>\n", options);
}

// inside <robot>
inline models::Imported import_urdf(const std::string& inside, const models::ImportOptions& options = {}) {
  return import_text("model.urdf", "<robot name=\"test\">\n" + inside + "\n</robot>\n", options);
}

inline const BodyDesc& body(const Scene& scene, const std::string& name) {
  for (const BodyDesc& b : scene.bodies)
    if (b.name == name) return b;
  throw std::runtime_error("no body '" + name + "'");
}

inline const JointDesc& joint(const Scene& scene, const std::string& name) {
  for (const JointDesc& j : scene.joints)
    if (j.name == name) return j;
  throw std::runtime_error("no joint '" + name + "'");
}

// the remark with these words in it; none: an empty one
inline models::Note note(const models::Imported& imported, const std::string& words) {
  for (const models::Note& n : imported.notes)
    if (n.text.find(words) != std::string::npos) return n;
  return {};
}

// world axes, about the centre of mass
inline Mat3 inertia_tensor(const BodyDesc& b) {
  const Mat3 turn = b.pose.orientation.toRotationMatrix();
  return turn * b.inertia.value().asDiagonal() * turn.transpose();
}

inline std::string refusal(const std::string& name, const std::string& text) {
  try {
    import_text(name, text);
  } catch (const SceneError& error) {
    return error.what();
  }
  return {};
}

}  // namespace spook::test
