// MuJoCo turns every inertia that is not diagonal to its principal axes, by Jacobi rotations that stop at the first
// whose cosine is within 1e-12 of one: angles up to sqrt(2e-12) are left. Its mju_eig3() is off by up to 1.7e-6 of the
// whole (of 100,000 random inertias). These write the same model so that nothing is left to turn.
#pragma once

#include <map>
#include <string>

#include "engine/types.h"

namespace spook::test {

struct Unturned {
  std::string text;                     // the model
  std::map<std::string, Mat3> tensors;  // about its centre of mass, in the body's axes, where the file gives one
};

// every geom but a body's first in a body of its own, welded to it: those are diagonal as they are
Unturned unturned_mjcf(const std::string& text);
// links that are welded stay apart, with the tensors of the file
Unturned unturned_urdf(const std::string& text);

}  // namespace spook::test
