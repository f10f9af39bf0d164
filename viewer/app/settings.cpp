#include "viewer/app/settings.h"

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <optional>

#include "engine/scene/files.h"

namespace spook {
namespace {

using nlohmann::json;

std::filesystem::path xdg(const char* variable, const char* below_home) {
  if (const char* set = std::getenv(variable); set && *set == '/') return set;
  const char* home = std::getenv("HOME");
  return std::filesystem::path(home && *home ? home : "/tmp") / below_home;
}

// get() would cast whatever number stands there
int whole_number(const json& j) {
  if (!j.is_number_integer()) throw json::type_error::create(302, "expected a whole number", &j);
  return j.get<int>();
}

template <typename T>
void take(const json& from, const char* key, T& value) {
  const auto found = from.find(key);
  if (found == from.end()) return;
  if constexpr (std::is_same_v<T, int>)
    value = whole_number(*found);
  else
    value = found->get<T>();
}

// axis, reversed, forward, backward; what no pad has is as if nothing was chosen
PadSource pad_source(const json& j) {
  PadSource source{whole_number(j.at(0)), j.at(1).get<bool>(), whole_number(j.at(2)), whole_number(j.at(3))};
  if (source.axis < -1 || source.axis > pad_triggers) source.axis = -1;
  for (int* button : {&source.forward, &source.backward})
    if (*button < -1 || *button >= pad_buttons) *button = -1;
  return source;
}

constexpr std::string_view dock_names[] = {"left", "right", "bottom", "floating"};

// dock, x, y, width, height; what names no dock is as if nothing was moved
std::optional<PanelPlace> panel_place(const json& j) {
  const auto found = std::find(std::begin(dock_names), std::end(dock_names), j.at(0).get<std::string>());
  if (found == std::end(dock_names)) return std::nullopt;
  const auto length = [&](std::size_t i, float low) { return std::clamp(j.at(i).get<float>(), low, 1000.0f); };
  return PanelPlace{Dock(found - std::begin(dock_names)), length(1, 0.0f), length(2, 0.0f), length(3, 10.0f),
                    length(4, 6.0f)};
}

constexpr LayerKey keys_of_layers[] = {{"contacts", &Layers::contacts},
                                       {"normals", &Layers::normals},
                                       {"forces", &Layers::forces},
                                       {"friction", &Layers::friction_forces},
                                       {"cones", &Layers::cones},
                                       {"joints", &Layers::joints},
                                       {"axes", &Layers::axes},
                                       {"inertia", &Layers::inertia},
                                       {"bounds", &Layers::bounds},
                                       {"islands", &Layers::islands},
                                       {"sleeping", &Layers::sleeping},
                                       {"velocity", &Layers::velocity},
                                       {"names", &Layers::names},
                                       {"wireframe", &Layers::wireframe},
                                       {"residual", &Layers::residual},
                                       {"state_changes", &Layers::state_changes},
                                       {"see_through", &Layers::see_through},
                                       {"numbers", &Layers::numbers}};

}  // namespace

std::span<const LayerKey> layer_keys() {
  return keys_of_layers;
}

std::filesystem::path config_folder() {
  return xdg("XDG_CONFIG_HOME", ".config") / "spook";
}
std::filesystem::path cache_folder() {
  return xdg("XDG_CACHE_HOME", ".cache") / "spook";
}

std::filesystem::path pictures_folder() {
  const char* home = std::getenv("HOME");
  const std::filesystem::path pictures = std::filesystem::path(home && *home ? home : ".") / "Pictures";
  std::error_code none;
  return std::filesystem::is_directory(pictures, none) ? pictures : std::filesystem::current_path(none);
}

Settings parse_settings(const std::string& text) {
  Settings s;
  const json j = json::parse(text);
  take(j, "dark", s.dark), take(j, "open_panels", s.open_panels);
  take(j, "left_tab", s.left_tab), take(j, "right_tab", s.right_tab), take(j, "bottom_tab", s.bottom_tab);
  take(j, "left_width", s.left_width), take(j, "right_width", s.right_width);
  take(j, "bottom_height", s.bottom_height);
  take(j, "ui_scale", s.ui_scale), take(j, "window_width", s.window_width), take(j, "window_height", s.window_height);
  take(j, "keep_pace", s.keep_pace), take(j, "hints_seen", s.hints_seen), take(j, "shadows", s.shadows),
      take(j, "quality", s.quality);
  take(j, "last_scene", s.last_scene), take(j, "recent_files", s.recent_files);
  take(j, "hand_effort", s.hand.effort), take(j, "hand_stiffness", s.hand.stiffness);
  take(j, "best_times", s.best_times);
  if (j.contains("gamepad"))
    for (const auto& [lever, source] : j.at("gamepad").items()) s.pad_sources[lever] = pad_source(source);
  if (j.contains("places"))
    for (const auto& [panel, place] : j.at("places").items())
      if (const auto known = panel_place(place)) s.places[panel] = *known;
  if (j.contains("views"))
    for (const json& view : j.at("views")) s.views.push_back({view.at("scene"), view.at("camera")});
  if (j.contains("layers"))
    for (const LayerKey& key : layer_keys()) take(j.at("layers"), std::string(key.name).c_str(), s.layers.*key.field);
  s.ui_scale = std::clamp(s.ui_scale, 0.5f, 3.0f);
  if (s.window_width != 0 || s.window_height != 0)
    s.window_width = std::clamp(s.window_width, 640, 7680), s.window_height = std::clamp(s.window_height, 400, 4320);
  for (float* width : {&s.left_width, &s.right_width, &s.bottom_height}) *width = std::clamp(*width, 1.0f, 500.0f);
  s.hand.effort = std::clamp(s.hand.effort, 0.5f, 100.0f),
  s.hand.stiffness = std::clamp(s.hand.stiffness, 0.01f, 100.0f);
  return s;
}

Settings load_settings(std::string& complaint) {
  const std::filesystem::path file = config_folder() / "settings.json";
  std::error_code none;
  if (!std::filesystem::exists(file, none)) return {};
  try {
    return parse_settings(read_file(file, megabyte));
  } catch (const json::exception& error) {
    complaint = "settings not used: " + file.string() + ": " + error.what();
  } catch (const std::exception& error) {
    complaint = std::string("settings not used: ") + error.what();
  }
  return {};
}

std::string settings_text(const Settings& s) {
  json j{{"dark", s.dark},
         {"open_panels", s.open_panels},
         {"left_tab", s.left_tab},
         {"right_tab", s.right_tab},
         {"bottom_tab", s.bottom_tab},
         {"left_width", s.left_width},
         {"right_width", s.right_width},
         {"bottom_height", s.bottom_height},
         {"ui_scale", s.ui_scale},
         {"window_width", s.window_width},
         {"window_height", s.window_height},
         {"keep_pace", s.keep_pace},
         {"hints_seen", s.hints_seen},
         {"shadows", s.shadows},
         {"quality", s.quality},
         {"last_scene", s.last_scene},
         {"recent_files", s.recent_files},
         {"hand_effort", s.hand.effort},
         {"hand_stiffness", s.hand.stiffness},
         {"best_times", s.best_times}};
  for (const auto& [lever, source] : s.pad_sources)
    j["gamepad"][lever] = {source.axis, source.reversed, source.forward, source.backward};
  for (const auto& [panel, place] : s.places)
    j["places"][panel] = {dock_names[int(place.dock)], place.x, place.y, place.width, place.height};
  for (const StoredView& view : s.views) j["views"].push_back({{"scene", view.scene}, {"camera", view.camera}});
  for (const LayerKey& key : layer_keys()) j["layers"][std::string(key.name)] = s.layers.*key.field;
  return j.dump(2) + "\n";
}

void save_settings(const Settings& s) {
  std::error_code none;
  std::filesystem::create_directories(config_folder(), none);
  write_file(config_folder() / "settings.json", settings_text(s));
}

}  // namespace spook
