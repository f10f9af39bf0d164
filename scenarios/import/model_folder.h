// Where a model's meshes and included files may lie: in its own folder, or in the package that the folder belongs to.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "scenarios/import/xml.h"

namespace spook::models {

class ModelFolder {
 public:
  ModelFolder(const std::filesystem::path& model_file, const std::vector<std::filesystem::path>& package_folders);

  // A name as it stands in a model: relative, package://NAME/…, model://NAME/… or file://…. Fails at the node where
  // there is no such regular file, and where it lies outside the folders above, also through links.
  std::filesystem::path resolve(const XmlNode& at, const std::string& name, const std::string& subfolder = {}) const;

 private:
  std::filesystem::path in_package(const XmlNode& at, const std::string& package, const std::string& rest) const;

  std::filesystem::path own_;                   // the model's folder
  std::vector<std::filesystem::path> allowed_;  // canonical
  std::vector<std::filesystem::path> packages_;
};

}  // namespace spook::models
