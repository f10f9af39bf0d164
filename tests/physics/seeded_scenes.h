// Scenes that nobody chose: one a seed; tame and wild ones are the same on every machine.
#pragma once

#include <string_view>

#include "engine/scene/scene.h"

namespace spook::test {

enum class SeedFamily {
  // 2 … 10 bodies of 0.1 … 0.5 m with 1 … 1.6 joints a body of every kind, at most 2 m/s and 2 rad/s
  tame,
  // the same with spins to 300 rad/s and mass ratios to 1e7
  wild,
  // seven bodies without joints dropped onto a floor, with every restitution, friction, impact law and rate
  dropped,
  // wild ones of any size: lengths and speeds times 1e-3 … 1e3, masses of 1e-4 … 1e7 kg; not held to their energy
  scaled,
};

inline constexpr double tame_speed = 2.0, tame_spin = 2.0;         // m/s, rad/s
inline constexpr double wild_spin = 300.0, wild_mass_ratio = 1e7;  // rad/s

// Nothing feeds energy in: no motors, no drives, and no two bodies that collide begin overlapped.
Scene seeded_scene(SeedFamily family, unsigned seed);

// "tame", "wild", "dropped", "scaled"; false: none of them
bool find_family(std::string_view name, SeedFamily& family);
std::string_view name_of(SeedFamily family);

}  // namespace spook::test
