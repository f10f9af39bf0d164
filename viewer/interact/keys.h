// The one key table: what a key does, and the words Help shows for it.
#pragma once

#include <span>
#include <string_view>

namespace spook {

enum class Action {
  none,
  play_pause,
  step,
  step_back,
  slower,
  faster,
  reset,
  undo,
  redo,
  gallery,
  open_file,
  save,
  remove,
  clone,
  spawn,
  tool_hand,
  tool_cut,
  tool_glue,
  tool_rope,
  tool_blast,
  tool_wind,
  tool_bricks,
  tool_logs,
  select_all,
  clear_selection,
  frame_selection,
  follow,
  home_view,
  save_view,
  next_view,
  panel_solver,
  panel_scene,
  panel_inspector,
  panel_layers,
  panel_plots,
  panel_convergence,
  panel_profile,
  panel_papers,
  panel_compare,
  panel_inside,
  panel_magnifier,
  panel_ledger,
  panel_pivots,
  panel_friction,
  panel_lessons,
  panel_agreement,
  panel_matrix,
  panel_sweep,
  panel_tracks,
  panel_solving,
  open_step,
  inside_back,
  inside_on,
  split,
  help,
  hide_panels,
  layer_contacts,
  layer_normals,
  layer_forces,
  layer_friction,
  layer_cones,
  layer_joints,
  layer_axes,
  layer_inertia,
  layer_bounds,
  layer_islands,
  layer_velocity,
  layer_names,
  layer_wireframe,
  layer_see_through,
  layer_sleeping,
  layer_residual,
  layer_changes,
  layer_numbers,
  theme,
  fullscreen,
  screenshot,
  record,
  film,
  quit
};

enum KeyModifier { no_modifier = 0, with_shift = 1, with_control = 2 };

// keys that panels ask for themselves, by GLFW's codes
inline constexpr int key_enter = 257, key_keypad_enter = 335, key_down = 264, key_up = 265;

struct KeyRow {
  Action action;
  int key;  // a code of GLFW; 0: no key of its own
  int modifiers;
  std::string_view label;  // of the key
  std::string_view text;   // what it does
  std::string_view group;
};

// mouse gestures have words too, for Help
struct GestureRow {
  std::string_view label, text, group;
};

std::span<const KeyRow> key_table();
std::span<const GestureRow> gesture_table();
Action action_of(int key, int modifiers);
std::string_view key_label(Action action);  // empty: none

}  // namespace spook
