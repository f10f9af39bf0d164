// What a step leaves for its judges: errors of joints and contacts, the rounds it took, residuals of §5.
#include <algorithm>
#include <cmath>

#include "engine/step/problem_builder.h"
#include "engine/step/step.h"

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
  void operator+=(const Spread& other) {
    sum_of_squares += other.sum_of_squares;
    max = std::max(max, other.max);
    count += other.count;
  }
  double rms() const { return count > 0 ? std::sqrt(sum_of_squares / count) : 0.0; }
};

// violations as the rows of the step had them; those of joints without a row are made for the purpose
void measure_joints(WorldData& world) {
  Spread metres, radians;
  const auto add = [&](const Joint& joint, double violation, bool angular) {
    (angular ? radians : metres).add(joint.desc.max_only && violation < 0.0 ? 0.0 : violation);
  };
  std::vector<char>& seen = world.scratch.measured;
  seen.assign(world.joints.size(), 0);
  for (std::size_t block = 0; block < world.scratch.sources.size(); ++block) {
    const BlockSource& source = world.scratch.sources[block];
    if (source.joint < 0 || source.extras) continue;
    const Joint& joint = world.joints[source.joint];
    seen[source.joint] = 1;
    for (int i = 0; i < world.scratch.problem.joints[block].row_count && joint.desc.type != JointType::spring; ++i)
      add(joint, source.rows[i].violation, source.rows[i].angular);
  }
  for (std::size_t j = 0; j < world.joints.size(); ++j) {
    const Joint& joint = world.joints[j];
    if (seen[j] || !joint.alive || joint.desc.type == JointType::spring) continue;
    visit_joint_rows(world, joint, [&](const ConstraintRows& rows, std::span<const RowBody>) {
      for (int i = 0; i < rows.count; ++i) add(joint, rows.violation[i], rows.angular[i]);
    });
  }
  StepReport& report = world.report;
  report.joint_rms_m = metres.rms(), report.joint_max_m = metres.max;
  report.joint_rms_rad = radians.rms(), report.joint_max_rad = radians.max;
}

void measure_contacts(WorldData& world) {
  const std::vector<ContactPoint>& points = world.scratch.points;
  const auto depth = sum_chunks<Spread>(&world.pool, static_cast<int>(points.size()), 512, [&](int begin, int end) {
    Spread part;
    for (int i = begin; i < end; ++i)
      if (!(points[i].gap > 0.0)) part.add(points[i].gap);
    return part;
  });
  world.report.penetration_rms = depth.rms(), world.report.penetration_max = depth.max;
  world.report.contacts = static_cast<int>(world.scratch.points.size());
}

void measure_rounds(WorldData& world) {
  RoundsReport& report = world.report.rounds;
  for (const IslandRounds& island : world.scratch.rounds) {
    if (island.rounds > report.max) report.max = island.rounds, report.reason = island.reason;
    report.residual = std::max(report.residual, island.residual);
    report.open += !island.solved;
    report.guarded += island.guarded;
  }
}

// numerics §5, over the contacts' impulses; looked at only where a solve was cut off
double left_over(const StepProblem& problem, const StepSolution& solution) {
  const Residual left = contact_residual(problem, solution);
  double sum = 0.0;
  for (const Vec3& impulse : solution.contact_impulse) sum += impulse.squaredNorm();
  return sum > 0.0 ? std::hypot(left.normal, left.tangent) / std::sqrt(sum) : 0.0;
}

}  // namespace

void stage::measure(WorldData& world) {
  measure_joints(world);
  measure_contacts(world);
  measure_rounds(world);
  StepWork& scratch = world.scratch;
  scratch.residuals.clear();
  world.report.effort = world.effort().value_or(0.0);
  world.report.effort_spent += (world.report.solve.work + world.report.impact.work) * ms_a_factorisation;
  world.report.left_over = world.report.solve.failed > 0 ? left_over(scratch.problem, scratch.solution) : 0.0;
  if (world.options.record_history) contact_residuals(scratch.problem, scratch.solution, scratch.residuals);
}

}  // namespace spook
