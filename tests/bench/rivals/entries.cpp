// Which engines there are, and which were left out when this was built.
#include "tests/bench/rivals/rival.h"

namespace spook::rivals {
namespace {

const Entry all[] = {
    {"Spook", "substeps", 1, make_spook},       {"Bullet", "iterations", 10, make_bullet},
#ifdef SPOOK_HAVE_ODE
    {"ODE step", "substeps", 1, make_ode_step}, {"ODE quick", "iterations", 20, make_ode_quick},
#endif
#ifdef SPOOK_HAVE_MUJOCO
    {"MuJoCo", "substeps", 1, make_mujoco},
#endif
};

const std::vector<std::string> missing = {
#ifndef SPOOK_HAVE_ODE
    "ODE: libode-dev was not there when this was built",
#endif
#ifndef SPOOK_HAVE_MUJOCO
    "MuJoCo: libmujoco-dev was not there when this was built",
#endif
};

}  // namespace

std::span<const Entry> entries() {
  return all;
}
std::span<const std::string> left_out() {
  return missing;
}

}  // namespace spook::rivals
