#include "engine/scene/material_presets.h"

namespace spook {
namespace {

// Sources, by letter:
//   D  densities: OpenStax University Physics vol. 1, table 14.1
//   E  Young's moduli: OpenStax College Physics, table 5.3
//   F  friction: OpenStax University Physics vol. 1, table 6.1
//   R  restitution: The Physics Factbook, "Coefficients of restitution"
//   H  mechanical handbooks (CRC Handbook; Marks' Standard Handbook): what the others do not list
//   P  J. J. Petrovic, Mechanical properties of ice and snow, J. Mater. Sci. 38 (2003): modulus of ice
//   A  ACI 318: concrete against concrete that is not roughened, 0.6
//   G  J. Byerlee, Friction of rocks (1978): 0.6 to 0.85
//   C  chosen within what is usual: no single figure is to be had
constexpr MaterialPreset presets[] = {
    {"steel", 7800, 0.6, 0.6, 210e9, "density H, friction F, restitution R, modulus E"},
    {"aluminium", 2700, 1.05, 0.5, 70e9, "density D, friction H (dry, clean), restitution C, modulus E"},
    {"brass", 8400, 0.35, 0.5, 90e9, "density D, friction H, restitution C, modulus E"},
    {"oak", 710, 0.5, 0.6, 15e9,
     "density D, friction F (wood on wood), restitution R (wooden ball), modulus E (hardwood)"},
    {"pine", 430, 0.5, 0.5, 9e9, "density D, friction F (wood on wood), restitution C, modulus H (along the grain)"},
    {"concrete", 2400, 0.6, 0.2, 20e9, "density H, friction A, restitution C, modulus E"},
    {"brick", 1900, 0.6, 0.2, 15e9, "density H, friction C, restitution C, modulus E"},
    {"granite", 2700, 0.6, 0.4, 45e9, "density D, friction G, restitution C, modulus E"},
    {"glass", 2600, 0.94, 0.66, 70e9, "density D, friction H, restitution R (marble), modulus E"},
    {"ice", 917, 0.1, 0.3, 9e9, "density D, friction F, restitution C, modulus P"},
    {"rubber", 1100, 1.0, 0.8, 10e6, "density H, friction F (on dry concrete), restitution R, modulus H"},
    {"nylon", 1150, 0.25, 0.7, 5e9, "density H, friction H, restitution R (hard plastic), modulus E"},
    {"cork", 240, 0.6, 0.5, 20e6, "density D, friction C, restitution C, modulus H"},
};

}  // namespace

Material MaterialPreset::material() const {
  Material made;
  made.density = density;
  made.friction = friction;
  made.restitution = restitution;
  made.compliance = 1.0 / stiffness();
  return made;
}

std::span<const MaterialPreset> material_presets() {
  return presets;
}

const MaterialPreset* find_material_preset(std::string_view name) {
  for (const MaterialPreset& preset : presets)
    if (preset.name == name) return &preset;
  return nullptr;
}

void add_named_presets(Scene& scene) {
  const auto add = [&](const std::string& name) {
    if (scene.materials.contains(name)) return;
    if (const MaterialPreset* preset = find_material_preset(name)) scene.materials[name] = preset->material();
  };
  for (const BodyDesc& body : scene.bodies)
    for (const ShapeDesc& shape : body.shapes) add(shape.material);
  for (const MaterialPair& pair : scene.material_pairs) add(pair.a), add(pair.b);
}

}  // namespace spook
