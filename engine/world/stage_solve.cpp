// Stages 6 and 7: the solver and the judge. Neither sees more than the step problem.
#include <cmath>

#include "engine/world/problem_builder.h"
#include "engine/world/step.h"

namespace spook {

namespace {

struct Spread {
  double sum_of_squares = 0.0, max = 0.0;
  int count = 0;
  void add(double value) {
    sum_of_squares += value * value;
    max = std::max(max, std::abs(value));
    ++count;
  }
  double rms() const { return count > 0 ? std::sqrt(sum_of_squares / count) : 0.0; }
};

void measure_joints(WorldData& world) {
  Spread metres, radians;
  for (const Joint& joint : world.joints) {
    if (!joint.alive || joint.desc.type == JointType::spring) continue;
    visit_joint_rows(
        world, joint,
        [&](const ConstraintRows& rows, std::span<const RowBody>) {
          const bool slack = joint.desc.max_only && rows.violation[0] < 0.0;
          for (int i = 0; i < rows.count; ++i)
            (rows.angular[i] ? radians : metres).add(slack ? 0.0 : rows.violation[i]);
        },
        [](const ConstraintRows&, std::span<const RowBody>) {});
  }
  StepReport& report = world.report;
  report.joint_rms_m = metres.rms(), report.joint_max_m = metres.max;
  report.joint_rms_rad = radians.rms(), report.joint_max_rad = radians.max;
}

void measure_contacts(WorldData& world) {
  Spread depth;
  for (const ContactPoint& point : world.scratch.points) {
    if (point.gap > 0.0) continue;
    depth.add(point.gap);
  }
  world.report.penetration_rms = depth.rms(), world.report.penetration_max = depth.max;
  world.report.contacts = static_cast<int>(world.scratch.points.size());
}

}  // namespace

void stage::solve(WorldData& world) {
  StepScratch& scratch = world.scratch;
  const Parameters& p = world.parameters;
  SolveOptions options;
  options.kind = p.solver, options.sweep_kind = p.sweep_kind, options.sweeps = p.sweeps,
  options.couplings = p.couplings;
  options.factorisation_budget = p.factorisation_budget, options.warm_start = p.warm_start, options.threads = p.threads;
  options.record_history = world.options.record_history;
  spook::solve(scratch.problem, options, world.solver_memory, scratch.solution, world.report.solve);
  world.report.ms.direct += world.report.solve.direct_ms;
  world.report.ms.sweeps += world.report.solve.sweep_ms;
  if (world.report.solve.failed > 0) world.report.flags.emplace_back("budget: a direct solve stopped early");
}

void stage::measure(WorldData& world) {
  measure_joints(world);
  measure_contacts(world);
  StepScratch& scratch = world.scratch;
  scratch.residuals.clear();
  if (world.options.record_history) contact_residuals(scratch.problem, scratch.solution, scratch.residuals);
}

}  // namespace spook
