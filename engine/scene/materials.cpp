#include <algorithm>
#include <cmath>

#include "engine/scene/scene.h"

namespace spook {

Material mix_materials(const Scene& scene, const std::string& a, const std::string& b) {
  const auto material = [&](const std::string& name) {
    const auto found = scene.materials.find(name);
    return found == scene.materials.end() ? Material{} : found->second;
  };
  const Material first = material(a), second = material(b);
  Material mixed;
  mixed.friction = std::sqrt(first.friction * second.friction);
  mixed.restitution = std::max(first.restitution, second.restitution);
  mixed.compliance = std::max(first.compliance, second.compliance);
  mixed.relaxation_steps = std::max(first.relaxation_steps, second.relaxation_steps);
  mixed.density = std::max(first.density, second.density);
  for (const MaterialPair& pair : scene.material_pairs) {
    if (!((pair.a == a && pair.b == b) || (pair.a == b && pair.b == a))) continue;
    mixed.friction = pair.friction.value_or(mixed.friction);
    mixed.restitution = pair.restitution.value_or(mixed.restitution);
    mixed.compliance = pair.compliance.value_or(mixed.compliance);
    mixed.relaxation_steps = pair.relaxation_steps.value_or(mixed.relaxation_steps);
  }
  return mixed;
}

}  // namespace spook
