#include "viewer/app/session.h"

#include <algorithm>

#include "engine/scene/scene_io.h"

namespace spook {

Scene Session::recordable_scene(const Scene& scene) {
  try {
    Scene recorded = recordable(scene);
    recorded.parameters.threads = scene.parameters.threads;
    for (std::size_t i = 0; i < recorded.bodies.size(); ++i) recorded.bodies[i].look = scene.bodies[i].look;
    return recorded;
  } catch (const SceneError&) {
    return scene;
  }
}

void Session::begin(const Scene& scene) {
  recording_ = {scene, {}};
}

void Session::add(const World& world) {
  const bool follows = world.step_count() == recording_.steps.size() + 1;
  if (follows && recording_.steps.size() < max_steps) record_step(world, recording_);
}

void Session::go_back(std::uint64_t step) {
  recording_.steps.resize(std::min<std::size_t>(step, recording_.steps.size()));
}

bool Session::complete(const World& world) const {
  return world.step_count() == recording_.steps.size();
}

}  // namespace spook
