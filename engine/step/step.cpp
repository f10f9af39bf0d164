#include "engine/step/step.h"

#include <chrono>

namespace spook {

namespace {

// runs stages one after another and adds the time of each to its place in the report
class Clock {
 public:
  explicit Clock(WorldData& world) : world_(world) {}
  template <typename Stage>
  void time(double& ms, Stage stage) {
    stage(world_);
    const Time now = std::chrono::steady_clock::now();
    const double spent = std::chrono::duration<double, std::milli>(now - last_).count();
    last_ = now;
    ms += spent;
    world_.report.ms.total += spent;
  }

 private:
  using Time = std::chrono::steady_clock::time_point;
  WorldData& world_;
  Time last_ = std::chrono::steady_clock::now();
};

void begin_report(WorldData& world) {
  world.report.ms = {};
  world.report.flags.clear();
  world.report.broken.clear();
  world.report.energy.taken_by_geometric_stiffness = 0.0;
  world.report.energy.onset = false;
  world.report.rounds = {};
  world.report.effort_spent = 0.0;
}

}  // namespace

void step(WorldData& world) {
  begin_report(world);
  world.pool.resize(world.parameters.threads);
  StageTimes& ms = world.report.ms;
  Clock clock(world);
  int substep = 0;
  do {
    clock.time(ms.commands, stage::commands);
    clock.time(ms.collide, stage::collide);
    clock.time(ms.match, stage::match);
    clock.time(ms.impact, stage::impact);
    clock.time(ms.islands, stage::islands);
    clock.time(ms.assemble, stage::linearise);
    clock.time(ms.solve, stage::solve);
    clock.time(ms.solve, stage::guard);
    clock.time(ms.measure, stage::measure);
    clock.time(ms.integrate, stage::commit);
  } while (++substep < world.parameters.substeps);
  clock.time(ms.publish, stage::publish);
}

}  // namespace spook
