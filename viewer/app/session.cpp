#include "viewer/app/session.h"

#include <algorithm>
#include <iterator>

#include "engine/scene/scene_io.h"

namespace spook {
namespace {

bool is_input(const Command& command) {
  return !std::holds_alternative<SetParameters>(command) && !std::holds_alternative<SetPace>(command);
}

}  // namespace

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

bool Session::repeats(const World& world) const {
  return world.step_count() == at_ + 1 && ahead() && ahead()->hash == world.hash();
}

std::size_t Session::common_with(const Session& other) const {
  const std::size_t both = std::min(known_steps(), other.known_steps());
  std::size_t i = 0;
  while (i < both && recording_.steps[i].hash == other.recording_.steps[i].hash) ++i;
  return i;
}

std::vector<std::uint64_t> Session::inputs(std::uint64_t step) const {
  std::vector<std::uint64_t> found;
  for (std::size_t i = step; i < known_steps(); ++i)
    if (std::any_of(recording_.steps[i].commands.begin(), recording_.steps[i].commands.end(), is_input))
      found.push_back(i + 1);
  return found;
}

std::vector<Command> Session::input_of(std::uint64_t step) const {
  std::vector<Command> found;
  if (step == 0 || step > known_steps()) return found;
  for (const Command& command : recording_.steps[step - 1].commands)
    if (is_input(command)) found.push_back(command);
  return found;
}

Parameters Session::settings_at(std::size_t step) const {
  for (std::size_t i = std::min(step, known_steps()); i > 0; --i) {
    const std::vector<Command>& commands = recording_.steps[i - 1].commands;
    for (auto command = commands.rbegin(); command != commands.rend(); ++command)
      if (const auto* set = std::get_if<SetParameters>(&*command)) return set->parameters;
  }
  return recording_.scene.parameters;
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
