#include <algorithm>

#include "viewer/panels/context.h"
#include "viewer/panels/panel.h"

namespace spook {
namespace {

constexpr PanelRow rows[] = {
    {"scene", "Scene", Dock::left, Action::panel_scene, draw_scene_panel,
     "What is running: its parameters, friction and gravity, files, the gallery"},
    {"lessons", "Lessons", Dock::left, Action::panel_lessons, draw_lessons_panel,
     "Ten guided experiments: what the parameters and the solver do", true},
    {"inspector", "Inspector", Dock::left, Action::panel_inspector, draw_inspector_panel,
     "Every number of what is selected"},
    {"solver", "Solver", Dock::right, Action::panel_solver, draw_solver_panel,
     "Every parameter of the simulation, live"},
    {"layers", "Layers", Dock::right, Action::panel_layers, draw_layers_panel,
     "Contacts, forces, joints, drawn where they act"},
    {"compare", "A/B", Dock::right, Action::panel_compare, draw_compare_panel,
     "Two worlds side by side, under two settings"},
    {"magnifier", "Magnifier", Dock::right, Action::panel_magnifier, draw_magnifier_panel,
     "Overlaps, joint gaps, slips and motion, up to a million times as large", true},
    {"friction", "Friction", Dock::right, Action::panel_friction, draw_friction_panel,
     "One contact: its cone, the path of its impulse, slip and creep", true},
    {"solving", "Direct or iterative", Dock::right, Action::panel_solving, draw_solving_panel,
     "Who is factored and who is swept, by click: bodies, joints, contacts, a region", true},
    {"papers", "Papers", Dock::right, Action::panel_papers, draw_papers_panel,
     "Published experiments, run again: plots, verdicts, and the motion as every integrator saw it"},
    {"plots", "Plots", Dock::bottom, Action::panel_plots, draw_plots_panel,
     "Energy, errors, contacts and times of the last seconds"},
    {"convergence", "Convergence", Dock::bottom, Action::panel_convergence, draw_convergence_panel,
     "The residual after every sweep of a step"},
    {"ledger", "Energy ledger", Dock::bottom, Action::panel_ledger, draw_ledger_panel,
     "Where energy came from and where it went, and whether the books close", true},
    {"agreement", "Predicted and measured", Dock::bottom, Action::panel_agreement, draw_agreement_panel,
     "What ε says of every contact and joint under load, beside what it gave", true},
    {"pivots", "Contact states", Dock::bottom, Action::panel_pivots, draw_pivots_panel,
     "What each contact was taken for after every iteration of a step: open, sticking or sliding", true},
    {"matrix", "Matrix", Dock::bottom, Action::panel_matrix, draw_matrix_panel,
     "What a direct solve factors: sparsity, fill, work and condition", true},
    {"sweep", "Sweep from here", Dock::bottom, Action::panel_sweep, draw_sweep_panel,
     "This moment on, under a grid of parameters: a heat map, and each run a click away", true},
    {"tracks", "Tracks", Dock::bottom, Action::panel_tracks, draw_tracks_panel,
     "Branches that stay: what was done before the past was changed, to go to, compare and do again", true},
    {"inside", "Inside", Dock::bottom, Action::panel_inside, draw_inside_panel,
     "One step, frozen: impulses and contacts after every sweep and direct solve"},
    {"profile", "Profile", Dock::bottom, Action::panel_profile, draw_profile_panel, "Where the time goes"},
};

}  // namespace

std::span<const PanelRow> panel_table() {
  return rows;
}

int AppContext::selected_body() const {
  if (!now() || selection.bodies.size() != 1) return -1;
  return index_of(*now(), *selection.bodies.begin());
}

std::vector<std::size_t> AppContext::views() const {
  std::vector<std::size_t> mine;
  for (std::size_t i = 0; i < settings.views.size(); ++i)
    if (frame->opened && settings.views[i].scene == frame->opened->scene.name) mine.push_back(i);
  return mine;
}

void AppContext::save_view() {
  if (!frame->opened) return;
  const CameraDesc desc = describe_camera(camera.goal());
  settings.views.push_back({frame->opened->scene.name,
                            {desc.position.x(), desc.position.y(), desc.position.z(), desc.target.x(), desc.target.y(),
                             desc.target.z(), desc.vertical_fov}});
  if (settings.views.size() > 200) settings.views.erase(settings.views.begin());
}

void AppContext::show_view(std::size_t i) {
  const std::array<double, 7>& c = settings.views[views().at(i)].camera;
  CameraDesc desc;
  desc.position = {c[0], c[1], c[2]}, desc.target = {c[3], c[4], c[5]}, desc.vertical_fov = c[6];
  camera.glide(camera_from(desc));
}

void AppContext::forget_view(std::size_t i) {
  settings.views.erase(settings.views.begin() + std::ptrdiff_t(views().at(i)));
}

bool AppContext::pressed(int key) const {
  return std::find(keys_pressed.begin(), keys_pressed.end(), key) != keys_pressed.end();
}

std::span<const ScenarioControl> AppContext::controls() const {
  if (!frame || !frame->opened) return {};
  return controls_of(*frame->opened);
}

}  // namespace spook
