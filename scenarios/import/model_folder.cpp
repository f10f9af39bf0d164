#include "scenarios/import/model_folder.h"

#include <algorithm>

namespace spook::models {
namespace {

namespace fs = std::filesystem;

constexpr int max_levels_to_package = 6;  // urdf/, robots/…: deeper than any package seen

fs::path canonical_or_same(const fs::path& path) {
  std::error_code error;
  const fs::path canonical = fs::weakly_canonical(path, error);
  return error ? path : canonical;
}

bool lies_in(const fs::path& file, const fs::path& folder) {
  const auto [end_of_folder, at] = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
  return end_of_folder == folder.end();
}

// ROS and Gazebo mark the top of a package so
bool is_package(const fs::path& folder) {
  std::error_code error;
  return fs::exists(folder / "package.xml", error) || fs::exists(folder / "model.config", error);
}

}  // namespace

ModelFolder::ModelFolder(const fs::path& model_file, const std::vector<fs::path>& package_folders) {
  own_ = canonical_or_same(fs::absolute(model_file)).parent_path();
  allowed_.push_back(own_);
  fs::path folder = own_;
  for (int level = 0; level < max_levels_to_package && folder.has_relative_path(); ++level) {
    if (is_package(folder)) {
      allowed_.push_back(folder);
      break;
    }
    folder = folder.parent_path();
  }
  for (const fs::path& package : package_folders) {
    packages_.push_back(canonical_or_same(package));
    allowed_.push_back(packages_.back());
  }
}

fs::path ModelFolder::in_package(const XmlNode& at, const std::string& package, const std::string& rest) const {
  for (const fs::path& folder : packages_) {
    if (fs::exists(folder / package / rest)) return folder / package / rest;
    if (folder.filename() == package && fs::exists(folder / rest)) return folder / rest;
  }
  for (const fs::path& folder : allowed_) {
    if (folder.filename() == package) return folder / rest;
    if (fs::exists(folder / package / rest)) return folder / package / rest;
  }
  at.fail("there is no package '" + package + "' around the model (--package FOLDER says where it is)");
}

fs::path ModelFolder::resolve(const XmlNode& at, const std::string& name, const std::string& subfolder) const {
  fs::path file;
  for (const std::string scheme : {"package://", "model://"})
    if (name.starts_with(scheme)) {
      const std::string path = name.substr(scheme.size());
      const auto slash = std::min(path.find('/'), path.size());
      file = in_package(at, path.substr(0, slash), path.substr(std::min(slash + 1, path.size())));
    }
  if (file.empty()) {
    const bool is_url = name.starts_with("file://");
    if (!is_url && name.find("://") != name.npos) at.fail("expected a file, found '" + name + "'");
    file = own_ / subfolder / (is_url ? name.substr(7) : name);
  }
  fs::path canonical = canonical_or_same(file);
  const bool inside =
      std::any_of(allowed_.begin(), allowed_.end(), [&](const fs::path& folder) { return lies_in(canonical, folder); });
  if (!inside) at.fail("the file '" + name + "' lies outside the model's own folder " + own_.string());
  std::error_code error;
  if (!fs::exists(canonical, error)) at.fail("there is no file '" + name + "' (" + canonical.string() + ")");
  if (!fs::is_regular_file(canonical, error)) at.fail("'" + name + "' is not a regular file");
  return canonical;
}

}  // namespace spook::models
