// Ours, as anybody gets it: the scene's own parameters, one thread.
#include "engine/version.h"
#include "engine/world/world.h"
#include "tests/bench/rivals/rival.h"

namespace spook::rivals {
namespace {

Scene with_substeps(Scene scene, int substeps) {
  if (substeps > 0) scene.parameters.substeps = substeps;
  return scene;
}

class Spook final : public Rival {
 public:
  Spook(const RivalScene& scene, int substeps) : world_(with_substeps(scene.scene, substeps), {.publish = false}) {
    for (const RivalBody& body : scene.bodies) ids_.push_back(*world_.find_body(body.name));
  }
  void step() override { world_.step(); }
  BodyMotion motion(int body) override {
    const BodyId id = ids_[body];
    return {world_.pose(id), world_.velocity(id), world_.angular_velocity(id)};
  }
  std::string settings() const override {
    const Parameters& p = world_.parameters();
    return "Spook " + std::string(library_version_text()) + ", " + get_parameter(p, "solver") + ", " +
           std::to_string(p.sweeps) + " sweeps, effort " + get_parameter(p, "effort") + " ms, " +
           std::to_string(p.substeps) + " substeps, " + std::to_string(p.threads) + " thread";
  }

 private:
  World world_;
  std::vector<BodyId> ids_;
};

}  // namespace

std::unique_ptr<Rival> make_spook(const RivalScene& scene, int effort) {
  return std::make_unique<Spook>(scene, effort);
}

}  // namespace spook::rivals
