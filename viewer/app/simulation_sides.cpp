// A/B on the stepping thread: how one world becomes two, and two become one.
#include "viewer/app/simulation_thread.h"

namespace spook {

// Both are restored, so that equal settings go on alike to the last bit.
void Simulation::Thread::split() {
  const auto moment = world->save();
  second = std::make_unique<SecondWorld>(opened->scene, *world, session);
  second->world().options() = world->options();
  world->restore(*moment);
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
  second.reset();
  timeline.forget_second();
  for (std::vector<UndoEntry>* stack : {&edits.undo, &edits.redo})
    for (UndoEntry& entry : *stack) entry.second.reset();
  show(false);
}

bool Simulation::Thread::repeats(const Moment& expected) const {
  if (expected.hash != world->report().hash) return false;
  if (!second) return true;
  return expected.second && expected.second_hash == second->world().report().hash;
}

}  // namespace spook
