// spook-lab, and a small scene for it.
#pragma once

#include <string>
#include <vector>

#include "tests/paths.h"
#include "tests/system/program.h"

namespace spook::test {

inline Outcome lab(const std::vector<std::string>& arguments) {
  return run_program(binary_folder() / "scenarios" / "spook-lab", arguments);
}

// a stack of two boxes, a pendulum on a hinge
inline const char* const small_scene = R"({ "format": "spook-scene", "version": 1, "name": "small",
  "bodies": [
    { "name": "ground", "motion": "static", "shapes": [ { "type": "plane", "normal": [0, 0, 1], "offset": 0 } ] },
    { "name": "lower", "motion": "dynamic", "position": [0, 0, 0.25], "shapes": [ { "type": "box", "half_extents": [0.25, 0.25, 0.25] } ] },
    { "name": "upper", "motion": "dynamic", "position": [0, 0, 0.75], "shapes": [ { "type": "box", "half_extents": [0.25, 0.25, 0.25] } ] },
    { "name": "bob", "motion": "dynamic", "position": [3, 0, 2], "shapes": [ { "type": "sphere", "radius": 0.2 } ] }
  ],
  "joints": [ { "name": "hinge", "type": "hinge", "a": "bob", "b": null, "anchor": [2, 0, 2], "axis": [0, 1, 0] } ]
}
)";

}  // namespace spook::test
