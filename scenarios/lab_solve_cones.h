// The part of spook-lab solve that reads contact problems of others.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/reference/cone_solvers.h"

namespace spook::lab {

struct ConeChoice {
  std::vector<std::string> files;
  std::string solver = "all", profile;  // profile: a PNG of the performance profile; empty: none
  double tolerance = 1e-8, seconds = 60.0;
  std::vector<double> compliances;  // solved beside the rigid problem with W + ε 1
};

// Siconos' own, for comparison; none where its package was missing when this was built
std::span<const reference::NamedConeSolver> siconos_solvers();

// answers check_failed where a solver of ours leaves a problem unsolved
int solve_cone_files(const ConeChoice& choice);

}  // namespace spook::lab
