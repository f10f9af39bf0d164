// Which engines there are, and which are left out: missing when this was built, or now.
#include "tests/bench/rivals/rival.h"

namespace spook::rivals {
namespace {

struct Known {
  std::vector<Entry> there;
  std::vector<std::string> missing;
};

[[maybe_unused]] void not_built(Known& known, const std::string& engine, const std::string& package) {
  known.missing.push_back(engine + ": " + package + " was not there when this was built (bootstrap.sh deps-all)");
}

void of_npm(Known& known, const std::string& package, Entry entry) {
  if (node_has(package))
    known.there.push_back(std::move(entry));
  else
    known.missing.push_back(entry.name + ": no Node, or no npm package " + package +
                            " (third_party/fetch_rivals.sh build/rivals)");
}

Known look() {
  Known known;
  known.there = {{"Spook", "substeps", 1, make_spook}, {"Bullet", "iterations", 10, make_bullet}};
#ifdef SPOOK_HAVE_ODE
  known.there.push_back({"ODE step", "substeps", 1, make_ode_step});
  known.there.push_back({"ODE quick", "iterations", 20, make_ode_quick});
#else
  not_built(known, "ODE", "libode-dev");
#endif
#ifdef SPOOK_HAVE_DART
  known.there.push_back({"DART", "substeps", 1, make_dart});
#else
  not_built(known, "DART", "libdart-dev");
#endif
#ifdef SPOOK_HAVE_SIMBODY
  known.there.push_back({"Simbody", "substeps", 1, make_simbody});
#else
  not_built(known, "Simbody", "libsimbody-dev");
#endif
#ifdef SPOOK_HAVE_MUJOCO
  known.there.push_back({"MuJoCo", "substeps", 1, make_mujoco});
#else
  not_built(known, "MuJoCo", "libmujoco-dev");
#endif
  of_npm(known, "jolt-physics", {"Jolt", "iterations", 10, make_jolt});
  of_npm(known, "@dimforge/rapier3d-compat", {"Rapier", "iterations", 4, make_rapier});
  of_npm(known, "@mujoco/mujoco", {"MuJoCo 3", "substeps", 1, make_mujoco_npm});
  return known;
}

const Known& known() {
  static const Known found = look();
  return found;
}

}  // namespace

std::span<const Entry> entries() {
  return known().there;
}
std::span<const std::string> left_out() {
  return known().missing;
}

}  // namespace spook::rivals
