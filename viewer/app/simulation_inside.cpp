// The present step opened: made once more by a world of its own, with somebody looking on.
#include "viewer/app/inside_step.h"
#include "viewer/app/simulation_thread.h"

namespace spook {

void Simulation::Thread::open_step() {
  playing = false;
  previous.reset(), second_previous.reset();
  const std::uint64_t present = world->step_count();
  const Moment* begun = present > 0 ? timeline.at(present - 1) : nullptr;
  const std::vector<RecordedStep>& made = session.recording().steps;
  if (!begun || made.size() < present) {
    const std::lock_guard lock(owner.mutex_);
    owner.messages_.push_back({"", present > 0
                                       ? "Where this step began is not kept any more: make one more (.) and open it"
                                       : "No step has been made yet: make one (.) and open it"});
    return;
  }
  World repeated(opened->scene);
  repeated.restore(*begun->state);
  for (const Command& command : made[present - 1].commands) repeated.queue(command);
  auto seen = std::make_shared<InsideStep>(*look_inside(repeated));
  seen->repeated = repeated.hash() == world->hash();
  inside = std::move(seen);
}

void Simulation::open_step() {
  post([](Thread& t) {
    if (t.world) t.open_step();
  });
}

void Simulation::close_step() {
  post([](Thread& t) { t.inside.reset(); });
}

}  // namespace spook
