#include "simulations.h"

#include <chrono>
#include <thread>
#include <utility>

namespace spook::test {

using namespace std::chrono_literals;

Frame frame_when(const Simulation& simulation, const std::function<bool(const SimFrame&)>& holds) {
  Frame frame = simulation.frame();
  for (int i = 0; i < 20000 && !holds(*frame); ++i) std::this_thread::sleep_for(1ms), frame = simulation.frame();
  return frame;
}

void open_scene(Simulation& simulation, const char* name, ScenarioValues values) {
  simulation.play(false);
  const int before = simulation.frame()->world;
  SceneSource source;
  source.scenario = find_scenario(name), source.values = std::move(values);
  simulation.open(source);
  frame_when(simulation, [&](const SimFrame& f) { return f.current && f.opened && f.world > before; });
}

void open_small_wall(Simulation& simulation) {
  simulation.keep_pace(false);  // a busy machine would steer the effort, and runs that are compared would differ
  open_scene(simulation, "brick_wall", {{"bricks", 4}, {"courses", 4}});
}

Frame after_steps(Simulation& simulation, int steps) {
  const std::uint64_t to = simulation.frame()->current->step + std::uint64_t(steps);
  for (int i = 0; i < steps; ++i) simulation.step_once();
  return frame_when(simulation, [to](const SimFrame& f) { return f.current->step >= to; });
}

}  // namespace spook::test
