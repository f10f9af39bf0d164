// Which scene file to open: a path to type, or a walk through folders.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "scenarios/import/import.h"
#include "viewer/panels/context.h"
#include "viewer/panels/layout.h"
#include "viewer/panels/widgets.h"

namespace spook {
namespace {

namespace fs = std::filesystem;

struct Entry {
  std::string name;
  bool folder = false;
};

// folders first, then scenes and recordings; hidden ones left out
std::vector<Entry> entries_of(const fs::path& folder) {
  std::vector<Entry> entries;
  std::error_code failed;
  for (auto at = fs::directory_iterator(folder, fs::directory_options::skip_permission_denied, failed);
       !failed && at != fs::directory_iterator(); at.increment(failed)) {
    std::error_code unknown;
    Entry entry{at->path().filename().string(), at->is_directory(unknown)};
    const std::string kind = at->path().extension().string();
    const bool opens = entry.folder || kind == ".json" || kind == ".rec" || models::is_model_file(entry.name);
    if (entry.name.starts_with(".") || !opens) continue;
    entries.push_back(std::move(entry));
  }
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.folder != b.folder ? a.folder : a.name < b.name; });
  return entries;
}

struct Browser {
  fs::path folder;
  std::vector<Entry> entries;
  void go_to(const fs::path& where) {
    std::error_code failed;
    const fs::path clean = fs::weakly_canonical(where, failed);
    folder = failed ? where : clean;
    entries = entries_of(folder);
  }
};

// where to begin: beside the file opened last, or where the program was started
fs::path first_folder(const AppContext& app) {
  std::error_code failed;
  if (!app.settings.recent_files.empty()) {
    fs::path last = fs::path(app.settings.recent_files.front()).parent_path();
    if (fs::is_directory(last, failed)) return last;
  }
  return fs::current_path(failed);
}

void open_it(AppContext& app, Furniture& furniture, const fs::path& file) {
  SceneSource source;
  source.file = file;
  app.simulation.open(source);
  furniture.open_open = false;
}

}  // namespace

void draw_open_dialog(AppContext& app, Furniture& furniture) {
  if (!furniture.open_open) return;
  static Browser browser;
  const bool fresh = std::exchange(furniture.open_just_opened, false);
  if (fresh) browser.go_to(browser.folder.empty() ? first_folder(app) : browser.folder), furniture.open_path.clear();
  begin_dialog(app, "Open a scene file or a recording", 40);
  if (fresh) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  const bool enter = ImGui::InputTextWithHint("##path", "A path, or choose below", &furniture.open_path,
                                              ImGuiInputTextFlags_EnterReturnsTrue);
  ui::track("open.path");
  ui::quiet("%s", browser.folder.c_str());
  ImGui::BeginChild("files", {0, app.em * 16}, true);
  fs::path next;
  if (ImGui::Selectable("..")) next = browser.folder.parent_path();
  for (const Entry& entry : browser.entries) {
    const bool pressed = ImGui::Selectable((entry.name + (entry.folder ? "/" : "")).c_str());
    ui::track("open." + entry.name);
    if (pressed && entry.folder) next = browser.folder / entry.name;
    if (pressed && !entry.folder) open_it(app, furniture, browser.folder / entry.name);
  }
  ImGui::EndChild();
  const fs::path typed = browser.folder / furniture.open_path;  // an absolute path stands for itself
  std::error_code unknown;
  if ((ui::button("open.open", "Open") || enter) && !furniture.open_path.empty()) {
    if (fs::is_directory(typed, unknown))
      next = typed, furniture.open_path.clear();
    else
      open_it(app, furniture, typed);
  }
  ImGui::SameLine();
  if (ui::button("open.cancel", "Cancel")) furniture.open_open = false;
  ImGui::End();
  if (!next.empty()) browser.go_to(next);
}

}  // namespace spook
