// Who is solved directly and who by sweeps, where the user said so (numerics §4); the rest is as the solver has it.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/solve/solve_by.h"

namespace spook {

// One of the three: a joint, a body (its contacts and joints), or two bodies (their contacts). A joint's or a pair's
// own mark goes before those of bodies; of two bodies that differ, `direct` has its way.
struct SolvingMark {
  std::string joint, body;
  std::array<std::string, 2> between;
  SolveBy by = SolveBy::direct;
  bool operator==(const SolvingMark&) const = default;
};

}  // namespace spook
