#include "viewer/panels/materials.h"

#include <imgui.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "viewer/panels/context.h"
#include "viewer/panels/widgets.h"

namespace spook {
namespace {

bool material_rows(const std::string& name, Material& m, const Material& usual) {
  bool changed = false;
  const std::string id = "material." + name + ".";
  changed |= ui::slider(id + "friction", "Friction  μ", m.friction, {0, 2, usual.friction, false}, "",
                        "Coulomb's coefficient; a pair takes the geometric mean.");
  changed |= ui::slider(id + "restitution", "Restitution  e", m.restitution, {0, 1, usual.restitution, false}, "",
                        "The share of speed kept in a bounce; a pair takes the larger.");
  changed |= ui::slider(id + "compliance", "Compliance  ε", m.compliance, {1e-12, 1e-3, usual.compliance, true}, "m/N",
                        "How far the surface gives per newton; a pair takes the larger.");
  changed |= ui::slider(id + "relaxation", "Relaxation  τ/h", m.relaxation_steps,
                        {0.1, 20, usual.relaxation_steps, true}, "steps", "Steps in which an overlap is pushed out.");
  changed |= ui::slider(id + "density", "Density", m.density, {1, 20000, usual.density, true}, "kg/m³",
                        "Gives bodies without a mass of their own theirs when they are made.");
  return changed;
}

bool pair_row(MaterialPair& pair, const std::map<std::string, Material>& materials) {
  const auto of = [&](const std::string& name) {
    const auto found = materials.find(name);
    return found == materials.end() ? Material{} : found->second;
  };
  const Material a = of(pair.a), b = of(pair.b);
  const double mixed_friction = std::sqrt(a.friction * b.friction),
               mixed_restitution = std::max(a.restitution, b.restitution);
  double friction = pair.friction.value_or(mixed_friction), restitution = pair.restitution.value_or(mixed_restitution);
  const std::string id = "pair." + pair.a + "." + pair.b + ".";
  double compliance = pair.compliance.value_or(std::max(a.compliance, b.compliance));
  double relaxation = pair.relaxation_steps.value_or(std::max(a.relaxation_steps, b.relaxation_steps));
  bool changed = false;
  if (ui::slider(id + "friction", "Friction  μ", friction, {0, 2, mixed_friction, false}, "", "Of this pair alone."))
    pair.friction = friction, changed = true;
  if (ui::slider(id + "restitution", "Restitution  e", restitution, {0, 1, mixed_restitution, false}, "",
                 "Of this pair alone."))
    pair.restitution = restitution, changed = true;
  if (ui::slider(id + "compliance", "Compliance  ε", compliance,
                 {1e-12, 1e-3, std::max(a.compliance, b.compliance), true}, "m/N", "Of this pair alone."))
    pair.compliance = compliance, changed = true;
  if (ui::slider(id + "relaxation", "Relaxation  τ/h", relaxation,
                 {0.1, 20, std::max(a.relaxation_steps, b.relaxation_steps), true}, "steps", "Of this pair alone."))
    pair.relaxation_steps = relaxation, changed = true;
  return changed;
}

struct Table {
  std::map<std::string, Material> materials;
  std::vector<MaterialPair> pairs;
  int world = -1, first = 0, second = 0;
};

void add_pair(Table& table, bool& changed) {
  std::vector<const char*> names;
  for (const auto& [name, material] : table.materials) names.push_back(name.c_str());
  ui::choice("pair.first", "New pair", table.first, names.data(), int(names.size()),
             "Two materials whose contact has numbers of its own.");
  ui::choice("pair.second", "", table.second, names.data(), int(names.size()), "");
  if (!ui::button("pair.add", "Add the pair")) return;
  table.pairs.push_back({names[std::size_t(table.first)], names[std::size_t(table.second)], {}, {}, {}, {}});
  changed = true;
}

// what is set now, whichever panel set it; as opened: what sliders go back to
Table& present_table(const AppContext& app) {
  static Table table;
  if (table.world != app.frame->world)
    table = {app.frame->opened->scene.materials, app.frame->opened->scene.material_pairs, app.frame->world, 0, 0};
  return table;
}

Material usual_material(const AppContext& app, const std::string& name) {
  const auto found = app.frame->opened->scene.materials.find(name);
  return found == app.frame->opened->scene.materials.end() ? Material{} : found->second;
}

}  // namespace

void draw_material(AppContext& app, const std::string& name) {
  Table& table = present_table(app);
  const auto found = table.materials.find(name);
  if (found == table.materials.end() || !ImGui::TreeNode("Numbers of the material")) return;
  ui::quiet("Of everything made of %s", name.c_str());
  if (material_rows(name, found->second, usual_material(app, name)))
    app.simulation.adjust(SetMaterialTable{table.materials, table.pairs}, "material " + name);
  ImGui::TreePop();
}

void draw_materials(AppContext& app) {
  Table& table = present_table(app);
  bool changed = false;
  for (auto& [name, material] : table.materials) {
    if (!ImGui::TreeNodeEx(name.c_str(), ImGuiTreeNodeFlags_DefaultOpen * (table.materials.size() < 3))) continue;
    changed |= material_rows(name, material, usual_material(app, name));
    ImGui::TreePop();
  }
  for (MaterialPair& pair : table.pairs) {
    if (!ImGui::TreeNodeEx((pair.a + " on " + pair.b).c_str(), ImGuiTreeNodeFlags_DefaultOpen)) continue;
    changed |= pair_row(pair, table.materials);
    ImGui::TreePop();
  }
  add_pair(table, changed);
  if (changed) app.simulation.adjust(SetMaterialTable{table.materials, table.pairs}, "materials");
}

}  // namespace spook
