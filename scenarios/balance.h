// A semicircular arch of equal wedge stones, for the scenes that stand on one.
#pragma once

#include <string>

#include "scenarios/registry.h"

namespace spook::families {

struct Arch {
  double radius = 2.0, thickness = 0.5, depth = 0.5;  // m
  int stones = 15;
};

void add_arch(Scene& scene, const std::string& name, const Vec3& centre, const Arch& arch);

}  // namespace spook::families
