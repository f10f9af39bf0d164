// What a user chose, kept between runs in $XDG_CONFIG_HOME/spook/settings.json.
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "viewer/interact/gamepad.h"
#include "viewer/interact/hand.h"
#include "viewer/render/scene_view.h"

namespace spook {

// a camera remembered for a scene
struct StoredView {
  std::string scene;
  std::array<double, 7> camera{};  // position, target, vertical field of view
  bool operator==(const StoredView&) const = default;
};

enum class Dock { left, right, bottom, floating };

// where a panel stands that was moved; x … height: of a floating one, in em
struct PanelPlace {
  Dock dock = Dock::floating;
  float x = 0.0f, y = 0.0f, width = 26.0f, height = 20.0f;
  bool operator==(const PanelPlace&) const = default;
};

struct Settings {
  bool dark = true;
  std::set<std::string> open_panels;
  std::map<std::string, PanelPlace> places;     // of panels that were moved; others: where the table has them
  std::string left_tab, right_tab, bottom_tab;  // in front
  float left_width = 21.0f, right_width = 23.0f, bottom_height = 20.0f;  // em
  float ui_scale = 1.0f;
  int window_width = 0, window_height = 0;  // 0: as the monitor suggests
  bool hints_seen = false, shadows = true;
  bool keep_pace = true;         // 60 Hz before accuracy
  std::string quality = "auto";  // auto | low | high
  std::string last_scene;
  std::vector<std::string> recent_files;
  std::vector<StoredView> views;
  Layers layers;
  HandSettings hand;
  std::map<std::string, double> best_times;      // s, of courses by their names
  std::map<std::string, PadSource> pad_sources;  // of levers by their labels; others: as they come
  bool operator==(const Settings&) const = default;
};

// name and place of every layer's switch
struct LayerKey {
  std::string_view name;
  bool Layers::*field;
};
std::span<const LayerKey> layer_keys();

std::filesystem::path config_folder();
std::filesystem::path cache_folder();
std::filesystem::path pictures_folder();
// defaults where there is no file; where there is one that cannot be used, the complaint says why
Settings load_settings(std::string& complaint);
Settings parse_settings(const std::string& text);  // throws nlohmann::json::exception
std::string settings_text(const Settings& settings);
void save_settings(const Settings& settings);  // throws WriteError

}  // namespace spook
