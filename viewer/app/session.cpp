#include "viewer/app/session.h"

#include <algorithm>
#include <iterator>

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
  at_ = 0;
}

void Session::add(const World& world) {
  if (world.step_count() != at_ + 1 || at_ >= max_steps) return;
  std::vector<RecordedStep>& steps = recording_.steps;
  const bool again = at_ < steps.size() && steps[at_].hash == world.hash() &&
                     steps[at_].commands.size() == world.applied_commands().size();
  if (!again) steps.resize(at_), record_step(world, recording_);
  ++at_;
}

void Session::go_back(std::uint64_t step) {
  at_ = std::min<std::size_t>(step, recording_.steps.size());
}

bool Session::complete(const World& world) const {
  return world.step_count() == at_;
}

Recording Session::recording() const {
  const auto first = recording_.steps.begin();
  return {recording_.scene, {first, first + std::ptrdiff_t(at_)}, recording_.report};
}

std::vector<RecordedStep> Session::steps_from(std::uint64_t step) const {
  const auto first = recording_.steps.begin();
  return {first + std::ptrdiff_t(std::min<std::size_t>(step, at_)), first + std::ptrdiff_t(at_)};
}

void Session::put(std::uint64_t after, std::vector<RecordedStep> steps) {
  recording_.steps.resize(std::min<std::size_t>(after, recording_.steps.size()));
  std::move(steps.begin(), steps.end(), std::back_inserter(recording_.steps));
}

}  // namespace spook
