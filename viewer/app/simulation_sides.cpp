// A/B on the stepping thread: how one world becomes two, and two become one.
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

void Simulation::Thread::exchange_sides() {
  if (second_is_kept_track()) {  // whole as it was put away
    const int mine = line.number;
    open_track(second_line.number);
    return compare_track(mine);
  }
  const Moment *paired = timeline.last_paired(), *last = timeline.last();
  if (paired && last && last->step > paired->step) put_away(present_track());  // B has not been there
  name_second_line();
  tracks.remove(second_line.number);
  std::swap(line, second_line);
  tracks_changed = true;
  second->exchange(world, session);
  timeline.exchange_worlds();
  for (UndoEntry& entry : edits.undo)
    if (entry.second) std::swap(entry.state, entry.second);
  edits.redo.clear();  // what happened up to those moments was told of the other side
  channel = 1 - channel;
  pace.clear();
  tell_watches(&StepWatch::moved);
  show(false);
}

void Simulation::Thread::join(Side kept) {
  if (kept == Side::b) exchange_sides();
  keep_second_line();
  repeats_line = false;
  second.reset();
  timeline.forget_second();
  for (std::vector<UndoEntry>* stack : {&edits.undo, &edits.redo})
    for (UndoEntry& entry : *stack) entry.second.reset();
  show(false);
}

bool Simulation::Thread::repeats(const Moment& expected) const {
  if (expected.hash != world->report().hash) return false;
  if (!second || !expected.second) return true;
  return expected.second_hash == second->world().report().hash;
}

}  // namespace spook
