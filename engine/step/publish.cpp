// Stage 9: what the step leaves behind for readers: energies, momentum, counts, the hash.
#include "engine/step/problem_builder.h"
#include "engine/step/step.h"

namespace spook {

namespace {

// a physical spring holds ½ k x²; synchronised, half a step before
void add_spring(const Joint& joint, const WorldData& world, double h, double& elastic, double& synchronised) {
  ConstraintRows rows;
  const JointGeometry geometry = joint_geometry(joint, world.bodies);
  spring_rows(geometry, rows);
  const double g = rows.violation[0], middle = g - 0.5 * h * rows.speed(0, geometry.a, geometry.b);
  elastic += 0.5 * joint.desc.stiffness * g * g;
  synchronised += 0.5 * joint.desc.stiffness * middle * middle;
}

// What compliance holds: of joints ½ ε f² by the impulses of the step, of contacts as commit.cpp has it.
double held_by_compliance(const WorldData& world, double h) {
  double sum = 0.0;
  for (const Joint& joint : world.joints) {
    if (!joint.alive || joint.desc.type == JointType::spring) continue;
    double squares = 0.0;
    for (const double impulse : joint.memory.equations) squares += impulse * impulse;
    sum += 0.5 * joint.desc.compliance.value_or(world.parameters.joint_compliance) * squares / (h * h);
  }
  for (const ContactPoint& point : world.scratch.points) sum += point.held;
  return sum;
}

void elastic_energy(const WorldData& world, double h, double& elastic, double& synchronised) {
  for (const Joint& joint : world.joints)
    if (joint.alive && joint.desc.type == JointType::spring) add_spring(joint, world, h, elastic, synchronised);
  const double rows = held_by_compliance(world, h);
  elastic += rows, synchronised += rows;
}

// Numerics §2: velocities stand half a step before the poses. Synchronised means all potentials at q − ½ h v, that is
// E + ½ h v·f with f the forces (the page's E − ½ h v·f has f as the potential's gradient).
void measure_energy(WorldData& world) {
  Energies& energy = world.report.energy;
  energy.kinetic = energy.potential = energy.elastic = energy.synchronised = 0.0;
  const double h = world.step_length();
  for (const Body& body : world.bodies) {
    if (!body.dynamic() || body.state.frozen) continue;
    energy.kinetic += kinetic_energy(body);
    energy.potential -= body.mass * world.parameters.gravity.dot(body.state.pose.position);
    energy.synchronised -=
        body.mass * world.parameters.gravity.dot(body.state.pose.position - 0.5 * h * body.state.velocity);
  }
  energy.synchronised += energy.kinetic;
  elastic_energy(world, h, energy.elastic, energy.synchronised);
}

void measure_momentum(WorldData& world) {
  StepReport& report = world.report;
  report.linear_momentum.setZero(), report.angular_momentum.setZero();
  for (const Body& body : world.bodies) {
    if (!body.dynamic()) continue;
    const Vec3 momentum = body.mass * body.state.velocity;
    report.linear_momentum += momentum;
    report.angular_momentum += body.state.pose.position.cross(momentum) + body.state.angular_momentum;
  }
}

void count(WorldData& world) {
  StepReport& report = world.report;
  report.bodies = report.dynamic_bodies = report.joints = report.sleeping = 0;
  for (const Body& body : world.bodies) {
    report.bodies += body.alive;
    report.dynamic_bodies += body.dynamic();
    report.sleeping += body.alive && body.state.sleeping;
  }
  for (const Joint& joint : world.joints) report.joints += joint.alive;
  report.islands = static_cast<int>(world.scratch.problem.islands.size());
}

}  // namespace

void stage::publish(WorldData& world) {
  ++world.steps;
  report_state(world);
}

void stage::report_state(WorldData& world) {
  world.scratch.bodies.resize(world.bodies.size());
  StepReport& report = world.report;
  report.step = world.steps;
  report.time = world.time;
  count(world);
  measure_energy(world);
  measure_momentum(world);
  report.hash = state_hash(world, &world.pool);
}

}  // namespace spook
