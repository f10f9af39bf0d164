#include "viewer/interact/keys.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace spook {
namespace {

constexpr KeyRow rows[] = {
    {Action::play_pause, GLFW_KEY_SPACE, 0, "Space", "play or pause", "Time"},
    {Action::step, GLFW_KEY_PERIOD, 0, ".", "one step", "Time"},
    {Action::step_back, GLFW_KEY_COMMA, 0, ",", "one step back", "Time"},
    {Action::open_step, GLFW_KEY_I, 0, "I", "look inside the present step", "Time"},
    {Action::inside_back, GLFW_KEY_LEFT, 0, "Left", "inside a step: one moment back", "Time"},
    {Action::inside_on, GLFW_KEY_RIGHT, 0, "Right", "inside a step: one moment on", "Time"},
    {Action::slower, GLFW_KEY_MINUS, 0, "-", "slower", "Time"},
    {Action::faster, GLFW_KEY_EQUAL, 0, "=", "faster, up to real time and beyond", "Time"},
    {Action::reset, GLFW_KEY_R, 0, "R", "start the scene again", "Time"},
    {Action::reset, GLFW_KEY_R, with_control, "Ctrl-R", "start again, also where R is a lever", "Time"},
    {Action::undo, GLFW_KEY_Z, with_control, "Ctrl-Z", "undo", "Edit"},
    {Action::redo, GLFW_KEY_Y, with_control, "Ctrl-Y", "redo", "Edit"},
    {Action::redo, GLFW_KEY_Z, with_control | with_shift, "Ctrl-Shift-Z", "redo", "Edit"},
    {Action::remove, GLFW_KEY_DELETE, 0, "Delete", "remove what is selected", "Edit"},
    {Action::clone, GLFW_KEY_D, with_control, "Ctrl-D", "clone what is selected", "Edit"},
    {Action::spawn, GLFW_KEY_B, 0, "B", "spawn a body at the cursor", "Edit"},
    {Action::tool_hand, GLFW_KEY_H, 0, "H", "the hand", "Tools"},
    {Action::tool_cut, GLFW_KEY_K, with_shift, "Shift-K", "cutter: click a joint, or drag across several", "Tools"},
    {Action::tool_glue, GLFW_KEY_G, with_shift, "Shift-G", "glue: click two bodies that touch", "Tools"},
    {Action::tool_rope, GLFW_KEY_L, with_shift, "Shift-L", "rope: drag from a body to another or the ground", "Tools"},
    {Action::tool_blast, GLFW_KEY_B, with_shift, "Shift-B", "blast: click; the wheel sets its strength", "Tools"},
    {Action::tool_wind, GLFW_KEY_O, with_shift, "Shift-O", "wind: drag the way it blows; a click calms it", "Tools"},
    {Action::tool_bricks, GLFW_KEY_P, with_shift, "Shift-P", "bricks: drag to lay a row, and rows on top", "Tools"},
    {Action::tool_logs, GLFW_KEY_M, with_shift, "Shift-M", "logs: drag to lay a row, and rows on top", "Tools"},
    {Action::select_all, GLFW_KEY_A, with_control, "Ctrl-A", "select everything that moves", "Edit"},
    {Action::clear_selection, GLFW_KEY_ESCAPE, 0, "Esc", "close what is on top; then select nothing", "Edit"},
    {Action::gallery, GLFW_KEY_O, with_control, "Ctrl-O", "scene gallery", "Scene"},
    {Action::open_file, GLFW_KEY_O, with_control | with_shift, "Ctrl-Shift-O", "open a scene file", "Scene"},
    {Action::save, GLFW_KEY_S, with_control, "Ctrl-S", "save as a scene file", "Scene"},
    {Action::frame_selection, GLFW_KEY_F, 0, "F", "look at what is selected, or at everything", "View"},
    {Action::follow, GLFW_KEY_F, with_shift, "Shift-F", "follow what is selected", "View"},
    {Action::home_view, GLFW_KEY_HOME, 0, "Home", "the scene's own view", "View"},
    {Action::save_view, GLFW_KEY_V, with_shift, "Shift-V", "remember this view", "View"},
    {Action::next_view, GLFW_KEY_V, 0, "V", "next remembered view", "View"},
    {Action::split, GLFW_KEY_X, 0, "X", "split: two settings side by side, or keep A", "View"},
    {Action::theme, GLFW_KEY_T, 0, "T", "light or dark", "View"},
    {Action::fullscreen, GLFW_KEY_F11, 0, "F11", "full screen", "View"},
    {Action::screenshot, GLFW_KEY_F12, 0, "F12", "screenshot", "View"},
    {Action::record, GLFW_KEY_F9, 0, "F9", "record pictures, or stop", "View"},
    {Action::film, GLFW_KEY_F9, with_shift, "Shift-F9", "save a film or a 3D animation", "View"},
    {Action::help, GLFW_KEY_F1, 0, "F1 or ?", "this help", "Panels"},
    {Action::help, GLFW_KEY_SLASH, with_shift, "", "this help", "Panels"},
    {Action::panel_solver, GLFW_KEY_F2, 0, "F2", "Solver", "Panels"},
    {Action::panel_scene, GLFW_KEY_F3, 0, "F3", "Scene", "Panels"},
    {Action::panel_inspector, GLFW_KEY_F4, 0, "F4", "Inspector", "Panels"},
    {Action::panel_layers, GLFW_KEY_F5, 0, "F5", "Layers", "Panels"},
    {Action::panel_plots, GLFW_KEY_F6, 0, "F6", "Plots", "Panels"},
    {Action::panel_convergence, GLFW_KEY_F7, 0, "F7", "Convergence", "Panels"},
    {Action::panel_profile, GLFW_KEY_F8, 0, "F8", "Profile", "Panels"},
    {Action::panel_papers, GLFW_KEY_F10, 0, "F10", "Papers", "Panels"},
    {Action::panel_compare, GLFW_KEY_X, with_shift, "Shift-X", "A/B", "Panels"},
    {Action::panel_inside, GLFW_KEY_I, with_shift, "Shift-I", "Inside a step", "Panels"},
    {Action::panel_magnifier, GLFW_KEY_M, 0, "M", "Magnifier", "Panels"},
    {Action::panel_ledger, GLFW_KEY_J, 0, "J", "Energy ledger", "Panels"},
    {Action::panel_pivots, GLFW_KEY_K, 0, "K", "Contact states of a step", "Panels"},
    {Action::panel_friction, GLFW_KEY_C, 0, "C", "Friction of one contact", "Panels"},
    {Action::panel_lessons, GLFW_KEY_L, 0, "L", "Lessons", "Panels"},
    {Action::panel_agreement, GLFW_KEY_P, 0, "P", "Predicted and measured", "Panels"},
    {Action::panel_matrix, GLFW_KEY_N, 0, "N", "Matrix of a direct solve", "Panels"},
    {Action::panel_sweep, GLFW_KEY_Y, 0, "Y", "Sweep from here", "Panels"},
    {Action::panel_tracks, GLFW_KEY_T, with_shift, "Shift-T", "Tracks: branches that stay", "Panels"},
    {Action::panel_solving, GLFW_KEY_S, with_shift, "Shift-S", "Direct or iterative", "Panels"},
    {Action::hide_panels, GLFW_KEY_TAB, 0, "Tab", "hide or show the panels", "Panels"},
    {Action::layer_contacts, GLFW_KEY_1, 0, "1", "contacts: open, slide, stick", "Layers"},
    {Action::layer_normals, GLFW_KEY_2, 0, "2", "contact normals", "Layers"},
    {Action::layer_forces, GLFW_KEY_3, 0, "3", "normal forces", "Layers"},
    {Action::layer_friction, GLFW_KEY_4, 0, "4", "friction forces", "Layers"},
    {Action::layer_cones, GLFW_KEY_5, 0, "5", "friction cones", "Layers"},
    {Action::layer_joints, GLFW_KEY_6, 0, "6", "joints and limits", "Layers"},
    {Action::layer_axes, GLFW_KEY_7, 0, "7", "body axes", "Layers"},
    {Action::layer_inertia, GLFW_KEY_8, 0, "8", "centre of mass, inertia boxes", "Layers"},
    {Action::layer_bounds, GLFW_KEY_9, 0, "9", "bounding boxes", "Layers"},
    {Action::layer_islands, GLFW_KEY_0, 0, "0", "islands by colour", "Layers"},
    {Action::layer_velocity, GLFW_KEY_1, with_shift, "Shift-1", "velocities", "Layers"},
    {Action::layer_names, GLFW_KEY_2, with_shift, "Shift-2", "names", "Layers"},
    {Action::layer_wireframe, GLFW_KEY_3, with_shift, "Shift-3", "wireframe", "Layers"},
    {Action::layer_see_through, GLFW_KEY_4, with_shift, "Shift-4", "see-through", "Layers"},
    {Action::layer_sleeping, GLFW_KEY_5, with_shift, "Shift-5", "who sleeps", "Layers"},
    {Action::layer_residual, GLFW_KEY_6, with_shift, "Shift-6", "contacts by residual", "Layers"},
    {Action::layer_changes, GLFW_KEY_7, with_shift, "Shift-7", "contacts by state changes", "Layers"},
    {Action::layer_numbers, GLFW_KEY_8, with_shift, "Shift-8", "numbers on boxes", "Layers"},
    {Action::quit, GLFW_KEY_Q, with_control, "Ctrl-Q", "quit", "Scene"},
};

constexpr GestureRow gestures[] = {
    {"Left drag on a body", "pull it; let go in motion to throw", "Hands"},
    {"… with the right button", "also hold its orientation", "Hands"},
    {"Shift-click", "shoot a ball", "Hands"},
    {"… with the wheel, or Shift", "farther and nearer", "Hands"},
    {"Click", "select", "Hands"},
    {"Ctrl-click", "add to the selection, or take from it", "Hands"},
    {"Alt-click", "pick the contact nearest to the cursor", "Hands"},
    {"Left drag while paused", "move a body; it snaps to rest on what is below", "Hands"},
    {"Drag beside bodies", "orbit", "View"},
    {"Right drag", "orbit; with W A S D Q E: fly", "View"},
    {"Middle drag", "pan", "View"},
    {"Wheel", "zoom to the cursor", "View"},
    {"Drag a panel's tab", "to an edge: dock it there; elsewhere: it floats", "Panels"},
    {"Shift-click in the gallery", "open a scene beside this one, as B", "Scene"},
    {"Levers, or a gamepad", "drive a machine: its keys stand over the picture", "Machines"},
};

}  // namespace

std::span<const KeyRow> key_table() {
  return rows;
}
std::span<const GestureRow> gesture_table() {
  return gestures;
}

Action action_of(int key, int modifiers) {
  for (const KeyRow& row : rows)
    if (row.key == key && row.modifiers == modifiers) return row.action;
  return Action::none;
}

std::string_view key_label(Action action) {
  for (const KeyRow& row : rows)
    if (row.action == action) return row.label;
  return {};
}

}  // namespace spook
