#include "engine/world/step.h"

#include <chrono>

namespace spook {

namespace {

// runs a stage and adds its time to its place in the report
template <typename Stage>
void timed(WorldData& world, double& ms, Stage stage) {
  const auto start = std::chrono::steady_clock::now();
  stage(world);
  const double spent = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  ms += spent;
  world.report.ms.total += spent;
}

void begin_report(WorldData& world) {
  world.report.ms = {};
  world.report.flags.clear();
  world.report.energy.taken_by_geometric_stiffness = 0.0;
  world.report.energy.onset = false;
}

}  // namespace

void step(WorldData& world) {
  begin_report(world);
  world.pool.resize(world.parameters.threads);
  StageTimes& ms = world.report.ms;
  int substep = 0;
  do {
    timed(world, ms.commands, stage::commands);
    timed(world, ms.collide, stage::collide);
    timed(world, ms.match, stage::match);
    timed(world, ms.impact, stage::impact);
    timed(world, ms.islands, stage::islands);
    timed(world, ms.assemble, stage::assemble);
    timed(world, ms.solve, stage::solve);
    timed(world, ms.measure, stage::measure);
    timed(world, ms.integrate, stage::integrate);
  } while (++substep < world.parameters.substeps);
  timed(world, ms.publish, stage::publish);
}

}  // namespace spook
