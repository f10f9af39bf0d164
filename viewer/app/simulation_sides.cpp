// A/B on the stepping thread: how one world becomes two, and two become one.
#include <utility>

#include "scenarios/registry.h"
#include "viewer/app/simulation_thread.h"

namespace spook {

// Both are restored, so that equal settings go on alike to the last bit.
void Simulation::Thread::split() {
  if (timeline.last() && timeline.last()->step > world->step_count()) leave_line(world->step_count());
  const auto moment = world->save();
  second = std::make_unique<SecondWorld>(opened->scene, *world, session);
  second->world().options() = world->options();
  world->restore(*moment);
  second_line = {0, "B", line.number, world->step_count(), world->time()};
  ++splits;
  // the present is a moment of both
  if (world->step_count() == 0)
    timeline.clear();
  else
    timeline.forget_after(world->step_count() - 1);
  keep_moment();
  show(false);
}

// Locked in time, so both from their beginning. A is begun anew, which undo takes back.
void Simulation::Thread::open_beside(const SceneSource& source) {
  const Parameters mine = world->parameters();
  std::shared_ptr<const OpenedScene> a, b;
  std::unique_ptr<World> world_a, world_b;
  const SceneSource* asked = &source;
  try {
    b = open_source(source, nullptr), world_b = std::make_unique<World>(b->scene);
    asked = &opened->source;
    a = open_source(opened->source, &mine), world_a = std::make_unique<World>(a->scene);
  } catch (const std::exception& error) {
    return cannot_open(*asked, error.what());
  }
  edits.push(present("open " + scene_title(b->scene.name) + " as B", true));
  begin(std::move(a), std::move(world_a));
  begin_beside(std::move(b), std::move(world_b));
  keep_moment();
  tell_watches(&StepWatch::moved);
  show(false);
  due = steady_seconds() + interval();
}

void Simulation::Thread::begin_beside(std::shared_ptr<const OpenedScene> scene, std::unique_ptr<World> of_scene) {
  second = std::make_unique<SecondWorld>(scene->scene, std::move(of_scene));
  second->world().options() = world->options();
  second_opened = std::move(scene);
  second_line = {}, second_tracks.clear();
  ++splits;
}

// Two scenes change places whole: what was opened, with the tracks of it.
void Simulation::Thread::exchange_scenes() {
  std::swap(opened, second_opened);
  std::swap(tracks, second_tracks);
  again.reset(), recording.reset(), description.reset();
  ++world_number;
}

void Simulation::Thread::exchange_sides() {
  if (second_opened) {
    exchange_scenes();
  } else if (second_is_kept_track()) {  // whole as it was put away
    const int mine = line.number;
    open_track(second_line.number);
    return compare_track(mine);
  } else {
    const Moment *paired = timeline.last_paired(), *last = timeline.last();
    if (paired && last && last->step > paired->step) put_away(present_track());  // B has not been there
    name_second_line();
    tracks.remove(second_line.number);
  }
  std::swap(line, second_line);
  tracks_changed = true;
  second->exchange(world, session);
  timeline.exchange_worlds();
  edits.exchange_sides(second_opened ? second_opened.get() : opened.get());
  edits.redo.clear();  // what happened up to those moments was told of the other side
  channel = 1 - channel;
  pace.clear();
  tell_watches(&StepWatch::moved);
  show(false);
}

void Simulation::Thread::join(Side kept) {
  if (kept == Side::b) exchange_sides();
  if (!second_opened) keep_second_line();
  repeats_line = false;
  second.reset(), second_opened.reset(), second_tracks.clear();
  timeline.forget_second();
  edits.forget_second();
  show(false);
}

bool Simulation::Thread::repeats(const Moment& expected) const {
  if (expected.hash != world->report().hash) return false;
  if (!second || !expected.second) return true;
  return expected.second_hash == second->world().report().hash;
}

}  // namespace spook
