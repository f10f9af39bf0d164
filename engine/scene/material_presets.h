// Materials with names: what a shape may say without describing it.
#pragma once

#include <span>
#include <string_view>

#include "engine/scene/scene.h"

namespace spook {

// Friction is that of the material on itself, dry and at rest; restitution that of a ball of it on something hard. The
// stiffness of its contacts is that of a cube ten centimetres on edge, E A / L = E · 0.1 m.
struct MaterialPreset {
  std::string_view name;
  double density;         // kg/m³
  double friction;        // static, on itself
  double restitution;     // 0 … 1
  double youngs_modulus;  // E, Pa
  std::string_view source;

  double stiffness() const { return 0.1 * youngs_modulus; }  // N/m
  Material material() const;
};

std::span<const MaterialPreset> material_presets();
const MaterialPreset* find_material_preset(std::string_view name);

// presets that shapes and pairs name and nobody has described are added to the scene's materials
void add_named_presets(Scene& scene);

}  // namespace spook
