// How a scene is opened: from the library, a file or a recording, alone or beside another.
#include <algorithm>
#include <stdexcept>
#include <thread>
#include <utility>

#include "engine/scene/scene_io.h"
#include "engine/tuning.h"
#include "scenarios/import/import.h"
#include "viewer/app/simulation_thread.h"

namespace spook {
namespace {

std::string name_of(const SceneSource& source) {
  return source.scenario ? source.scenario->title : source.file.filename().string();
}

bool is_recording(const SceneSource& source) {
  return !source.scenario && source.file.extension() == ".rec";
}

Scene scene_of(const SceneSource& source) {
  if (source.scenario) return build_scenario(*source.scenario, source.values);
  if (is_recording(source)) return load_recording(source.file).scene;
  std::vector<models::Note> notes;
  Scene scene = models::open_scene_file(source.file, &notes);
  if (!models::is_model_file(source.file))  // those of a model its description tells
    for (const models::Note& note : notes) scene.description += "\n" + note.line();
  return scene;
}

// of a step: the answer does not depend on it, and beyond four little is gained
int usual_threads() {
  return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, 4);
}

}  // namespace

Scene load_source(const SceneSource& source) {
  Scene scene = scene_of(source);
  for (const auto& [key, value] : source.overrides) {
    const std::string problem = set_any_parameter(scene.parameters, key, value);
    if (!problem.empty()) throw std::runtime_error((key == "solver" ? "--" : "--set ") + problem);
  }
  scene.parameters.threads = source.threads ? source.threads : std::max(scene.parameters.threads, usual_threads());
  validate_scene(scene);
  return scene;
}

std::span<const ScenarioControl> controls_of(const OpenedScene& opened) {
  if (!opened.source.scenario) return {};
  return opened.source.scenario->controls;
}

std::shared_ptr<const OpenedScene> open_source(const SceneSource& source, const Parameters* parameters) {
  auto fresh = std::make_shared<OpenedScene>();
  fresh->source = source;
  fresh->scene = load_source(source);
  fresh->standard = fresh->scene.parameters;
  if (parameters) fresh->scene.parameters = *parameters;
  fresh->scene = Session::recordable_scene(fresh->scene);
  return fresh;
}

void Simulation::Thread::cannot_open(const SceneSource& source, const std::string& why) {
  const std::lock_guard lock(owner.mutex_);
  owner.messages_.push_back({"Cannot open " + name_of(source), why});
}

void Simulation::Thread::begin(std::shared_ptr<const OpenedScene> scene, std::unique_ptr<World> of_scene) {
  session.begin(scene->scene);
  world = std::move(of_scene), opened = std::move(scene);
  second.reset(), second_opened.reset(), recording.reset();
  forget_tracks();
  ++world_number, branches = 0, touched = false;
  timeline.clear(), pace.clear();
  description.reset();
}

void Simulation::Thread::open(const SceneSource& source, const Parameters* parameters) {
  // The scene started again is compared again; with other counts too, where it is compared with another scene.
  const bool compared =
      second && (parameters || (second_opened && source.scenario && source.scenario == opened->source.scenario));
  std::optional<Parameters> of_second;
  std::shared_ptr<const OpenedScene> fresh, beside;
  std::unique_ptr<World> fresh_world, world_beside;
  std::optional<Recording> played;
  try {
    fresh = open_source(source, parameters);
    if (is_recording(source)) played = load_recording(source.file);
    fresh_world = std::make_unique<World>(fresh->scene);
    if (compared) of_second = second->world().parameters();
    if (compared && second_opened) {
      beside = open_source(second_opened->source, &*of_second);
      world_beside = std::make_unique<World>(beside->scene);
    }
  } catch (const std::exception& error) {
    return cannot_open(source, error.what());
  }
  mark_opening(source, parameters != nullptr);
  begin(std::move(fresh), std::move(fresh_world));
  recording = std::move(played);
  if (beside) {
    begin_beside(std::move(beside), std::move(world_beside));
  } else if (of_second) {
    split();
    second->world().queue(SetParameters{*of_second});
    second->world().apply_commands();
    timeline.clear();
  }
  keep_moment();
  tell_watches(&StepWatch::moved);
  show(false);
  due = steady_seconds() + interval();
}

}  // namespace spook
