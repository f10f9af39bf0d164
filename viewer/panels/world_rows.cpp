#include "viewer/panels/world_rows.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "viewer/panels/context.h"
#include "viewer/panels/widgets.h"

namespace spook {
namespace {

constexpr double max_gravity = 30.0;  // m/s², beyond Jupiter's 24.8

// a scene with a parameter of that name has a slider for it, which builds the scene anew: here it is multiplied, live
bool has_own(const OpenedScene& opened, std::string_view name) {
  if (!opened.source.scenario) return false;
  const auto& parameters = opened.source.scenario->parameters;
  return std::any_of(parameters.begin(), parameters.end(), [&](const auto& p) { return p.name == name; });
}

// unset: what the scene's materials say
bool pair_row(const char* id, const char* label, std::optional<double>& value, const std::optional<double>& standard,
              double of_materials, double highest, const char* help) {
  const double usual = standard.value_or(of_materials);
  double shown = value.value_or(of_materials);
  if (!ui::slider(id, label, shown, {0, highest, usual, false}, "", help)) return false;
  value = shown == usual ? standard : std::optional(shown);
  return true;
}

// its direction stays
bool gravity_row(Vec3& gravity, const Vec3& standard) {
  double pull = gravity.norm();
  if (!ui::slider("world.gravity", "Gravity", pull, {0, max_gravity, standard.norm(), false}, "m/s²",
                  "0 is weightless, 1.62 the moon. (gravity)"))
    return false;
  const Vec3 along = gravity.norm() > 1e-6 ? gravity : standard.norm() > 1e-6 ? standard : Vec3(0, 0, -1);
  gravity = pull * along.normalized();
  return true;
}

}  // namespace

void draw_world_rows(AppContext& app) {
  if (!app.now()->parameters || app.frame->second || !ui::section("World")) return;
  const OpenedScene& opened = *app.frame->opened;
  const auto found = opened.scene.materials.find("default");
  const Material material = found != opened.scene.materials.end() ? found->second : Material{};
  Parameters p = *app.now()->parameters;
  bool changed = false;
  if (has_own(opened, "friction"))
    changed |=
        ui::slider("world.friction", "Friction ×", p.friction_scale, {0, 3, opened.standard.friction_scale, false}, "",
                   "Multiplies the friction of everything: 0 is ice. (friction_scale)");
  else
    changed |= pair_row("world.friction", "Friction μ", p.friction, opened.standard.friction, material.friction, 2,
                        "Of everything on everything: 0 is ice, 1 rubber. (friction)");
  if (has_own(opened, "restitution"))
    changed |= ui::slider("world.restitution", "Bounce ×", p.restitution_scale,
                          {0, 3, opened.standard.restitution_scale, false}, "",
                          "Multiplies the bounce of everything: 0 is clay. (restitution_scale)");
  else
    changed |= pair_row("world.restitution", "Bounce e", p.restitution, opened.standard.restitution,
                        material.restitution, 1, "Of everything: 0 is clay, 1 bounces for ever. (restitution)");
  changed |= gravity_row(p.gravity, opened.standard.gravity);
  if (changed) app.simulation.set_parameters(Side::a, p);
}

}  // namespace spook
