// The panels: a table with one row each. Another panel is another file and another row.
#pragma once

#include <span>
#include <string_view>

#include "viewer/app/settings.h"
#include "viewer/interact/keys.h"

namespace spook {

struct AppContext;

struct PanelRow {
  std::string_view id;  // in the settings file and in widget names
  std::string_view title;
  Dock dock;
  Action action;  // that opens and closes it
  void (*draw)(AppContext&);
  std::string_view help;  // tooltip of its button
  bool in_menu = false;   // listed under "Look closer" rather than with a button of its own
};

// where it stands: as the table has it, or where it was moved to
Dock dock_of(const AppContext& app, const PanelRow& row);
std::span<const PanelRow> panel_table();

// one file each
void draw_scene_panel(AppContext&);
void draw_solver_panel(AppContext&);
void draw_inspector_panel(AppContext&);
void draw_layers_panel(AppContext&);
void draw_plots_panel(AppContext&);
void draw_convergence_panel(AppContext&);
void draw_profile_panel(AppContext&);
void draw_papers_panel(AppContext&);
void draw_compare_panel(AppContext&);
void draw_inside_panel(AppContext&);
void draw_magnifier_panel(AppContext&);
void draw_ledger_panel(AppContext&);
void draw_pivots_panel(AppContext&);
void draw_friction_panel(AppContext&);
void draw_lessons_panel(AppContext&);
void draw_agreement_panel(AppContext&);
void draw_matrix_panel(AppContext&);
void draw_sweep_panel(AppContext&);
void draw_tracks_panel(AppContext&);
void draw_solving_panel(AppContext&);

}  // namespace spook
