// The window's furniture: bars above and below, docks at three sides, and what lies over everything.
#pragma once

#include <string>
#include <vector>

#include "viewer/panels/film_dialog.h"

namespace spook {

struct AppContext;
struct ViewArea;

// state of the furniture itself
struct Furniture {
  bool hidden = false;  // Tab
  bool gallery_open = false, help_open = false, save_open = false, open_open = false, settings_open = false;
  bool gallery_just_opened = false, open_just_opened = false, save_just_opened = false;
  bool gallery_for_b = false;  // what is chosen opens beside the running scene
  std::string gallery_query, save_name, open_path, problem_note;
  int gallery_choice = 0;
  std::string error_title, error_text;  // a dialog, while not empty
  struct Toast {
    std::string text;
    double since;
  };
  std::vector<Toast> toasts;
  double hints_since = -1.0;
  bool recording = false;
  FilmDialog film;

  bool close_all();      // dialogs; false: none was open
  bool close_topmost();  // the same, the one drawn last alone
};

// draws everything of ImGui; says in `area` what of the window stays free
void draw_furniture(AppContext& app, Furniture& furniture, ViewArea& area);

void toggle_panel(AppContext& app, const char* id);
void open_beside(AppContext& app, const struct SceneSource& source);  // as B of a comparison
void bring_to_front(AppContext& app, const char* id);                 // among the tabs of its dock

// pieces, one file each
void draw_top_bar(AppContext& app, Furniture& furniture, float height);
void draw_time_bar(AppContext& app, Furniture& furniture, float top, float height);
void draw_docks(AppContext& app, ViewArea& area);
void draw_gallery(AppContext& app, Furniture& furniture);
void draw_help(AppContext& app, Furniture& furniture);
void draw_hints(AppContext& app, Furniture& furniture);
void draw_settings_menu(AppContext& app, Furniture& furniture);
void draw_edit_menu(AppContext& app);
void draw_tools_menu(AppContext& app);
// what can be done now: low in the picture, out of the way
void draw_low_hint(const AppContext& app, const char* hint);
void draw_tool_words(const AppContext& app);
void draw_course_card(AppContext& app);
void draw_pad_dialog(AppContext& app);
void draw_open_dialog(AppContext& app, Furniture& furniture);
bool begin_dialog(AppContext& app, const char* title, float width);
void draw_dialogs(AppContext& app, Furniture& furniture);
void draw_labels(const AppContext& app, std::vector<struct Label> labels);
void draw_machine_hud(const AppContext& app);
void draw_grip_label(const AppContext& app);
void draw_legend(const AppContext& app);
void draw_side_plates(const AppContext& app);

}  // namespace spook
