// The layers as switches, each with its key; how the picture is drawn.
#include <imgui.h>

#include <string>

#include "viewer/panels/context.h"
#include "viewer/panels/panel.h"
#include "viewer/panels/widgets.h"

namespace spook {
namespace {

struct LayerRow {
  const char* id;
  const char* label;
  bool Layers::*field;
  Action action;
  const char* help;
};

constexpr LayerRow contact_rows[] = {
    {"contacts", "Contacts", &Layers::contacts, Action::layer_contacts, "Green sticks, orange slides, grey is open."},
    {"normals", "Normals", &Layers::normals, Action::layer_normals, "The direction a contact pushes in."},
    {"forces", "Normal forces", &Layers::forces, Action::layer_forces, "An arrow one body long is one body's weight."},
    {"friction", "Friction forces", &Layers::friction_forces, Action::layer_friction, "On the same scale."},
    {"cones", "Friction cones", &Layers::cones, Action::layer_cones,
     "Force inside the cone sticks; on the rim it slides."},
    {"residual", "Coloured by residual", &Layers::residual, Action::layer_residual,
     "Blue to red: six decades up to the worst contact of the step, or to 1 nN s."},
    {"changes", "Coloured by state changes", &Layers::state_changes, Action::layer_changes,
     "How often the solver changed its mind in the step."}};

constexpr LayerRow body_rows[] = {
    {"joints", "Joints and limits", &Layers::joints, Action::layer_joints, "Anchors, axes, how far a limit allows."},
    {"axes", "Axes", &Layers::axes, Action::layer_axes, "Principal axes of each body: x red, y green, z blue."},
    {"inertia", "Centre of mass, inertia boxes", &Layers::inertia, Action::layer_inertia,
     "The box of equal mass and inertia."},
    {"bounds", "Bounding boxes", &Layers::bounds, Action::layer_bounds,
     "The boxes by which bodies that may touch are found."},
    {"velocity", "Velocities", &Layers::velocity, Action::layer_velocity,
     "Arrows of a fifth of a second; bodies coloured by speed."},
    {"islands", "Islands by colour", &Layers::islands, Action::layer_islands, "Bodies that are solved together."},
    {"sleeping", "Sleeping", &Layers::sleeping, Action::layer_sleeping, "Dark: asleep."},
    {"names", "Names", &Layers::names, Action::layer_names, "As in the scene file."},
    {"numbers", "Numbers on boxes", &Layers::numbers, Action::layer_numbers,
     "Painted on every side of a loose box: its place among the scene's bodies, which the Inspector tells too."}};

constexpr LayerRow picture_rows[] = {
    {"wireframe", "Wireframe", &Layers::wireframe, Action::layer_wireframe, "Edges of triangles only."},
    {"see_through", "See-through", &Layers::see_through, Action::layer_see_through, "To look inside piles."}};

void switches(AppContext& app, std::span<const LayerRow> rows) {
  for (const LayerRow& row : rows) {
    ui::toggle(std::string("layer.") + row.id, row.label, app.settings.layers.*row.field, row.help);
    const std::string key(key_label(row.action));
    if (key.empty()) continue;
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize(key.c_str()).x - app.em * 0.3f);
    ImGui::TextDisabled("%s", key.c_str());
  }
}

}  // namespace

void draw_layers_panel(AppContext& app) {
  if (ui::button("layer.none", "All off", "No layer is drawn")) app.settings.layers = {};
  ui::heading("Contacts");
  switches(app, contact_rows);
  ui::heading("Bodies");
  switches(app, body_rows);
  ui::heading("Picture");
  switches(app, picture_rows);
  ui::toggle("layer.shadows", "Shadows", app.settings.shadows);
  static constexpr const char* quality_keys[] = {"auto", "low", "high"};
  static constexpr const char* qualities[] = {"Automatic", "Low", "High"};
  int quality = app.settings.quality == "low" ? 1 : app.settings.quality == "high" ? 2 : 0;
  if (ui::choice("layer.quality", "Quality", quality, qualities, 3, "Automatic is low where the processor draws."))
    app.settings.quality = quality_keys[quality];
  double scale = app.settings.ui_scale;
  if (ui::slider("layer.ui_scale", "Text size", scale, {0.7, 2.0, 1.0, false, "%.2f"}, "×",
                 "Of all panels, on top of the monitor's own scale."))
    app.settings.ui_scale = float(scale);
}

}  // namespace spook
